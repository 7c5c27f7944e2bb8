import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { type Appended, appendMessages, storedConversation } from '../memory/buffer';
import { MESSAGE_ROLES } from '../memory/messages';
import { type ScopedMemory, scopedMemory } from '../memory/scoped';
import { isRemembered, type MemoryRow } from '../memory/store';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { numberParameter, parameter, textParameter } from './values';

/** MEM-12: how long an append waits for its turn, in milliseconds. */
export const TURN_MS = 5_000;

/** How long a `cached` conversation is kept after its last message, in milliseconds: a week. */
const CACHED_MS = 604_800_000;
/** What a run keeps for itself is cleared away later; it cannot be read by any other. */
const RUN_MS = 31 * 86_400_000;

/** Jobs whose appends a conversation remembers, so that one which is executed again after a crash appends nothing twice. */
const JOBS_KEPT = 50;

const BACKENDS = ['static', 'cached', 'entity'];

/**
 * `conversation_buffer`: appends to a stored conversation and gives it back; with nothing to append it only reads. `message`
 * (one or a list) goes before `content`. Appends at one conversation take turns (MEM-12).
 */
export const conversationBuffer: Execute = async (parameters, context) => {
  const key = textParameter(parameters, 'key', 'chat_history');
  const scope = textParameter(parameters, 'scope', 'session');
  const backend = textParameter(parameters, 'backend', 'static');
  if (!BACKENDS.includes(backend))
    throw failure(`There is no backend "${backend}"; there are ${BACKENDS.join(', ')}.`);
  const most = numberParameter(parameters, 'max_messages', 0);
  if (most < 0) throw failure(`"max_messages" is ${most}: it is how many are kept, and 0 for all.`);
  const incoming = incomingMessages(parameters);
  const scoped = scopedMemory(context, { scope, ofRun: backend === 'static' });
  const appended =
    scoped === undefined
      ? { messages: [], appended: 0 }
      : incoming.length === 0
        ? await read(scoped, key, most, context)
        : await append(scoped, { key, most, backend, incoming }, context);
  return {
    outputs: {
      messages: appended.messages,
      count: appended.messages.length,
      appended: appended.appended,
      appended_any: appended.appended > 0,
      key,
      scope,
      resolved_scope_id: scoped?.id ?? '',
    },
  };
};

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'conversation_buffer_failed' });
}

/** What is to be appended: messages as they came; a text, and a message without a role, with the role of the node. */
function incomingMessages(parameters: JsonObject): readonly JsonObject[] {
  const role = textParameter(parameters, 'role', 'user');
  if (!MESSAGE_ROLES.some((known) => known === role))
    throw failure(`There is no role "${role}"; there are ${MESSAGE_ROLES.join(', ')}.`);
  const message = parameter(parameters, 'message');
  if (message !== null)
    return (isArray(message) ? message : [message]).flatMap((each) => asMessage(each, role));
  const content = parameter(parameters, 'content');
  return content === null || content === '' ? [] : [{ role, content }];
}

function asMessage(value: Json, role: string): readonly JsonObject[] {
  if (isObject(value)) {
    const given = own(value, 'role');
    return [typeof given === 'string' && given !== '' ? value : { ...value, role }];
  }
  return typeof value === 'string' && value !== '' ? [{ role, content: value }] : [];
}

async function read(
  { memory, name }: ScopedMemory,
  key: string,
  most: number,
  { now }: ProcessorContext,
): Promise<Appended> {
  const row = await memory.store.get(name, key);
  const messages = isRemembered(row, now()) ? storedConversation(row.value) : [];
  return { messages: most > 0 ? messages.slice(-most) : messages, appended: 0 };
}

type Append = {
  readonly key: string;
  readonly most: number;
  readonly backend: string;
  readonly incoming: readonly JsonObject[];
};

async function append(
  { memory, name }: ScopedMemory,
  { key, most, backend, incoming }: Append,
  context: ProcessorContext,
): Promise<Appended> {
  const { job, run, node } = context;
  const release = await memory.turns.take(JSON.stringify([name, key]), TURN_MS, context.signal);
  if (release === undefined) {
    const waited = `Node ${node.id} of run ${run.id} (workflow ${run.workflow}) waited ${TURN_MS / 1000} seconds for its turn at the conversation "${key}" and went on without it.`;
    context.log('warning', waited, { node: node.id, pipeline: run.id, workflow: run.workflow, key });
  }
  try {
    let done: Appended = { messages: [], appended: 0 };
    await memory.store.update(name, key, (stored): MemoryRow | undefined => {
      const now = context.now();
      const remembered = isRemembered(stored, now) ? stored : undefined;
      const before = storedConversation(remembered?.value);
      const jobs = remembered?.jobs ?? [];
      const again = job === undefined ? undefined : jobs.find((done) => done.startsWith(`${job} `));
      if (again !== undefined && job !== undefined) {
        done = { messages: before, appended: Number(again.slice(job.length + 1)) };
        return undefined;
      }
      done = appendMessages(before, incoming, most);
      return {
        v: 1,
        scope: name,
        key,
        value: done.messages,
        created: remembered?.created ?? now,
        changed: now,
        expires: backend === 'entity' ? null : now + (backend === 'cached' ? CACHED_MS : RUN_MS),
        jobs: [...jobs, ...(job === undefined ? [] : [`${job} ${done.appended}`])].slice(-JOBS_KEPT),
      };
    });
    return done;
  } finally {
    release?.();
  }
}
