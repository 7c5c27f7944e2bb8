import { isArray, type JsonObject } from '../../model/json';
import { callId } from '../memory/messages';
import type { Execute } from './types';
import { parameter, textParameter } from './values';

const DECLINED = 'A person declined this tool call.';

/** `decline_synthesize`: one `tool` message for every declined call with an id, in either spelling (MEM-11), each id once. */
export const declineSynthesize: Execute = (parameters) => {
  const calls = parameter(parameters, 'tool_calls');
  const content = textParameter(parameters, 'decline_message', DECLINED);
  const ids = new Set(isArray(calls) ? calls.flatMap((call) => callId(call) ?? []) : []);
  const messages = [...ids].map((id): JsonObject => ({ role: 'tool', content, tool_call_id: id }));
  return { outputs: { messages, synthesized_any: messages.length > 0 } };
};
