// Everything that can be said of an edge from itself and its two end nodes: R3 (missing id), R7, R8, R12, EDGE-5, EDGE-8,
// W-T, DATA-12, and wires on ports that do not exist.
import type { Catalog } from '../catalog/types';
import { titleOf, type WorkflowEdge, type WorkflowNode } from '../model/document';
import { declaredEdgeType, EDGE_TYPES, edgeFlags, isRecognisedEdgeType } from '../model/edge-flags';
import type { Finding } from '../model/finding';
import { own } from '../model/json';
import { nearest } from './nearest';
import { readyType } from './node-type-view';
import { hiddenPorts } from './r7-exposure';
import { atEdge } from './report';
import { undeclaredPorts } from './undeclared-ports';

const NOTHING: readonly Finding[] = Object.freeze([]);

/** Findings of one edge. Depends on the edge, on `id`, `key` and `data` of its end nodes, and on the catalog. */
export function judgeEdge(
  edge: WorkflowEdge,
  source: WorkflowNode | undefined,
  target: WorkflowNode | undefined,
  catalog: Catalog,
): readonly Finding[] {
  const findings: Finding[] = [];
  const add = (finding: Finding | undefined) => {
    if (finding !== undefined) findings.push(finding);
  };
  // R3: an empty id is a missing one.
  if (edge.id === '') findings.push(atEdge(edge, 'R3_EDGE_MISSING_ID', 'R3'));
  findings.push(...hiddenPorts(edge, source, target, catalog));
  // R8.a to R8.c: each end on its own, an empty one counts as missing.
  if (source === undefined) findings.push(atEdge(edge, 'R8_EDGE_SOURCE_MISSING', 'R8.a', {}, 'source'));
  if (target === undefined) findings.push(atEdge(edge, 'R8_EDGE_TARGET_MISSING', 'R8.b', {}, 'target'));
  add(selfEdge(edge));
  add(edgeType(edge));
  add(condition(edge));
  add(terminalSource(edge, source, target, catalog));
  add(toolTarget(edge, target, catalog));
  add(undeclaredPorts(edge, source, target, catalog));
  return findings.length === 0 ? NOTHING : findings;
}

/** R12: whatever ports are named, and whether or not the node exists; never with an empty source. */
function selfEdge(edge: WorkflowEdge): Finding | undefined {
  return edge.source !== '' && edge.source === edge.target ? atEdge(edge, 'R12_EDGE_SELF', 'R12') : undefined;
}

/** EDGE-5: a declared type that is not recognised is refused. */
function edgeType(edge: WorkflowEdge): Finding | undefined {
  const declared = declaredEdgeType(edge);
  if (declared === undefined || isRecognisedEdgeType(declared)) return undefined;
  const params = { edgeType: declared, allowed: [...EDGE_TYPES], suggestion: nearest(declared, EDGE_TYPES) };
  return atEdge(edge, 'EDGE_TYPE_UNKNOWN', 'EDGE-5', params);
}

/** EDGE-8: a condition is tolerated and ignored; a non-empty one is worth a warning. */
function condition(edge: WorkflowEdge): Finding | undefined {
  const text = own(edge.data, 'condition');
  return typeof text === 'string' && text !== ''
    ? atEdge(edge, 'W_EDGE_CONDITION', 'EDGE-8', { condition: text })
    : undefined;
}

/** W-T: one warning an edge that leaves a terminal node; where it leads is not judged. */
function terminalSource(
  edge: WorkflowEdge,
  source: WorkflowNode | undefined,
  target: WorkflowNode | undefined,
  catalog: Catalog,
): Finding | undefined {
  if (source === undefined || readyType(source, catalog)?.flags.terminal !== true) return undefined;
  const targetTitle = target === undefined ? edge.target : titleOf(target);
  return atEdge(edge, 'W_TERMINAL_EDGE', 'W-T', { sourceTitle: titleOf(source), targetTitle }, 'source');
}

/** DATA-12: tools go to a type that consumes or forwards them. Silent where the type does not resolve. */
function toolTarget(
  edge: WorkflowEdge,
  target: WorkflowNode | undefined,
  catalog: Catalog,
): Finding | undefined {
  if (target === undefined || !edgeFlags(edge).tool) return undefined;
  const built = readyType(target, catalog);
  if (built === undefined || built.flags.toolConsumer || built.flags.toolForwarder) return undefined;
  const params = {
    node: target.id,
    title: titleOf(target),
    nodeType: built.nodeType.id,
    nodeTypeLabel: built.nodeType.label,
  };
  return atEdge(edge, 'TOOL_CONSUMER_MISSING', 'DATA-12', params, 'target');
}
