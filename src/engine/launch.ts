import type { Catalog } from '../catalog/types';
import { resolveLaunch } from '../contract/launch';
import { workflowOfExecutor } from '../contract/workflow-ids';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import type { Finding } from '../model/finding';
import type { Json, JsonObject } from '../model/json';
import { isObject } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { locatorOf } from '../validation/locate';
import { textOf } from '../validation/text';
import { validateFully } from '../validation/validate';
import { type NestingFault, staticNestingFault } from './children/nesting';
import { compile } from './compile/compile';
import { resolveConfig } from './config';
import { firing, planFiredBy, refuseLoops } from './direct';
import { type Drive, type DriverOptions, type Driving, drive } from './driver';
import { checkpointMemory, checkpointStoreOf, type SeedRequest, seedState } from './graph/checkpoints';
import type { Executors } from './job';
import type { RunIdentity } from './memory/identity';
import type { Plan } from './plan';
import type { EngineWorld, RunConfig, RunRow, RunWarning, StrategyId } from './ports';
import { QUEUED } from './queue/judge';
import { type ChildRow, newJobRows, newRunRow, UNOWNED } from './rows';
import type { Snapshot } from './snapshots/document';
import { judgeSnapshot, type SeedRefusal } from './snapshots/seed';
import { attachedSnapshot, freshStart, seedFrom, seedingUnsupported, withSnapshot } from './snapshots/start';
import type { LoopLimits } from './state';
import { isStateful, resolveStrategy, seeds, strategyById } from './strategies';
import { repeatedData } from './triggers/initial-data';
import { webCryptoHash } from './values';

export type LaunchRequest = {
  readonly document: WorkflowDocument;
  /** The workflow in the API form as it came, to be frozen with the run; encoded from the document where absent. */
  readonly source?: JsonObject | undefined;
  /** Declared inputs by name (MAN-10 to MAN-16). */
  readonly inputs?: JsonObject | undefined;
  /** Node-keyed data beneath the declared inputs; the system's own callers only (MAN-12). */
  readonly initialData?: JsonObject | undefined;
  readonly caller: 'external' | 'system';
  /** ORC-2, ORC-3. */
  readonly strategy?: string | undefined;
  readonly trigger?:
    | {
        readonly event?: string | undefined;
        readonly strategy?: string | undefined;
        /** OCX-1: the run's flat initial data, in place of `initialData`. */
        readonly data?: JsonObject | undefined;
      }
    | undefined;
  readonly configuredStrategy?: string | undefined;
  /** SG-7, SG-13, SG-14: bounds of loops; what is not given is the workflow's own, else the default. */
  readonly config?: Partial<LoopLimits> | undefined;
  /** SG-12: of stateful strategies; the thread whose state is gone on with, a checkpoint's id, an explicit state. */
  readonly thread?: string | undefined;
  readonly checkpoint?: string | undefined;
  readonly state?: JsonObject | undefined;
  /**
   * INT-10: a snapshot of a run that has not ended, in either spelling: what it records as completed is not done again. Where
   * no `inputs` are given, its own are taken, those that the workflow declares.
   */
  readonly snapshot?: Json | undefined;
  /** SG-11: `memory` or `durable`, which it is where nothing is said. */
  readonly checkpoints?: string | undefined;
  /** MEM-8: for whom it runs, and in which session; a run that a node starts is for whom the run of that node is. */
  readonly identity?: RunIdentity | undefined;
  /** The run that this one repeats (INT-11). */
  readonly rerunOf?: string | undefined;
};

/** Why nothing was launched. `status` is the HTTP status that a door answers with. Nothing has been created. */
export type LaunchFailure = {
  readonly status: 400 | 409 | 422;
  readonly code:
    | 'INPUT_UNDECLARED'
    | 'INPUT_REQUIRED'
    | 'INPUT_INVALID'
    | 'STRATEGY_UNAVAILABLE'
    | 'WORKFLOW_INVALID'
    | 'COMPILATION_FAILED'
    | 'LOOPS_NOT_SUPPORTED'
    | 'TRIGGER_UNKNOWN'
    | 'CHECKPOINT_STORE_UNKNOWN'
    | 'CHECKPOINT_TERMINAL'
    | 'SNAPSHOT_INVALID'
    | SeedRefusal['code']
    | 'WORKFLOW_CYCLE'
    | 'WORKFLOW_TOO_DEEP'
    | 'WORKFLOW_NODES_NOT_SUPPORTED'
    | 'CALLBACKS_UNAVAILABLE';
  readonly message: string;
  readonly details: readonly Json[];
};

