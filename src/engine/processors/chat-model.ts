import { isArray, isObject, type JsonObject, own, ownString } from '../../model/json';
import type { ModelMessage, ModelToolCall } from '../ports';
import { heard } from './hear-answer';
import type { Execute } from './types';
import { asText, numberParameter, objectsOf, parameter, textParameter } from './values';

/**
 * `chat_model`: one answer to a conversation. The model is offered the tools that are wired to the node; the calls that it
 * wants are an output, in the flat shape of MEM-5, for a node that makes them.
 */
export const chatModel: Execute = async (parameters, context) => {
  const system = textParameter(parameters, 'systemPrompt');
  const reply = await context.models.complete(
    {
      provider: textParameter(parameters, 'provider').trim(),
      model: textParameter(parameters, 'model').trim(),
      messages: [
        ...(system === '' ? [] : [{ role: 'system', content: system } as const]),
        ...objectsOf(own(parameters, 'messages')).flatMap(messageOf),
      ],
      ...(context.toolOffers === undefined ? {} : { tools: context.toolOffers }),
      temperature: numberParameter(parameters, 'temperature', 0.7),
      maxTokens: numberParameter(parameters, 'maxTokens', 1000),
      script: parameter(parameters, 'script'),
      ...heard(context),
    },
    context.signal,
  );
  const { text, toolCalls, usage, tokens } = reply;
  const calls = toolCalls.map(({ tool_call_id, name, args }): JsonObject => ({ tool_call_id, name, args }));
  return {
    outputs: {
      assistant_message: {
        role: 'assistant',
        content: text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      },
      text,
      tool_calls: calls,
      has_tool_calls: calls.length > 0,
      usage: { ...usage, total_tokens: tokens },
    },
  };
};

/** A message of the conversation as models take it; what is none is left out (MEM-5 tells of that before). */
function messageOf(entry: JsonObject): readonly ModelMessage[] {
  const content = asText(own(entry, 'content'));
  switch (ownString(entry, 'role')) {
    case 'system':
      return [{ role: 'system', content }];
    case 'user':
      return [{ role: 'user', content }];
    case 'assistant': {
      const calls = callsOf(entry);
      if (content === '' && calls.length === 0) return [];
      return [{ role: 'assistant', content, ...(calls.length === 0 ? {} : { tool_calls: calls }) }];
    }
    case 'tool': {
      const id = idOf(entry) ?? idOf(own(entry, 'metadata'));
      return id === undefined ? [] : [{ role: 'tool', content, tool_call_id: id }];
    }
    default:
      return [];
  }
}

function callsOf(entry: JsonObject): readonly ModelToolCall[] {
  const given = own(entry, 'tool_calls') ?? own(own(entry, 'metadata'), 'tool_calls');
  return (isArray(given) ? given : []).flatMap((call): ModelToolCall[] => {
    const name = ownString(call, 'name');
    const id = idOf(call);
    if (name === undefined || id === undefined) return [];
    const args = own(call, 'args') ?? own(call, 'arguments');
    return [{ tool_call_id: id, name, args: isObject(args) ? args : {} }];
  });
}

/** MEM-11: both spellings of a call's id are read. */
function idOf(value: unknown): string | undefined {
  const id = ownString(value, 'tool_call_id') ?? ownString(value, 'id');
  return id === '' ? undefined : id;
}
