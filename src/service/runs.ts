// Runs at the doors of a browser. A Service Worker drives none: it may be ended between two requests. It creates the run as
// `pending`, by the code that every launch takes, and tells the pages; the engine's worker of an open page takes the run over at
// once, else that of the next page that opens. Signals wait in the store in the same way.
import { isAtRest } from '../api/run-response';
import type { RunQuery, RunService } from '../api/run-service';
import type { Catalog } from '../catalog/types';
import { createInterruptDesk, type InterruptDesk } from '../engine/interrupts/desk';
import type { InterruptRow } from '../engine/interrupts/row';
import { createRun, type LaunchFailure, type LaunchRequest, rerunRequest } from '../engine/launch';
import type { RunEvent, RunRow } from '../engine/ports';
import { encodeSnapshot } from '../engine/snapshots/document';
import { makeSnapshot } from '../engine/snapshots/make';
import { isSynchronous, resolveStrategy, strategyById } from '../engine/strategies';
import { webCryptoHash } from '../engine/values';
import type { ExpressionHost } from '../expression/types';
import { decodeWorkflow } from '../model/api-form';
import { fail, ok, type Result } from '../model/problem';
import type { Announce, Announcement } from '../store/announcements';
import type { SluiceDatabase } from '../store/database';
import { BROWSER_OWNER } from '../store/door-record';
import { askResume, runIds } from '../store/run-list';
import { createRunStore, jobsById } from '../store/runs';
import { workflowLibrary } from '../store/workflow-library';

export type BrowserRunsOptions = {
  /** The database with these over it, whose failures say that it was the store. */
  readonly stores: () => Promise<RunStores>;
  readonly announce: Announce;
  /** Hears what pages announce. @returns ends it. */
  readonly listen: (listener: (announcement: Announcement) => void) => () => void;
  readonly expressions: ExpressionHost;
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Whether any page holds the lock of this name; absent where that cannot be known. */
  readonly held?: (lock: string) => Promise<boolean>;
  readonly log: (message: string, cause: unknown) => void;
};

export type RunStores = ReturnType<typeof runStores>;

/** All that the doors of runs read and write. */
export function runStores(db: SluiceDatabase) {
  return {
    ...createRunStore(db),
    ids: (query: RunQuery) => runIds(db, query),
    jobsById: (ids: readonly string[]) => jobsById(db, ids),
    askResume: (run: string) => askResume(db, run),
    workflow: (id: string) => workflowLibrary(db).workflow(id),
  };
}

/** So long a run that nobody drives is waited for. */
const UNDRIVEN_MS = 4_000;
/** Browsers end a request to a Service Worker after five minutes. */
const LONGEST_MS = 240_000;
/** Who drives is looked for so often; whatever is announced is heard at once. */
const LOOK_MS = 250;