/** All that a run is made of, judged and compiled; nothing is stored yet. */
export type Prepared = {
  readonly plan: Plan;
  readonly strategy: StrategyId;
  readonly document: JsonObject;
  readonly inputs: JsonObject;
  readonly initialData: JsonObject;
  readonly config: RunConfig;
  readonly warnings: readonly RunWarning[];
  /** INT-10: what the run is seeded from; absent for a fresh start. */
  readonly snapshot?: Snapshot;
};

/**
 * Judges a launch in this order: the form of an attached snapshot, inputs (MAN-15), strategy (ORC-2), every validation rule
 * (VAL-LAUNCH), compilation (CMP-1), whether the snapshot can be taken up (INT-14, INT-15). Creates nothing.
 */
export async function prepareLaunch(
  world: Pick<EngineWorld, 'expressions'>,
  catalog: Catalog,
  given: LaunchRequest,
): Promise<Result<Prepared, LaunchFailure>> {
  const { document } = given;
  const attached = attachedSnapshot(given.snapshot);
  if (!attached.ok) return attached;
  const snapshot = attached.value;
  const request = snapshot === undefined ? given : withSnapshot(given, snapshot);
  const launch = resolveLaunch(document, catalog, request.inputs, request.caller);
  if (!launch.ok) {
    const { code, message, details } = launch.error;
    return fail({ status: 400, code, message, details });
  }
  if (request.caller === 'external' && request.initialData !== undefined) {
    // MAN-12: the node-keyed shape is no way in from outside.
    const message = 'Node-keyed data is not accepted; send declared inputs by name.';
    return fail({
      status: 400,
      code: 'INPUT_UNDECLARED',
      message,
      details: Object.keys(request.initialData),
    });
  }

  const strategy = resolveStrategy({
    requested: request.strategy,
    event: request.trigger?.event,
    trigger: request.trigger?.strategy,
    configured: request.configuredStrategy,
  });
  if (!strategy.ok) return fail({ status: 422, details: [], ...strategy.error });

  const findings = await validateFully(document, catalog, world.expressions);
  const errors = findings.filter((finding) => finding.severity === 'error');
  if (errors.length > 0) {
    const message = `The workflow "${document.name || document.id}" has ${errors.length === 1 ? 'an error' : `${errors.length} errors`} and was not started.`;
    return fail({ status: 422, code: 'WORKFLOW_INVALID', message, details: errors.map(detail(document)) });
  }

  const compiled = compile(document, catalog);
  if (!compiled.ok) {
    const { code, message, stage, cause } = compiled.error;
    return fail({
      status: 422,
      code,
      message,
      details: [
        {
          stage,
          message: cause.message,
          ...(cause.node === undefined ? {} : { node: cause.node }),
          ...(cause.edges === undefined ? {} : { edges: cause.edges }),
        },
      ],
    });
  }
  const compiledPlan = compiled.value;
  const direct = strategy.value.strategy === 'flowdrop_runtime:synchronous';
  // ORC-7: between compiling and the first node.
  const looping = direct ? refuseLoops(compiledPlan) : undefined;
  if (looping !== undefined) return fail(looping);
  const flat = request.trigger?.data;
  const fired = direct ? planFiredBy(compiledPlan, flat ?? request.initialData) : ok(compiledPlan);
  if (!fired.ok) return fired;
  const plan = fired.value;
  const stateful = isStateful(strategyById(strategy.value.strategy));
  if (snapshot !== undefined) {
    const refused = seeds(strategyById(strategy.value.strategy))
      ? judgeSnapshot(plan, snapshot)
      : seedingUnsupported(snapshot, strategy.value.strategy);
    if (refused !== undefined) return fail(refused);
  }
  const keeps = stateful ? checkpointStoreOf(request.checkpoints) : ok(undefined);
  if (!keeps.ok) return fail(keeps.error);
  const config: RunConfig = {
    ...resolveConfig(request, document),
    ...(stateful && request.thread !== undefined ? { thread: request.thread } : {}),
    ...(keeps.value === undefined ? {} : { checkpoints: keeps.value }),
  };
  const launchWarnings = launch.value.warnings.map(
    ({ entry, message }): RunWarning => ({ code: 'INPUT_DROPPED', message: `Input "${entry}": ${message}` }),
  );
  return ok({
    plan,
    strategy: strategy.value.strategy,
    document: request.source ?? encodeWorkflow(document),
    inputs: request.inputs ?? {},
    initialData: {
      ...(flat ?? firing(request.initialData)),
      ...beneath(request.initialData ?? {}, launch.value.initialData),
    },
    config,
    warnings: [...strategy.value.warnings, ...launchWarnings, ...plan.warnings],
    ...(snapshot === undefined ? {} : { snapshot }),
  });
}

