// SG-16 to SG-18: the loops of a workflow as a run keeps them, and their places in a plan.
import { findLoops, type GraphEdge, type Loop } from '../../model/loop-membership';
import type { DependencyGraph } from '../compile/dependency-graph';
import type { Plan, PlanLoop } from '../plan';

/** SG-17: what a run records at its launch and works from for its whole life. */
export type RunLoops = {
  /** Outermost first. */
  readonly loops: readonly Loop[];
  /** For each node of a body, the nodes that can reach it over the forward graph, itself included; not only of the body. */
  readonly reach: { readonly [node: string]: readonly string[] };
};

export const NO_LOOPS: RunLoops = { loops: [], reach: {} };

/** The loops of the dependency graph; the forward graph leaves out loopback, tool and agent-result edges (SG-16). */
export function loopsOf(ids: readonly string[], graph: DependencyGraph): RunLoops {
  if (!graph.edges.some((edge) => edge.is_loopback)) return NO_LOOPS;
  const position = new Map(ids.map((id, index) => [id, index]));
  const forward: GraphEdge[] = [];
  const loopbacks: GraphEdge[] = [];
  for (const edge of graph.edges) {
    const from = position.get(edge.source);
    const to = position.get(edge.target);
    if (from === undefined || to === undefined) continue;
    if (edge.is_loopback) loopbacks.push({ from, to });
    else if (!edge.is_tool && !edge.is_agent_result) forward.push({ from, to });
  }
  const { loops } = findLoops(ids, forward, loopbacks);
  return { loops, reach: reachOf(ids, forward, loops) };
}

function reachOf(ids: readonly string[], forward: readonly GraphEdge[], loops: readonly Loop[]) {
  const before = new Map<string, string[]>();
  for (const { from, to } of forward) {
    const [source, target] = [ids[from] ?? '', ids[to] ?? ''];
    const list = before.get(target);
    if (list === undefined) before.set(target, [source]);
    else list.push(source);
  }
  const body = new Set(loops.flatMap((loop) => loop.body));
  return Object.fromEntries(
    [...body].map((node) => {
      const seen = new Set([node]);
      // A set that grows while it is walked is walked to its end.
      for (const at of seen) for (const source of before.get(at) ?? []) seen.add(source);
      return [node, [...seen].sort()];
    }),
  );
}

/** The plan with these loops in it: those that were found when it was compiled, or those that the run recorded. */
export function withLoops(plan: Plan, { loops, reach }: RunLoops): Plan {
  const bodies = loops.map((loop) => new Set(loop.body));
  const contains = (outer: number, inner: number) => {
    const [a, b] = [bodies[outer], bodies[inner]];
    return a !== undefined && b !== undefined && b.size < a.size && [...b].every((node) => a.has(node));
  };
  const planLoops = loops.map(
    (loop, outer): PlanLoop => ({
      ...loop,
      nested: loops.flatMap((_, inner) => (contains(outer, inner) ? [inner] : [])),
    }),
  );
  const loopOfHead = new Map(loops.flatMap((loop, index) => loop.heads.map((head) => [head, index])));
  const loopsOfNode = new Map<string, number[]>();
  for (const [index, loop] of loops.entries()) {
    for (const node of loop.body) {
      const list = loopsOfNode.get(node);
      if (list === undefined) loopsOfNode.set(node, [index]);
      else list.push(index);
    }
  }
  return {
    ...plan,
    loops: planLoops,
    iterating: loops.map((loop) =>
      plan.nodes.flatMap((node, index) => (node.iterates && loop.heads.includes(node.id) ? [index] : [])),
    ),
    reach,
    nodes: plan.nodes.map((node) => ({
      ...node,
      loops: loopsOfNode.get(node.id) ?? [],
      headOf: loopOfHead.get(node.id) ?? -1,
      encloses: node.iterates ? enclosedBy(plan, reach, node.id) : [],
    })),
    edges: plan.edges.map((edge) => ({
      ...edge,
      loop: edge.is_loopback ? (loopOfHead.get(edge.target) ?? -1) : -1,
    })),
  };
}

/** SG-16: the body of the loopback edges into one head, before any merging. */
function enclosedBy(plan: Plan, reach: RunLoops['reach'], head: string): readonly number[] {
  const before = new Set(
    plan.edges
      .filter((edge) => edge.is_loopback && edge.target === head)
      .flatMap((edge) => reach[edge.source] ?? []),
  );
  return plan.nodes.flatMap(({ id }, index) =>
    before.has(id) && reach[id]?.includes(head) === true ? [index] : [],
  );
}

/** What a run of this plan records. */
export function recordedLoops({ loops, reach }: Plan): RunLoops | undefined {
  if (loops.length === 0) return undefined;
  return { loops: loops.map(({ head, heads, body }) => ({ head, heads, body })), reach };
}
