import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json';
import { conversationNormalize } from '../processors/conversation-normalize';
import { messageAssemble } from '../processors/message-assemble';
import { testContext } from '../processors/testing/context';
import { outputsOf } from '../processors/testing/outcomes';
import { textToMessage } from '../processors/text-to-message';
import { contentText, INTERRUPTED_RESULT } from './messages';
import { type FlatMessage, normaliseConversation, repairPairing } from './repair';

const call = (id: string) => ({ tool_call_id: id, name: 'find' });
const turn = (...ids: readonly string[]) => ({ role: 'assistant', content: '', tool_calls: ids.map(call) });
const result = (id: string, content = 'r') => ({ role: 'tool', content, tool_call_id: id });
const open = (id: string) => result(id, INTERRUPTED_RESULT);
const user = { role: 'user', content: 'u' };

describe('MEM-5', () => {
  test.each<readonly [string, readonly Json[], readonly Json[], number]>([
    [
      'MEM-5: an id that is zero is unusable: call, turn and result go, each counted',
      [turn('0'), result('0')],
      [],
      3,
    ],
    [
      'MEM-5: an early result is stripped and its call answered',
      [result('k1', 'early'), turn('k1')],
      [turn('k1'), open('k1')],
      1,
    ],
    [
      'MEM-5: what is no object, and what has no role, is dropped and counted',
      ['x', 7, null, ['a'], { content: 'x' }, { role: '' }, user],
      [user],
      6,
    ],
    [
      'MEM-5: content is text: scalars are cast, the rest is written',
      [
        { role: 'user', content: 1.5 },
        { role: 'user', content: true },
        { role: 'user', content: { a: [1] } },
        { role: 'user' },
      ],
      [
        { role: 'user', content: '1.5' },
        { role: 'user', content: 'true' },
        { role: 'user', content: '{"a":[1]}' },
        { role: 'user', content: '' },
      ],
      0,
    ],
    [
      'MEM-5: system messages go to the front, both groups in their order',
      [
        user,
        { role: 'system', content: '1' },
        { role: 'assistant', content: 'a' },
        { role: 'system', content: '' },
      ],
      [
        { role: 'system', content: '1' },
        { role: 'system', content: '' },
        user,
        { role: 'assistant', content: 'a' },
      ],
      0,
    ],
    [
      'MEM-5: an orphan and a second result are dropped',
      [turn('k1'), result('k1'), result('k1', 'again'), result('k2')],
      [turn('k1'), result('k1')],
      2,
    ],
    ['MEM-5: a result without an id is an orphan', [{ role: 'tool', content: 'x' }], [], 1],
    [
      'MEM-5: the first declaration owns the pairing; the later turn loses the call',
      [turn('k1'), result('k1'), turn('k1', 'k2')],
      [turn('k1'), result('k1'), turn('k2'), open('k2')],
      1,
    ],
    [
      'MEM-5: a turn that still says something stays when its calls go',
      [{ ...turn('0'), content: 'hm' }],
      [{ role: 'assistant', content: 'hm' }],
      1,
    ],
    [
      'MEM-5: an open call is answered beside its turn',
      [turn('a', 'b'), result('b'), user],
      [turn('a', 'b'), result('b'), open('a'), user],
      0,
    ],
    [
      'MEM-5: a result that came late is put behind its turn',
      [turn('a'), user, result('a')],
      [turn('a'), result('a'), user],
      0,
    ],
    [
      'MEM-5: a result before its call that leads nothing is dropped, and the call answered',
      [user, result('a'), turn('a')],
      [user, turn('a'), open('a')],
      1,
    ],
    [
      'MEM-5: behind system messages a result leads too',
      [{ role: 'system', content: 's' }, result('a'), turn('a')],
      [{ role: 'system', content: 's' }, turn('a'), open('a')],
      1,
    ],
    [
      'MEM-5, MEM-11: stored entries and the provider’s spelling are read',
      [
        { role: 'assistant', content: '', metadata: { tool_calls: [{ id: 'k', name: 'find' }] } },
        { role: 'tool', content: 'r', metadata: { tool_call_id: 'k', healed: true } },
      ],
      [turn('k'), result('k')],
      0,
    ],
  ])('%s', (_, entries, messages, dropped) => {
    expect(normaliseConversation(entries)).toEqual({ messages, dropped });
  });

  const ids = fc.constantFrom('a', 'b', '0');
  const entry: fc.Arbitrary<Json> = fc.oneof(
    fc.array(ids, { minLength: 1, maxLength: 3 }).map((all) => turn(...all)),
    ids.map((id) => result(id)),
    fc.constantFrom(
      user,
      { role: 'system', content: 's' },
      { role: 'assistant', content: 'x' },
      'no message',
    ),
  );

  test('MEM-5: repair is idempotent, and drops nothing the second time', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 14 }), (entries) => {
        const { messages } = normaliseConversation(entries);
        expect(normaliseConversation(messages)).toEqual({ messages, dropped: 0 });
        expect(repairPairing(messages)).toEqual({ messages, dropped: 0 });
      }),
    );
  });

  test('MEM-5: the outcome is sendable, whatever came in', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 14 }), (entries) => {
        expect(sendable(normaliseConversation(entries).messages)).toBe(true);
      }),
    );
  });

  test('MEM-5: the node gives the list and the count', async () => {
    const context = testContext();
    expect(
      await outputsOf(conversationNormalize, { messages: [turn('0'), result('0'), user] }, context),
    ).toEqual({
      messages: [user],
      dropped: 3,
    });
    expect(await outputsOf(conversationNormalize, { messages: null }, context)).toEqual({
      messages: [],
      dropped: 0,
    });
  });
});

