import { describe, expect, test } from 'vitest';
import {
  decideAccess,
  mayChangeMessage,
  mayDriveSession,
  mayReadMessage,
  mayReadSession,
  owns,
  sessionIdentity,
} from './access';
import { LOCAL_USER, realIdentifier } from './identity';
import { MEMORY_SCOPES, memoryName, readMemoryName, resolveScope } from './scopes';

const who = (id: string, ...permissions: readonly string[]) => ({ id, permissions: new Set(permissions) });
const session = (owner: string | number | null | undefined) => ({ id: 's', owner });

describe('MEM-6, MEM-13: who is somebody', () => {
  test.each([
    undefined,
    null,
    '',
    '  ',
    0,
    -0,
    '0',
    ' 0 ',
    '00',
    '+0',
    '-0',
    '0.0',
    -1,
    1.5,
    Number.NaN,
    true,
    {},
    [],
  ])('MEM-6: %j is nobody', (value) => {
    expect(realIdentifier(value)).toBeUndefined();
  });
  test.each([
    [12, '12'],
    ['12', '12'],
    [' ada ', 'ada'],
    ['0x1', '0x1'],
  ])('MEM-6: %j is somebody', (value, id) => {
    expect(realIdentifier(value)).toBe(id);
  });
  test('the local user is a real one', () => {
    expect(realIdentifier(LOCAL_USER)).toBe('1');
  });
  test.each(['user', 'session'] as const)('MEM-13: without a context the scope %s refuses', (scope) => {
    expect(resolveScope(scope, null).ok).toBe(false);
  });
  test.each(['global', 'workflow', 'pipeline', 'execution'] as const)(
    'MEM-13: without a context %s is the empty identifier',
    (scope) => {
      expect(resolveScope(scope, null)).toEqual({ ok: true, scope, id: '' });
    },
  );
  test('names of memories are read back, whatever the id', () => {
    for (const scope of MEMORY_SCOPES)
      for (const id of ['', 'a:b/c', 'run:x/user:1'])
        for (const run of [undefined, 'r1'])
          expect(readMemoryName(memoryName({ scope, id }, run))).toEqual({
            scope,
            id,
            ...(run === undefined ? {} : { run }),
          });
    expect(readMemoryName('rate_limit:')).toBeUndefined();
  });
});

describe('MEM-8: for whom a session runs', () => {
  test('MEM-8: its owner, where that is a real user', () => {
    expect(sessionIdentity(session('12'))).toEqual({ session_id: 's', user_id: '12' });
    expect(sessionIdentity(session(12))).toEqual({ session_id: 's', user_id: '12' });
  });
  test.each([null, undefined, '', '0', 0])('MEM-8: a session of %j passes no user on', (owner) => {
    expect(sessionIdentity(session(owner))).toEqual({ session_id: 's' });
  });
});

describe('MEM-9', () => {
  test.each([
    ['12', '12', true],
    ['12', 12, true],
    ['12', '13', false],
    ['0', '0', false],
    ['0', 0, false],
    ['', '', false],
    ['', null, false],
    ['12', null, false],
  ])('MEM-9: %j and the owner %j: %s', (id, owner, expected) => {
    expect(owns(who(id), owner)).toBe(expected);
  });
  test('MEM-9: nobody owns nothing', () => {
    for (const owner of [undefined, null, '', '0', 0, '12']) expect(owns(undefined, owner)).toBe(false);
  });
  test('MEM-9: who may view may not drive', () => {
    const viewer = who('7', 'view any sessions', 'view own sessions');
    expect(mayReadSession(viewer, session('12'))).toBe(true);
    expect(mayDriveSession(viewer, session('12'))).toBe(false);
    expect(mayDriveSession(viewer, session('7'))).toBe(false);
  });
  test('MEM-9: one drives one’s own sessions, with the permission to', () => {
    const driver = who('12', 'drive own sessions');
    expect(mayDriveSession(driver, session('12'))).toBe(true);
    for (const owner of ['13', null, undefined, '0'])
      expect(mayDriveSession(driver, session(owner))).toBe(false);
    // Driving is no reason to read: they are two permissions.
    expect(mayReadSession(driver, session('12'))).toBe(false);
    expect(mayReadSession(who('12', 'view own sessions'), session('12'))).toBe(true);
    expect(mayReadSession(who('12', 'view own sessions'), session('13'))).toBe(false);
  });
  test('MEM-9: one absent identity does not match another', () => {
    for (const id of ['', '0']) {
      const absent = who(id, 'drive own sessions', 'view own sessions');
      for (const owner of [null, undefined, '', '0', 0]) {
        expect(mayDriveSession(absent, session(owner))).toBe(false);
        expect(mayReadSession(absent, session(owner))).toBe(false);
      }
    }
  });
  test('MEM-9: an administrator reads and drives', () => {
    expect(mayReadSession(who('1', 'administer'), session(null))).toBe(true);
    expect(mayDriveSession(who('1', 'administer'), session(null))).toBe(true);
  });
});

describe('MEM-15', () => {
  test('MEM-15: a message is changed by administrators only, its owner included', () => {
    const owner = who('12', 'view own sessions', 'drive own sessions', 'view any sessions');
    expect(mayReadMessage(owner, session('12'))).toBe(true);
    expect(mayChangeMessage(owner, session('12'))).toBe(false);
    expect(mayChangeMessage(who('1', 'administer'), session('12'))).toBe(true);
  });
  test('MEM-15: where the session cannot be loaded the answer is no', () => {
    const administrator = who('1', 'administer', 'view any sessions');
    expect(mayReadMessage(administrator, undefined)).toBe(false);
    expect(mayChangeMessage(administrator, undefined)).toBe(false);
  });
  test.each([
    [false, [true, true], false],
    [false, [], false],
    [true, [], true],
    [true, [undefined, true], true],
    [true, [true, false], false],
  ] as const)('MEM-15: granted %s, others say %j: %s', (granted, opinions, expected) => {
    expect(decideAccess(granted, opinions)).toBe(expected);
  });
});
