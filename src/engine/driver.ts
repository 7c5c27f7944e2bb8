// Runs the effects of the pure core against the world: one commit a step, announcements after it.

import { collectOutputs } from '../contract/outputs';
import { isFollowed } from '../model/branches';
import type { Json, JsonObject } from '../model/json';
import { executorOf } from './children/executor-of';
import { startsRuns } from './children/starts-runs';
import type { ChildRuns, ChildRunsMaker } from './children/types';
import { deliver, initialInputs, type Wire } from './delivery/deliver';
import type { ExecutionRecord } from './delivery/record';
import { isBehind } from './delivery/rounds';
import type { RunInput, RunSignal, StepResult } from './events';
import { type CheckpointMemory, checkpointOf, WORKFLOW_END } from './graph/checkpoints';
import { internalInputs, NO_INTERNALS } from './graph/internals';
import { decidedOutcome, earlyInterrupts, keepQuestion } from './interrupts/asking';
import { askedBefore } from './interrupts/reentry';
import type { InterruptRow } from './interrupts/row';
import { type Executors, executeNode, type JobSetting } from './job';
import { Ledger, type Written } from './ledger';
import { isDispatched } from './loops/foreach-edges';
import type { Plan, PlanEdge, PlanNode } from './plan';
import type { EngineWorld, JobRow, RunEvent, RunRow, StepCommit, StoredCheckpoint } from './ports';
import { QUEUED } from './queue/judge';
import type { Lease } from './queue/lease';
import { type Budget, type Cell, DEFAULT_BUDGET, type RunState } from './state';
import { step } from './step';
import { type Hasher, webCryptoHash } from './values';
import { itemAt, itemsOf } from './vector';

/** ORC-7: nothing was asked of the store, and nobody is heard before the end. */
const HELD_BACK = { ok: true, signal: null } as const;
const UNBOUNDED: Budget = { maxPasses: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };

/** How a drive ended. `stale`: another owner has the run. `lost`: the store failed; the run can be recovered. */
export type DriveEnd =
  | {
      readonly kind: 'ended' | 'paused';
      readonly run: RunRow;
      /** What escaped a node or interrupted the run, as it was thrown (ERR-3, ERR-4). */
      readonly cause?: unknown;
      /** Ids of the interrupts that jobs waited for when it paused; absent: none. */
      readonly open?: readonly string[];
    }
  | { readonly kind: 'stale' }
  | { readonly kind: 'lost'; readonly cause: unknown }
  /** Back in the queue, its budget spent. `next`: what goes on with it, for whoever claims it next where it was. */
  | { readonly kind: 'queued'; readonly run: RunRow; readonly next: Drive };

export type DriverOptions = {
  readonly executors: Executors;
  readonly budget?: Budget | undefined;
  readonly hash?: Hasher | undefined;
  /** Ephemeral checkpoints (SG-11); shared by the drives of one engine. */
  readonly checkpoints?: CheckpointMemory | undefined;
  /** Runs that nodes start; absent where none can. */
  readonly children?: ChildRunsMaker | undefined;
  /** RT-GATE-1; absent: nothing is gated. */
  readonly gate?: JobSetting['gate'];
  /** ORC-14: of a run that was claimed from the queue. */
  readonly lease?: Lease | undefined;
  /** Longest time without giving the event loop a turn; milliseconds. */
  readonly yieldMs?: number | undefined;
};

export type Drive = {
  readonly plan: Plan;
  readonly run: RunRow;
  readonly jobs: readonly JobRow[];
  readonly state: RunState;
  /** The event that enters the run. */
  readonly first: RunInput;
  /** A person has paused it while it waited in the queue: it is left again, as theirs. */
  readonly held?: boolean | undefined;
  /** A signal that this entry answers (the pause that is resumed). */
  readonly answered?: string | undefined;
  /** Sequence of the last log line that is stored. */
  readonly logSeq: number;
  /** Interrupts that entering the run asks with, or has read. */
  readonly asks?: readonly InterruptRow[];
};

