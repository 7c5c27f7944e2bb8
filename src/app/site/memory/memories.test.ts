import { describe, expect, test } from 'vitest';
import { memoryRow } from '../../../engine/testing/memory-conformance';
import { conversationOf, groupsOf } from './memories';

test('memories stand with the one first that changed last', () => {
  const groups = groupsOf([
    memoryRow('global:', 'a', { changed: 5 }),
    memoryRow('user:1', 'b', { changed: 1 }),
    memoryRow('session:s', 'c', { changed: 3 }),
    memoryRow('user:1', 'd', { changed: 9 }),
  ]);
  expect(groups.map(({ scope, rows, changed }) => [scope, rows.length, changed])).toEqual([
    ['user:1', 2, 9],
    ['global:', 1, 5],
    ['session:s', 1, 3],
  ]);
});

describe('conversations', () => {
  const of = (value: Parameters<typeof memoryRow>[2]) => conversationOf(memoryRow('session:s', 'k', value));
  test('are told with their roles, texts and the tools that they ask for', () => {
    expect(
      of({
        value: [
          { role: 'user', content: 'hi', metadata: {} },
          {
            role: 'assistant',
            content: '',
            metadata: { tool_calls: [{ tool_call_id: 'k', name: 'find' }, { tool_call_id: 'x' }] },
          },
          { role: 'critic', content: { a: 1 } },
        ],
      }),
    ).toEqual([
      { role: 'user', text: 'hi', calls: [] },
      { role: 'assistant', text: '', calls: ['find', '?'] },
      { role: 'other', text: '{"a":1}', calls: [] },
    ]);
  });
  test.each([[['a']], [[{ content: 'x' }]], ['text'], [{ role: 'user' }], [null], [[]]])(
    'what is none is a value: %j',
    (value) => {
      expect(of({ value })).toBeUndefined();
    },
  );
  test('one that has lost all its messages is still one', () => {
    expect(of({ value: [], jobs: [] })).toEqual([]);
  });
});
