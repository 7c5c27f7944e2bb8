import type { Catalog } from '../catalog/types';
import type { WorkflowEdge, WorkflowNode } from '../model/document';
import type { EdgeFlags } from '../model/edge-flags';
import type { Finding } from '../model/finding';

/** Findings by position in the lists of nodes and edges. */
export type GraphFindings = {
  readonly nodes: ReadonlyMap<number, readonly Finding[]>;
  readonly edges: ReadonlyMap<number, readonly Finding[]>;
};

/** A drawing with its nodes by id and its edges read once. */
export type Graph = {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly flags: readonly EdgeFlags[];
  /** Position of the node that an id names. Of several, the last (as the run reads it, STORE-10). */
  readonly position: ReadonlyMap<string, number>;
  readonly catalog: Catalog;
};

/** Positions of the nodes by id; nodes without an id are named by nobody. */
export function positions(nodes: readonly WorkflowNode[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i < nodes.length; i += 1) {
    const id = nodes[i]?.id;
    if (id !== undefined && id !== '') found.set(id, i);
  }
  return found;
}

/** Gathers findings of the drawing. */
export class Collector implements GraphFindings {
  readonly nodes = new Map<number, Finding[]>();
  readonly edges = new Map<number, Finding[]>();

  atNode(index: number, finding: Finding): void {
    append(this.nodes, index, finding);
  }

  atEdge(index: number, finding: Finding): void {
    append(this.edges, index, finding);
  }
}

function append(map: Map<number, Finding[]>, index: number, finding: Finding): void {
  const list = map.get(index);
  if (list === undefined) map.set(index, [finding]);
  else list.push(finding);
}
