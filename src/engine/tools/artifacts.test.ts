import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import {
  ARTIFACT_BOUNDS,
  artifactsOfCall,
  type CallArtifact,
  collectArtifacts,
  holdArtifacts,
  liftArtifacts,
  MOST_HELD,
  NOTHING_COLLECTED,
} from './artifacts';

const link = { type: 'link', payload: { url: 'https://a.test' } };
const sized = (bytes: number, call = 'c', type = 'note'): CallArtifact => ({
  type,
  payload: { x: 'a'.repeat(bytes - '{"x":""}'.length) },
  tool_call_id: call,
});

describe('what is lifted off the output of a tool', () => {
  test('RT-TOOL-2: bad entries go by themselves, and the key goes whether or not any was good', () => {
    const outputs = {
      done: true,
      artifacts: ['text', { type: '', payload: { a: 1 } }, { type: 'link', payload: 'text' }, link],
    };
    expect(liftArtifacts(outputs)).toEqual({ data: { done: true }, artifacts: [link] });
    expect(liftArtifacts({ done: true, artifacts: 'none' })).toEqual({ data: { done: true }, artifacts: [] });
    expect(liftArtifacts({ done: true })).toEqual({ data: { done: true }, artifacts: [] });
  });

  test.each<[string, Json, boolean]>([
    ['an empty payload is kept', { type: 'a', payload: {} }, true],
    ['a list is no map', { type: 'a', payload: [] }, false],
    ['a payload is needed', { type: 'a' }, false],
    ['null is no map', { type: 'a', payload: null }, false],
    ['a type is a text', { type: 1, payload: {} }, false],
    ['an inherited key is none', JSON.parse('{"__proto__":{"type":"a"},"payload":{}}') as Json, false],
  ])('RT-TOOL-2: %s', (_, entry, kept) => {
    expect(liftArtifacts({ artifacts: [entry] }).artifacts).toHaveLength(kept ? 1 : 0);
  });

  test('RT-TOOL-3: an entry has three keys, and the call is the true one', () => {
    const forged = { type: 'link', payload: { tool_call_id: 'c9' }, tool_call_id: 'c9', more: 1 };
    const lifted = liftArtifacts({ artifacts: [forged] }).artifacts;
    expect(artifactsOfCall(lifted, 'c1')).toEqual([
      { type: 'link', payload: { tool_call_id: 'c9' }, tool_call_id: 'c1' },
    ]);
  });
});

describe('what a run collects', () => {
  test('RT-TOOL-6: the bounds are no less than what has to be taken', () => {
    expect(ARTIFACT_BOUNDS).toEqual({ payload: 524288, count: 50, total: 2097152 });
  });

  test('RT-TOOL-6: a payload of exactly the bound is kept, one byte more is dropped', () => {
    const kept = collectArtifacts(NOTHING_COLLECTED, [sized(524288)]);
    expect(kept.collected.artifacts).toHaveLength(1);
    const dropped = collectArtifacts(NOTHING_COLLECTED, [sized(524289, 'call_1', 'file')]);
    expect(dropped).toEqual({
      collected: NOTHING_COLLECTED,
      dropped: [{ type: 'file', call: 'call_1', reason: 'too large' }],
    });
  });

  test('RT-TOOL-6: bytes are counted, not characters', () => {
    const wide: CallArtifact = { type: 'a', payload: { x: 'é'.repeat(262_144) }, tool_call_id: 'c' };
    expect(collectArtifacts(NOTHING_COLLECTED, [wide]).dropped).toMatchObject([{ reason: 'too large' }]);
  });

  test('RT-TOOL-6: a later, smaller one that fits the rest is still kept, in its order', () => {
    const full = collectArtifacts(
      NOTHING_COLLECTED,
      [1, 2, 3, 4].map((n) => sized(500_000, `call_${n}`)),
    );
    const next = collectArtifacts(full.collected, [
      sized(200_000, 'call_8'),
      { type: 'note', payload: { ref: 'r' }, tool_call_id: 'call_9' },
    ]);
    expect(next.dropped).toEqual([{ type: 'note', call: 'call_8', reason: 'no room' }]);
    expect(next.collected.artifacts.map((one) => one.tool_call_id)).toEqual([
      'call_1',
      'call_2',
      'call_3',
      'call_4',
      'call_9',
    ]);
  });

  test('RT-TOOL-6: fifty and no more; no type; no JSON text', () => {
    const many = Array.from(
      { length: 51 },
      (_, n): CallArtifact => ({ type: 'a', payload: {}, tool_call_id: `c${n}` }),
    );
    const { collected, dropped } = collectArtifacts(NOTHING_COLLECTED, many);
    expect(collected.artifacts).toHaveLength(50);
    expect(dropped).toEqual([{ type: 'a', call: 'c50', reason: 'too many' }]);
    expect(
      collectArtifacts(NOTHING_COLLECTED, [{ type: '', payload: {}, tool_call_id: 'c' }]).dropped,
    ).toMatchObject([{ reason: 'no type' }]);
    const round: { [key: string]: Json } = {};
    round.self = round as JsonObject;
    expect(
      collectArtifacts(NOTHING_COLLECTED, [{ type: 'a', payload: round, tool_call_id: 'c' }]).dropped,
    ).toMatchObject([{ reason: 'does not encode' }]);
  });

  test('RT-TOOL-6: whatever arrives, in one batch or in many, no bound is passed and nothing is lost unsaid', () => {
    const sizes = fc.array(fc.integer({ min: 8, max: 700_000 }), { maxLength: 70 });
    fc.assert(
      fc.property(sizes, fc.nat(70), (list, cut) => {
        const all = list.map((bytes, n) => sized(bytes, `c${n}`));
        const once = collectArtifacts(NOTHING_COLLECTED, all);
        expect(once.collected.artifacts.length + once.dropped.length).toBe(all.length);
        expect(once.collected.artifacts.length).toBeLessThanOrEqual(50);
        expect(once.collected.bytes).toBeLessThanOrEqual(2_097_152);
        const first = collectArtifacts(NOTHING_COLLECTED, all.slice(0, cut));
        expect(collectArtifacts(first.collected, all.slice(cut)).collected).toEqual(once.collected);
      }),
      { numRuns: 30 },
    );
  });

  test('RT-TOOL-7: what is held stays, and the newest are dropped', () => {
    const held = Array.from({ length: MOST_HELD - 1 }, (_, n) => sized(20, `c${n}`));
    const { held: now, dropped } = holdArtifacts(held, [sized(20, 'x'), sized(20, 'y')]);
    expect(now.map((one) => one.tool_call_id)).toEqual([...held.map((one) => one.tool_call_id), 'x']);
    expect(dropped).toBe(1);
  });
});
