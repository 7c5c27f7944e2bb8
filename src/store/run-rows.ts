// The rows of tables that belong to runs. What a run keeps unchanged (its frozen workflow, what it was given) lies in
// `values`, so that a step writes a small row and runs of one version share one copy.
import type { RunLoops } from '../engine/loops/membership';
import type { JobRow, LogRow, RunRow, StoredValue, ValueRow } from '../engine/ports';
import { isObject, type JsonObject } from '../model/json';
import type { Result } from '../model/problem';
import { JOB_STATUSES, RUN_STATUSES } from '../model/status';
import {
  boolean,
  count,
  flag,
  json,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  rowDecoder,
  string,
} from './decode';

/** The run as listed: everything but what never changes while it runs. */
export type RunHead = Omit<RunRow, 'document' | 'initialData' | 'inputs' | 'loops' | 'startState'>;

/** What a run was made of; written once. */
export type RunFrozen = Pick<RunRow, 'document' | 'initialData' | 'inputs' | 'loops' | 'startState'>;

/** `document` and `given` name values; `refs` are all the values that the row needs (an index finds them). */
export type StoredRun = RunHead & {
  readonly frozen: { readonly document: string; readonly given: string };
  readonly refs: readonly string[];
};

export type StoredJob = JobRow & { readonly refs: readonly string[] };

/** The state of a run after announcement `seq`. */
export type CheckpointRow = {
  readonly v: 1;
  readonly run: string;
  readonly seq: number;
  readonly state: JsonObject;
};

const v1: Reader<1> = () => 1;

/** A reader for every field, optional ones included: a row never loses a field that its decoder forgot. */
type Shape<T> = { readonly [K in keyof Required<T>]: Reader<T[K]> };

const storedValue: Reader<StoredValue> = (value, path, problems) =>
  isObject(value) && Object.hasOwn(value, 'ref')
    ? byReference(value, path, problems)
    : inline(value, path, problems);
const byReference = object({ ref: string, size: count, preview: string });
const inline = object({ inline: json });
const storedValues = map(storedValue);

const envelope = object({
  message: string,
  code: string,
  node_id: string,
  retryable: boolean,
  details: optional(json),
});

const identifier: Reader<string | number | null> = (value, path, problems) =>
  value === null || typeof value === 'number' ? value : string(value, path, problems);

const warning = object({ code: string, message: string, node: optional(string), edge: optional(string) });

const signal = object({ id: string, type: oneOf(['cancel', 'pause']), reason: string });

const strategy = oneOf([
  'flowdrop_runtime:synchronous',
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
]);

export const decodeRun: (row: unknown) => Result<StoredRun> = rowDecoder(
  'run',
  1,
  object({
    v: v1,
    id: string,
    workflow: string,
    workflowName: string,
    strategy,
    status: oneOf(RUN_STATUSES),
    pauseReason: nullable(string),
    error: nullable(envelope),
    outputs: nullable(storedValues),
    warnings: list(warning),
    skipped: list(string),
    passes: count,
    created: number,
    started: nullable(number),
    ended: nullable(number),
    rerunOf: optional(string),
    parent: optional(
      object({ run: string, job: string, node: string, path: list(string), detached: optional(boolean) }),
    ),
    seeded: optional(object({ from: string, count })),
    config: optional(
      object({
        maxLoopRounds: count,
        maxIterations: count,
        thread: optional(string),
        checkpoints: optional(oneOf(['memory', 'durable'])),
      }),
    ),
    fence: count,
    signal: nullable(signal),
    seq: count,
    wakeAt: optional(number),
    identity: optional(object({ user_id: optional(identifier), session_id: optional(identifier) })),
    asked: optional(flag),
    frozen: object({ document: string, given: string }),
    refs: list(string),
  } satisfies Shape<StoredRun>),
);

const rounds = list(object({ loop: string, round: count }));

/** The loops of a run, from the value that holds them. */
export const decodeLoops: (value: unknown) => Result<RunLoops> = rowDecoder(
  'loops of a run',
  1,
  object({
    loops: list(object({ head: string, heads: list(string), body: list(string) })),
    reach: map(list(string)),
  } satisfies Shape<RunLoops>),
);

const origin = oneOf(['wire', 'initial', 'config', 'default', 'dynamic', 'unset']);

export const decodeJob: (row: unknown) => Result<StoredJob> = rowDecoder(
  'job',
  1,
  object({
    v: v1,
    id: string,
    run: string,
    node: string,
    nodeType: string,
    processor: string,
    label: string,
    status: oneOf(JOB_STATUSES),
    errorRouted: boolean,
    skipReason: nullable(string),
    priority: number,
    order: nullable(count),
    attempts: count,
    occurrence: optional(count),
    rounds: optional(rounds),
    serial: optional(count),
    injected: optional(object({ from: string, at: number })),
    interrupt: optional(string),
    timer: optional(
      object({
        since: number,
        until: number,
        ended: nullable(object({ at: number, by: oneOf(['timer', 'person']), user: nullable(string) })),
      }),
    ),
    inputs: nullable(storedValues),
    origins: nullable(map(origin)),
    outputs: nullable(storedValues),
    activeBranches: nullable(list(string)),
    error: nullable(envelope),
    created: number,
    started: nullable(number),
    ended: nullable(number),
    refs: list(string),
  } satisfies Shape<StoredJob>),
);

export const decodeValue: (row: unknown) => Result<ValueRow> = rowDecoder(
  'value',
  1,
  object({ v: v1, hash: string, size: count, json: string } satisfies Shape<ValueRow>),
);

export const decodeLog: (row: unknown) => Result<LogRow> = rowDecoder(
  'log entry',
  1,
  object({
    v: v1,
    run: string,
    seq: count,
    at: number,
    level: oneOf(['debug', 'info', 'warning', 'error']),
    message: string,
    node: optional(string),
    data: optional(json),
  } satisfies Shape<LogRow>),
);

/** The values that a run's or a job's rows refer to, each once. */
export function referencesOf(
  ...groups: readonly (RunRow['outputs'] | JobRow['inputs'])[]
): readonly string[] {
  const refs = new Set<string>();
  for (const group of groups) {
    for (const value of Object.values(group ?? {})) if ('ref' in value) refs.add(value.ref);
  }
  return [...refs];
}