/** A run that is being driven here. */
export type Driving = {
  readonly runId: string;
  readonly done: Promise<DriveEnd>;
  /** Tells the processor in flight that a stored cancel waits (INT-5: it still ends its own job). */
  readonly cancel: (signal: RunSignal) => void;
};

/**
 * Drives a run until it ends, waits for a person, or is another's. Budget pauses are resumed at once (INT-12). Never
 * rejects.
 */
export function drive(world: EngineWorld, input: Drive, options: DriverOptions): Driving {
  const abort = new AbortController();
  let cancelling: RunSignal | undefined;
  const { lease } = options;
  lease?.lost.addEventListener('abort', () => abort.abort(lease.lost.reason), { once: true });
  const done = loop(world, input, options, abort.signal, () => cancelling).catch(
    (cause: unknown): DriveEnd => ({ kind: 'lost', cause }),
  );
  return {
    runId: input.run.id,
    done,
    cancel(signal) {
      cancelling ??= signal;
      abort.abort(new DOMException(`The run was cancelled: ${signal.reason}`, 'AbortError'));
    },
  };
}

async function loop(
  world: EngineWorld,
  { plan, run, jobs, state, first, answered, held, logSeq, asks }: Drive,
  options: DriverOptions,
  aborted: AbortSignal,
  cancelling: () => RunSignal | undefined,
): Promise<DriveEnd> {
  const direct = run.strategy === 'flowdrop_runtime:synchronous';
  const queued = run.strategy === QUEUED;
  // ORC-7: one pass in memory has no scheduler budget, and no record between its steps.
  const budget = direct ? UNBOUNDED : (options.budget ?? DEFAULT_BUDGET);
  const yieldMs = options.yieldMs ?? 12;
  const { lease } = options;
  const ledger = new Ledger(run, jobs, world, options.hash ?? webCryptoHash, logSeq, direct);
  const context: JobSetting['run'] = {
    id: run.id,
    workflow: run.workflow,
    initialData: run.initialData,
    ...(run.identity === undefined ? {} : { identity: run.identity }),
  };
  let cause: unknown;
  let parent: Json = null;
  if (run.config?.checkpoints !== undefined && run.started !== null) {
    const last = options.checkpoints?.of(run.id).at(-1) ?? (await world.store.checkpoint?.(run.id));
    parent = last?.state.id ?? null;
  }
  for (const row of asks ?? []) ledger.asks(row);
  let answering = answered;
  let yielded = world.clock.now();
  // Whoever drives is given the run before it goes on.
  await undefined;
  let result: StepResult = held === true ? personPause(state) : step(plan, state, first, budget);
  for (;;) {
    const ended = result.effects.find((effect) => effect.kind === 'end');
    if (ended?.kind === 'end' && ended.status === 'completed') await collect(plan, result.state, ledger);
    const before = ledger.run.seq;
    const writing = ledger.write(result.state, result.effects, answering);
    const written = writing instanceof Promise ? await writing : writing;
    answering = undefined;
    const kept = checkpointsOf(ledger.run, result, parent, world.clock.now());
    parent = kept.at(-1)?.state.id ?? parent;
    const durable = run.config?.checkpoints === 'durable' && kept.length > 0;
    const { commit: whole } = written;
    const commit = durable && whole !== undefined ? { ...whole, checkpoints: kept } : whole;
    const committed =
      commit === undefined
        ? HELD_BACK
        : await world.store.commit(queued && written.wait?.reason ? putBack(commit, world) : commit);
    if (!committed.ok) return { kind: 'stale' };
    if (!durable && kept.length > 0) options.checkpoints?.add(run, kept);
    const now = world.clock.now();
    const waiting = committed.signal;

    if (written.end !== undefined) {
      if (written.end.status !== 'completed') await abandonChildren(plan, ledger, options);
      announce(world, ledger.run, before, written, undefined, now);
      return { kind: 'ended', run: ledger.run, ...(cause === undefined ? {} : { cause }) };
    }
    if (written.wait !== undefined) {
      announce(world, ledger.run, before, written, undefined, now);
      if (written.wait.reason === null) {
        const open = ledger.run.asked === undefined ? [] : ledger.open;
        return {
          kind: 'paused',
          run: ledger.run,
          ...(cause === undefined ? {} : { cause }),
          ...(open.length === 0 ? {} : { open }),
        };
      }
      if (queued) {
        const { run: left, jobs: rows, logSeq: logged } = ledger;
        return {
          kind: 'queued',
          run: left,
          next: { plan, run: left, jobs: rows, state: result.state, first, logSeq: logged },
        };
      }
      // INT-12: only a budget pause resumes itself, and not over a person's signal.
      const own = waiting === null || waiting.id === ledger.run.signal?.id;
      answering = waiting !== null && (own || waiting.type === 'cancel') ? waiting.id : undefined;
      result = own
        ? step(plan, result.state, { type: 'resume', at: now }, budget)
        : waiting.type === 'cancel'
          ? step(plan, result.state, { type: 'signal', signal: waiting, at: now }, budget)
          : personPause(result.state);
      continue;
    }
    const work = written.execute;
    const node = work === undefined ? undefined : plan.nodes[work.index];
    if (work === undefined || node === undefined) {
      announce(world, ledger.run, before, written, undefined, now);
      return { kind: 'paused', run: ledger.run };
    }
    if (waiting !== null && !work.retry) {
      announce(world, ledger.run, before, written, undefined, now);
      // INT-5: a cancel is answered by the end of the run; a pause stays as the key to resume it.
      answering = waiting.type === 'cancel' ? waiting.id : undefined;
      result = step(plan, result.state, { type: 'signal', signal: waiting, at: now }, budget);
      continue;
    }
    announce(world, ledger.run, before, written, work.retry ? undefined : node.id, now);

    // A clock that was set back must not keep the event loop waiting.
    if (Math.abs(now - yielded) >= yieldMs) {
      await world.clock.sleep(0);
      yielded = world.clock.now();
    }
    const { inputs, collisions } = deliveryFor(plan, result.state, work.index);
    for (const { port, edge, chosen } of collisions) {
      ledger.warn({
        code: 'DATA_COLLISION',
        message: `Port "${port}" of node ${node.id} had values from several sources; the one of ${chosen} was taken`,
        node: node.id,
        edge,
      });
    }
    const internals = internalInputs(plan, result.state, work.index);
    // ORC-14: nobody else has entered the run since the job was claimed, however long that took.
    if (lease !== undefined) {
      const holds = lease.holds();
      if (!(holds instanceof Promise ? await holds : holds)) return { kind: 'stale' };
    }
    const job = ledger.job(work.index);
    const place = { world, ledger, index: work.index };
    // INT-3, INT-4: of a job that has asked.
    const asked = job?.interrupt === undefined ? undefined : await askedBefore(world.store, job, now);
    const executor = executorOf(options.executors, node.processor);
    const running =
      decidedOutcome(node, asked) ??
      executeNode(
        node,
        executor,
        initialInputs(run.initialData, node.id),
        internals === NO_INTERNALS ? inputs : { ...inputs, ...internals },
        {
          world,
          run: context,
          job: job?.id,
          interrupt: asked,
          interrupts: earlyInterrupts(executor, place),
          gate: options.gate,
          signal: aborted,
          iterator: itemAt(result.state.cells, work.index)?.iterator ?? null,
          ...(direct ? {} : { timer: itemAt(result.state.cells, work.index)?.timer ?? null }),
          children: childrenOf(options, ledger, work, node, aborted),
          log: ledger.loggerFor(node.id),
        },
      );
    const executed = running instanceof Promise ? await running : running;
    if (lease?.lost.aborted === true) return { kind: 'stale' };
    if (executed.cause !== undefined) cause = executed.cause;
    ledger.setInputs(work.index, executed.resolved);
    // What was answered has been read, whatever came of it.
    if (asked !== undefined && asked.run === run.id && asked.status !== 'pending' && asked.taken === null)
      ledger.asks({ ...asked, taken: world.clock.now() });
    const cancel = cancelling();
    answering = cancel?.id;
    if (executed.suspended !== undefined) {
      // The job was not done: it goes back, like one that was claimed and not begun.
      const signal = cancel ?? executed.suspended;
      result = step(plan, result.state, { type: 'signal', signal, at: world.clock.now() }, budget);
      continue;
    }
    const finished: RunInput = {
      type: 'jobFinished',
      outcome: cancel === undefined ? keepQuestion(executed, place) : executed.outcome,
      at: world.clock.now(),
      ...(cancel === undefined ? {} : { signal: cancel }),
    };
    result = step(plan, result.state, finished, budget);
  }
}

