// Views read runs from what is persisted, after an announcement says that there is something new. Announcements of one frame
// are one read, and a read takes only the jobs that were announced.
import type { JobRow, LogRow, RunEvent, RunRow } from '../../engine/ports';
import { isObject, type Json } from '../../model/json';
import { isTerminal } from '../../model/status';
import type { RunSummary, RunView } from '../../playground/ports';
import {
  createRunStore,
  deleteRun,
  jobsById,
  runHead,
  runHeads,
  type SluiceDatabase,
  valueText,
} from '../../store';
import { nextFrame, type Schedule, spaced } from './frames';

/** One page of a long value's text. */
export type ValuePage = {
  readonly text: string;
  /** From 0. */
  readonly page: number;
  readonly pages: number;
  /** Of the whole value, in bytes of JSON. */
  readonly size: number;
};

export type RunReader = {
  /** Reads now and after every announcement. `undefined`: there is no such run. @returns how to stop. */
  watchRun(runId: string, listener: (view: RunView | undefined) => void): () => void;
  /** Newest first, at most 100. Reads now and after announcements of this workflow's runs. @returns how to stop. */
  watchRuns(workflow: string, listener: (runs: readonly RunSummary[]) => void): () => void;
  /** The whole value; `undefined`: it is no longer stored. */
  value(hash: string): Promise<Json | undefined>;
  /** A page of the value's JSON text; a page beyond the last is the last. */
  page(hash: string, page: number): Promise<ValuePage | undefined>;
  /** Deletes an ended run with all that is its own. */
  remove(runId: string): Promise<void>;
};

export type RunReaderOptions = {
  readonly db: SluiceDatabase;
  /** Announcements of this page's engine and of other tabs. @returns how to stop. */
  readonly onEvent: (listener: (event: RunEvent) => void) => () => void;
  readonly schedule?: Schedule;
  /** Least time between two reads of one view; milliseconds. */
  readonly gapMs?: number;
  /** Told when a read fails; the view keeps what it has. */
  readonly onFault?: (cause: unknown) => void;
  /** Characters of a page. */
  readonly pageLength?: number;
};

const MOST_RUNS = 100;

/** So often in a row a read is tried without being asked for again. */
const MOST_FAILURES = 3;

