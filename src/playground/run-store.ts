// What the playground knows: the runs of one workflow, and the run that is looked at. Rows come from what is persisted
// (data-model: readers read after an announcement); nothing here is invented while a run goes on.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Editor, NodeRunState } from '../canvas/editor/types';
import { CUT_OFF } from '../engine/error-codes';
import type { JobRow } from '../engine/ports';
import { isTerminal } from '../model/status';
import type {
  EnteredInputs,
  LaunchRequest,
  Refusal,
  RunChoices,
  RunSource,
  RunSummary,
  RunView,
} from './ports';
import type { FieldFault } from './run-form';

export type RunState = {
  /** Newest first; null until they were read. */
  readonly runs: readonly RunSummary[] | null;
  /** The run that is looked at; null: none. */
  readonly runId: string | null;
  /** Its rows; null until they were read. */
  readonly view: RunView | null;
  /** The job that is looked at. */
  readonly jobId: string | null;
  readonly launching: boolean;
  readonly stopping: boolean;
  /** A pause was asked for; the job in flight still goes on. */
  readonly pausing: boolean;
  /** Why the last launch started nothing; null after a launch that did. */
  readonly refusal: Refusal | null;
  /** What the form holds; null until what was typed last time was read. */
  readonly entered: EnteredInputs | null;
  readonly faults: { readonly [field: string]: FieldFault };
  /** How the next run is driven, where that was chosen. */
  readonly choices: RunChoices;
  /** Whether the panel shows the form or the run that is looked at. */
  readonly showing: 'form' | 'run';
};

export type RunStore = {
  readonly store: StoreApi<RunState>;
  readonly source: RunSource;
  /** Starts a run and looks at it. False: refused, nothing was started. */
  launch(request: LaunchRequest): Promise<boolean>;
  /** Asks the run that is looked at to end. */
  stop(reason: string): Promise<void>;
  /** Asks the run that is looked at to wait after the job in flight. */
  pause(reason: string): Promise<void>;
  resume(): Promise<void>;
  /** What the run asks; absent where nothing is asked. */
  readonly questions: RunSource['questions'];
  /** Looks at a run, or at none. */
  look(runId: string | null): void;
  selectJob(jobId: string | null): void;
  /** Takes a run out of the list at once, and out of what is stored when {@link keep} can no longer be asked for. */
  remove(runId: string): void;
  /** Takes back a removal. False: it was too late. */
  keep(runId: string): boolean;
  /** Removed runs that can still be kept. */
  leaving(): readonly string[];
  /** Ends the time in which removals can be taken back. */
  settle(): void;
  dismissRefusal(): void;
  enter(entered: EnteredInputs): void;
  setFaults(faults: RunState['faults']): void;
  choose(choices: RunChoices): void;
  show(what: RunState['showing']): void;
  dispose(): void;
};

