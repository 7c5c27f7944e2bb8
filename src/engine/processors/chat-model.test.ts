import { describe, expect, test } from 'vitest';
import { createOfflineModel } from '../models/offline';
import type { TokenEvent } from '../ports';
import { chatModel } from './chat-model';
import { simpleChat } from './simple-chat';
import { testContext } from './testing/context';

describe('chat_model', () => {
  test('sends the conversation in the flat shape, with the tools that are wired to it', async () => {
    const offers = [{ name: 'find', description: 'Finds.', parameters: { type: 'object' } }];
    const context = testContext({ toolOffers: offers });
    await chatModel(
      {
        messages: [
          { role: 'user', content: 'Find x' },
          { role: 'assistant', content: '', tool_calls: [{ id: 'k1', name: 'find', args: { q: 'x' } }] },
          { role: 'tool', content: { hits: 2 }, metadata: { tool_call_id: 'k1' } },
          { role: 'moderator', content: 'no role of a model' },
          { role: 'assistant', content: '' },
        ],
        systemPrompt: 'Be brief.',
        provider: ' mine ',
        model: 'm',
        temperature: 0,
        maxTokens: 5,
        script: [],
      },
      context,
    );
    expect(context.prompts).toEqual([
      {
        provider: 'mine',
        model: 'm',
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Find x' },
          {
            role: 'assistant',
            content: '',
            tool_calls: [{ tool_call_id: 'k1', name: 'find', args: { q: 'x' } }],
          },
          { role: 'tool', content: '{"hits":2}', tool_call_id: 'k1' },
        ],
        tools: offers,
        temperature: 0,
        maxTokens: 5,
        script: [],
      },
    ]);
  });

  test('gives the answer as text and as a message, with the calls and the tokens', async () => {
    const tokens: TokenEvent[] = [];
    const context = testContext({
      models: createOfflineModel(),
      job: 'job-1',
      tokens: (event) => tokens.push(event),
    });
    const script = [
      {
        text: 'Let me look.',
        tool_calls: [{ name: 'find', args: { q: 'x' } }],
        usage: { input_tokens: 2, output_tokens: 3 },
      },
    ];
    const calls = [{ tool_call_id: 'call_1_1', name: 'find', args: { q: 'x' } }];
    expect(await chatModel({ messages: [{ role: 'user', content: 'a' }], script }, context)).toEqual({
      outputs: {
        assistant_message: { role: 'assistant', content: 'Let me look.', tool_calls: calls },
        text: 'Let me look.',
        tool_calls: calls,
        has_tool_calls: true,
        usage: { input_tokens: 2, output_tokens: 3, total_tokens: 5 },
      },
    });
    expect(tokens.map(({ text }) => text).join('')).toBe('Let me look.');
    expect(tokens[0]).toMatchObject({ runId: 'run-1', jobId: 'job-1', node: 'node.1' });
    const before = tokens.length;
    await simpleChat({ message: 'Hi' }, context);
    // Another call of a model is another answer.
    expect(tokens[before]?.call).not.toBe(tokens[0]?.call);
  });

  test('an answer without calls has none in its message', async () => {
    const context = testContext({ models: createOfflineModel() });
    const result = await chatModel({ messages: [], script: ['Hello.'] }, context);
    expect(result).toMatchObject({
      outputs: {
        assistant_message: { role: 'assistant', content: 'Hello.' },
        tool_calls: [],
        has_tool_calls: false,
      },
    });
  });
});