/** VAL-LAUNCH: an error as the save path prints it. */
function detail(document: WorkflowDocument) {
  return (finding: Finding): JsonObject => ({
    code: finding.code,
    message: textOf(finding),
    locator: locatorOf(finding, document),
  });
}

/** DATA-6: entries that are no maps of ports are dropped; a declared input wins over node-keyed data for its port. */
function beneath(lower: JsonObject, upper: JsonObject): JsonObject {
  const merged = new Map<string, JsonObject>();
  for (const source of [lower, upper]) {
    for (const [node, ports] of Object.entries(source)) {
      if (isObject(ports)) merged.set(node, { ...merged.get(node), ...ports });
    }
  }
  return Object.fromEntries(merged);
}

/** `queued`: takes a run that is in the queue, with all that is known of it here; absent: there is no queue here. */
export type LaunchOptions = DriverOptions & { readonly queued?: (entry: Drive) => Driving };

/**
 * Launches a run: {@link createRun}, then the drive, which goes on after this returns. A refusal has created nothing.
 *
 * @param child where a node of another run launches it. Rejects where a run of that id exists.
 */
export async function launch(
  world: EngineWorld,
  catalog: Catalog,
  request: LaunchRequest,
  options: LaunchOptions,
  child?: ChildRow,
): Promise<Result<Driving & { readonly run: RunRow }, LaunchFailure>> {
  const created = await createRun(world, catalog, request, options, { child });
  if (!created.ok) return created;
  const { run } = created.value;
  // ORC-12: whoever launched it is answered before any node runs.
  const queued = run.strategy === QUEUED ? options.queued?.(created.value) : undefined;
  return ok({ ...(queued ?? drive(world, created.value, options)), run });
}

/** What creating a run takes of the world: nothing that executes a node. */
export type CreatingWorld = Pick<
  EngineWorld,
  'store' | 'clock' | 'ids' | 'announce' | 'expressions' | 'workflows' | 'callbackUrl'
>;

/**
 * Judges a launch ({@link prepareLaunch}) and creates run and jobs in one transaction. Nothing is driven: that is for whoever
 * is given the answer, or, where the run is `unowned`, for whoever finds it first.
 */