/** What providers ask for: system first; each turn with calls is followed by one result a call, and by no other. */
function sendable(messages: readonly FlatMessage[]): boolean {
  let waiting = new Set<string>();
  let began = false;
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (role === 'system') {
      if (began) return false;
      continue;
    }
    began = true;
    if (role === 'tool') {
      if (typeof tool_call_id !== 'string' || !waiting.delete(tool_call_id)) return false;
      continue;
    }
    if (waiting.size > 0) return false;
    const calls = Array.isArray(tool_calls) ? tool_calls : [];
    waiting = new Set(calls.map(({ tool_call_id: id }) => String(id)));
    if (waiting.size !== calls.length) return false;
  }
  return waiting.size === 0;
}

describe('MEM-4: message_assemble', () => {
  const one = [{ role: 'user', content: '1' }];
  const two = [{ role: 'user', content: '2' }];
  test.each<readonly [string, readonly string[], { [name: string]: Json }, readonly Json[]]>([
    ['the declared order, not that of names', ['z', 'a'], { a: two, z: one }, [...one, ...two]],
    [
      'what is not wired contributes nothing',
      ['in_1', 'in_2', 'in_3'],
      { in_1: one, in_2: null, in_3: two },
      [...one, ...two],
    ],
    [
      'a single message is one item',
      ['a', 'b'],
      { a: one, b: { role: 'user', content: '2' } },
      [...one, ...two],
    ],
    ['empty lists leave no gap', ['a', 'b'], { a: [], b: one }, one],
    ['no inputs, no messages', [], {}, []],
  ])('MEM-4: %s', async (_, dynamicInputs, parameters, messages) => {
    expect(await outputsOf(messageAssemble, parameters, testContext({ dynamicInputs }))).toEqual({
      messages,
    });
  });
});

describe('MEM-16: text_to_message', () => {
  test.each<readonly [string, { [name: string]: Json }, { [key: string]: Json }]>([
    [
      'MEM-16: a role that is none of the four is the user',
      { text: 'hey', role: 'moderator' },
      { role: 'user', content: 'hey' },
    ],
    ['MEM-16: no role is the user', { text: 'hey' }, { role: 'user', content: 'hey' }],
    [
      'MEM-16: a role in other letters is none of the four',
      { text: 'hey', role: 'System' },
      { role: 'user', content: 'hey' },
    ],
    [
      'MEM-16: the id of a call is discarded on any other role',
      { text: 'hey', role: 'user', tool_call_id: 'k1' },
      { role: 'user', content: 'hey' },
    ],
    [
      'MEM-16: on a result it is trimmed',
      { text: 'hey', role: 'tool', tool_call_id: ' k1 ' },
      { role: 'tool', content: 'hey', tool_call_id: 'k1' },
    ],
    [
      'MEM-16: and left out where it is blank',
      { text: 'hey', role: 'tool', tool_call_id: '  ' },
      { role: 'tool', content: 'hey' },
    ],
    ['MEM-16: a scalar is cast', { text: 0, role: 'system' }, { role: 'system', content: '0' }],
    ['MEM-16: what is no scalar is written', { text: { a: 1 } }, { role: 'user', content: '{"a":1}' }],
    ['MEM-16: empty content is no message', { text: '', role: 'assistant' }, {}],
    ['MEM-16: nor are blanks', { text: ' \n' }, {}],
    [
      'MEM-16: nor is what is not wired, a result included',
      { text: null, role: 'tool', tool_call_id: 'k1' },
      {},
    ],
  ])('%s', async (_, parameters, message) => {
    expect(await outputsOf(textToMessage, parameters, testContext())).toEqual({
      message,
      messages: Object.keys(message).length === 0 ? [] : [message],
    });
  });
  test('MEM-16: content that cannot be written is empty', () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect([circle, 1n, () => 1, undefined].map(contentText)).toEqual(['', '', '', '']);
  });
});
