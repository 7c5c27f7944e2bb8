// R7: no edge may use a port that its node hides. Each end is judged on its own (R7.e/f).
import { isExposed } from '../catalog/exposure';
import type { Catalog } from '../catalog/types';
import { titleOf, type WorkflowEdge, type WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { type Direction, sourcePort, targetPort } from '../model/handle';
import { declaredPorts, readyType } from './node-type-view';
import { atEdge } from './report';

/**
 * R7.a to R7.d. An end is skipped where its handle names no port, its node is missing, its type does not resolve to an
 * executor, or the type does not declare the port.
 */
export function hiddenPorts(
  edge: WorkflowEdge,
  source: WorkflowNode | undefined,
  target: WorkflowNode | undefined,
  catalog: Catalog,
): readonly Finding[] {
  const findings: Finding[] = [];
  const out = sourcePort(edge);
  if (source !== undefined && isHidden(source, 'output', out, catalog)) {
    const params = { node: source.id, title: titleOf(source), port: out };
    findings.push(atEdge(edge, 'R7_EDGE_SOURCE_NOT_EXPOSED', 'R7.b', params, 'source'));
  }
  const into = targetPort(edge);
  if (target !== undefined && isHidden(target, 'input', into, catalog)) {
    const params = { node: target.id, title: titleOf(target), port: into };
    findings.push(atEdge(edge, 'R7_EDGE_TARGET_NOT_EXPOSED', 'R7.a', params, 'target'));
  }
  return findings;
}

/** R7.c: the node type declares the port, and the instance, else the type's default, hides it. */
export function isHidden(
  node: WorkflowNode,
  direction: Direction,
  port: string | undefined,
  catalog: Catalog,
): boolean {
  if (port === undefined) return false;
  const built = readyType(node, catalog);
  if (built === undefined || !declaredPorts(built, direction).has(port)) return false;
  return !isExposed(built, node.data.config, direction, port);
}