function childrenOf(
  { children }: DriverOptions,
  ledger: Ledger,
  { index, attempt }: { readonly index: number; readonly attempt: number },
  node: PlanNode,
  aborted: AbortSignal,
): ChildRuns | undefined {
  const job = startsRuns(node.processor) ? ledger.job(index) : undefined;
  return job === undefined ? undefined : children?.of(ledger.run, job, attempt, aborted);
}

/** A run that ends early takes along what its nodes have started and wait for. What fails in this stays for the next start. */
async function abandonChildren(plan: Plan, ledger: Ledger, { children }: DriverOptions): Promise<void> {
  const jobs = plan.nodes.flatMap((node, index) =>
    startsRuns(node.processor) ? (ledger.job(index) ?? []) : [],
  );
  if (jobs.length > 0) await children?.abandon(ledger.run, jobs).catch(() => undefined);
}

/** SG-11: what a step leaves behind: a checkpoint for the node that completed in it, and the last one of the run. */
function checkpointsOf(
  run: RunRow,
  { state, effects }: StepResult,
  before: Json,
  now: number,
): readonly StoredCheckpoint[] {
  if (run.config?.checkpoints === undefined) return [];
  const out: StoredCheckpoint[] = [];
  const add = (name: string, seq: number) => {
    const parent = out.at(-1)?.state.id ?? before;
    out.push(
      checkpointOf(run.id, state, { name, seq, parent: typeof parent === 'string' ? parent : null, now }),
    );
  };
  const ended = effects.some((effect) => effect.kind === 'end');
  for (const effect of effects) {
    if (effect.kind !== 'announce') continue;
    for (const { node, status } of effect.nodes) {
      // At the end of a run two announcements follow at least: the number of the one before the last is free.
      if (status === 'completed') add(node, ended ? run.seq - 1 : run.seq);
    }
  }
  if (ended) add(WORKFLOW_END, run.seq);
  return out;
}

