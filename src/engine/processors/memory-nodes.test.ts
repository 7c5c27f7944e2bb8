import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import type { RunIdentity } from '../memory/identity';
import type { Memory, MemoryStore } from '../memory/store';
import { realmTurns } from '../memory/turns';
import { type SimulatedClock, simulatedClock } from '../simulation/simulated-clock';
import { createMemoryMemory } from '../testing/memory-memory';
import { conversationBuffer } from './conversation-buffer';
import { memoryDelete, memoryDeleteRaw } from './memory-delete';
import { memoryRead, memoryReadRaw } from './memory-read';
import { memoryWrite, memoryWriteRaw } from './memory-write';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';

type Line = { readonly level: string; readonly message: string; readonly data: Json | undefined };

/** A place that remembers, and what its runs say. */
function place(store: MemoryStore = createMemoryMemory()) {
  const clock: SimulatedClock = simulatedClock();
  const memory: Memory = { store, turns: realmTurns(clock) };
  const lines: Line[] = [];
  const context = (
    identity?: RunIdentity,
    { run = 'run-1', job, workflow = 'wf' }: { run?: string; job?: string; workflow?: string } = {},
  ) =>
    testContext({
      memory,
      now: clock.now,
      log: (level, message, data) => lines.push({ level, message, data }),
      run: { id: run, workflow, initialData: {}, ...(identity === undefined ? {} : { identity }) },
      ...(job === undefined ? {} : { job }),
    });
  return { clock, memory, store, lines, context };
}

/** A store that nobody may touch. */
const untouchable: MemoryStore = {
  get: () => Promise.reject(new Error('The store was read.')),
  list: () => Promise.reject(new Error('The store was listed.')),
  update: () => Promise.reject(new Error('The store was written.')),
  forget: () => Promise.reject(new Error('The store was cleared.')),
};

const NOBODY: readonly (RunIdentity | undefined)[] = [
  undefined,
  {},
  { user_id: 0, session_id: 0 },
  { user_id: '0', session_id: '0' },
  { user_id: '', session_id: '' },
  { user_id: null, session_id: null },
];

describe.each(['user', 'session'])('MEM-7: a refused scope (%s)', (scope) => {
  const prefix = scope === 'user' ? 'MEM-6' : 'MEM-13';
  test.each(NOBODY.map((identity) => [JSON.stringify(identity), identity] as const))(
    `${prefix}: of a run for %s touches no store, and warns once`,
    async (_, identity) => {
      const { context, lines } = place(untouchable);
      const scoped = { scope, resolved_scope_id: '' };
      expect(await outputsOf(memoryRead, { key: 'k', scope, default_value: 'd' }, context(identity))).toEqual(
        { value: 'd', found: false, key: 'k', ...scoped },
      );
      expect(await outputsOf(memoryWrite, { key: 'k', scope, value: 1 }, context(identity))).toEqual({
        success: false,
        key: 'k',
        ...scoped,
      });
      expect(await outputsOf(memoryDelete, { key: 'k', scope }, context(identity))).toEqual({
        success: false,
        key: 'k',
        ...scoped,
      });
      expect(
        await outputsOf(conversationBuffer, { key: 'k', scope, content: 'hi' }, context(identity)),
      ).toEqual({ messages: [], count: 0, appended: 0, appended_any: false, key: 'k', ...scoped });
      const raw = { key: 'k', scope, scope_id: '12', value: 1, default_value: 'd' };
      expect(await outputsOf(memoryReadRaw, raw, context(identity))).toEqual({
        value: 'd',
        found: false,
        key: 'k',
        scope,
      });
      for (const node of [memoryWriteRaw, memoryDeleteRaw])
        expect(await outputsOf(node, raw, context(identity))).toMatchObject({ success: false });
      expect(lines).toHaveLength(7);
      for (const { level, data } of lines) {
        expect(level).toBe('warning');
        expect(data).toMatchObject({ node: 'node.1', pipeline: 'run-1', workflow: 'wf' });
      }
    },
  );
});

