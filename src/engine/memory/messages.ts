// Messages of a conversation, as nodes hand them about: what of them is read, and in which spelling it is written.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { asText } from '../processors/values';

export const MESSAGE_ROLES = ['user', 'assistant', 'system', 'tool'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

/** What stands for the result of a call that was never answered (MEM-3). */
export const INTERRUPTED_RESULT = 'Tool call was interrupted; no result.';

/** MEM-5, MEM-16: content as text. A scalar is cast, anything else is written as JSON, what cannot be written is empty. */
export function contentText(content: unknown): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string' || typeof content === 'number' || typeof content === 'boolean')
    return asText(content);
  try {
    return JSON.stringify(content) ?? '';
  } catch {
    return '';
  }
}

/** The role of a message; `undefined` where it has none. */
export function roleOf(message: JsonObject): string | undefined {
  const role = own(message, 'role');
  return typeof role === 'string' && role !== '' ? role : undefined;
}

/**
 * MEM-11: the one reader of a call's id: the normalised spelling, else the provider's; `undefined` where neither is usable.
 */
export function callId(call: Json | undefined): string | undefined {
  if (!isObject(call)) return undefined;
  return usableId(own(call, 'tool_call_id')) ?? usableId(own(call, 'id'));
}

/** Absent, empty and zero are no ids (MEM-5). */
function usableId(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return value === 0 ? undefined : String(value);
  return typeof value === 'string' && value !== '' && value !== '0' ? value : undefined;
}

/** The calls of an assistant turn: beside its content as it comes, under `metadata` as it is stored. */
export function callsOf(message: JsonObject): readonly Json[] {
  if (roleOf(message) !== 'assistant') return [];
  const given = own(message, 'tool_calls') ?? own(metadataOf(message), 'tool_calls');
  return isArray(given) ? given : [];
}

/** The ids that a turn declares, in order. */
export function declaredIds(message: JsonObject): readonly string[] {
  return callsOf(message).flatMap((call) => callId(call) ?? []);
}

/** The id of the call that a tool message answers. */
export function resultId(message: JsonObject): string | undefined {
  if (roleOf(message) !== 'tool') return undefined;
  return usableId(own(message, 'tool_call_id')) ?? usableId(own(metadataOf(message), 'tool_call_id'));
}

export function metadataOf(message: JsonObject): JsonObject {
  const metadata = own(message, 'metadata');
  return isObject(metadata) ? metadata : {};
}

/** MEM-11: a call in the normalised spelling. One without a usable id is left as it is. */
export function normalCall(call: Json): Json {
  const id = callId(call);
  if (id === undefined || !isObject(call)) return call;
  const { id: _, tool_call_id: __, ...rest } = call;
  return { tool_call_id: id, ...rest };
}
