// What the offline model is told to answer: replies and tool calls in order, so that an agent can be tried without a key.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import type { ModelMessage, ModelToolCall } from '../ports';

export type ScriptedReply = {
  readonly text: string;
  readonly calls: readonly {
    readonly name: string;
    readonly args: JsonObject;
    readonly id: string | undefined;
  }[];
  readonly error:
    | { readonly code: string; readonly message: string; readonly retryable: boolean }
    | undefined;
  readonly delayMs: number;
  readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null };
  /** The reply is meant for turns whose last message of the user holds this text. */
  readonly when: string | undefined;
};
/** `count`: whether replies are counted through the whole conversation, or anew after each message of the user. */
export type ModelScript = {
  readonly count: 'conversation' | 'turn';
  readonly replies: readonly ScriptedReply[];
};

/** Reads a script: a list of replies, `{count?, replies}`, or the JSON text of either. `undefined`: there is none. */
export function readScript(given: Json | undefined): Result<ModelScript | undefined, string> {
  if (given === undefined || given === null) return ok(undefined);
  if (typeof given === 'string') {
    if (given.trim() === '') return ok(undefined);
    try {
      return readScript(JSON.parse(given));
    } catch {
      return fail('It is no JSON. Write a list such as [{"text": "Hello."}].');
    }
  }
  // A list may begin with how it is counted, so that it can be one where only a list can be entered.
  const head =
    isArray(given) && isObject(given[0]) && Object.hasOwn(given[0], 'count') ? given[0] : undefined;
  const replies = isArray(given) ? given.slice(head === undefined ? 0 : 1) : own(given, 'replies');
  const count = own(head ?? (isArray(given) ? {} : given), 'count') ?? 'conversation';
  if (!isArray(replies)) return fail('It must be a list of replies, or {"replies": […]}.');
  if (count !== 'conversation' && count !== 'turn') return fail('"count" is "conversation" or "turn".');
  if (isArray(given) && given.length === 0) return ok(undefined);
  const read: ScriptedReply[] = [];
  for (const [index, entry] of replies.entries()) {
    const reply = readReply(entry);
    if (!reply.ok) return fail(`Reply ${index + 1}: ${reply.error}`);
    read.push(reply.value);
  }
  return ok({ count, replies: read });
}

const KEYS = ['text', 'tool_calls', 'error', 'delay_ms', 'usage', 'when'];

function readReply(entry: Json): Result<ScriptedReply, string> {
  const given: Json = typeof entry === 'string' ? { text: entry } : entry;
  if (!isObject(given)) return fail('it must be a text or an object.');
  const strange = Object.keys(given).find((key) => !KEYS.includes(key));
  if (strange !== undefined) return fail(`there is no "${strange}"; there are ${KEYS.join(', ')}.`);
  const text = own(given, 'text') ?? '';
  const when = own(given, 'when');
  const delay = own(given, 'delay_ms') ?? 0;
  if (typeof text !== 'string') return fail('"text" must be a text.');
  if (when !== undefined && typeof when !== 'string') return fail('"when" must be a text.');
  if (typeof delay !== 'number' || delay < 0) return fail('"delay_ms" must be a number of milliseconds.');
  const calls = own(given, 'tool_calls') ?? [];
  if (!isArray(calls)) return fail('"tool_calls" must be a list.');
  const read: ScriptedReply['calls'][number][] = [];
  for (const call of calls) {
    const name = own(call, 'name');
    const args = own(call, 'args') ?? {};
    const id = own(call, 'id') ?? own(call, 'tool_call_id');
    if (typeof name !== 'string' || name === '') return fail('each of "tool_calls" needs a "name".');
    if (!isObject(args)) return fail(`the "args" of "${name}" must be an object.`);
    if (id !== undefined && typeof id !== 'string') return fail(`the "id" of "${name}" must be a text.`);
    read.push({ name, args, id });
  }
  const error = readError(own(given, 'error'));
  if (!error.ok) return error;
  const usage = own(given, 'usage');
  return ok({
    text,
    calls: read,
    error: error.value,
    delayMs: delay,
    usage: {
      input_tokens: count(own(usage, 'input_tokens')),
      output_tokens: count(own(usage, 'output_tokens')),
    },
    when,
  });
}

function count(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

function readError(given: Json | undefined): Result<ScriptedReply['error'], string> {
  if (given === undefined) return ok(undefined);
  if (typeof given === 'string') return ok({ code: 'model_unavailable', message: given, retryable: false });
  const message = own(given, 'message');
  const code = own(given, 'code') ?? 'model_unavailable';
  if (typeof message !== 'string' || typeof code !== 'string')
    return fail('"error" must be a text, or {"message", "code"?, "retryable"?}.');
  return ok({ code, message, retryable: own(given, 'retryable') === true });
}

/**
 * The reply to a conversation. It depends on nothing but the conversation, so a run that is resumed gets the same one:
 * its position is the number of answers that the model has given before.
 */
export function scriptedReply(
  { count: counted, replies }: ModelScript,
  messages: readonly ModelMessage[],
): Result<{ readonly reply: ScriptedReply; readonly position: number }, string> {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[lastUser]?.content.toLowerCase() ?? '';
  const answers = (list: readonly ModelMessage[]) => list.filter(({ role }) => role === 'assistant').length;
  const inConversation = answers(messages);
  const inTurn = answers(messages.slice(lastUser + 1));
  const matching = replies.filter(({ when }) => when !== undefined && asked.includes(when.toLowerCase()));
  const list = matching.length > 0 ? matching : replies.filter(({ when }) => when === undefined);
  const position = matching.length > 0 || counted === 'turn' ? inTurn : inConversation;
  const reply = list[position];
  if (reply !== undefined) return ok({ reply, position: inConversation });
  const what = matching.length > 0 ? `for "${matching[0]?.when}"` : 'without "when"';
  return fail(
    `The script of the offline model is at its end: it has ${list.length} ${list.length === 1 ? 'reply' : 'replies'} ${what}, and reply ${position + 1} was asked for. Add one, or count anew in each turn with {"count": "turn", "replies": […]}.`,
  );
}

/** The calls of a reply. A call without an id gets one by its place: the same place, the same id. */
export function callsOf({ calls }: ScriptedReply, position: number): readonly ModelToolCall[] {
  return calls.map(({ name, args, id }, index) => ({
    tool_call_id: id ?? `call_${position + 1}_${index + 1}`,
    name,
    args,
  }));
}