/** INT-12: back into the queue with the reason of its pause, in the transaction of that pause. */
function putBack(commit: StepCommit, { clock }: EngineWorld): StepCommit {
  const reason = commit.run.pauseReason === 'time_budget' ? 'time_budget' : 'scheduler_budget';
  return { ...commit, queue: { kind: 'put', place: { due: clock.now(), reason } } };
}

/** A person's pause arrived while a budget pause was written: the run waits, without a reason. */
function personPause(state: RunState): StepResult {
  return { state: { ...state, pauseReason: null }, effects: [{ kind: 'wait', reason: null }] };
}

/** What wires deliver to a node: from sources that have ended, over edges that their branch decision leaves open. */
export function deliveryFor(plan: Plan, state: RunState, index: number) {
  const wires: Wire[] = [];
  const consumer = itemAt(state.cells, index);
  for (const edgeIndex of plan.nodes[index]?.incoming ?? []) {
    const edge = plan.edges[edgeIndex];
    const node = edge === undefined ? undefined : plan.nodes[edge.from];
    const source = edge === undefined ? undefined : itemAt(state.cells, edge.from)?.done;
    if (edge === undefined || node === undefined || consumer === undefined) continue;
    if (source === undefined || source === null) continue;
    if (edge.is_error !== (source.verdict === 'routed')) continue;
    if (!isFollowed(edge, source.activeBranches, node.branches)) continue;
    if (!isDispatched(plan, node, source, edge) || !isOfThisRound(plan, edge, source, consumer)) continue;
    wires.push({ edge, source });
  }
  return deliver(wires);
}

