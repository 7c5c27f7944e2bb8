import { describe, expect, test } from 'vitest';
import type { EditorState } from '../canvas/editor/types';
import { CUT_OFF } from '../engine/error-codes';
import type { JobRow, RunRow } from '../engine/ports';
import type { Answer, RunSource, RunSummary, RunView } from './ports';
import { createRunStore, nodeStates } from './run-store';

const job = (over: Partial<JobRow>): JobRow => ({
  v: 1,
  id: 'j',
  run: 'r',
  node: 'n',
  nodeType: 't',
  processor: 'p',
  label: '',
  status: 'completed',
  errorRouted: false,
  skipReason: null,
  priority: 0,
  order: 1,
  attempts: 1,
  inputs: null,
  origins: null,
  outputs: null,
  activeBranches: null,
  error: null,
  created: 0,
  started: 10,
  ended: 25,
  ...over,
});
const runRow = (over: Partial<RunRow>): RunRow => ({
  v: 1,
  id: 'r1',
  workflow: 'w',
  workflowName: 'W',
  strategy: 'flowdrop_runtime:synchronous_pipeline',
  status: 'running',
  pauseReason: null,
  error: null,
  document: {},
  initialData: {},
  inputs: {},
  outputs: null,
  warnings: [],
  skipped: [],
  passes: 0,
  created: 0,
  started: 0,
  ended: null,
  fence: 1,
  signal: null,
  seq: 1,
  ...over,
});

/** A source whose runs the test tells of. */
function world(answer: Answer<string>) {
  const watching = new Map<string, (view: RunView | undefined) => void>();
  let list: (runs: readonly RunSummary[]) => void = () => undefined;
  const remembered: unknown[] = [];
  const removed: string[] = [];
  const cancels: string[] = [];
  let refused: string | null = null;
  const source: RunSource = {
    launch: async () => answer,
    async cancel(_, reason) {
      cancels.push(reason);
      return refused === null
        ? { ok: true, value: null }
        : { ok: false, refusal: { message: '', code: refused, details: [] } };
    },
    resume: async () => ({ ok: true, value: null }),
    pause: async () => ({ ok: true, value: null }),
    watchRun(runId, listener) {
      watching.set(runId, listener);
      return () => watching.delete(runId);
    },
    watchRuns(_workflow, listener) {
      list = listener;
      return () => undefined;
    },
    childOf: async () => undefined,
    parentOf: async () => undefined,
    value: async () => undefined,
    remove: async (runId) => {
      removed.push(runId);
    },
    rememberedInputs: async () => ({ a: 'before' }),
    rememberInputs: async (_workflow, entered) => {
      remembered.push(entered);
    },
  };
  const shown: EditorState['run'][] = [];
  const runs = createRunStore({ source, workflow: 'w', editor: { setRun: (run) => shown.push(run) } });
  return {
    runs,
    watching,
    remembered,
    removed,
    cancels,
    refuseCancel: (code: string | null) => {
      refused = code;
    },
    shown,
    tellRuns: (rows: readonly RunSummary[]) => list(rows),
  };
}

const request = { document: {}, inputs: {}, initialData: {} };

