// INT-7: the version of a workflow, as snapshots name it.
import { canonicalJson } from '../../model/canonical-json';
import type { WorkflowDocument, WorkflowEdge, WorkflowNode } from '../../model/document';
import { isObject, type Json } from '../../model/json';
import { isEmptyCollection, omit } from '../../model/record';
import { storageAnchorOf } from '../../model/wire';
import type { Hasher } from '../values';

/** Keys of a node's configuration that only say how it looks. */
const PRESENTATIONAL = ['instanceTitle', 'instanceDescription', 'nodeType'];
const LENGTH = 16;

/**
 * The first 16 hexadecimal digits of the SHA-256 digest of the workflow's structure: canonical JSON of `nodes` (id,
 * node_type_id, configuration), by id, and `edges` (source, sourceHandle, target, targetHandle), in the order of these four.
 * Labels, positions and the ids of edges are no structure, and neither is the order of nodes and edges.
 */
export async function structuralVersion(
  { nodes, edges }: Pick<WorkflowDocument, 'nodes' | 'edges'>,
  hash: Hasher,
): Promise<string> {
  const structure = {
    nodes: nodes.map(nodeStructure).sort(byText((node) => [node.id])),
    edges: edges
      .map(edgeStructure)
      .sort(byText((edge) => [edge.source, edge.sourceHandle, edge.target, edge.targetHandle])),
  };
  return (await hash(canonicalJson(structure))).slice(0, LENGTH);
}

function nodeStructure(node: WorkflowNode) {
  return {
    id: node.id,
    node_type_id: storageAnchorOf(node) ?? '',
    config: configStructure(node.data.config),
  };
}

/** STORE-4 and older editors write an empty list for no configuration. */
function configStructure(config: Json | undefined): Json {
  if (config === undefined || config === null || isEmptyCollection(config)) return {};
  return isObject(config) ? omit(config, PRESENTATIONAL) : config;
}

function edgeStructure({ source, sourceHandle = '', target, targetHandle = '' }: WorkflowEdge) {
  return { source, sourceHandle, target, targetHandle };
}

/** By code units, key by key; never by a language's rules, which differ from place to place. */
function byText<T>(keys: (item: T) => readonly string[]): (a: T, b: T) => number {
  return (a, b) => {
    const other = keys(b);
    for (const [at, key] of keys(a).entries()) {
      const against = other[at] ?? '';
      if (key !== against) return key < against ? -1 : 1;
    }
    return 0;
  };
}
