// ORC-7, ORC-8: what direct execution asks of a workflow before its first node, and which of its triggers it runs.
import { type JsonObject, ownString } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { gatesOf } from './compile/mappings';
import type { Plan, PlanEdge } from './plan';
import { STRATEGIES } from './strategies';

/** Why direct execution does not run a workflow. */
export type DirectRefusal = {
  readonly status: 422;
  readonly code: 'LOOPS_NOT_SUPPORTED' | 'TRIGGER_UNKNOWN';
  readonly message: string;
  readonly details: readonly { readonly [key: string]: string }[];
};

/** ORC-7: one pass cannot iterate: a loopback edge refuses the run, and says which strategies would take it. */
export function refuseLoops(plan: Plan): DirectRefusal | undefined {
  const loops = plan.edges.filter((edge) => edge.is_loopback);
  if (loops.length === 0) return undefined;
  const named = loops.map((edge) => `${edge.edge_id} (${edge.source} to ${edge.target})`).join(', ');
  const others = STRATEGIES.filter(({ id }) => id !== 'flowdrop_runtime:synchronous').map(({ id }) => id);
  return {
    status: 422,
    code: 'LOOPS_NOT_SUPPORTED',
    message: `Direct execution is one pass and does not run loops, and the workflow has loopback edges: ${named}. Choose ${others.join(', ')} instead.`,
    details: loops.map((edge) => ({ edge: edge.edge_id, source: edge.source, target: edge.target })),
  };
}

const KEY = 'trigger_node_id';
const TRIGGER = 'flowdrop_trigger:trigger';

/** What the initial data says of the trigger that fires, to be kept with the run. */
export function firing(initialData: JsonObject | undefined): JsonObject {
  const named = ownString(initialData, KEY);
  return named === undefined ? {} : { [KEY]: named };
}

/**
 * ORC-8: where the initial data names the trigger that fires (`trigger_node_id`), the other triggers of the workflow are
 * dropped, and only they: what is behind them runs as compiled.
 */
export function planFiredBy(plan: Plan, initialData: JsonObject | undefined): Result<Plan, DirectRefusal> {
  const trigger = ownString(initialData, KEY);
  if (trigger === undefined) return ok(plan);
  const triggers = plan.nodes.filter((node) => node.processor === TRIGGER);
  if (!triggers.some(({ id }) => id === trigger)) {
    return fail({
      status: 422,
      code: 'TRIGGER_UNKNOWN',
      message: `The workflow has no trigger node "${trigger}".`,
      details: triggers.map(({ id }) => ({ trigger: id })),
    });
  }
  const dropped = new Set(triggers.filter(({ id }) => id !== trigger).map(({ id }) => id));
  return ok(dropped.size === 0 ? plan : without(plan, dropped));
}

/** The plan without these nodes and the edges that leave or enter them. */
function without(plan: Plan, dropped: ReadonlySet<string>): Plan {
  const kept = plan.nodes.filter(({ id }) => !dropped.has(id));
  const position = new Map(kept.map(({ id }, index) => [id, index]));
  const edges = plan.edges.map(
    (edge): PlanEdge => ({
      ...edge,
      from: position.get(edge.source) ?? -1,
      to: position.get(edge.target) ?? -1,
    }),
  );
  const alive = (index: number) => {
    const edge = edges[index];
    return edge !== undefined && !dropped.has(edge.source) && !dropped.has(edge.target);
  };
  return {
    ...plan,
    edges,
    nodes: kept.map((node) => {
      const incoming = node.incoming.filter(alive);
      const outgoing = node.outgoing.filter(alive);
      return { ...node, incoming, outgoing, gates: gatesOf(incoming.flatMap((index) => edges[index] ?? [])) };
    }),
  };
}
