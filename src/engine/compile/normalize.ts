import type { BuiltType, Catalog } from '../../catalog/types';
import {
  anchorOf,
  configOf,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../model/document';
import type { JsonObject } from '../../model/json';

/**
 * STORE-10: what loading for a run may put right, and saving must never: nodes and edges keyed by id (the last of a
 * duplicated id wins, in the place of the first), dangling edges dropped, ids minted, configuration filled. A node without
 * an id is kept, for CMP-3 to refuse.
 */
export function normalize(document: WorkflowDocument, catalog: Catalog): WorkflowDocument {
  const nodes = lastById(document.nodes).map((node) => {
    const type = anchorOf(node);
    const built = type === undefined ? undefined : catalog.built(type);
    return built === undefined ? node : withDefaults(node, built);
  });
  const known = new Set(nodes.map((node) => node.id));
  const resolved = document.edges.filter((edge) => known.has(edge.source) && known.has(edge.target));
  return { ...document, nodes, edges: lastById(withIds(resolved)) };
}

/** STORE-10: defaults fill only the keys that are absent from the saved configuration. */
export function fillConfig(saved: JsonObject, defaults: JsonObject): JsonObject {
  return { ...defaults, ...saved };
}

function withDefaults(node: WorkflowNode, built: BuiltType): WorkflowNode {
  return { ...node, data: { ...node.data, config: fillConfig(configOf(node), built.configDefaults) } };
}

function lastById<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const byId = new Map<string, T>();
  const out: (string | T)[] = [];
  for (const item of items) {
    if (item.id === '') out.push(item);
    else {
      if (!byId.has(item.id)) out.push(item.id);
      byId.set(item.id, item);
    }
  }
  return out.flatMap((entry) => (typeof entry === 'string' ? (byId.get(entry) ?? []) : entry));
}

/** Ids for edges that have none: derived from the position, so that compiling twice gives the same plan. */
function withIds(edges: readonly WorkflowEdge[]): WorkflowEdge[] {
  const taken = new Set(edges.map((edge) => edge.id));
  return edges.map((edge, index) => {
    if (edge.id !== '') return edge;
    let id = `edge-${index}`;
    while (taken.has(id)) id = `${id}-`;
    taken.add(id);
    return { ...edge, id };
  });
}
