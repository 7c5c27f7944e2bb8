import { workflowTypeId } from '../../contract/workflow-ids';
import type { WorkflowDocument } from '../../model/document';
import type { Json, JsonObject } from '../../model/json';
import type { DriveEnd } from '../driver';
import { createEngine, type Engine } from '../engine';
import type { LaunchRequest } from '../launch';
import type { JobRow, RunRow, RunStore, StepCommit, StrategyId } from '../ports';
import { processors } from '../processors';
import type { Execute } from '../processors/types';
import { readValues } from '../values';
import { CONFORMANCE_TYPES } from './run-scenario';
import { type TestType, type TestWorld, testCatalog, testWorkflow, testWorld, type Wiring } from './world';

export const PIPELINE: StrategyId = 'flowdrop_runtime:synchronous_pipeline';
export const DIRECT: StrategyId = 'flowdrop_runtime:synchronous';
export const STRATEGIES: readonly StrategyId[] = [
  DIRECT,
  PIPELINE,
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
];

/** Manifest entries by name: the node and port that each is bound to. */
export type Bound = { readonly [name: string]: string };

export function workflow(
  id: string,
  nodes: Parameters<typeof testWorkflow>[0],
  wires: readonly Wiring[],
  { inputs = {}, outputs = {}, rest = {} }: { inputs?: Bound; outputs?: Bound; rest?: JsonObject },
): WorkflowDocument {
  const side = (bound: Bound): Json =>
    Object.entries(bound).map(([name, at]) => {
      const [nodeId = '', portId = ''] = at.split('.');
      return { id: name, bindings: [{ nodeId, portId }] };
    });
  const shown = { inputs: side(inputs), outputs: side(outputs) };
  return testWorkflow(nodes, wires, { id, name: id.toUpperCase(), interface: shown, ...rest });
}

/** Takes `text`, gives it as `said`. */
export const INNER = workflow('inner', { step: 'echo', last: 'echo' }, ['step.text>last.text'], {
  inputs: { text: 'step.text' },
  outputs: { said: 'last.text' },
});

/** Calls `callee` with a text, and passes on what it says. */
export function caller(callee: string, id = 'outer', more: readonly Wiring[] = []): WorkflowDocument {
  return workflow(
    id,
    { first: 'echo', child: workflowTypeId(callee), after: 'echo' },
    ['first.text>child.text', 'child.said>after.text', ...more],
    { inputs: { text: 'first.text' }, outputs: { said: 'after.text' } },
  );
}

/** A step that waits until it is opened. */
export function gate() {
  let times = 0;
  let open: () => void = () => undefined;
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const execute: Execute = async (parameters) => {
    times += 1;
    enter();
    await opened;
    return { outputs: parameters };
  };
  const type: TestType = {
    id: 'gate',
    parameters: { text: {} },
    outputs: { text: {} },
    flags: { sideEffects: true },
    execute,
  };
  return { type, entered, open: () => open(), times: () => times };
}

export const GATED = workflow('gated', { step: 'gate', last: 'echo' }, ['step.text>last.text'], {
  inputs: { text: 'step.text' },
  outputs: { said: 'last.text' },
});

export type Stage = {
  readonly world: TestWorld;
  readonly engine: Engine;
  launch(document: WorkflowDocument, request?: Partial<LaunchRequest>): ReturnType<Engine['launch']>;
  /** Launches with the text `hello`, and waits for what comes of it. */
  run(document: WorkflowDocument, request?: Partial<LaunchRequest>): Promise<{ run: RunRow; end: DriveEnd }>;
  recover(run: string): ReturnType<Engine['recover']>;
  resume(run: string): ReturnType<Engine['resume']>;
  cancel(run: string): ReturnType<Engine['cancel']>;
  children(run: string): Promise<readonly RunRow[]>;
  job(run: string, node: string): Promise<JobRow | undefined>;
  outputs(run: RunRow | JobRow | undefined): Promise<JsonObject | undefined>;
};

export function stage(
  store: RunStore,
  stored: readonly WorkflowDocument[],
  types: readonly TestType[] = [],
  seen: readonly WorkflowDocument[] = stored,
): Stage {
  const world: TestWorld = {
    ...testWorld(store),
    workflows: { workflow: async (id) => stored.find((document) => document.id === id) },
  };
  const { catalog, executors } = testCatalog([...CONFORMANCE_TYPES, ...types], seen);
  const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
  const launch: Stage['launch'] = (document, request = {}) =>
    engine.launch(catalog, {
      document,
      inputs: { text: 'hello' },
      caller: 'external',
      strategy: PIPELINE,
      ...request,
    });
  return {
    world,
    engine,
    launch,
    async run(document, request) {
      const launched = await launch(document, request);
      if (!launched.ok) throw new Error(JSON.stringify(launched.error));
      const end = await launched.value.done;
      return { run: await found(store, launched.value.runId), end };
    },
    recover: (run) => engine.recover(catalog, run),
    resume: (run) => engine.resume(catalog, run),
    cancel: (run) => engine.cancel(catalog, run, 'enough'),
    async children(run) {
      const all = await store.runs({ limit: 100 });
      return all.filter(({ parent }) => parent?.run === run).reverse();
    },
    async job(run, node) {
      return (await store.jobs(run)).filter((job) => job.node === node).at(-1);
    },
    async outputs(row) {
      const { outputs } = row ?? { outputs: null };
      return outputs === null ? undefined : readValues(outputs, (ref) => store.value(ref));
    },
  };
}

export async function found(store: RunStore, id: string): Promise<RunRow> {
  const run = await store.run(id);
  if (run === undefined) throw new Error(`The run ${id} is not in the store.`);
  return run;
}

export async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500 && !(await holds()); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A store that dies with the first commit of which `dies` holds: nothing is written from then on, and nothing answers. */
export function mortal(
  store: RunStore,
  dies: (commit: StepCommit) => boolean,
): { store: RunStore; dead: Promise<void> } {
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  let alive = true;
  const silence = new Promise<never>(() => undefined);
  return {
    dead,
    store: {
      ...store,
      create: (commit) => (alive ? store.create(commit) : silence),
      run: (id) => (alive ? store.run(id) : silence),
      commit(commit) {
        if (alive && dies(commit)) {
          alive = false;
          die();
        }
        return alive ? store.commit(commit) : silence;
      },
    },
  };
}