describe('createRunStore', () => {
  test('a launched run is looked at, its badges follow what is persisted, and the inputs are remembered', async () => {
    const { runs, watching, shown, remembered } = world({ ok: true, value: 'r1' });
    await Promise.resolve();
    expect(await runs.launch(request)).toBe(true);
    expect(remembered).toEqual([{ a: 'before' }]);
    watching.get('r1')?.({ run: runRow({}), jobs: [job({ status: 'running', ended: null })], logs: [] });
    expect(runs.store.getState()).toMatchObject({
      runId: 'r1',
      showing: 'run',
      launching: false,
      refusal: null,
    });
    expect(shown.at(-1)?.nodes.get('n')).toMatchObject({ status: 'running', millis: null });
  });

  test('a refusal starts nothing, leaves the run that is looked at, and is told', async () => {
    const refusal = { message: 'no', code: 'WORKFLOW_INVALID', details: [] };
    const { runs, shown } = world({ ok: false, refusal });
    expect(await runs.launch(request)).toBe(false);
    expect(runs.store.getState()).toMatchObject({ runId: null, refusal, launching: false });
    expect(shown).toEqual([]);
  });

  test('late news of a run that is no longer looked at changes nothing', () => {
    const { runs, watching } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    const late = watching.get('r1');
    runs.look('r2');
    late?.({ run: runRow({}), jobs: [], logs: [] });
    expect(runs.store.getState()).toMatchObject({ runId: 'r2', view: null });
  });

  test('stopping shows until the run has ended', async () => {
    const { runs, watching } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    await runs.stop('enough');
    watching.get('r1')?.({ run: runRow({}), jobs: [], logs: [] });
    expect(runs.store.getState().stopping).toBe(true);
    watching.get('r1')?.({ run: runRow({ status: 'cancelled' }), jobs: [], logs: [] });
    expect(runs.store.getState().stopping).toBe(false);
  });

  test('pausing shows until the run waits', async () => {
    const { runs, watching } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    await runs.pause('lunch');
    watching.get('r1')?.({ run: runRow({}), jobs: [], logs: [] });
    expect(runs.store.getState().pausing).toBe(true);
    watching.get('r1')?.({ run: runRow({ status: 'paused' }), jobs: [], logs: [] });
    expect(runs.store.getState().pausing).toBe(false);
  });

  test('INT-16: a stop that meets a waiting pause is said again once the run waits', async () => {
    const { runs, watching, cancels, refuseCancel } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    await runs.pause('lunch');
    refuseCancel('INWARD_SIGNAL_ALREADY_PENDING');
    await runs.stop('enough');
    watching.get('r1')?.({ run: runRow({}), jobs: [], logs: [] });
    expect(runs.store.getState().stopping).toBe(true);
    refuseCancel(null);
    watching.get('r1')?.({ run: runRow({ status: 'paused' }), jobs: [], logs: [] });
    await Promise.resolve();
    watching.get('r1')?.({ run: runRow({ status: 'paused' }), jobs: [], logs: [] });
    expect(cancels).toEqual(['enough', 'enough']);
    watching.get('r1')?.({ run: runRow({ status: 'cancelled' }), jobs: [], logs: [] });
    expect(runs.store.getState()).toMatchObject({ stopping: false, pausing: false });
  });

  test('a stop that is refused for good is over', async () => {
    const { runs, refuseCancel } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    refuseCancel('PIPELINE_TERMINAL');
    await runs.stop('enough');
    expect(runs.store.getState().stopping).toBe(false);
  });

  test('a deleted run is no longer looked at, and its badges go', async () => {
    const { runs, shown, removed } = world({ ok: true, value: 'r1' });
    runs.look('r1');
    runs.remove('r1');
    expect(removed).toEqual([]);
    runs.settle();
    expect(removed).toEqual(['r1']);
    expect(runs.store.getState()).toMatchObject({ runId: null, showing: 'form' });
    expect(shown.at(-1)).toEqual({ runId: null, nodes: new Map() });
  });

  test('a removed run leaves the list at once and can be kept until the removal is settled', () => {
    const { runs, tellRuns, removed } = world({ ok: true, value: 'r1' });
    const row = (id: string): RunSummary => ({
      id,
      status: 'completed',
      created: 0,
      started: 0,
      ended: 1,
      error: null,
    });
    const ids = () => runs.store.getState().runs?.map(({ id }) => id);
    tellRuns([row('a'), row('b')]);
    runs.remove('a');
    expect(ids()).toEqual(['b']);
    tellRuns([row('c'), row('a'), row('b')]);
    expect(ids()).toEqual(['c', 'b']);
    expect(runs.keep('a')).toBe(true);
    expect(ids()).toEqual(['c', 'a', 'b']);
    runs.remove('b');
    runs.dispose();
    expect(removed).toEqual(['b']);
    expect(runs.keep('b')).toBe(false);
    expect(ids()).toEqual(['c', 'a']);
  });

  test('the list is unknown until it was read', () => {
    const { runs, tellRuns } = world({ ok: true, value: 'r1' });
    expect(runs.store.getState().runs).toBeNull();
    tellRuns([]);
    expect(runs.store.getState().runs).toEqual([]);
  });
});

test('BR-3: wires learn which branches a node decided for', () => {
  const states = nodeStates([job({ activeBranches: ['true'] }), job({ id: 'other', node: 'm' })]);
  expect(states.get('n')?.activeBranches).toEqual(['true']);
  expect(states.get('m')?.activeBranches).toBeNull();
});

test('ERR-1: the badge of a node reads its last job, in the order of execution', () => {
  const states = nodeStates([
    job({ id: 'second', order: 4, status: 'failed', errorRouted: true, started: 30, ended: 41 }),
    job({ id: 'first', order: 2 }),
    job({ id: 'other', node: 'm', order: null, status: 'skipped', started: null, ended: null }),
  ]);
  expect(states.get('n')).toMatchObject({ jobId: 'second', status: 'failed', errorRouted: true, millis: 11 });
  expect(states.get('m')).toMatchObject({ status: 'skipped', millis: null });
});

test('INT-5: a job that the cancel cut off reads as stopped, not as failed', () => {
  const error = { message: 'The run was cancelled', code: CUT_OFF, node_id: 'n', retryable: false };
  const states = nodeStates([
    job({ status: 'failed', error }),
    job({ id: 'own', node: 'm', status: 'failed', error: { ...error, code: 'unexpected_error' } }),
  ]);
  expect(states.get('n')).toMatchObject({ status: 'cancelled', error: null });
  expect(states.get('m')).toMatchObject({ status: 'failed', error: 'The run was cancelled' });
});

test('the badge of a node in a loop counts its executions', () => {
  const rounds = Array.from({ length: 12 }, (_, n) => job({ id: `${n}`, order: n + 1 }));
  expect(nodeStates([...rounds, job({ id: 'x', node: 'm' })]).get('n')).toMatchObject({
    jobId: '11',
    executions: 12,
  });
});
