import { describe, expect, test } from 'vitest';
import type { Governance } from '../../catalog/governance';
import type { Json, JsonObject } from '../../model/json';
import { openInterrupt } from '../interrupts/request';
import type { InterruptRow } from '../interrupts/row';
import { webCryptoHash } from '../values';
import { consentHash, declineDetails, standingOf, takeOnce } from './consent';
import { shownArguments } from './prompt';
import { requirementOf } from './requirement';

const DEFAULTS: Governance = { policy: undefined, authorControls: ['waive', 'require'], dynamicControls: [] };
const DYNAMIC: Governance = { policy: 'skip', authorControls: [], dynamicControls: ['require'] };

function requirement(
  governance: Governance,
  { choice, escalation, sideEffects }: { choice?: string; escalation?: Json; sideEffects?: boolean },
) {
  const config: JsonObject = choice === undefined ? {} : { requiresConfirmation: choice };
  return requirementOf({ governance, config, escalation, sideEffects });
}

describe('the requirement', () => {
  test('RT-GATE-7: escalation, author, policy, executor, in this order', () => {
    expect(requirement(DEFAULTS, { sideEffects: true })).toBe('ask');
    expect(requirement(DEFAULTS, { sideEffects: false })).toBe('pass');
    expect(requirement({ ...DEFAULTS, policy: 'skip' }, { sideEffects: true })).toBe('pass');
    expect(requirement({ ...DEFAULTS, policy: 'ask' }, { sideEffects: false })).toBe('ask');
    expect(requirement({ ...DEFAULTS, policy: 'ask' }, { choice: 'waive', sideEffects: true })).toBe('pass');
    expect(requirement({ ...DEFAULTS, policy: 'skip' }, { choice: 'require' })).toBe('ask');
    const all: Governance = { ...DYNAMIC, authorControls: ['waive'] };
    expect(requirement(all, { choice: 'waive', escalation: true })).toBe('ask');
  });

  test('RT-GATE-8: a waiver that is no longer granted is ignored', () => {
    const revoked: Governance = { policy: 'ask', authorControls: ['require'], dynamicControls: [] };
    expect(requirement(revoked, { choice: 'waive' })).toBe('ask');
    expect(requirement({ ...revoked, authorControls: [], policy: 'skip' }, { choice: 'require' })).toBe(
      'pass',
    );
  });

  test.each<[Json, string]>([
    [true, 'ask'],
    ['false', 'ask'],
    [[], 'ask'],
    [{}, 'ask'],
    [1, 'ask'],
    [false, 'pass'],
    [0, 'pass'],
    ['', 'pass'],
    [null, 'pass'],
  ])('RT-GATE-9: %j on the confirmation input: %s', (escalation, expected) => {
    expect(requirement(DYNAMIC, { escalation })).toBe(expected);
    // Without the grant it takes no part.
    expect(requirement({ ...DYNAMIC, dynamicControls: [] }, { escalation })).toBe('pass');
    // It never removes a requirement.
    expect(requirement({ ...DYNAMIC, policy: 'ask' }, { escalation })).toBe('ask');
  });

  test('RT-GATE-11: an executor that is not there is not taken for harmless', () => {
    expect(requirement(DEFAULTS, {})).toBe('unresolved');
  });
});

const PLACE = {
  id: 'i',
  run: 'r',
  workflow: 'w',
  node: 'n',
  job: 'j',
  session: null,
  initiator: null,
  now: 1,
};
const OPEN: InterruptRow = openInterrupt(
  { type: 'confirmation', message: 'Send?', asker: 'gate', about: 'h', expires: 100 },
  PLACE,
);

describe('the consent', () => {
  test('RT-GATE-3: the hash is of the node and its arguments, in any order, without reserved names', async () => {
    const call = { node: 'n', parameters: { message: 'go', level: 'info' }, escalated: false };
    const hash = await consentHash(call, webCryptoHash);
    const same = { ...call, parameters: { level: 'info', __interrupt_id: 'x', message: 'go' } };
    expect(await consentHash(same, webCryptoHash)).toBe(hash);
    for (const other of [
      { ...call, node: 'm' },
      { ...call, parameters: { message: 'new', level: 'info' } },
      { ...call, escalated: true },
    ])
      expect(await consentHash(other, webCryptoHash)).not.toBe(hash);
  });

  test.each<[string, Partial<InterruptRow>, string, number, unknown]>([
    ['open, same call', {}, 'h', 5, { kind: 'pending' }],
    ['open, other arguments', {}, 'other', 5, { kind: 'drifted' }],
    ['confirmed', { status: 'resolved', response: true }, 'h', 5, { kind: 'confirmed' }],
    ['confirmed for other arguments', { status: 'resolved', response: true }, 'other', 5, { kind: 'ask' }],
    ['confirmed and taken', { status: 'resolved', response: true, taken: 3 }, 'h', 5, { kind: 'ask' }],
    ['declined', { status: 'resolved', response: false }, 'h', 5, { kind: 'declined', reason: 'declined' }],
    ['cancelled', { status: 'cancelled' }, 'h', 5, { kind: 'declined', reason: 'cancelled' }],
    ['overdue', {}, 'h', 100, { kind: 'declined', reason: 'expired' }],
    ['expired', { status: 'expired' }, 'h', 100, { kind: 'declined', reason: 'expired' }],
    ['of the node itself', { asker: 'node', status: 'resolved', response: true }, 'h', 5, { kind: 'ask' }],
  ])('RT-GATE-2: a question that is %s', (_, change, about, now, expected) => {
    expect(standingOf({ ...OPEN, ...change }, about, now)).toEqual(expected);
  });

  test('RT-GATE-2: what is decided is taken once, declines included', () => {
    for (const response of [true, false]) {
      const taken = takeOnce({ ...OPEN, status: 'resolved', response }, 7);
      expect(taken?.taken).toBe(7);
      expect(taken === undefined ? null : takeOnce(taken, 8)).toBeUndefined();
    }
    expect(takeOnce(OPEN, 7)).toBeUndefined();
  });

  test('RT-GATE-4: the details of a decline say why, who, when and by which question', () => {
    const row: InterruptRow = { ...OPEN, status: 'resolved', response: false, resolved: 0, resolvedBy: '7' };
    expect(declineDetails(row, 'declined')).toEqual({
      type: 'confirmation_declined',
      reason: 'declined',
      declined_by: '7',
      declined_at: '1970-01-01T00:00:00.000Z',
      interrupt_id: 'i',
    });
  });
});

describe('the prompt', () => {
  test('RT-GATE-12: a parameter with a secret is shown as one, also where the secret is deep in it', () => {
    const parameters = { to: 'https://a.test/x', key: 'Bearer s3', headers: { K: 'Bearer s3' }, __x: 1 };
    const origins = { to: 'wire', key: 'default', headers: 'default', __x: 'wire' } as const;
    expect(shownArguments({ parameters, origins, secrets: ['key', 'headers'] })).toEqual({
      to: 'https://a.test/x',
      key: '<secret>',
      headers: '<secret>',
    });
  });

  test('RT-GATE-1: configured values are not shown; where nothing else is left, their names are', () => {
    const parameters = { url: 'https://internal.test', body: 'hi' };
    expect(shownArguments({ parameters, origins: { url: 'config', body: 'wire' } })).toEqual({ body: 'hi' });
    expect(shownArguments({ parameters, origins: { url: 'config', body: 'config' } })).toEqual({
      url: '<configured>',
      body: '<configured>',
    });
  });
});
