import { type JsonObject, own, ownString } from '../../model/json';
import type { ModelMessage } from '../ports';
import { heard } from './hear-answer';
import type { Execute } from './types';
import { asText, numberParameter, objectsOf, parameter, textParameter } from './values';

/** `flowdrop_ai_provider_simple_chat`: system prompt, history and message to a chat model, and the text of its answer. */
export const simpleChat: Execute = async (parameters, context) => {
  const temperature = numberParameter(parameters, 'temperature', 0.7);
  const maxTokens = numberParameter(parameters, 'maxTokens', 1000);
  const reply = await context.models.complete(
    {
      model: textParameter(parameters, 'model'),
      messages: messagesOf(parameters),
      temperature,
      maxTokens,
      ...heard(context),
    },
    context.signal,
  );
  return {
    outputs: {
      response: reply.text,
      model: reply.model,
      provider: reply.provider,
      temperature,
      max_tokens: maxTokens,
      tokens_used: reply.tokens,
    },
  };
};

function messagesOf(parameters: JsonObject): readonly ModelMessage[] {
  const system = textParameter(parameters, 'systemPrompt');
  const message: ModelMessage = { role: 'user', content: asText(parameter(parameters, 'message')) };
  const history = objectsOf(own(parameters, 'history')).flatMap(historyMessage);
  return [...(system === '' ? [] : [{ role: 'system', content: system } as const]), ...history, message];
}

/** Turns of people, models and prompts; what else a conversation holds (tool traffic) means nothing to one plain call. */
function historyMessage(entry: JsonObject): readonly ModelMessage[] {
  const role = ownString(entry, 'role');
  const content = asText(own(entry, 'content'));
  if (content === '' || (role !== 'user' && role !== 'assistant' && role !== 'system')) return [];
  return [{ role, content }];
}
