// Judges a document again after an edit by looking only at what the edit can have changed.
import type { Catalog } from '../catalog/types';
import {
  anchorOf,
  type NodeData,
  titleOf,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../model/document';
import type { Finding } from '../model/finding';
import { sameJson } from '../model/json';
import { type GraphFindings, positions } from './graph';
import { judgeEdge } from './judge-edge';
import { judgeEntries } from './judge-entry';
import { judgeGraph } from './judge-graph';
import { judgeNode } from './judge-node';
import { tooManyEdges, tooManyNodes } from './r5-limits';
import { inRuleOrder } from './rule-order';
import type { Validator } from './types';

/**
 * A validator for one catalog that remembers the last document it saw. An edit of a node's configuration costs that node,
 * its edges and the entries that name it; a change of ids, types or wires costs the checks that need the whole drawing,
 * with the rest taken from memory. Findings are the same, in the same order, as those of a fresh validator. Answers the
 * identical list where no finding changed.
 */
export function createValidator(catalog: Catalog): Validator {
  const memory = new Memory(catalog);
  let state: State | undefined;
  return {
    judge(document) {
      if (state?.document === document) return state.findings;
      const edits = state === undefined ? undefined : contentEdits(state, document);
      state =
        state === undefined || edits === undefined
          ? rebuild(document, state, memory)
          : update(document, state, edits, memory);
      return state.findings;
    },
  };
}

type Bucket = readonly Finding[];
const NOTHING: Bucket = Object.freeze([]);

type State = {
  readonly document: WorkflowDocument;
  /** Node position by id. */
  readonly position: ReadonlyMap<string, number>;
  /** Positions of the edges at each node. */
  readonly wires: readonly (readonly number[])[];
  /** Findings of each node and each edge by itself; updated in place, owned by the validator. */
  readonly nodes: Bucket[];
  readonly edges: Bucket[];
  readonly graph: GraphFindings;
  readonly entries: Bucket;
  readonly findings: readonly Finding[];
};

/**
 * Positions of the nodes whose data changed, where that is all that changed in the drawing; `undefined` where ids, types,
 * order or wires did, so that everything has to be looked up again. Only compares references.
 */
function contentEdits(state: State, document: WorkflowDocument): readonly number[] | undefined {
  const { nodes, edges } = state.document;
  if (document.edges !== edges && !sameWires(edges, document.edges)) return undefined;
  if (document.nodes === nodes) return [];
  if (document.nodes.length !== nodes.length) return undefined;
  const edits: number[] = [];
  for (let i = 0; i < nodes.length; i += 1) {
    const [before, after] = [nodes[i], document.nodes[i]];
    if (before === after) continue;
    if (before === undefined || after === undefined || before.key !== after.key || before.id !== after.id)
      return undefined;
    if (before.data === after.data) continue;
    if (anchorOf(before) !== anchorOf(after)) return undefined;
    // Findings of the drawing print titles.
    if (hasFindings(state.graph) && titleOf(before) !== titleOf(after)) return undefined;
    edits.push(i);
  }
  return edits;
}

function sameWires(before: readonly WorkflowEdge[], after: readonly WorkflowEdge[]): boolean {
  if (before.length !== after.length) return false;
  for (let i = 0; i < before.length; i += 1) {
    const [a, b] = [before[i], after[i]];
    if (a === b) continue;
    if (a === undefined || b === undefined || a.key !== b.key || a.id !== b.id || a.data !== b.data)
      return false;
    if (a.source !== b.source || a.sourceHandle !== b.sourceHandle) return false;
    if (a.target !== b.target || a.targetHandle !== b.targetHandle) return false;
  }
  return true;
}

function hasFindings(graph: GraphFindings): boolean {
  return graph.nodes.size > 0 || graph.edges.size > 0;
}

function update(document: WorkflowDocument, state: State, edits: readonly number[], memory: Memory): State {
  let changed = false;
  const put = (buckets: Bucket[], index: number, bucket: Bucket) => {
    if (sameBucket(buckets[index], bucket)) return;
    buckets[index] = bucket;
    changed = true;
  };
  const nodeOf = lookUp(document, state.position);
  for (const at of edits) {
    const node = document.nodes[at];
    if (node === undefined) continue;
    put(state.nodes, at, memory.node(node));
    for (const wire of state.wires[at] ?? []) {
      const edge = document.edges[wire];
      if (edge !== undefined)
        put(state.edges, wire, memory.edge(edge, nodeOf(edge.source), nodeOf(edge.target)));
    }
  }
  const before = state.document;
  let entries = state.entries;
  const sides = [...document.inputs, ...document.outputs];
  const named = () => edits.some((at) => sides.some((entry) => entry.node_id === document.nodes[at]?.id));
  if (document.inputs !== before.inputs || document.outputs !== before.outputs || named()) {
    const judged = memory.entries(document, state.position);
    if (!sameBucket(entries, judged)) {
      entries = judged;
      changed = true;
    }
  }
  const next = { ...state, document, entries };
  return changed ? { ...next, findings: inOrder(next) } : next;
}

function rebuild(document: WorkflowDocument, last: State | undefined, memory: Memory): State {
  const { nodes, edges } = document;
  const position = last?.document.nodes === nodes ? last.position : positions(nodes);
  const nodeOf = lookUp(document, position);
  const wires: number[][] = nodes.map(() => []);
  for (let i = 0; i < edges.length; i += 1) {
    const edge = edges[i];
    const from = edge === undefined ? undefined : position.get(edge.source);
    const to = edge === undefined ? undefined : position.get(edge.target);
    if (from !== undefined) wires[from]?.push(i);
    if (to !== undefined && to !== from) wires[to]?.push(i);
  }
  const state = {
    document,
    position,
    wires,
    nodes: nodes.map((node) => memory.node(node)),
    edges: edges.map((edge) => memory.edge(edge, nodeOf(edge.source), nodeOf(edge.target))),
    graph: judgeGraph(document, position, memory.catalog),
    entries: memory.entries(document, position),
  };
  return { ...state, findings: inOrder(state) };
}

function lookUp(document: WorkflowDocument, position: ReadonlyMap<string, number>) {
  return (id: string): WorkflowNode | undefined => {
    const at = position.get(id);
    return at === undefined ? undefined : document.nodes[at];
  };
}

/** Nodes, edges, exposure; each in document order, and at one place by rule number. */
function inOrder(state: Omit<State, 'findings'>): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (buckets: readonly Bucket[], graph: ReadonlyMap<number, Bucket>) => {
    for (let i = 0; i < buckets.length; i += 1) {
      const local = buckets[i] ?? NOTHING;
      const drawn = graph.size === 0 ? undefined : graph.get(i);
      if (drawn !== undefined) findings.push(...inRuleOrder([...local, ...drawn]));
      else if (local.length > 0) findings.push(...local);
    }
  };
  findings.push(...tooManyNodes(state.document));
  add(state.nodes, state.graph.nodes);
  findings.push(...tooManyEdges(state.document));
  add(state.edges, state.graph.edges);
  findings.push(...state.entries);
  return findings;
}