/**
 * BR-6, SG-19: inputs of different rounds are not mixed. What came back over a loopback edge is of the round before, and
 * is there only for the job that it made.
 */
function isOfThisRound(plan: Plan, edge: PlanEdge, source: ExecutionRecord, consumer: Cell): boolean {
  if (!edge.is_loopback) return !isBehind(source.rounds, consumer.rounds);
  const head = plan.loops[edge.loop]?.head;
  if (!consumer.reentered) return false;
  const before = consumer.rounds.map(({ loop, round }) => ({
    loop,
    round: loop === head ? round - 1 : round,
  }));
  return !isBehind(source.rounds, before);
}

/** MAN-17. */
async function collect(plan: Plan, state: RunState, ledger: Ledger): Promise<void> {
  const results = new Map<string, JsonObject>();
  // DATA-2, SG-8: of a node that ran several times, the newest.
  for (const { done } of itemsOf(state.cells)) if (done !== null) results.set(done.node, done.outputs);
  const collected = collectOutputs(plan, (node) => results.get(node));
  for (const { entry, message } of collected.warnings) {
    ledger.warn({ code: 'OUTPUT_NOT_PRODUCED', message: `Output "${entry}": ${message}` });
  }
  await ledger.setOutputs(collected.outputs);
}

type Telling = Omit<RunEvent, 'runId' | 'workflow' | 'seq'>;

/** Tells what a commit has made true. `begun`: the node whose execution starts now. A listener cannot break the run. */
function announce(
  world: EngineWorld,
  run: RunRow,
  before: number,
  written: Written,
  begun: string | undefined,
  now: number,
): void {
  let seq = before;
  const queued = run.strategy === QUEUED;
  const tell = (event: { -readonly [K in keyof Telling]: Telling[K] }) => {
    seq += 1;
    if (queued) event.queued = true;
    try {
      world.announce({ runId: run.id, workflow: run.workflow, seq, ...event });
    } catch {
      // What is true is persisted; readers that were not told find it there.
    }
  };
  const { jobIds, nodes, asked, logged } = written;
  if (written.started) tell({ kind: 'started' });
  if (jobIds.length > 0 || nodes.length > 0) {
    const told = begun === undefined ? nodes : [...nodes, { node: begun, status: 'running' as const }];
    const event: Parameters<typeof tell>[0] = { kind: 'job', jobIds };
    if (told.length > 0) event.nodes = told;
    const open = asked.length === 0 ? asked : asked.filter((row) => row.status === 'pending');
    if (open.length > 0) event.interrupts = open.map(({ id, type, status }) => ({ id, type, status }));
    tell(event);
  }
  if (logged) tell({ kind: 'log' });
  if (written.wait !== undefined) tell({ kind: 'paused' });
  if (written.end === undefined) return;
  const { status } = written.end;
  // INT-5, ORC-15: a cancel is announced twice: that it happened, and that the run has finished.
  if (status === 'cancelled') tell({ kind: 'cancelled' });
  const kind = status === 'failed' ? 'failed' : status === 'cancelled' ? 'cancelled' : 'completed';
  tell({ kind, finished: { status, durationMs: Math.max(0, now - (run.started ?? run.created)) } });
}
