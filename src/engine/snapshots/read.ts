// SNAP-1: a snapshot as somebody sends it or a store gives it back, in either spelling.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { fail, ok, type Problem, type Result } from '../../model/problem';
import type { NodeSnapshot, Snapshot } from './document';

/** Both spellings of each key; what is sent in both is read as the first. */
const SPELLINGS = {
  workflowId: 'workflow_id',
  workflowVersion: 'workflow_version',
  executionId: 'execution_id',
  nodeStates: 'node_states',
  initialInput: 'initial_input',
  iterationCount: 'iteration_count',
  threadId: 'thread_id',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  executionOrder: 'execution_order',
  jobId: 'job_id',
} as const;

/** The value of a key in either spelling. */
export function either(value: unknown, key: keyof typeof SPELLINGS): Json | undefined {
  return own(value, key) ?? own(value, SPELLINGS[key]);
}

/** Longest time that a date can be, in milliseconds. */
const LAST_TIME = 8.64e15;

/**
 * Reads a snapshot. `executionId`, `status` and `nodeStates` have to be there; of the rest, what is absent is unknown.
 *
 * @param now stands for times that it does not tell; milliseconds.
 */
export function readSnapshot(value: Json, now: number): Result<Snapshot> {
  const problems: Problem[] = [];
  const wrong = (path: string, expected: string) => problems.push({ path, message: `Expected ${expected}.` });
  if (!isObject(value)) return fail([{ path: '', message: 'A snapshot is an object.' }]);

  const text = (key: 'workflowId' | 'workflowVersion' | 'executionId', absent: string) => {
    const found = either(value, key) ?? absent;
    if (typeof found === 'string') return found;
    wrong(key, 'text');
    return '';
  };
  const executionId = text('executionId', '');
  if (executionId === '' || executionId.length > 255) wrong('executionId', 'text of 1 to 255 characters');
  const status = own(value, 'status');
  if (typeof status !== 'string' || status === '') wrong('status', 'text');
  const threadId = either(value, 'threadId') ?? null;
  if (threadId !== null && typeof threadId !== 'string') wrong('threadId', 'text or null');
  const iterationCount = either(value, 'iterationCount') ?? 0;
  if (typeof iterationCount !== 'number' || !Number.isInteger(iterationCount) || iterationCount < 0)
    wrong('iterationCount', 'a whole number from 0');
  const metadata = own(value, 'metadata') ?? {};
  if (!isObject(metadata) && !isNothing(metadata)) wrong('metadata', 'an object');
  const time = (key: 'createdAt' | 'updatedAt') => {
    const found = either(value, key) ?? null;
    if (found === null) return now;
    const read = typeof found === 'string' ? Date.parse(found) : found;
    if (typeof read === 'number' && Math.abs(read) <= LAST_TIME) return Math.trunc(read);
    wrong(key, 'a time');
    return now;
  };
  const snapshot: Snapshot = {
    workflowId: text('workflowId', 'unknown'),
    workflowVersion: text('workflowVersion', ''),
    executionId,
    status: typeof status === 'string' ? status : '',
    nodeStates: readNodes(either(value, 'nodeStates'), wrong),
    initialInput: either(value, 'initialInput') ?? {},
    iterationCount: typeof iterationCount === 'number' ? iterationCount : 0,
    threadId: typeof threadId === 'string' ? threadId : null,
    metadata: isObject(metadata) ? metadata : {},
    createdAt: time('createdAt'),
    updatedAt: time('updatedAt'),
  };
  return problems.length > 0 ? fail(problems) : ok(snapshot);
}

/** The list without entries that stands for an object without keys. */
function isNothing(value: Json): boolean {
  return isArray(value) && value.length === 0;
}

function readNodes(
  states: Json | undefined,
  wrong: (path: string, expected: string) => void,
): Snapshot['nodeStates'] {
  if (states !== undefined && isNothing(states)) return {};
  if (!isObject(states)) {
    wrong('nodeStates', 'an object, by node id');
    return {};
  }
  return Object.fromEntries(
    Object.entries(states).map(([id, state]) => [id, readNode(state, `nodeStates.${id}`, wrong)]),
  );
}

function readNode(state: Json, path: string, wrong: (path: string, expected: string) => void): NodeSnapshot {
  const told: JsonObject = isObject(state) ? state : {};
  if (!isObject(state)) wrong(path, 'an object');
  const status = own(told, 'status');
  if (typeof status !== 'string') wrong(`${path}.status`, 'text');
  const order = either(told, 'executionOrder') ?? null;
  if (order !== null && (typeof order !== 'number' || !Number.isFinite(order)))
    wrong(`${path}.executionOrder`, 'a number or null');
  const jobId = either(told, 'jobId') ?? null;
  const injected = own(told, 'injected') ?? false;
  if (typeof injected !== 'boolean') wrong(`${path}.injected`, 'true or false');
  const output = own(told, 'output');
  const error = own(told, 'error');
  const metadata = own(told, 'metadata');
  return {
    status: typeof status === 'string' ? status : '',
    ...(output === undefined ? {} : { output }),
    ...(error === undefined ? {} : { error }),
    ...(injected === true ? { injected } : {}),
    executionOrder: typeof order === 'number' ? order : null,
    jobId: typeof jobId === 'string' ? jobId : typeof jobId === 'number' ? String(jobId) : null,
    ...(isObject(metadata) ? { metadata } : {}),
  };
}
