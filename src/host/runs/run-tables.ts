// All runs that a host keeps, in memory: what the operations of the journal add up to.
import type { InterruptRow } from '../../engine/interrupts/row';
import type { JobRow, LogRow, RunRow, StoredCheckpoint, ValueRow } from '../../engine/ports';
import { createQueueTable, type QueueTable } from '../../engine/queue/table';
import { threadKey, threadKeyOf } from '../../engine/thread-key';
import { isObject, type Json, type JsonObject, own } from '../../model/json';
import { decodeLoops, type RunFrozen, type StoredRun } from '../../store/run-rows';
import type { RunOperation } from './run-operations';

export type RunEntry = {
  row: RunRow;
  /** Who launched it; null where nobody is known. */
  readonly owner: string | null;
  readonly frozen: StoredRun['frozen'];
  readonly jobs: Map<string, JobRow>;
  readonly logs: LogRow[];
  readonly checkpoints: StoredCheckpoint[];
  readonly interrupts: Map<string, InterruptRow>;
  /** Hashes of the values that it needs. */
  readonly held: Set<string>;
  /** The last signal that waited, for the answer to whoever waits for the run (INT-5); not kept beyond the process. */
  signalled: RunRow['signal'];
};

/** SG-12: it stands at the last checkpoint of its run, or, where that is gone, at `kept`. */
export type ThreadEntry = Extract<RunOperation, { readonly kind: 'thread' }>;

export type RunTables = {
  /** In the order of their creation. */
  readonly runs: ReadonlyMap<string, RunEntry>;
  /** The entry that names a job as its own. */
  readonly jobs: ReadonlyMap<string, RunEntry>;
  /** By its id; `undefined`: there is none. */
  interrupt(id: string): InterruptRow | undefined;
  value(hash: string): Json | undefined;
  /** The queue of runs. */
  readonly queue: QueueTable;
  /** Where threads stand, the one that was written last last. */
  readonly threads: ReadonlyMap<string, ThreadEntry>;
  /** Throws where an operation speaks of what is not there: the journal is damaged. */
  apply(operation: RunOperation): void;
  /** The operations that make all this out of nothing. */
  operations(): readonly RunOperation[];
};