function sameBucket(a: Bucket | undefined, b: Bucket): boolean {
  if (a === b) return true;
  return a !== undefined && a.length === b.length && a.every((finding, i) => sameFinding(finding, b[i]));
}

function sameFinding(a: Finding, b: Finding | undefined): boolean {
  return (
    b !== undefined &&
    a.code === b.code &&
    a.rule === b.rule &&
    sameJson({ ...a.target }, { ...b.target }) &&
    sameJson(a.params, b.params)
  );
}

/** Verdicts by the identity of what they depend on. Documents are immutable, so an untouched part keeps its identity. */
class Memory {
  private readonly ofNode = new WeakMap<NodeData, { readonly node: WorkflowNode; readonly bucket: Bucket }>();
  private readonly ofEdge = new WeakMap<
    WorkflowEdge,
    { readonly source: NodeData | undefined; readonly target: NodeData | undefined; readonly bucket: Bucket }
  >();

  constructor(readonly catalog: Catalog) {}

  node(node: WorkflowNode): Bucket {
    const known = this.ofNode.get(node.data);
    if (known !== undefined && known.node.key === node.key && known.node.id === node.id) return known.bucket;
    const bucket = inRuleOrder(judgeNode(node, this.catalog));
    this.ofNode.set(node.data, { node, bucket });
    return bucket;
  }

  edge(edge: WorkflowEdge, source: WorkflowNode | undefined, target: WorkflowNode | undefined): Bucket {
    const known = this.ofEdge.get(edge);
    if (known !== undefined && known.source === source?.data && known.target === target?.data)
      return known.bucket;
    const bucket = inRuleOrder(judgeEdge(edge, source, target, this.catalog));
    this.ofEdge.set(edge, { source: source?.data, target: target?.data, bucket });
    return bucket;
  }

  entries(document: WorkflowDocument, position: ReadonlyMap<string, number>): Bucket {
    if (document.inputs.length === 0 && document.outputs.length === 0) return NOTHING;
    const nodeOf = lookUp(document, position);
    const ids = () => position.keys();
    return [
      ...judgeEntries(document.inputs, 'input', nodeOf, ids, this.catalog),
      ...judgeEntries(document.outputs, 'output', nodeOf, ids, this.catalog),
    ];
  }
}
