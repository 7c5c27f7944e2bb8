import type { NodeKey, WorkflowDocument, WorkflowEdge, WorkflowNode } from '../../model/document';
import { sourcePort, targetPort } from '../../model/handle';

/** Ports of one node that wires name, each once, in the order of the edge list. */
export type Wired = {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** Some wire enters, or leaves, without naming a port. */
  readonly looseIn: boolean;
  readonly looseOut: boolean;
};

const NOT_WIRED: Wired = { inputs: [], outputs: [], looseIn: false, looseOut: false };

/** Who is wired to what, by node id. Entries that an edit did not touch keep their identity. */
export type WiringIndex = {
  /** By node id. */
  wired(nodeId: string): Wired;
  /** Key of the first node that has this id: the one that a wire is drawn to. */
  keyOf(nodeId: string): NodeKey | undefined;
  node(key: string): WorkflowNode | undefined;
};

/** Builds the index of a document, reusing what `previous` has of the nodes whose wires are the same. */
export function indexWiring(
  document: WorkflowDocument,
  previous?: { readonly document: WorkflowDocument; readonly index: WiringIndex },
): WiringIndex {
  if (previous?.document.nodes === document.nodes && previous.document.edges === document.edges) {
    return previous.index;
  }
  const wires = previous?.document.edges === document.edges ? undefined : wiresOf(document.edges);
  const entries = new Map<string, Wired>();
  for (const [id, { inputs, outputs, looseIn, looseOut }] of wires ?? []) {
    const next = { inputs: [...inputs], outputs: [...outputs], looseIn, looseOut };
    const old = previous?.index.wired(id);
    entries.set(id, old !== undefined && sameWired(old, next) ? old : next);
  }
  const byId = new Map<string, NodeKey>();
  const byKey = new Map<string, WorkflowNode>();
  for (const node of document.nodes) {
    byKey.set(node.key, node);
    if (!byId.has(node.id)) byId.set(node.id, node.key);
  }
  return {
    wired: wires === undefined && previous ? previous.index.wired : (id) => entries.get(id) ?? NOT_WIRED,
    keyOf: (id) => byId.get(id),
    node: (key) => byKey.get(key),
  };
}

type Wires = {
  readonly inputs: Set<string>;
  readonly outputs: Set<string>;
  looseIn: boolean;
  looseOut: boolean;
};

function wiresOf(edges: readonly WorkflowEdge[]) {
  const wires = new Map<string, Wires>();
  const at = (id: string) => {
    const found = wires.get(id) ?? { inputs: new Set(), outputs: new Set(), looseIn: false, looseOut: false };
    wires.set(id, found);
    return found;
  };
  for (const edge of edges) {
    const source = sourcePort(edge);
    const target = targetPort(edge);
    if (source !== undefined) at(edge.source).outputs.add(source);
    else at(edge.source).looseOut = true;
    if (target !== undefined) at(edge.target).inputs.add(target);
    else at(edge.target).looseIn = true;
  }
  return wires;
}

function sameWired(a: Wired, b: Wired): boolean {
  return (
    a.looseIn === b.looseIn &&
    a.looseOut === b.looseOut &&
    sameList(a.inputs, b.inputs) &&
    sameList(a.outputs, b.outputs)
  );
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