/** One store an editor. `editor` is told how its nodes stand in the run that is looked at. */
export function createRunStore(options: {
  readonly source: RunSource;
  readonly workflow: string;
  readonly editor: Pick<Editor, 'setRun'>;
}): RunStore {
  const { source, workflow, editor } = options;
  const store = createStore<RunState>(() => ({
    runs: null,
    runId: null,
    view: null,
    jobId: null,
    launching: false,
    stopping: false,
    pausing: false,
    refusal: null,
    entered: null,
    faults: {},
    choices: {},
    showing: 'form',
  }));
  source.rememberedInputs(workflow).then(
    (entered) => store.setState((state) => ({ entered: state.entered ?? entered })),
    () => store.setState((state) => ({ entered: state.entered ?? {} })),
  );
  let unwatch: () => void = () => undefined;
  /** INT-16: one signal waits at a time. A stop that met a waiting pause is said again once that was observed. */
  let stopOnceItWaits: string | undefined;
  // Runs that were removed and can still be kept.
  const leaving = new Map<string, ReturnType<typeof setTimeout>>();
  let listed: readonly RunSummary[] | null = null;
  const list = () =>
    store.setState({ runs: listed === null ? null : listed.filter(({ id }) => !leaving.has(id)) });
  const unwatchRuns = source.watchRuns(workflow, (runs) => {
    listed = runs;
    list();
  });

  function settleOne(runId: string): void {
    clearTimeout(leaving.get(runId));
    leaving.delete(runId);
    listed = listed?.filter(({ id }) => id !== runId) ?? null;
    list();
    // A run that could not be deleted comes back with the next reading of the list.
    source.remove(runId).catch(() => undefined);
  }

  function look(runId: string | null): void {
    if (runId === store.getState().runId) return;
    unwatch();
    unwatch = () => undefined;
    stopOnceItWaits = undefined;
    store.setState({
      runId,
      view: null,
      jobId: null,
      stopping: false,
      pausing: false,
      showing: runId === null ? 'form' : 'run',
    });
    editor.setRun({ runId, nodes: new Map() });
    if (runId === null) return;
    unwatch = source.watchRun(runId, (view) => {
      if (store.getState().runId !== runId) return;
      if (view === undefined) {
        look(null);
        return;
      }
      const ended = isTerminal(view.run.status);
      const waits = ended || view.run.status === 'paused';
      const { stopping, pausing } = store.getState();
      store.setState({ view, stopping: stopping && !ended, pausing: pausing && !waits });
      if (waits && stopOnceItWaits !== undefined) {
        const reason = stopOnceItWaits;
        stopOnceItWaits = undefined;
        if (!ended) void stop(reason);
      }
      editor.setRun({ runId, nodes: nodeStates(view.jobs) });
    });
  }

  async function stop(reason: string): Promise<void> {
    const { runId } = store.getState();
    if (runId === null) return;
    store.setState({ stopping: true });
    const answer = await source.cancel(runId, reason);
    const { view, ...state } = store.getState();
    if (answer.ok || state.runId !== runId) return;
    if (answer.refusal.code !== 'INWARD_SIGNAL_ALREADY_PENDING') store.setState({ stopping: false });
    else if (state.pausing && view?.run.status !== 'paused') stopOnceItWaits = reason;
    else store.setState({ stopping: false });
  }

  function settle(): void {
    for (const runId of [...leaving.keys()]) settleOne(runId);
  }

  return {
    store,
    source,
    look,
    async launch(request) {
      if (store.getState().launching) return false;
      store.setState({ launching: true, refusal: null });
      try {
        const answer = await source.launch(request);
        if (!answer.ok) {
          store.setState({ refusal: answer.refusal });
          return false;
        }
        look(answer.value);
        const { entered } = store.getState();
        // Remembering is a courtesy: a run is never held up or failed by it.
        if (entered !== null) source.rememberInputs(workflow, entered).catch(() => undefined);
        return true;
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        store.setState({ refusal: { message, code: 'ENGINE_UNREACHABLE', details: [] } });
        return false;
      } finally {
        store.setState({ launching: false });
      }
    },
    stop,
    async pause(reason) {
      const { runId, pausing, stopping } = store.getState();
      if (runId === null || pausing || stopping) return;
      store.setState({ pausing: true });
      const answer = await source.pause(runId, reason);
      if (!answer.ok && store.getState().runId === runId) store.setState({ pausing: false });
    },
    questions: source.questions,
    async resume() {
      const { runId } = store.getState();
      if (runId !== null) await source.resume(runId);
    },
    selectJob(jobId) {
      store.setState({ jobId });
    },
    remove(runId) {
      if (leaving.has(runId)) return;
      if (store.getState().runId === runId) look(null);
      leaving.set(
        runId,
        setTimeout(() => settleOne(runId), KEEP_MILLIS),
      );
      list();
    },
    keep(runId) {
      const timer = leaving.get(runId);
      if (timer === undefined) return false;
      clearTimeout(timer);
      leaving.delete(runId);
      list();
      return true;
    },
    leaving: () => [...leaving.keys()],
    settle,
    dismissRefusal() {
      store.setState({ refusal: null });
    },
    enter(entered) {
      store.setState({ entered });
    },
    setFaults(faults) {
      store.setState({ faults });
    },
    choose(choices) {
      store.setState({ choices });
    },
    show(showing) {
      store.setState({ showing });
    },
    dispose() {
      settle();
      unwatch();
      unwatchRuns();
    },
  };
}

/** How long a removed run can be taken back: longer than the notice that offers it. */
const KEEP_MILLIS = 15_000;

/** How each node stands: its last job decides (ERR-1: badges read the job). */
export function nodeStates(jobs: readonly JobRow[]): ReadonlyMap<string, NodeRunState> {
  const states = new Map<string, NodeRunState>();
  for (const job of [...jobs].sort(byTime)) {
    states.set(job.node, {
      status: isCutOff(job) ? 'cancelled' : job.status,
      jobId: job.id,
      executions: (states.get(job.node)?.executions ?? 0) + 1,
      millis: job.started === null || job.ended === null ? null : job.ended - job.started,
      errorRouted: job.errorRouted && !isCutOff(job),
      error: isCutOff(job) ? null : (job.error?.message ?? null),
      activeBranches: job.activeBranches,
    });
  }
  return states;
}

/** Whether the job failed for no reason of its own: the cancel of its run took the answer away that it waited for (INT-5). */
export function isCutOff(job: JobRow): boolean {
  return job.status === 'failed' && job.error?.code === CUT_OFF;
}

/** Jobs in the order they ran (DATA-2); those that did not run follow in the order they were made. */
export function byTime(a: JobRow, b: JobRow): number {
  if (a.order !== null && b.order !== null) return a.order - b.order;
  if (a.order !== null) return -1;
  if (b.order !== null) return 1;
  return a.created - b.created;
}
