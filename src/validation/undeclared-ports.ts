// A wire on a port that neither the node's type nor the node itself has (data-model: kept, drawn on a ghost, warned of).
import { instancePorts } from '../catalog/instance-ports';
import type { Catalog } from '../catalog/types';
import { titleOf, type WorkflowEdge, type WorkflowNode } from '../model/document';
import { edgeFlags } from '../model/edge-flags';
import type { Finding } from '../model/finding';
import { type Direction, sourcePort, targetPort } from '../model/handle';
import { nearest } from './nearest';
import { declaredPorts, readyType } from './node-type-view';
import { atEdge } from './report';

/**
 * One warning an edge; `ends` lists each end concerned, with its node, its port and the nearest port that exists. Silent
 * where a handle names no port or a node's type does not resolve to an executor. A tool edge's target is judged as a
 * consumer instead (DATA-12).
 */
export function undeclaredPorts(
  edge: WorkflowEdge,
  source: WorkflowNode | undefined,
  target: WorkflowNode | undefined,
  catalog: Catalog,
): Finding | undefined {
  const atSource = missingPort(source, 'output', sourcePort(edge), catalog);
  const atTarget = missingPort(target, 'input', targetPort(edge), catalog);
  const wrongTarget = atTarget !== undefined && !edgeFlags(edge).tool ? atTarget : undefined;
  if (atSource === undefined && wrongTarget === undefined) return undefined;
  const ends = [
    ...(atSource === undefined ? [] : [{ end: 'source', ...atSource }]),
    ...(wrongTarget === undefined ? [] : [{ end: 'target', ...wrongTarget }]),
  ];
  const part = ends.length === 2 ? undefined : atSource === undefined ? 'target' : 'source';
  return atEdge(edge, 'W_PORT_UNDECLARED', 'DECISIONS', { ends }, part);
}

type MissingPort = {
  readonly node: string;
  readonly title: string;
  readonly port: string;
  readonly suggestion: string;
};

function missingPort(
  node: WorkflowNode | undefined,
  direction: Direction,
  port: string | undefined,
  catalog: Catalog,
): MissingPort | undefined {
  const built = node === undefined || port === undefined ? undefined : readyType(node, catalog);
  if (node === undefined || port === undefined || built === undefined) return undefined;
  if (declaredPorts(built, direction).has(port)) return undefined;
  const ports = instancePorts(catalog, node)[direction === 'input' ? 'inputs' : 'outputs'];
  if (ports.some(({ id }) => id === port)) return undefined;
  const suggestion = nearest(
    port,
    ports.map(({ id }) => id),
  );
  return { node: node.id, title: titleOf(node), port, suggestion: suggestion ?? '' };
}