export function createBrowserRuns(options: BrowserRunsOptions): RunService {
  const { stores, announce, listen, expressions, now, uuid, sleep, held, log } = options;
  /** Signals of runs that are waited for; a run that has ended keeps none. */
  const signals = new Map<string, NonNullable<RunRow['signal']>>();

  async function launch(catalog: Catalog, request: LaunchRequest): Promise<Result<RunRow, LaunchFailure>> {
    const store = await stores();
    const created = await createRun(
      {
        ...{ store, expressions, clock: { now, sleep }, ids: { uuid }, workflows: store },
        announce: (event) => announce({ kind: 'run', event }),
      },
      catalog,
      request,
      // Nothing is executed here; workflows that are nodes are judged by the library.
      { executors: new Map() },
      { unowned: true },
    );
    return created.ok ? ok(created.value.run) : created;
  }

  /** The next announcement about a run, or a moment later. */
  async function news(run: string): Promise<void> {
    let end = () => {};
    const heard = new Promise<void>((resolve) => {
      end = listen((told) => {
        if (told.kind === 'run' && told.event.runId === run) resolve();
      });
    });
    await Promise.race([heard, sleep(LOOK_MS)]);
    end();
  }

  /** INT-3: the answer is stored, and the run asked to go on: a page enters it, like one that a person resumes. */
  async function desk(): Promise<InterruptDesk> {
    const store = await stores();
    const told = {
      store,
      clock: { now, sleep },
      announce: (event: RunEvent) => announce({ kind: 'run', event }),
    };
    return createInterruptDesk(told, {
      async goOn(id) {
        let run = await store.run(id);
        for (
          ;
          run !== undefined;
          run = run.parent === undefined ? undefined : await store.run(run.parent.run)
        ) {
          if ((await store.askResume(run.id)).kind === 'asked') announce({ kind: 'signal', runId: run.id });
        }
      },
      // Sweeps are a page's.
      cancel: () => Promise.resolve(),
      log,
    });
  }

  const signalled =
    (type: 'cancel' | 'pause'): RunService['cancel'] =>
    async (_catalog, run, reason) => {
      const signal = { id: uuid(), type, reason };
      const raised = await (await stores()).signal(run, signal);
      if (raised.ok) {
        signals.set(run, signal);
        announce({ kind: 'signal', runId: run });
        return ok({ status: 202, signalId: signal.id });
      }
      switch (raised.reason) {
        case 'missing':
          return fail(absent(run));
        case 'ended':
          return fail(ended(run, raised.status));
        case 'pending': {
          const message = `A ${raised.waiting} signal is already pending for the run ${run}.`;
          return fail({ status: 409, code: 'INWARD_SIGNAL_ALREADY_PENDING', message });
        }
      }
    };

  return {
    rows: {
      run: async (id) => (await stores()).run(id),
      jobs: async (run) => (await stores()).jobs(run),
      value: async (hash) => (await stores()).value(hash),
      logs: async (run, after) => (await stores()).logs(run, after),
      interrupts: {
        get: async (id) => owned(await (await stores()).interrupts.get(id)),
        list: async (filter) =>
          (await (await stores()).interrupts.list(filter)).flatMap((row) => owned(row) ?? []),
      },
    },
    async list(query) {
      if (query.owner !== undefined && query.owner !== BROWSER_OWNER) return { rows: [], total: 0 };
      const store = await stores();
      const { ids, total } = await store.ids(query);
      const rows = await Promise.all(ids.map((id) => store.run(id)));
      return { rows: rows.filter((row) => row !== undefined), total };
    },
    async job(id) {
      const store = await stores();
      const [job] = await store.jobsById([id]);
      if (job === undefined) return undefined;
      const run = await store.run(job.run);
      return { job, runs: run === undefined ? [] : [run] };
    },
    // Whatever is stored here is the person's whose browser it is.
    ownerOf: () => BROWSER_OWNER,
    isSynchronous(requested) {
      const strategy = resolveStrategy({ requested });
      return strategy.ok && isSynchronous(strategyById(strategy.value.strategy));
    },
    // MAN-12: whoever comes through a door is no caller of the system's own.
    launch: (catalog, document, request) => launch(catalog, { ...request, document, caller: 'external' }),
    rerun(catalog, document, run) {
      const frozen = document === undefined ? decodeWorkflow(run.document) : undefined;
      const repeated = document ?? (frozen?.ok ? frozen.value.document : undefined);
      if (repeated === undefined) throw new Error(`The workflow of the run ${run.id} cannot be read.`);
      return launch(catalog, rerunRequest(run, repeated));
    },
    /** Waits as long as a page drives the run, and a little for one to begin; then answers it as it is. */
    async rest(run) {
      const store = await stores();
      const begun = now();
      let driven = begun;
      let seq = -1;
      for (;;) {
        const row = await store.run(run);
        if (row === undefined || isAtRest(row)) return row;
        if (row.signal !== null) signals.set(run, row.signal);
        if ((seq >= 0 && row.seq !== seq) || (await held?.(`run:${run}`)) === true) driven = now();
        seq = row.seq;
        if (now() - driven > UNDRIVEN_MS || now() - begun > LONGEST_MS) return row;
        await news(run);
      }
    },
    async snapshot(run) {
      const made = await makeSnapshot(await stores(), run, { now: now(), hash: webCryptoHash, log });
      return made === undefined ? undefined : encodeSnapshot(made);
    },
    signalOf: (run) => signals.get(run) ?? null,
    cancel: signalled('cancel'),
    pause: signalled('pause'),
    answer: async (_catalog, id, request) => mine(await (await desk()).answer(id, request)),
    withdraw: async (_catalog, id, request) => mine(await (await desk()).withdraw(id, request)),
    async resume(_catalog, run) {
      const answer = await (await stores()).askResume(run);
      switch (answer.kind) {
        case 'asked':
          announce({ kind: 'signal', runId: run });
          return ok({ status: 200, signalId: answer.pause ?? '' });
        case 'missing':
          return fail(absent(run));
        case 'ended':
          return fail(ended(run, answer.status));
        case 'notPaused':
          return fail({ status: 409, code: 'NO_ACTIVE_PAUSE', message: `The run ${run} is not paused.` });
      }
    },
  };
}

/** Whatever is asked here is asked of the person whose browser it is. */
function owned(row: InterruptRow | undefined): InterruptRow | undefined {
  return row === undefined ? undefined : { ...row, initiator: row.initiator ?? BROWSER_OWNER };
}

function mine<E>(answered: Result<InterruptRow, E>): Result<InterruptRow, E> {
  return answered.ok
    ? ok({ ...answered.value, initiator: answered.value.initiator ?? BROWSER_OWNER })
    : answered;
}

function absent(run: string) {
  return { status: 404, code: 'PIPELINE_NOT_FOUND', message: `There is no run ${run}.` } as const;
}

function ended(run: string, status: string) {
  const message = `The run ${run} has ended as ${status}.`;
  return { status: 409, code: 'PIPELINE_TERMINAL', message } as const;
}
