import { enrichNode } from '../../catalog/enrich';
import type { Catalog } from '../../catalog/types';
import { anchorOf, configOf, type WorkflowDocument, type WorkflowNode } from '../../model/document';
import type { JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { loopsOf, withLoops } from '../loops/membership';
import type { Plan, PlanEdge, PlanNode, PlanOutput, PlanWarning } from '../plan';
import { checkCycles } from './cycles';
import { type DependencyGraph, dependencyGraph } from './dependency-graph';
import { executionGraph } from './execution-graph';
import { type CompileFailure, type CompileStage, compileFailure, type StageFailure } from './failure';
import { gatesOf, mapNode, slots, withWiring } from './mappings';
import { normalize } from './normalize';
import { checkPreconditions } from './preconditions';
import { withOffers } from './tool-offers';
import { checkToolWiring, type ToolNode, toolManifest } from './tool-wiring';

/**
 * Compiles a stored workflow into the plan of a run (CMP-1). Every node is re-enriched from its live node type first, then
 * the workflow is normalised (CMP-2, SCH-29, STORE-10); what its nodes claim about themselves decides nothing.
 *
 * @returns the plan, or the one compilation failure with the finding of the stage that refused as its cause.
 */
export function compile(document: WorkflowDocument, catalog: Catalog): Result<Plan, CompileFailure> {
  const enriched = { ...document, nodes: document.nodes.map((node) => enrichNode(node, catalog)) };
  const workflow = normalize(enriched, catalog);
  const ids = workflow.nodes.map((node) => node.id);
  const refuse = (stage: CompileStage, cause: StageFailure) => fail(compileFailure(stage, cause));

  const structure = checkPreconditions(workflow);
  if (!structure.ok) return refuse('preconditions', structure.error);

  const graph = dependencyGraph(workflow);

  const acyclic = checkCycles(ids, graph);
  if (!acyclic.ok) return refuse('cycles', acyclic.error);

  const toolNodes = toolNodesOf(workflow.nodes, catalog);
  const tools = checkToolWiring(toolNodes, graph);
  if (!tools.ok) return refuse('tool_wiring', tools.error);

  const byId = new Map(workflow.nodes.map((node) => [node.id, node]));
  const execution = executionGraph(ids, (id) => isExecutable(byId.get(id), catalog), graph);

  // Filling hides which keys the author saved, and origins and gates go by those.
  const saved = new Map(document.nodes.map((node) => [node.id, configOf(node)]));
  const position = new Map(execution.order.map((id, index) => [id, index]));
  const slotOf = slots();
  const edges: PlanEdge[] = graph.edges.map((edge) => ({
    ...edge,
    slot: slotOf(edge),
    from: position.get(edge.source) ?? -1,
    to: position.get(edge.target) ?? -1,
    loop: -1,
  }));
  const wires = wiresOf(edges);
  const build = (id: string): Result<PlanNode, StageFailure> => {
    const node = byId.get(id);
    const mapping = node === undefined ? missing(id, undefined) : map(node, saved.get(id) ?? {}, catalog);
    if (!mapping.ok) return mapping;
    return ok(
      withWiring(
        mapping.value,
        wires.into.get(id) ?? [],
        wires.outOf.get(id) ?? [],
        gatesOf(graph.incoming.get(id) ?? []),
        toolManifest(id, toolNodes, graph),
      ),
    );
  };

  const nodes: PlanNode[] = [];
  for (const id of execution.order) {
    const node = build(id);
    if (!node.ok) return refuse('mappings', node.error);
    nodes.push(node.value);
  }
  const inline: PlanNode[] = [];
  for (const { id, reason } of execution.excluded) {
    if (reason !== 'tool_only') continue;
    const node = build(id);
    if (!node.ok) return refuse('mappings', node.error);
    inline.push(node.value);
  }
  const offering = withOffers(nodes, inline, edges, catalog);
  const plan: Plan = {
    workflow: workflow.id,
    name: workflow.name,
    nodes: offering.nodes,
    edges,
    excluded: execution.excluded,
    tools: offering.inline,
    loops: [],
    iterating: [],
    reach: {},
    outputs: outputsOf(workflow),
    warnings: starvedBy(execution.excluded, graph),
  };
  const loops = loopsOf(ids, graph);
  return ok(loops.loops.length === 0 ? plan : withLoops(plan, loops));
}

function map(node: WorkflowNode, saved: JsonObject, catalog: Catalog) {
  const type = anchorOf(node);
  const built = type === undefined ? undefined : catalog.built(type);
  return built === undefined ? missing(node.id, type) : ok(mapNode(node, saved, built));
}

function missing(id: string, type: string | undefined): Result<never, StageFailure> {
  return fail({
    message:
      type === undefined
        ? `Node ${id} records no node type`
        : `Node ${id} names the node type "${type}", which does not exist or does not build`,
    node: id,
  });
}

function isExecutable(node: WorkflowNode | undefined, catalog: Catalog): boolean {
  const type = node === undefined ? undefined : anchorOf(node);
  const built = type === undefined ? undefined : catalog.built(type);
  return built === undefined || built.flags.executable;
}

function toolNodesOf(nodes: readonly WorkflowNode[], catalog: Catalog): Map<string, ToolNode> {
  const out = new Map<string, ToolNode>();
  for (const node of nodes) {
    const type = anchorOf(node);
    const built = type === undefined ? undefined : catalog.built(type);
    if (built !== undefined) out.set(node.id, { node, flags: built.flags });
  }
  return out;
}

function wiresOf(edges: readonly PlanEdge[]) {
  const into = new Map<string, number[]>();
  const outOf = new Map<string, number[]>();
  for (const [index, edge] of edges.entries()) {
    push(into, edge.target, index);
    push(outOf, edge.source, index);
  }
  return { into, outOf };
}

function push(map: Map<string, number[]>, key: string, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

function outputsOf(document: WorkflowDocument): PlanOutput[] {
  return document.outputs.map((entry) => ({
    name: entry.name ?? '',
    node_id: entry.node_id ?? '',
    port: entry.port ?? '',
  }));
}

/** An excluded node never completes, so an edge from it never fires: worth saying before the run is puzzled over. */
function starvedBy(
  excluded: readonly { readonly id: string; readonly reason: string }[],
  graph: DependencyGraph,
): PlanWarning[] {
  return excluded.flatMap(({ id, reason }) =>
    (graph.outgoing.get(id) ?? [])
      .filter((edge) => edge.role !== 'none')
      .map((edge) => ({
        code: 'EDGE_FROM_EXCLUDED_NODE',
        message: `Node ${id} does not run (${reason}), so its edge to ${edge.target} never fires`,
        node: id,
        edge: edge.edge_id,
      })),
  );
}
