// What differs between a workflow here and one that a server has. Compared is what a store keeps (STORE-6, STORE-7): the
// served metadata of node types, lanes and schemas of the interface are derived there and here, and count for nothing.
import { canonicalJson } from '../model/canonical-json';
import type { ManifestEntry, WorkflowDocument, WorkflowEdge, WorkflowNode } from '../model/document';
import { titleOf } from '../model/document';
import { withoutEditorKey } from '../model/ids';
import { isObject, type Json, type JsonObject, own, sameJson } from '../model/json';
import { encodeStoredEntry, isDraftEntry } from '../model/manifest-form';
import { omit } from '../model/record';
import { reduceForStorage, storageAnchorOf } from '../model/wire';

export type NodeName = { readonly id: string; readonly title: string };
export type NodePart = 'label' | 'type' | 'config' | 'other';
export type NodeDifference = NodeName & {
  readonly parts: readonly NodePart[];
  /** Keys of the configuration that differ. */
  readonly config: readonly string[];
};

/** `added`: here and not there. Wires are named `source → target`. */
export type WorkflowDifference = {
  /** Nothing but places on the canvas differs. */
  readonly same: boolean;
  readonly name: { readonly here: string; readonly there: string } | null;
  readonly description: boolean;
  readonly nodes: {
    readonly added: readonly NodeName[];
    readonly removed: readonly NodeName[];
    readonly changed: readonly NodeDifference[];
    readonly moved: number;
  };
  readonly edges: {
    readonly added: readonly string[];
    readonly removed: readonly string[];
    readonly changed: readonly string[];
  };
  /** Names of declared inputs and outputs that came, went or changed. */
  readonly interface: readonly string[];
  readonly metadata: boolean;
};

/** What differs. Neither document is judged; ids that repeat are compared as the read path has them, the last one. */
export function differenceOf(here: WorkflowDocument, there: WorkflowDocument): WorkflowDifference {
  const nodes = compareNodes(here.nodes, there.nodes);
  const edges = compareEdges(here.edges, there.edges);
  const entries = [...sideNames(here, there, 'inputs'), ...sideNames(here, there, 'outputs')];
  const name = here.name === there.name ? null : { here: here.name, there: there.name };
  const description = here.description !== there.description;
  const metadata = !sameJson(here.metadata, there.metadata);
  const quiet = [
    nodes.added,
    nodes.removed,
    nodes.changed,
    edges.added,
    edges.removed,
    edges.changed,
    entries,
  ];
  const same = name === null && !description && !metadata && quiet.every((list) => list.length === 0);
  return { same, name, description, nodes, edges, interface: [...new Set(entries)], metadata };
}

/**
 * The text that two workflows share exactly where {@link differenceOf} finds them the same. Their hash says later whether
 * one of them has changed. Ids of workflows, contracts and places on the canvas are not part of it.
 */
export function structureText(document: WorkflowDocument): string {
  const { name, description, nodes, edges, inputs, outputs, metadata } = withoutEditorKey(document);
  const byId = (a: JsonObject, b: JsonObject) => compareText(canonicalJson(a), canonicalJson(b));
  return canonicalJson({
    name,
    description,
    nodes: [...lastById(nodes).values()].map(structureOfNode).sort(byId),
    edges: [...lastById(edges).values()].map(structureOfEdge).sort(byId),
    inputs: sideOf(inputs, 'inputs'),
    outputs: sideOf(outputs, 'outputs'),
    metadata,
  });
}

function compareNodes(
  here: readonly WorkflowNode[],
  there: readonly WorkflowNode[],
): WorkflowDifference['nodes'] {
  const mine = lastById(here);
  const theirs = lastById(there);
  const changed: NodeDifference[] = [];
  let moved = 0;
  for (const [id, node] of mine) {
    const other = theirs.get(id);
    if (other === undefined) continue;
    const difference = compareNode(node, other);
    if (difference.parts.length > 0) changed.push(difference);
    if (!sameJson({ ...node.position }, { ...other.position })) moved += 1;
  }
  return {
    added: missing(mine, theirs).map(nameOf),
    removed: missing(theirs, mine).map(nameOf),
    changed,
    moved,
  };
}

