import type { ModelReply, ModelToolCall } from '../ports';

/** A reply of a model that counts no tokens. */
export function plainReply(
  text: string,
  by: { readonly model: string; readonly provider: string },
  toolCalls: readonly ModelToolCall[] = [],
): ModelReply {
  return {
    text,
    toolCalls,
    finish: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    ...by,
    usage: { input_tokens: null, output_tokens: null },
    tokens: null,
  };
}