export async function createRun(
  world: CreatingWorld,
  catalog: Catalog,
  request: LaunchRequest,
  options: Pick<DriverOptions, 'executors' | 'checkpoints' | 'hash'>,
  { child, unowned = false }: { readonly child?: ChildRow | undefined; readonly unowned?: boolean } = {},
): Promise<Result<Drive, LaunchFailure>> {
  const prepared = await prepareLaunch(world, catalog, request);
  if (!prepared.ok) return prepared;
  const { plan } = prepared.value;
  const refused = await refusedNodes(world, catalog, plan, options.executors, child?.parent.path ?? []);
  if (refused !== undefined) return fail(refused);
  const memory = options.checkpoints ?? checkpointMemory();
  const { snapshot } = prepared.value;
  const seed =
    prepared.value.config.checkpoints === undefined
      ? undefined
      : await seedState(
          world.store,
          memory,
          plan.workflow,
          snapshot === undefined ? request : startOf(request),
        );
  if (seed !== undefined && !seed.ok) return fail(seed.error);
  const now = world.clock.now();
  const seeded =
    snapshot === undefined
      ? undefined
      : await seedFrom(snapshot, plan, request.document, now, options.hash ?? webCryptoHash);
  const made = {
    ...prepared.value,
    warnings: [...prepared.value.warnings, ...(seed?.value.warnings ?? []), ...(seeded?.warnings ?? [])],
    rerunOf: request.rerunOf,
    identity: request.identity,
    child,
    startState: seed?.value.state,
    seeded: seeded?.seeded,
  };
  const row = newRunRow(made, world.ids, now);
  const run = unowned ? { ...row, fence: UNOWNED } : row;
  const fresh = newJobRows(plan, run.id, world.ids, now);
  const start = seeded === undefined ? freshStart(plan, run, fresh) : await seeded.start(run, fresh);
  const { jobs, state } = start;
  const queued = run.strategy === QUEUED;
  await world.store.create({
    run,
    jobs,
    values: start.values,
    logs: start.logs,
    // ORC-14: a run that is to be claimed is never there without its place in the queue.
    ...(queued ? { queue: { kind: 'put', place: { due: now, reason: 'launched' } } } : {}),
  });
  world.announce({
    runId: run.id,
    workflow: run.workflow,
    seq: run.seq,
    kind: 'created',
    jobIds: jobs.map((job) => job.id),
    ...(queued ? { queued } : {}),
  });
  const first = { type: 'begin', at: world.clock.now() } as const;
  return ok({ plan, run, jobs, state, first, logSeq: start.logs.length });
}

/** SG-12 (1): beside a snapshot no checkpoint and no earlier state of the thread is taken up. */
function startOf({ state, thread }: LaunchRequest): SeedRequest {
  return { state: state ?? {}, thread };
}

/** Nothing is begun that has nodes which cannot be run here, or that would run itself. */
async function refusedNodes(
  { workflows, callbackUrl }: CreatingWorld,
  catalog: Catalog,
  plan: Plan,
  executors: Executors,
  above: readonly string[],
): Promise<LaunchFailure | undefined> {
  const waiting = plan.nodes.filter(({ processor }) => processor === CALL_AND_WAIT);
  // INT-20: nobody could answer.
  if (waiting.length > 0 && callbackUrl === undefined) return noCallbacks(waiting);
  if (workflows === undefined) return workflowNodes(plan, executors);
  const fault = await staticNestingFault(plan, above, workflows, catalog);
  return fault === undefined ? undefined : nestingFailure(fault);
}

const CALL_AND_WAIT = 'flowdrop_interrupt:call_and_wait';

function noCallbacks(nodes: Plan['nodes']): LaunchFailure {
  const named = nodes.map(({ label }) => `"${label}"`).join(', ');
  return {
    status: 422,
    code: 'CALLBACKS_UNAVAILABLE',
    message: `${named} waits for another system to call back, which cannot reach this place. Run the workflow on a host.`,
    details: nodes.map(({ id }) => ({ node: id })),
  };
}

function nestingFailure({ code, message, path }: NestingFault): LaunchFailure {
  return { status: 422, code, message, details: path };
}

/** A node that is a workflow has a declared executor (R1), also where no workflows can be run. */
function workflowNodes(plan: Plan, executors: Executors): LaunchFailure | undefined {
  const found = plan.nodes.flatMap(({ id, processor }) => {
    const workflow = workflowOfExecutor(processor);
    return workflow === undefined || executors.has(processor) ? [] : [{ node: id, workflow }];
  });
  if (found.length === 0) return undefined;
  const named = found.map(({ node, workflow }) => `${node} (workflow "${workflow}")`).join(', ');
  return {
    status: 422,
    code: 'WORKFLOW_NODES_NOT_SUPPORTED',
    message: `Workflows cannot be run as steps of other workflows here, and these nodes are workflows: ${named}.`,
    details: found,
  };
}

/** INT-11: what launches an independent run with the input of `run`, from the workflow that the caller chose. */
export function rerunRequest(run: RunRow, document: WorkflowDocument): LaunchRequest {
  return {
    document,
    inputs: run.inputs,
    initialData: run.initialData,
    caller: 'system',
    trigger: { data: repeatedData(run.initialData) },
    strategy: run.strategy,
    rerunOf: run.id,
  };
}