test('MEM-7: only found and value tell a refusal from a value of a shared memory', async () => {
  const { context } = place();
  await outputsOf(memoryWrite, { key: 'k', scope: 'global', value: 'v' }, context());
  expect(await outputsOf(memoryRead, { key: 'k', scope: 'global', default_value: 'd' }, context())).toEqual({
    value: 'v',
    found: true,
    key: 'k',
    scope: 'global',
    resolved_scope_id: '',
  });
});

test('MEM-6: each user has a memory of their own, and it is not the shared one', async () => {
  const { context } = place();
  for (const [identity, value] of [
    [{ user_id: '12' }, 'of twelve'],
    [{ user_id: 13 }, 'of thirteen'],
  ] as const)
    await outputsOf(memoryWrite, { key: 'k', scope: 'user', value }, context(identity));
  const read = (identity: RunIdentity, scope = 'user') =>
    outputsOf(memoryRead, { key: 'k', scope }, context(identity));
  expect(await read({ user_id: 12 })).toMatchObject({ value: 'of twelve', resolved_scope_id: '12' });
  expect(await read({ user_id: '13' })).toMatchObject({ value: 'of thirteen' });
  expect(await read({ user_id: '12' }, 'global')).toMatchObject({ found: false, value: null });
});

test('each scope is a memory of its own, by workflow, run and session', async () => {
  const { context } = place();
  const identity = { user_id: '1', session_id: 's1' };
  const scopes = ['global', 'workflow', 'pipeline', 'execution', 'session', 'user'];
  for (const scope of scopes)
    await outputsOf(memoryWrite, { key: 'k', scope, value: scope }, context(identity));
  const ids: Json[] = [];
  for (const scope of scopes) {
    const { value, resolved_scope_id: id } = await outputsOf(
      memoryRead,
      { key: 'k', scope },
      context(identity),
    );
    expect(value).toBe(scope);
    ids.push(id ?? null);
  }
  expect(ids).toEqual(['', 'wf', 'run-1', 'run-1', 's1', '1']);
  const found = async (scope: string, more: JsonObject & { run?: string; workflow?: string }) =>
    (await outputsOf(memoryRead, { key: 'k', scope }, context(identity, more))).found;
  expect(await found('pipeline', { run: 'run-2' })).toBe(false);
  expect(await found('workflow', { run: 'run-2' })).toBe(true);
  expect(await found('workflow', { workflow: 'other' })).toBe(false);
});

