// The engine's RunStore on a host: everything in memory, every commit in a journal before anybody sees it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { RunQuery } from '../../api/run-service';
import { closedWith } from '../../engine/interrupts/close';
import type { JobRow, RunRow, RunStore, StepCommit, ValueRow } from '../../engine/ports';
import { changeOf } from '../../engine/queue/judge';
import { judgeSignal } from '../../engine/signals';
import { threadKey, threadKeyOf } from '../../engine/thread-key';
import { byEnd, type Ended, isAfter, type PollPosition } from '../../engine/triggers/poll';
import type { Json, JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { isTerminal } from '../../model/status';
import { type Journal, type JournalOptions, NO_JOURNAL, openJournal } from '../journal/journal';
import { createQueue } from '../journal/queue';
import { createInterruptTable } from './interrupt-table';
import { createQueueTable } from './queue-table';
import { decodeRunOperation, encodeRunOperation, type RunOperation } from './run-operations';
import { createRunTables, headOf, type RunEntry, type RunTables } from './run-tables';

export type HostRunStore = {
  readonly store: RunStore;
  /** Runs that are created by `work` are this principal's. */
  as<T>(owner: string | null, work: () => Promise<T>): Promise<T>;
  /** Who launched a run; null where nobody is known, or where there is no such run. */
  ownerOf(run: string): string | null;
  /** Newest first; `total` counts before paging. */
  list(query: RunQuery): { readonly rows: readonly RunRow[]; readonly total: number };
  /** A job with the run that names it; `undefined` where there is none. */
  job(id: string): { readonly job: JobRow; readonly run: RunRow } | undefined;
  /** Runs of a workflow that have not ended, the oldest first. */
  active(workflow: string): readonly RunRow[];
  /** OCX-9: ended runs in the order of polls, after a position; no others are looked at. */
  ended(after: PollPosition | undefined, limit: number): readonly EndedRun[];
  /** Ids of the runs that have not ended. */
  unfinished(): readonly string[];
  /** The last signal that was raised for a run while this process lives. */
  signalOf(run: string): RunRow['signal'];
  /** Waits for commits that are under way. Later ones are refused. */
  close(): Promise<void>;
};

export type EndedRun = Ended & { readonly row: RunRow };

export type RunStoreOptions = JournalOptions & {
  /** Ended runs beyond this many, the oldest first, are dropped with all that is theirs alone. Default 1,000. */
  readonly keep?: number;
};

/** Keeps nothing beyond the process. */
export function memoryRuns(options: RunStoreOptions = {}): HostRunStore {
  return createRunStore(createRunTables(), NO_JOURNAL, options);
}

/** Opens a directory. Fails with a sentence for people: it is in use, damaged, or cannot be written. */
export async function openRuns(
  directory: string,
  options: RunStoreOptions = {},
): Promise<Result<HostRunStore, string>> {
  const journal = await openJournal(directory, options);
  if (!journal.ok) return journal;
  const tables = createRunTables();
  const refused = replay(tables, journal.value.operations);
  if (refused !== undefined) {
    await journal.value.abandon();
    return fail(`The journal in ${directory} cannot be read. ${refused}`);
  }
  const started = journal.value.start(() => tables.operations().map(encodeRunOperation));
  return ok(createRunStore(tables, started, options));
}

function replay(tables: RunTables, operations: readonly Json[]): string | undefined {
  for (const written of operations) {
    const operation = decodeRunOperation(written);
    if (!operation.ok) return operation.error;
    try {
      tables.apply(operation.value);
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
  }
  return undefined;
}

function createRunStore(
  tables: RunTables,
  journal: Journal,
  { keep = 1_000 }: RunStoreOptions,
): HostRunStore {
  // What concerns one run is done one after the other: a commit is judged by what the one before it has stored.
  const queue = createQueue();
  const owners = new AsyncLocalStorage<string | null>();

  // Ended runs in the order of polls: kept in order, so that a poll looks at its page and nothing else.
  const ends: Ended[] = [...tables.runs.values()]
    .flatMap(({ row: { id, status, ended } }) => (isTerminal(status) ? [{ id, ended: ended ?? 0 }] : []))
    .sort(byEnd);
  const noteEnd = ({ id, status, ended }: Pick<RunRow, 'id' | 'status' | 'ended'>): void => {
    if (!isTerminal(status)) return;
    const one = { id, ended: ended ?? 0 };
    const at = firstWhere(ends, (other) => byEnd(other, one) >= 0);
    if (ends[at]?.id !== id) ends.splice(at, 0, one);
  };
  const forgetEnd = (id: string): void => {
    const at = ends.findIndex((one) => one.id === id);
    if (at >= 0) ends.splice(at, 1);
  };

  const write = (operations: readonly RunOperation[]): Promise<void> =>
    journal.append(operations.map(encodeRunOperation), () => {
      for (const operation of operations) {
        tables.apply(operation);
        if (operation.kind === 'run') noteEnd(operation.head);
        else if (operation.kind === 'run-gone') forgetEnd(operation.run);
      }
    });

  /** Those that have to make room for one more that ends. */
  const outdated = (ending: RunRow): readonly RunOperation[] => {
    const ended = [...tables.runs.values()].filter(({ row }) => isTerminal(row.status));
    const gone = ended.slice(0, Math.max(0, ended.length + 1 - keep)).map(({ row }) => row.id);
    return [
      ...gone.map((run) => ({ kind: 'run-gone', run }) as const),
      ...outdatedThreads(gone, threadKeyOf(ending)),
    ];
  };

  /** SG-12: a thread outlives its runs; of those without one, as many are kept as there are runs. */
  const outdatedThreads = (gone: readonly string[], written: string | undefined): readonly RunOperation[] => {
    const left = [...tables.threads].flatMap(([key, at]) =>
      key !== written && (at.kept !== undefined || gone.includes(at.run)) ? [at] : [],
    );
    return left
      .slice(0, Math.max(0, left.length - keep))
      .map(({ workflow, thread }) => ({ kind: 'thread-gone', workflow, thread }) as const);
  };

  const store: RunStore = {
    create(commit) {
      const { run } = commit;
      // Asked for here: what the queue runs belongs to whoever was in it before.
      const { parent } = run;
      const owner = (parent === undefined ? owners.getStore() : tables.runs.get(parent.run)?.owner) ?? null;
      return queue(run.id, async () => {
        if (tables.runs.has(run.id)) throw new Error(`The run ${run.id} exists already.`);
        const document = valueRow(run.document);
        const given = valueRow(givenOf(run));
        const frozen = { document: document.hash, given: given.hash };
        await write([
          ...[document, given].map((value) => ({ kind: 'value', run: run.id, value }) as const),
          ...valuesOf(commit),
          { kind: 'run', head: headOf(run, frozen), owner },
          ...partsOf(commit, owner),
          ...queueOf(tables, commit),
          ...threadOf(tables, commit),
        ]);
      });
    },

    commit: (commit) =>
      queue(commit.run.id, async () => {
        const { run } = commit;
        const entry = tables.runs.get(run.id);
        if (entry === undefined) return { ok: false, reason: 'missing' };
        if (entry.row.fence > run.fence) return { ok: false, reason: 'stale' };
        const signal = waitingSignal(entry.row.signal, commit);
        const ends = isTerminal(run.status) && !isTerminal(entry.row.status);
        await write([
          ...valuesOf(commit),
          { kind: 'run', head: headOf({ ...run, signal }, entry.frozen), owner: entry.owner },
          ...partsOf(commit, entry.owner),
          ...queueOf(tables, commit),
          ...closedOf(entry, commit),
          ...threadOf(tables, commit),
          ...(ends ? outdated(run) : []),
        ]);
        return { ok: true, signal };
      }),

    run: async (id) => tables.runs.get(id)?.row,
    jobs: async (run) => [...(tables.runs.get(run)?.jobs.values() ?? [])].sort(byStart),
    value: async (hash) => tables.value(hash),
    logs: async (run, after = -1) => (tables.runs.get(run)?.logs ?? []).filter(({ seq }) => seq > after),

    async checkpoint(run, seq) {
      const kept = tables.runs.get(run)?.checkpoints;
      return seq === undefined ? kept?.at(-1) : kept?.find((checkpoint) => checkpoint.seq === seq);
    },

    async latestOfThread(workflow, thread) {
      const at = tables.threads.get(threadKey(workflow, thread));
      return at?.kept ?? (at === undefined ? undefined : tables.runs.get(at.run)?.checkpoints.at(-1));
    },

    async runs({ workflow, status, limit, before }) {
      return select(tables, { workflow, status })
        .filter(({ created }) => before === undefined || created < before)
        .slice(0, limit);
    },

    acquire: (id, only) =>
      queue(id, async () => {
        const entry = tables.runs.get(id);
        if (entry === undefined || isTerminal(entry.row.status)) return undefined;
        if (only !== undefined && entry.row.status !== only) return undefined;
        await write([changed(entry, { ...entry.row, fence: entry.row.fence + 1 })]);
        return entry.row;
      }),

    signal: (id, signal) =>
      queue(id, async () => {
        const entry = tables.runs.get(id);
        const verdict = judgeSignal(entry?.row, signal.type);
        if (verdict.ok && entry !== undefined) await write([changed(entry, { ...entry.row, signal })]);
        return verdict;
      }),

    queue: createQueueTable(tables, queue, write),

    interrupts: createInterruptTable(tables, queue, write),
  };

  return {
    store,
    as: (owner, work) => owners.run(owner, work),
    ownerOf: (run) => tables.runs.get(run)?.owner ?? null,
    list({ limit, offset, owner, ...filter }) {
      const found = select(tables, filter, owner);
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    job(id) {
      const entry = tables.jobs.get(id);
      const job = entry?.jobs.get(id);
      return entry === undefined || job === undefined ? undefined : { job, run: entry.row };
    },
    active: (workflow) =>
      [...tables.runs.values()].flatMap(({ row }) =>
        row.workflow === workflow && !isTerminal(row.status) ? [row] : [],
      ),
    ended(after, limit) {
      const from = after === undefined ? 0 : firstWhere(ends, (one) => isAfter(one, after));
      return ends.slice(from, from + limit).flatMap((one) => {
        const row = tables.runs.get(one.id)?.row;
        return row === undefined ? [] : [{ ...one, row }];
      });
    },
    unfinished: () =>
      [...tables.runs.values()].filter(({ row }) => !isTerminal(row.status)).map(({ row }) => row.id),
    signalOf: (run) => tables.runs.get(run)?.signalled ?? null,
    close: () => journal.close(),
  };
}

/** Index of the first element that passes, all behind it passing too. */
function firstWhere<T>(sorted: readonly T[], passes: (one: T) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const one = sorted[middle];
    if (one !== undefined && passes(one)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Newest first. */
function select(
  tables: RunTables,
  { workflow, status }: { readonly workflow?: string | undefined; readonly status?: string | undefined },
  owner?: string,
): readonly RunRow[] {
  return [...tables.runs.values()]
    .filter(
      (entry) =>
        (workflow === undefined || entry.row.workflow === workflow) &&
        (status === undefined || entry.row.status === status) &&
        (owner === undefined || entry.owner === owner),
    )
    .map(({ row }) => row)
    .reverse()
    .sort((a, b) => b.created - a.created);
}

function changed(entry: RunEntry, row: RunRow): RunOperation {
  return { kind: 'run', head: headOf(row, entry.frozen), owner: entry.owner };
}

/** INT-5, INT-17: a signal that arrived meanwhile stays until that very one is answered; an end leaves none. */
function waitingSignal(stored: RunRow['signal'], { run, answered }: StepCommit): RunRow['signal'] {
  if (isTerminal(run.status)) return null;
  return stored !== null && stored.id !== answered ? stored : run.signal;
}

function valuesOf({ run, values }: StepCommit): readonly RunOperation[] {
  return values.map((value) => ({ kind: 'value', run: run.id, value }) as const);
}

function partsOf(
  { run, jobs, logs, checkpoint, checkpoints, interrupts }: StepCommit,
  owner: string | null,
): readonly RunOperation[] {
  const kept = [
    ...(checkpoints ?? []),
    ...(checkpoint === undefined ? [] : [{ seq: run.seq, state: checkpoint }]),
  ];
  return [
    ...jobs.map((job) => ({ kind: 'job', job }) as const),
    ...logs.map((line) => ({ kind: 'log', line }) as const),
    // RT-GATE-13: whose question it is, is who launched the run.
    ...(interrupts ?? []).map(
      (row) => ({ kind: 'interrupt', interrupt: { ...row, initiator: row.initiator ?? owner } }) as const,
    ),
    ...kept.map((one) => ({ kind: 'checkpoint', run: run.id, checkpoint: one }) as const),
  ];
}

/** SG-12: a thread that did not stand at this run does now. */
function threadOf(tables: RunTables, { run, checkpoints = [] }: StepCommit): readonly RunOperation[] {
  const thread = run.config?.thread;
  if (thread === undefined || checkpoints.length === 0) return [];
  const at = tables.threads.get(threadKey(run.workflow, thread));
  return at?.run === run.id ? [] : [{ kind: 'thread', workflow: run.workflow, thread, run: run.id }];
}

/** What it does to the run's entry in the queue of runs. */
function queueOf({ queue }: RunTables, commit: StepCommit): readonly RunOperation[] {
  const change = changeOf(commit);
  if (change === undefined) return [];
  const { id } = commit.run;
  if (change.kind === 'put') return [{ kind: 'queue', entry: queue.placed(id, change.place) }];
  return queue.entries.has(id) ? [{ kind: 'queue-gone', run: id }] : [];
}

/** What the end of a run makes of questions that are still open. */
function closedOf({ interrupts, owner }: RunEntry, commit: StepCommit): readonly RunOperation[] {
  if (commit.run.asked === undefined) return [];
  const now = new Map([...interrupts, ...(commit.interrupts ?? []).map((row) => [row.id, row] as const)]);
  return [...now.values()].flatMap((row) => {
    const closed = closedWith({ ...row, initiator: row.initiator ?? owner }, commit.run);
    return closed === undefined ? [] : [{ kind: 'interrupt', interrupt: closed } as const];
  });
}

/** What a run was given, as one value. */
function givenOf({ initialData, inputs, loops, startState }: RunRow): JsonObject {
  return {
    initialData,
    inputs,
    ...(loops === undefined
      ? {}
      : {
          loops: {
            v: 1,
            loops: loops.loops.map(({ head, heads, body }) => ({ head, heads: [...heads], body: [...body] })),
            reach: Object.fromEntries(
              Object.entries(loops.reach).map(([node, before]) => [node, [...before]]),
            ),
          },
        }),
    ...(startState === undefined ? {} : { startState }),
  };
}

function valueRow(value: JsonObject): ValueRow {
  const json = JSON.stringify(value);
  const hash = createHash('sha256').update(json).digest('hex');
  return { v: 1, hash, size: Buffer.byteLength(json), json };
}

/** Started jobs in the order in which they ran, then those that have not started, by their place in the plan. */
function byStart(a: JobRow, b: JobRow): number {
  if (a.order !== b.order) return (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER);
  return a.priority - b.priority || a.created - b.created;
}
