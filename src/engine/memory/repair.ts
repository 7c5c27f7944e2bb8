// MEM-5: what makes a conversation sendable to a provider. `repairPairing` is what a reasoner applies to its own conversation
// between two turns, too.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import {
  callId,
  callsOf,
  contentText,
  INTERRUPTED_RESULT,
  metadataOf,
  normalCall,
  resultId,
  roleOf,
} from './messages';

/** `{role, content, tool_calls?, tool_call_id?, name?}`. */
export type FlatMessage = JsonObject & { readonly role: string; readonly content: string };

/** `dropped`: entries, calls and results that were left out. */
export type Repaired = { readonly messages: readonly FlatMessage[]; readonly dropped: number };

/** The message list as a provider takes it, and how much of it was dropped. Idempotent. */
export function normaliseConversation(entries: readonly Json[]): Repaired {
  const flat = entries.flatMap((entry) => flatMessage(entry) ?? []);
  const systemFirst = [
    ...flat.filter(({ role }) => role === 'system'),
    ...flat.filter(({ role }) => role !== 'system'),
  ];
  const repaired = repairPairing(systemFirst);
  return {
    messages: repaired.messages,
    dropped: entries.length - flat.length + repaired.dropped,
  };
}

/** Rule 1: one entry in the flat shape; `undefined` where it is no message. */
export function flatMessage(entry: Json): FlatMessage | undefined {
  if (!isObject(entry) || isArray(entry)) return undefined;
  const role = roleOf(entry);
  if (role === undefined) return undefined;
  const calls = callsOf(entry);
  const answers = answeredId(entry);
  const name = own(entry, 'name') ?? own(metadataOf(entry), 'name');
  return {
    role,
    content: contentText(own(entry, 'content')),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
    ...(answers === undefined ? {} : { tool_call_id: answers }),
    ...(role === 'tool' && typeof name === 'string' ? { name } : {}),
  };
}

/** What a tool message says it answers, usable or not. */
function answeredId(entry: JsonObject): Json | undefined {
  if (roleOf(entry) !== 'tool') return undefined;
  return own(entry, 'tool_call_id') ?? own(metadataOf(entry), 'tool_call_id');
}

type Turn = { readonly message: FlatMessage; readonly ids: readonly string[] };

/**
 * Rules 3 and 4: every call has one result, behind the turn that declares it, and every result has its call.
 *
 * A call without a usable id, or that an earlier turn has declared, is dropped; so is a turn that has nothing left then. A
 * result without a call, a second one, and one that stands before its call are dropped. A call that has no result then gets
 * one that says that it was interrupted. Each of what is dropped counts.
 */
export function repairPairing(messages: readonly FlatMessage[]): Repaired {
  let dropped = 0;
  const owned = new Set<string>();
  const results = new Map<string, { readonly message: FlatMessage; readonly place: number }>();
  const kept: Turn[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const id = resultId(message);
      // Not declared yet: an orphan, or early. Both are unusable, and the call of the second is answered below.
      if (id === undefined || !owned.has(id) || results.has(id)) dropped += 1;
      else results.set(id, { message: { ...message, tool_call_id: id }, place: results.size });
      continue;
    }
    const turn = turnOf(message, owned);
    dropped += turn.dropped;
    if (turn.kept !== undefined) kept.push(turn.kept);
  }
  const paired = kept.flatMap(({ message, ids }) => [
    message,
    ...ids
      .flatMap((id) => results.get(id) ?? [])
      .sort((a, b) => a.place - b.place)
      .map((result) => result.message),
    ...ids.filter((id) => !results.has(id)).map(interrupted),
  ]);
  return { messages: paired, dropped };
}

/** A message that is no result, with the calls that it owns. */
function turnOf(
  message: FlatMessage,
  owned: Set<string>,
): { readonly kept: Turn | undefined; readonly dropped: number } {
  const calls = callsOf(message);
  if (calls.length === 0) return { kept: { message, ids: [] }, dropped: 0 };
  const ids: string[] = [];
  const usable = calls.filter((call) => {
    const id = callId(call);
    if (id === undefined || owned.has(id)) return false;
    owned.add(id);
    ids.push(id);
    return true;
  });
  const dropped = calls.length - usable.length;
  if (usable.length === 0) {
    const { tool_calls: _, ...bare } = message;
    return bare.content === ''
      ? { kept: undefined, dropped: dropped + 1 }
      : { kept: { message: { ...bare, role: message.role, content: message.content }, ids }, dropped };
  }
  return { kept: { message: { ...message, tool_calls: usable.map(normalCall) }, ids }, dropped };
}

function interrupted(id: string): FlatMessage {
  return { role: 'tool', content: INTERRUPTED_RESULT, tool_call_id: id };
}