describe('memory nodes', () => {
  test('a value is replaced, a written null is no value to find by default, and it can be deleted twice', async () => {
    const { context } = place();
    const write = (value: Json) => outputsOf(memoryWrite, { key: 'k', value }, context());
    await write({ a: [1] });
    await write('second');
    expect(await outputsOf(memoryRead, { key: 'k' }, context())).toMatchObject({
      value: 'second',
      found: true,
    });
    await write(false);
    expect(await outputsOf(memoryRead, { key: 'k', default_value: 1 }, context())).toMatchObject({
      value: false,
      found: true,
    });
    expect(await outputsOf(memoryDelete, { key: 'k' }, context())).toMatchObject({ success: true });
    expect(await outputsOf(memoryDelete, { key: 'k' }, context())).toMatchObject({ success: true });
    expect(await outputsOf(memoryRead, { key: 'k', default_value: 1 }, context())).toMatchObject({
      value: 1,
      found: false,
    });
  });
  test('a value with a time to live is there until then', async () => {
    const { context, clock } = place();
    await outputsOf(memoryWrite, { key: 'k', value: 1, ttl: 60 }, context());
    clock.advance(59_999);
    expect(await outputsOf(memoryRead, { key: 'k' }, context())).toMatchObject({ found: true });
    clock.advance(1);
    expect(await outputsOf(memoryRead, { key: 'k' }, context())).toMatchObject({ found: false, value: null });
  });
  test('explicit ones take scope and id as they are given; an identity only where it is the run’s own', async () => {
    const { context } = place();
    const mine = context({ user_id: '12', session_id: 's' });
    const write = (scope: string, scope_id: string) =>
      outputsOf(memoryWriteRaw, { key: 'k', value: `${scope} ${scope_id}`, scope, scope_id }, mine);
    expect(await write('workflow', 'other')).toEqual({ success: true, key: 'k', scope: 'workflow' });
    expect(await write('user', '12')).toMatchObject({ success: true });
    expect(await write('user', '13')).toMatchObject({ success: false });
    expect(await write('user', '')).toMatchObject({ success: false });
    expect(await write('session', 's')).toMatchObject({ success: true });
    expect(await write('session', 't')).toMatchObject({ success: false });
    expect(await write('global', 'ignored')).toMatchObject({ success: true });
    const other = context(undefined, { workflow: 'other' });
    expect(await outputsOf(memoryRead, { key: 'k', scope: 'workflow' }, other)).toMatchObject({
      value: 'workflow other',
    });
    expect(await outputsOf(memoryRead, { key: 'k' }, other)).toMatchObject({ value: 'global ignored' });
    await outputsOf(memoryDeleteRaw, { key: 'k', scope: 'workflow', scope_id: 'other' }, mine);
    expect(await outputsOf(memoryReadRaw, { key: 'k', scope: 'workflow', scope_id: 'other' }, mine)).toEqual({
      value: null,
      found: false,
      key: 'k',
      scope: 'workflow',
    });
  });
  test.each(['__proto__', 'constructor', ''])('a key of any name is a key: %j', async (key) => {
    const { context } = place();
    await outputsOf(memoryWrite, { key, value: 1 }, context());
    expect(await outputsOf(memoryRead, { key }, context())).toMatchObject({ value: 1, found: true });
  });
  test('fail with a scope that there is not, a time to live below zero, and where nothing is remembered', async () => {
    const { context } = place();
    const codes = await Promise.all([
      failureOf(memoryRead, { key: 'k', scope: 'planet' }, context()),
      failureOf(memoryWrite, { key: 'k', value: 1, ttl: -1 }, context()),
      failureOf(memoryDelete, { key: 'k' }, testContext()),
      failureOf(conversationBuffer, { role: 'robot', content: 'x', scope: 'global' }, context()),
      failureOf(conversationBuffer, { backend: 'tape', scope: 'global' }, context()),
      failureOf(conversationBuffer, { max_messages: -1, scope: 'global' }, context()),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([
      'memory_scope_unknown',
      'memory_ttl_invalid',
      'memory_not_supported',
      'conversation_buffer_failed',
      'conversation_buffer_failed',
      'conversation_buffer_failed',
    ]);
  });
});

describe('conversation_buffer', () => {
  const SESSION = { session_id: 's' };
  const buffer = { key: 'k', scope: 'session', backend: 'entity' };

  test('appends a text with the role of the node, or messages as they come, and gives the conversation back', async () => {
    const { context } = place();
    const first = await outputsOf(conversationBuffer, { ...buffer, content: 'hi' }, context(SESSION));
    expect(first).toMatchObject({ count: 1, appended: 1, appended_any: true, resolved_scope_id: 's' });
    const second = await outputsOf(
      conversationBuffer,
      { ...buffer, role: 'assistant', content: 'ignored', message: ['hello', { content: 'again' }, 7] },
      context(SESSION),
    );
    expect(second.messages).toEqual([
      { role: 'user', content: 'hi', metadata: {} },
      { role: 'assistant', content: 'hello', metadata: {} },
      { role: 'assistant', content: 'again', metadata: {} },
    ]);
    // With nothing to append it only reads.
    expect(await outputsOf(conversationBuffer, buffer, context(SESSION))).toMatchObject({
      messages: second.messages ?? [],
      appended: 0,
      appended_any: false,
    });
    expect(await outputsOf(conversationBuffer, { ...buffer, content: '' }, context(SESSION))).toMatchObject({
      count: 3,
      appended: 0,
    });
  });

  test('MEM-14: a full window of three and one new message: three, one appended', async () => {
    const { context } = place();
    const window = { ...buffer, max_messages: 3 };
    for (const content of ['1', '2', '3'])
      await outputsOf(conversationBuffer, { ...window, content }, context(SESSION));
    const { messages, ...rest } = await outputsOf(
      conversationBuffer,
      { ...window, content: '4' },
      context(SESSION),
    );
    expect(rest).toMatchObject({ count: 3, appended: 1, appended_any: true });
    expect(messages).toMatchObject([{ content: '2' }, { content: '3' }, { content: '4' }]);
  });

  test('MEM-14: a result that is sent again: two, none appended', async () => {
    const { context } = place();
    const turn: JsonObject = {
      role: 'assistant',
      content: '',
      tool_calls: [{ tool_call_id: 'k1', name: 'find' }],
    };
    const result = { role: 'tool', content: '2 hits', tool_call_id: 'k1' };
    const append = (message: Json) => outputsOf(conversationBuffer, { ...buffer, message }, context(SESSION));
    expect(await append([turn, result])).toMatchObject({ count: 2, appended: 2 });
    expect(await append(result)).toMatchObject({ count: 2, appended: 0, appended_any: false });
  });

  test.each([
    ['static', false, false],
    ['cached', true, false],
    ['entity', true, true],
  ])('%s: another run sees it: %s; after a month: %s', async (backend, later, muchLater) => {
    const { context, clock } = place();
    const chat = { ...buffer, backend };
    await outputsOf(conversationBuffer, { ...chat, content: 'hi' }, context(SESSION, { run: 'a' }));
    const count = async (run: string) =>
      (await outputsOf(conversationBuffer, chat, context(SESSION, { run }))).count;
    expect(await count('a')).toBe(1);
    expect((await count('b')) === 1).toBe(later);
    clock.advance(32 * 86_400_000);
    expect((await count('c')) === 1).toBe(muchLater);
  });

  test('a job that is executed again after a crash appends nothing twice, and reports the same', async () => {
    const { context } = place();
    const append = () =>
      outputsOf(conversationBuffer, { ...buffer, content: 'hi' }, context(SESSION, { job: 'j1' }));
    const once = await append();
    expect(await append()).toEqual(once);
    await outputsOf(conversationBuffer, { ...buffer, content: 'next' }, context(SESSION, { job: 'j2' }));
    expect(await append()).toMatchObject({ count: 2, appended: 1 });
  });

  test('MEM-12: appends that meet queue, and none is lost', async () => {
    const { context } = place(slowly(createMemoryMemory()));
    await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        outputsOf(conversationBuffer, { ...buffer, content: `m${index}` }, context(SESSION)),
      ),
    );
    const { messages, count } = await outputsOf(conversationBuffer, buffer, context(SESSION));
    expect(count).toBe(8);
    expect(messages).toMatchObject(Array.from({ length: 8 }, (_, index) => ({ content: `m${index}` })));
  });

  test('MEM-12: an append whose turn does not come goes on after five seconds, and warns', async () => {
    const { context, memory, clock, lines } = place();
    const never = new AbortController().signal;
    const release = await memory.turns.take(JSON.stringify(['session:s', 'k']), 1, never);
    const appending = outputsOf(conversationBuffer, { ...buffer, content: 'hi' }, context(SESSION));
    // Another key is another conversation, and does not wait.
    expect(
      await outputsOf(conversationBuffer, { ...buffer, key: 'other', content: 'x' }, context(SESSION)),
    ).toMatchObject({ count: 1 });
    clock.advance(4_999);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(lines).toEqual([]);
    clock.advance(1);
    expect(await appending).toMatchObject({ count: 1, appended: 1 });
    expect(lines).toMatchObject([{ level: 'warning', data: { node: 'node.1', key: 'k' } }]);
    release?.();
    // The turn was given back, and is free.
    expect(await memory.turns.take(JSON.stringify(['session:s', 'k']), 1, never)).toBeTypeOf('function');
  });

  test('MEM-12: the turn is given back also where the store fails', async () => {
    const { context, memory } = place({ ...untouchable });
    const append = outputsOf(conversationBuffer, { ...buffer, content: 'hi' }, context(SESSION));
    await expect(append).rejects.toThrow('written');
    const never = new AbortController().signal;
    expect(await memory.turns.take(JSON.stringify(['session:s', 'k']), 1, never)).toBeTypeOf('function');
  });
});

/** A store that reads and writes apart, so that only turns keep appends from each other. */
function slowly(store: MemoryStore): MemoryStore {
  return {
    ...store,
    async update(scope, key, change) {
      const stored = await store.get(scope, key);
      const changed = change(stored);
      await new Promise((resolve) => setTimeout(resolve, 0));
      return store.update(scope, key, () => changed);
    },
  };
}
