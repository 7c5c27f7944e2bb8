import type { LanguageModelV3FunctionTool, LanguageModelV3Prompt } from '@ai-sdk/provider';
import type { ModelMessage, ModelToolOffer } from '../ports';

/** The conversation as the SDK's providers take it. A result names its tool, which they find in the call that it answers. */
export function promptOf(messages: readonly ModelMessage[]): LanguageModelV3Prompt {
  const names = new Map<string, string>();
  return messages.map((message) => partOf(message, names));
}

function partOf(message: ModelMessage, names: Map<string, string>): LanguageModelV3Prompt[number] {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }] };
    case 'assistant':
      for (const call of message.tool_calls ?? []) names.set(call.tool_call_id, call.name);
      return {
        role: 'assistant',
        content: [
          ...(message.content === '' ? [] : [{ type: 'text' as const, text: message.content }]),
          ...(message.tool_calls ?? []).map(({ tool_call_id, name, args }) => ({
            type: 'tool-call' as const,
            toolCallId: tool_call_id,
            toolName: name,
            input: args,
          })),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.tool_call_id,
            toolName: names.get(message.tool_call_id) ?? 'tool',
            output: { type: 'text', value: message.content },
          },
        ],
      };
  }
}

export function toolsOf(offers: readonly ModelToolOffer[]): LanguageModelV3FunctionTool[] {
  return offers.map(({ name, description, parameters }) => ({
    type: 'function',
    name,
    description,
    // Plain JSON Schema as the catalog derives it; the SDK's type of it says no more.
    inputSchema: { type: 'object', ...parameters },
  }));
}