function compareNode(node: WorkflowNode, other: WorkflowNode): NodeDifference {
  const a = structureOfNode(node);
  const b = structureOfNode(other);
  const parts = (['label', 'type', 'config', 'other'] as const).filter(
    (key) => !sameJson(own(a, key), own(b, key)),
  );
  const config = parts.includes('config') ? differentKeys(own(a, 'config'), own(b, 'config')) : [];
  return { ...nameOf(node), parts, config };
}

function structureOfNode(node: WorkflowNode): JsonObject {
  const { data, extra } = reduceForStorage(node, true);
  const label = data.label ?? null;
  const anchor = storageAnchorOf(node);
  const type = anchor ?? { type: node.type ?? null, metadata: data.metadata ?? null };
  const config = isEmpty(data.config) ? {} : (data.config ?? {});
  const other = { ...omit(extra, ['measured', 'position']), data: data.extra };
  return { id: node.id, label, type, config, other };
}

function compareEdges(
  here: readonly WorkflowEdge[],
  there: readonly WorkflowEdge[],
): WorkflowDifference['edges'] {
  const mine = lastById(here);
  const theirs = lastById(there);
  const changed = [...mine.values()].filter((edge) => {
    const other = theirs.get(edge.id);
    return other !== undefined && !sameJson(structureOfEdge(edge), structureOfEdge(other));
  });
  return {
    added: missing(mine, theirs).map(wireName),
    removed: missing(theirs, mine).map(wireName),
    changed: changed.map(wireName),
  };
}

function structureOfEdge({
  id,
  source,
  target,
  sourceHandle,
  targetHandle,
  data,
  extra,
}: WorkflowEdge): JsonObject {
  const handles = { sourceHandle: sourceHandle ?? null, targetHandle: targetHandle ?? null };
  return { id, source, target, ...handles, data: data ?? null, extra: omit(extra, ['selected']) };
}

/** Names of the entries of one side that are not the same in both. */
function sideNames(
  here: WorkflowDocument,
  there: WorkflowDocument,
  side: 'inputs' | 'outputs',
): readonly string[] {
  const [mine, theirs] = [here, there].map((document) => sideOf(document[side], side));
  if (mine === undefined || theirs === undefined || sameJson(mine, theirs)) return [];
  const names = (list: readonly Json[], others: readonly Json[]) =>
    list
      .filter((entry) => !others.some((other) => sameJson(entry, other)))
      .map((entry) => String(own(entry, 'name') ?? ''));
  const different = [...names(mine, theirs), ...names(theirs, mine)];
  // Only their order differs.
  return different.length > 0 ? different : mine.map((entry) => String(own(entry, 'name') ?? ''));
}

/** The entries that a server keeps. MAN-21: it serves of an output its name and its binding alone. */
function sideOf(entries: readonly ManifestEntry[], side: 'inputs' | 'outputs'): readonly Json[] {
  return entries
    .filter((entry) => !isDraftEntry(entry))
    .map((entry) => {
      const stored = encodeStoredEntry(entry);
      if (side === 'inputs' || !isObject(stored)) return stored;
      const { name = null, node_id = null, port = null } = stored;
      return { name, node_id, port };
    });
}

function differentKeys(a: Json | undefined, b: Json | undefined): readonly string[] {
  const keys = new Set([...(isObject(a) ? Object.keys(a) : []), ...(isObject(b) ? Object.keys(b) : [])]);
  return [...keys].filter((key) => !sameJson(own(a, key), own(b, key)));
}

function lastById<T extends { readonly id: string }>(items: readonly T[]): ReadonlyMap<string, T> {
  return new Map(items.map((item) => [item.id, item]));
}

function missing<T>(of: ReadonlyMap<string, T>, elsewhere: ReadonlyMap<string, T>): readonly T[] {
  return [...of].filter(([id]) => !elsewhere.has(id)).map(([, item]) => item);
}

function nameOf(node: WorkflowNode): NodeName {
  return { id: node.id, title: titleOf(node) };
}

function wireName({ source, target }: WorkflowEdge): string {
  return `${source} → ${target}`;
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