export function createRunReader(options: RunReaderOptions): RunReader {
  const { db, onEvent, gapMs = 100, onFault = console.error, pageLength = 64 * 1024 } = options;
  const store = createRunStore(db);
  const removals = new Set<() => void>();

  /** Reads on demand, one read at a time, at most one a frame. */
  function reading(read: () => Promise<void>): { ask(): void; stop(): void } {
    let stopped = false;
    let busy = false;
    let asked = false;
    let cancel: () => void = () => undefined;
    let failures = 0;
    const schedule = spaced(options.schedule ?? nextFrame, gapMs);
    const start = () => {
      asked = false;
      busy = true;
      read()
        .then(
          () => {
            failures = 0;
          },
          (cause: unknown) => {
            onFault(cause);
            failures += 1;
            // It may have been the last announcement: nobody would ask again.
            if (failures < MOST_FAILURES) asked = true;
          },
        )
        .finally(() => {
          busy = false;
          if (asked && !stopped) cancel = schedule(start);
        });
    };
    return {
      ask() {
        if (asked || stopped) return;
        asked = true;
        if (!busy) cancel = schedule(start);
      },
      stop() {
        stopped = true;
        cancel();
      },
    };
  }

  return {
    watchRun(runId, listener) {
      let run: RunRow | undefined;
      let heardSeq = -1;
      let whole = true;
      let named = new Set<string>();
      let stopped = false;
      const jobs = new Map<string, JobRow>();
      const logs: LogRow[] = [];

      const { ask, stop } = reading(async () => {
        const readAll = whole;
        const ids = [...named];
        const heard = heardSeq;
        whole = false;
        named = new Set();
        const head = await db
          .transaction('r', [db.runs, db.jobs, db.logs, db.values, db.queue], async () => {
            const found = readAll ? await store.run(runId) : await runHead(db, runId);
            if (found === undefined) return undefined;
            // An ended run may be read before the announcements of its last jobs have come: run and jobs must agree.
            const ahead = isTerminal(found.status) && found.seq > heard;
            const changed = readAll || ahead ? await store.jobs(runId) : await jobsById(db, ids);
            const lines = await store.logs(runId, logs.at(-1)?.seq);
            // Its entry is there until it pauses again, whether or not a worker has it already.
            const queued =
              found.status === 'paused' && (await db.queue.where('run').equals(runId).count()) > 0;
            return { found, changed, lines, queued };
          })
          .catch((cause: unknown) => {
            // What was announced is not read yet: the next read takes all.
            whole = true;
            throw cause;
          });
        if (stopped) return;
        if (head === undefined) {
          listener(undefined);
          return;
        }
        const { found, changed, lines, queued } = head;
        if ('document' in found) {
          run = found;
          heardSeq = Math.max(heardSeq, found.seq);
          jobs.clear();
        } else if (run !== undefined) {
          const { frozen: _frozen, refs: _refs, ...fresh } = found;
          run = { ...run, ...fresh };
        }
        for (const job of changed) jobs.set(job.id, job);
        logs.push(...lines);
        if (run === undefined) return;
        const view: RunView = { run, jobs: [...jobs.values()].sort(byTime), logs: [...logs] };
        listener(queued ? { ...view, queued } : view);
      });

      const unhear = onEvent((event) => {
        if (event.runId !== runId) return;
        // No step of the run, which counts them.
        if (event.kind === 'queued') ask();
        if (event.seq <= heardSeq) return;
        // Something was not heard: then nothing that was heard tells all that changed.
        if (event.seq > heardSeq + 1) whole = true;
        heardSeq = event.seq;
        for (const id of event.jobIds ?? []) named.add(id);
        ask();
      });
      removals.add(ask);
      ask();
      return () => {
        stopped = true;
        stop();
        unhear();
        removals.delete(ask);
      };
    },

    watchRuns(workflow, listener) {
      let stopped = false;
      const { ask, stop } = reading(async () => {
        const heads = await runHeads(db, { workflow, limit: MOST_RUNS });
        const live = heads.filter(({ status }) => !isTerminal(status)).map(({ id }) => id);
        const entries = live.length === 0 ? [] : await db.queue.bulkGet(live);
        const waits = new Set(live.filter((_, at) => isUnclaimed(entries[at])));
        const runs = heads.map(
          ({ id, status, created, started, ended, error }): RunSummary => ({
            id,
            status,
            created,
            started,
            ended,
            error,
            ...(waits.has(id) ? { queued: true } : {}),
          }),
        );
        if (!stopped) listener(runs);
      });
      const unhear = onEvent((event) => {
        // A step of a run changes nothing in the list.
        if (event.workflow === workflow && event.kind !== 'job' && event.kind !== 'log') ask();
      });
      removals.add(ask);
      ask();
      return () => {
        stopped = true;
        stop();
        unhear();
        removals.delete(ask);
      };
    },

    value: (hash) => store.value(hash),

    async page(hash, wanted) {
      const value = await valueText(db, hash);
      if (value === undefined) return undefined;
      const pages = Math.max(1, Math.ceil(value.json.length / pageLength));
      const page = Math.min(Math.max(0, Math.trunc(wanted)), pages - 1);
      return {
        text: value.json.slice(page * pageLength, (page + 1) * pageLength),
        page,
        pages,
        size: value.size,
      };
    },

    async remove(runId) {
      await deleteRun(db, runId);
      for (const ask of [...removals]) ask();
    },
  };
}

/** The entry of a run that no worker has. */
function isUnclaimed(entry: unknown): boolean {
  return isObject(entry) && entry.claim === null;
}

/** Jobs in the order they ran (DATA-2), then those that did not, by their place in the plan. */
function byTime(a: JobRow, b: JobRow): number {
  if (a.order !== b.order) return (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER);
  return a.priority - b.priority;
}
