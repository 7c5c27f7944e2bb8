import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { type Appended, appendMessages } from './buffer';
import { INTERRUPTED_RESULT } from './messages';

const turn = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((tool_call_id) => ({ tool_call_id, name: 'find' })),
});
const storedTurn = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  metadata: { tool_calls: ids.map((tool_call_id) => ({ tool_call_id, name: 'find' })) },
});
const result = (id: string, content = '2 hits'): JsonObject => ({ role: 'tool', content, tool_call_id: id });
const storedResult = (id: string, content = '2 hits'): JsonObject => ({
  role: 'tool',
  content,
  metadata: { tool_call_id: id },
});
const healed = (id: string): JsonObject => ({
  role: 'tool',
  content: INTERRUPTED_RESULT,
  metadata: { tool_call_id: id, healed: true },
});
const user = (content: string): JsonObject => ({ role: 'user', content });
const storedUser = (content: string): JsonObject => ({ ...user(content), metadata: {} });

/** Of an append: the buffer afterwards and what was new. */
const left = (
  buffer: readonly JsonObject[],
  ...incoming: readonly JsonObject[]
): readonly [readonly JsonObject[], number] => {
  const { messages, appended }: Appended = appendMessages(buffer, incoming);
  return [messages, appended];
};

describe('MEM-1: a result is appended once an id', () => {
  const buffer = [storedTurn('k1'), storedResult('k1')];
  test.each([
    ['MEM-1: a known id is dropped', result('k1', 'again'), buffer, 0],
    [
      'MEM-1: an id that was not seen is appended',
      result('k2', 'other'),
      [...buffer, storedResult('k2', 'other')],
      1,
    ],
    ['MEM-1: an id under metadata is the same id', storedResult('k1', 'again'), buffer, 0],
    [
      'MEM-1: a result without an id is always appended',
      { role: 'tool', content: 'x' },
      [...buffer, { role: 'tool', content: 'x', metadata: {} }],
      1,
    ],
  ] as const)('%s', (_, message, messages, appended) => {
    expect(left(buffer, message)).toEqual([messages, appended]);
  });
  test('MEM-1: twice in one append is once', () => {
    expect(left([], turn('k1'), result('k1'), result('k1', 'again'))).toEqual([
      [storedTurn('k1'), storedResult('k1')],
      2,
    ]);
  });
  test('MEM-1: a declaration is not a result', () => {
    expect(left([storedTurn('k1')], result('k1'))[1]).toBe(1);
  });
});

describe('MEM-2', () => {
  const buffer = [storedTurn('k1')];
  test.each([
    ['MEM-2: a turn of which all is known is dropped', turn('k1'), buffer, 0],
    [
      'MEM-2: a turn that declares one more is kept whole',
      turn('k1', 'k2'),
      [...buffer, storedTurn('k1', 'k2')],
      1,
    ],
    [
      'MEM-2: a turn without calls is never a duplicate',
      { role: 'assistant', content: 'hm' },
      [...buffer, { role: 'assistant', content: 'hm', metadata: {} }],
      1,
    ],
  ] as const)('%s', (_, message, messages, appended) => {
    expect(left(buffer, message)).toEqual([messages, appended]);
  });
  test('MEM-2: an answer that is said twice is two answers', () => {
    const said = { role: 'assistant', content: 'yes', metadata: {} };
    expect(left([said], { role: 'assistant', content: 'yes' })).toEqual([[said, said], 1]);
  });
});

