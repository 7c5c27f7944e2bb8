// Small makers of findings. `params` of every finding hold what a text in any language needs.
import {
  type ManifestEntry,
  type ManifestSide,
  titleOf,
  type WorkflowEdge,
  type WorkflowNode,
} from '../model/document';
import type { Finding, FindingCode } from '../model/finding';
import type { Json } from '../model/json';
import { CODES } from './codes';

type Params = { readonly [key: string]: Json | undefined };

/** A finding at a node, or at a part of it such as `config.url`. Params: `node`, `title`. */
export function atNode(
  node: WorkflowNode,
  code: FindingCode,
  rule: string,
  params: Params = {},
  part?: string,
): Finding {
  return {
    code,
    rule,
    severity: CODES[code].severity,
    target: part === undefined ? { kind: 'node', key: node.key } : { kind: 'node', key: node.key, part },
    params: defined({ node: node.id, title: titleOf(node), ...params }),
  };
}

/** A finding at an edge, or at one end of it. Params: `edge`, `source`, `target` (ids as the edge names them). */
export function atEdge(
  edge: WorkflowEdge,
  code: FindingCode,
  rule: string,
  params: Params = {},
  part?: 'source' | 'target',
): Finding {
  return {
    code,
    rule,
    severity: CODES[code].severity,
    target: part === undefined ? { kind: 'edge', key: edge.key } : { kind: 'edge', key: edge.key, part },
    params: defined({ edge: edge.id, source: edge.source, target: edge.target, ...params }),
  };
}

/** A finding at an exposure entry. Params: `side`, `name`, `node`, `port` (absent keys as ''). */
export function atEntry(
  entry: ManifestEntry,
  side: ManifestSide,
  code: FindingCode,
  rule: string,
  params: Params = {},
): Finding {
  return {
    code,
    rule,
    severity: CODES[code].severity,
    target: { kind: 'entry', key: entry.key, side },
    params: defined({
      side,
      name: entry.name ?? '',
      node: entry.node_id ?? '',
      port: entry.port ?? '',
      ...params,
    }),
  };
}

/** A finding at the list of nodes or of edges. */
export function atWorkflow(
  part: 'nodes' | 'edges',
  code: FindingCode,
  rule: string,
  params: Params = {},
): Finding {
  return {
    code,
    rule,
    severity: CODES[code].severity,
    target: { kind: 'workflow', part },
    params: defined(params),
  };
}

function defined(params: Params): { readonly [key: string]: Json } {
  const kept: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(params)) if (value !== undefined) kept[key] = value;
  return kept;
}
