// What an append does to a stored conversation. Pure.
import { isObject, type Json, type JsonObject, own } from '../../model/json';
import {
  callsOf,
  declaredIds,
  INTERRUPTED_RESULT,
  metadataOf,
  normalCall,
  resultId,
  roleOf,
} from './messages';

/** `{role, content, metadata}`; all that belongs to tools is under `metadata`. */
export type BufferEntry = JsonObject;

export type Appended = {
  readonly messages: readonly BufferEntry[];
  /** MEM-14: of the incoming messages, those that became new entries. */
  readonly appended: number;
};

/**
 * MEM-1 to MEM-3, MEM-10, MEM-11, MEM-14: appends messages in order.
 *
 * @param most the newest entries that are kept; 0: all.
 */
export function appendMessages(
  buffer: readonly BufferEntry[],
  incoming: readonly JsonObject[],
  most = 0,
): Appended {
  let entries: readonly BufferEntry[] = buffer;
  let appended = 0;
  for (const message of incoming) {
    const entry = stored(message);
    const role = roleOf(entry);
    const before = role === 'user' ? healed(entries) : entries;
    const replaced = role === 'tool' ? answered(before, entry) : undefined;
    if (replaced !== undefined) entries = replaced;
    else if (role === 'assistant' && isKnownTurn(before, entry)) entries = before;
    else {
      entries = [...before, entry];
      appended += 1;
    }
  }
  return { messages: most > 0 ? entries.slice(-most) : entries, appended };
}

/** A message in the shape that is stored. */
function stored(message: JsonObject): BufferEntry {
  const { role = '', content = '', metadata: _, tool_calls: __, tool_call_id: ___, ...rest } = message;
  const { tool_calls: ____, tool_call_id: _____, ...kept } = metadataOf(message);
  const calls = callsOf(message);
  const id = resultId(message);
  return {
    role,
    content,
    metadata: {
      ...rest,
      ...(id === undefined ? {} : { tool_call_id: id }),
      ...(calls.length === 0 ? {} : { tool_calls: calls.map(normalCall) }),
      ...kept,
    },
  };
}

/** MEM-1, MEM-10: the buffer after a result for an id that it has a result for; `undefined` where it has none. */
function answered(entries: readonly BufferEntry[], result: BufferEntry): readonly BufferEntry[] | undefined {
  const id = resultId(result);
  if (id === undefined) return undefined;
  const same = entries.filter((entry) => resultId(entry) === id);
  if (same.length === 0) return undefined;
  const placeholder = isHealed(result) ? undefined : same.find(isHealed);
  return placeholder === undefined
    ? entries
    : entries.map((entry) => (entry === placeholder ? result : entry));
}

function isHealed(entry: BufferEntry): boolean {
  return own(metadataOf(entry), 'healed') === true;
}

/** MEM-2: all that the turn declares has been declared. A turn without calls is never known. */
function isKnownTurn(entries: readonly BufferEntry[], turn: BufferEntry): boolean {
  const ids = declaredIds(turn);
  if (ids.length === 0) return false;
  const known = new Set(entries.flatMap(declaredIds));
  return ids.every((id) => known.has(id));
}

/** MEM-3: every call that has no result gets one that says so, directly after the turn that first declared it. */
function healed(entries: readonly BufferEntry[]): readonly BufferEntry[] {
  const seen = new Set(entries.flatMap((entry) => resultId(entry) ?? []));
  return entries.flatMap((entry) => {
    const missing = declaredIds(entry).filter((id) => !seen.has(id) && seen.add(id));
    return [entry, ...missing.map(placeholder)];
  });
}

function placeholder(id: string): BufferEntry {
  return {
    role: 'tool',
    content: INTERRUPTED_RESULT,
    metadata: { tool_call_id: id, healed: true },
  };
}

/** A stored conversation, from what a store holds under its key. What is no message is none. */
export function storedConversation(value: Json | undefined): readonly BufferEntry[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