describe('MEM-3', () => {
  const lost = { role: 'assistant', content: 'lost', metadata: {} };
  const buffer = [storedTurn('k1'), storedUser('so?'), lost];
  test('MEM-3: a user turn answers what was left open, directly after the turn that declared it', () => {
    expect(left(buffer, user('retry'))).toEqual([
      [storedTurn('k1'), healed('k1'), storedUser('so?'), lost, storedUser('retry')],
      1,
    ]);
  });
  test.each([result('k9'), { role: 'assistant', content: 'more' }, { role: 'system', content: 's' }])(
    'MEM-3: no other message heals: %j',
    (message) => {
      expect(left(buffer, message)[0].slice(0, 3)).toEqual(buffer);
    },
  );
  test('MEM-3: several calls are answered in the order of their declaration, answered ones not again', () => {
    expect(left([storedTurn('a', 'b', 'c'), storedResult('b')], user('go'))[0]).toEqual([
      storedTurn('a', 'b', 'c'),
      healed('a'),
      healed('c'),
      storedResult('b'),
      storedUser('go'),
    ]);
  });
  test('MEM-3: an id that two turns declare is answered once', () => {
    expect(left([storedTurn('a'), storedTurn('a', 'b')], user('go'))[0]).toEqual([
      storedTurn('a'),
      healed('a'),
      storedTurn('a', 'b'),
      healed('b'),
      storedUser('go'),
    ]);
  });
});

describe('MEM-10', () => {
  const buffer = [storedTurn('k1'), healed('k1'), storedUser('so?')];
  test('MEM-10: a real result takes the place of its placeholder, and is none itself', () => {
    const [messages, appended] = left(buffer, result('k1'));
    expect(messages).toEqual([storedTurn('k1'), storedResult('k1'), storedUser('so?')]);
    expect(appended).toBe(0);
    // Afterwards it is an ordinary result.
    expect(left(messages, result('k1', 'other'))).toEqual([messages, 0]);
  });
  test('MEM-10: a healed message replaces nothing', () => {
    expect(left(buffer, { ...healed('k1'), content: 'x' })).toEqual([buffer, 0]);
  });
});

describe('MEM-11', () => {
  test('MEM-11: an open call in the provider’s spelling is healed', () => {
    const flat = {
      role: 'assistant',
      content: '',
      metadata: { tool_calls: [{ id: 'c_9', name: 'find' }] },
    };
    expect(left([flat], user('so?'))[0]).toEqual([flat, healed('c_9'), storedUser('so?')]);
  });
  test('MEM-11: what is written carries the normalised spelling, whichever came; both: the normalised one', () => {
    const calls: readonly JsonObject[] = [
      { id: 'c1', name: 'find', args: { a: 1 } },
      { id: 'no', tool_call_id: 'c2' },
    ];
    expect(left([], { role: 'assistant', content: '', tool_calls: calls })[0]).toEqual([
      {
        role: 'assistant',
        content: '',
        metadata: {
          tool_calls: [{ tool_call_id: 'c1', name: 'find', args: { a: 1 } }, { tool_call_id: 'c2' }],
        },
      },
    ]);
  });
  test('MEM-11: deduplication sees both spellings as one', () => {
    const flat = { role: 'assistant', content: '', tool_calls: [{ id: 'k1', name: 'find' }] };
    expect(left([storedTurn('k1')], flat)[1]).toBe(0);
  });
});

const ids = fc.constantFrom('a', 'b', 'c');
const message = fc.oneof(
  fc.array(ids, { maxLength: 3 }).map((all) => turn(...all)),
  ids.map((id) => result(id)),
  fc.constant(user('u')),
);

test('MEM-1, MEM-2, MEM-10: appending the tool traffic of a conversation again adds nothing', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), (messages) => {
      const once = appendMessages([], messages).messages;
      const traffic = messages.filter(
        ({ role, tool_calls }) => role === 'tool' || (Array.isArray(tool_calls) && tool_calls.length > 0),
      );
      const again = appendMessages(once, traffic);
      expect(again.messages).toHaveLength(once.length);
      expect(again.appended).toBe(0);
    }),
  );
});

test('MEM-14: what was new is counted, not how much longer it is', () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 12 }), fc.integer({ min: 1, max: 4 }), (messages, most) => {
      const all = appendMessages([], messages);
      const windowed = appendMessages([], messages, most);
      expect(windowed.messages).toEqual(all.messages.slice(-most));
      expect(windowed.appended).toBe(all.appended);
    }),
  );
});
