// INT-10, INT-14, INT-15: the jobs of a new run that a snapshot has done already. Nothing is created here.
import { activeBranches, branchName } from '../../model/branches';
import { isObject, type JsonObject, own } from '../../model/json';
import type { Plan, PlanNode } from '../plan';
import type { JobRow } from '../ports';
import { isTerminalSnapshot, type NodeSnapshot, type Snapshot } from './document';

/** Why a snapshot is not taken up. `status` is that of the door. */
export type SeedRefusal = {
  readonly status: 409 | 422;
  readonly code: 'SNAPSHOT_TERMINAL' | 'SNAPSHOT_UNSUPPORTED' | 'SNAPSHOT_WORKFLOW_MISMATCH';
  readonly message: string;
  readonly details: readonly string[];
};

/**
 * Whether a snapshot can be taken up by a run of this plan: it is of the same workflow, of a run that has not ended
 * (INT-14), and all that it holds can be taken up as it is (INT-15).
 */
export function judgeSnapshot(plan: Plan, snapshot: Snapshot): SeedRefusal | undefined {
  const { executionId, status, workflowId } = snapshot;
  const refused = (code: SeedRefusal['code'], why: string): SeedRefusal => ({
    status: code === 'SNAPSHOT_TERMINAL' ? 409 : 422,
    code,
    message: `The snapshot ${executionId} ${why}, so nothing was started.`,
    details: [executionId],
  });
  if (isTerminalSnapshot(snapshot))
    return refused('SNAPSHOT_TERMINAL', `is of a run that has ended as ${status}, and is not resumed`);
  if (workflowId !== 'unknown' && workflowId !== plan.workflow)
    return refused(
      'SNAPSHOT_WORKFLOW_MISMATCH',
      `is of the workflow "${workflowId}" and not of "${plan.workflow}"`,
    );
  const undecided = plan.nodes.find((node) => isUndecided(plan, node, snapshot));
  if (undecided !== undefined)
    return refused(
      'SNAPSHOT_UNSUPPORTED',
      `says that "${undecided.id}" is completed, and not which of its branches it chose`,
    );
  const loop = unfinishedLoop(plan, snapshot);
  return loop === undefined
    ? undefined
    : refused(
        'SNAPSHOT_UNSUPPORTED',
        `was taken inside the loop of ${loop}; a snapshot does not tell its rounds, and running them again would repeat what it records`,
      );
}

/** A gateway that says nothing of a branch would close all of them, and skip the work that remains (BR-3). */
function isUndecided(plan: Plan, node: PlanNode, snapshot: Snapshot): boolean {
  const state = node.branches.length > 0 ? completedState(snapshot, node.id) : undefined;
  return (
    state !== undefined &&
    own(state.output, 'active_branches') === undefined &&
    node.outgoing.some((edge) => node.branches.includes(branchName(plan.edges[edge]?.branch_name ?? '')))
  );
}

/** The completed state that a snapshot has of a node; only these seed. */
function completedState(snapshot: Snapshot, node: string): NodeSnapshot | undefined {
  const state = Object.hasOwn(snapshot.nodeStates, node) ? snapshot.nodeStates[node] : undefined;
  return state?.status === 'completed' ? state : undefined;
}

/**
 * The head of a loop that the snapshot is in the middle of. A loop that has not begun, or that is over, can be taken up:
 * over it is when all of its nodes are completed, and its tails after its heads, for a further round has a newer job of the
 * head that is not.
 */
function unfinishedLoop(plan: Plan, snapshot: Snapshot): string | undefined {
  const stateOf = (index: number) => completedState(snapshot, plan.nodes[index]?.id ?? '');
  const bodies = plan.loops.map((_, loop) =>
    plan.nodes.flatMap((node, index) => (node.loops.includes(loop) ? [index] : [])),
  );
  const found = plan.loops.findIndex((_, loop) => {
    const body = bodies[loop] ?? [];
    const done = body.filter((index) => stateOf(index) !== undefined);
    if (done.length === 0) return false;
    const over = plan.edges
      .filter((edge) => edge.loop === loop)
      .every((edge) => comesAfter(stateOf(edge.from), stateOf(edge.to)));
    return done.length < body.length || !over;
  });
  return plan.loops[found]?.head;
}

function comesAfter(tail: NodeSnapshot | undefined, head: NodeSnapshot | undefined): boolean {
  const [last, first] = [tail?.executionOrder ?? null, head?.executionOrder ?? null];
  // A node that is its own loop has one order.
  return last !== null && first !== null && last >= first;
}

export type SeededJobs = {
  /** All jobs of the run: those that were seeded are completed and marked, the others as they were. */
  readonly jobs: readonly JobRow[];
  /** By job id: what seeded jobs give. Not yet in their rows. */
  readonly outputs: ReadonlyMap<string, JsonObject>;
};

/**
 * INT-10: each completed node of the snapshot with a matching job makes that job a completed one with the snapshot's
 * output, marked with the execution that it came from and the time. They keep the order in which they were executed.
 */
export function seedJobs(plan: Plan, jobs: readonly JobRow[], snapshot: Snapshot, now: number): SeededJobs {
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]));
  const found = jobs
    .flatMap((job) => {
      const state = completedState(snapshot, job.node);
      return state === undefined ? [] : [{ job, state }];
    })
    .sort((a, b) => placeOf(a.state) - placeOf(b.state) || a.job.priority - b.job.priority);
  const outputs = new Map<string, JsonObject>();
  const seeded = new Map<string, JobRow>();
  for (const [at, { job, state }] of found.entries()) {
    const given = isObject(state.output) ? state.output : {};
    outputs.set(job.id, stripped(nodes.get(job.node), given));
    seeded.set(job.id, {
      ...job,
      status: 'completed',
      order: at + 1,
      injected: { from: snapshot.executionId, at: now },
      activeBranches: activeBranches(own(given, 'active_branches')),
      ended: now,
    });
  }
  return { jobs: jobs.map((job) => seeded.get(job.id) ?? job), outputs };
}

/** Nodes that do not say when they were executed come last, in the order of the plan. */
function placeOf({ executionOrder }: NodeSnapshot): number {
  return executionOrder ?? Number.MAX_SAFE_INTEGER;
}

/** EXPO-14: what a node type hides now does not arrive by way of an older run. */
function stripped(node: PlanNode | undefined, outputs: JsonObject): JsonObject {
  const hidden = node?.hidden ?? [];
  return Object.fromEntries(Object.entries(outputs).filter(([key]) => !hidden.includes(key)));
}