export function createRunTables(): RunTables {
  const runs = new Map<string, RunEntry>();
  const jobs = new Map<string, RunEntry>();
  /** By interrupt. */
  const asked = new Map<string, RunEntry>();
  const threads = new Map<string, ThreadEntry>();
  const queue = createQueueTable();
  const values = new Map<string, { readonly row: ValueRow; holders: number }>();
  /** Values come before the run that they are of. */
  const early = new Map<string, Set<string>>();

  const entryOf = (run: string): RunEntry => {
    const entry = runs.get(run);
    if (entry === undefined) throw new Error(`The run ${run} is not there.`);
    return entry;
  };

  const hold = (run: string, hash: string): void => {
    const value = values.get(hash);
    if (value === undefined) throw new Error(`The value ${hash} is not there.`);
    const held = runs.get(run)?.held ?? early.get(run) ?? new Set<string>();
    if (!runs.has(run)) early.set(run, held);
    if (held.has(hash)) return;
    held.add(hash);
    value.holders += 1;
  };

  const value = (hash: string): Json | undefined => {
    const found = values.get(hash);
    if (found === undefined) return undefined;
    const json: Json = JSON.parse(found.row.json);
    return json;
  };

  const thaw = ({ frozen, id }: StoredRun): RunFrozen => {
    const document = value(frozen.document);
    const given = value(frozen.given);
    if (!isObject(document) || !isObject(given))
      throw new Error(`The workflow of the run ${id} is not there.`);
    const loops = own(given, 'loops');
    const decoded = loops === undefined ? undefined : decodeLoops(loops);
    if (decoded !== undefined && !decoded.ok) throw new Error(`The loops of the run ${id} cannot be read.`);
    const startState = own(given, 'startState');
    return {
      document,
      initialData: asObject(own(given, 'initialData')),
      inputs: asObject(own(given, 'inputs')),
      ...(decoded === undefined ? {} : { loops: decoded.value }),
      ...(startState === undefined ? {} : { startState: asObject(startState) }),
    };
  };

  const remove = (run: string): void => {
    const entry = entryOf(run);
    const thread = threadKeyOf(entry.row);
    const at = thread === undefined ? undefined : threads.get(thread);
    const kept = entry.checkpoints.at(-1);
    // In its old place: it has not been written.
    if (thread !== undefined && at?.run === run && kept !== undefined) threads.set(thread, { ...at, kept });
    runs.delete(run);
    queue.remove(run);
    for (const id of entry.jobs.keys()) jobs.delete(id);
    for (const id of entry.interrupts.keys()) asked.delete(id);
    for (const hash of entry.held) {
      const value = values.get(hash);
      if (value === undefined) continue;
      value.holders -= 1;
      if (value.holders === 0) values.delete(hash);
    }
  };

  const putRun = (head: StoredRun, owner: string | null): void => {
    const { frozen, refs: _refs, ...rest } = head;
    const entry = runs.get(head.id);
    if (entry === undefined) {
      const row = { ...rest, ...thaw(head) };
      const held = early.get(head.id) ?? new Set<string>();
      early.delete(head.id);
      const parts = {
        jobs: new Map(),
        logs: [],
        checkpoints: [],
        interrupts: new Map(),
        signalled: head.signal,
      };
      runs.set(head.id, { row, owner, frozen, held, ...parts });
      return;
    }
    const { document, initialData, inputs, loops, startState } = entry.row;
    entry.row = {
      ...rest,
      ...{ document, initialData, inputs },
      ...(loops === undefined ? {} : { loops }),
      ...(startState === undefined ? {} : { startState }),
    };
    if (head.signal !== null) entry.signalled = head.signal;
  };

  return {
    runs,
    jobs,
    threads,
    queue,
    interrupt: (id) => asked.get(id)?.interrupts.get(id),
    value,
    apply(operation) {
      switch (operation.kind) {
        case 'run':
          putRun(operation.head, operation.owner);
          return;
        case 'job': {
          const entry = entryOf(operation.job.run);
          entry.jobs.set(operation.job.id, operation.job);
          jobs.set(operation.job.id, entry);
          return;
        }
        case 'value': {
          const { value: row } = operation;
          if (!values.has(row.hash)) values.set(row.hash, { row, holders: 0 });
          hold(operation.run, row.hash);
          return;
        }
        case 'hold':
          hold(operation.run, operation.hash);
          return;
        case 'log':
          entryOf(operation.line.run).logs.push(operation.line);
          return;
        case 'interrupt': {
          const entry = entryOf(operation.interrupt.run);
          entry.interrupts.set(operation.interrupt.id, operation.interrupt);
          asked.set(operation.interrupt.id, entry);
          return;
        }
        case 'checkpoint':
          entryOf(operation.run).checkpoints.push(operation.checkpoint);
          return;
        case 'queue':
          entryOf(operation.entry.run);
          queue.put(operation.entry);
          return;
        case 'queue-gone':
          queue.remove(operation.run);
          return;
        case 'run-gone':
          remove(operation.run);
          return;
        case 'thread': {
          const thread = threadKey(operation.workflow, operation.thread);
          threads.delete(thread);
          threads.set(thread, operation);
          return;
        }
        case 'thread-gone':
          threads.delete(threadKey(operation.workflow, operation.thread));
          return;
      }
    },
    operations() {
      const written = new Set<string>();
      const ofRuns = [...runs.values()].flatMap((entry): readonly RunOperation[] => {
        const run = entry.row.id;
        const needed = [...entry.held].flatMap((hash): readonly RunOperation[] => {
          const found = values.get(hash);
          if (found === undefined) return [];
          if (written.has(hash)) return [{ kind: 'hold', run, hash }];
          written.add(hash);
          return [{ kind: 'value', run, value: found.row }];
        });
        return [
          ...needed,
          { kind: 'run', head: headOf(entry.row, entry.frozen), owner: entry.owner },
          ...[...entry.jobs.values()].map((job) => ({ kind: 'job', job }) as const),
          ...entry.logs.map((line) => ({ kind: 'log', line }) as const),
          ...[...entry.interrupts.values()].map((interrupt) => ({ kind: 'interrupt', interrupt }) as const),
          ...entry.checkpoints.map((checkpoint) => ({ kind: 'checkpoint', run, checkpoint }) as const),
        ];
      });
      const queued = [...queue.entries.values()].map((entry) => ({ kind: 'queue', entry }) as const);
      return [...ofRuns, ...queued, ...threads.values()];
    },
  };
}

/** A run without what never changes. */
export function headOf(run: RunRow, frozen: StoredRun['frozen']): StoredRun {
  const {
    document: _document,
    initialData: _initialData,
    inputs: _inputs,
    loops: _loops,
    startState: _startState,
    ...head
  } = run;
  return { ...head, frozen, refs: [] };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
