// INT-8: whether a snapshot fits a workflow, with codes that a caller can act on.
import type { WorkflowDocument } from '../../model/document';
import { recordEdge } from '../compile/dependency-graph';
import type { Snapshot } from './document';

export type SnapshotErrorCode = 'ERROR_VERSION_MISMATCH' | 'ERROR_UNKNOWN_NODE' | 'ERROR_DEPENDENCY_NOT_MET';
export type SnapshotWarningCode = 'WARNING_ORPHAN_NODE' | 'WARNING_INJECTED_NODE';

export type SnapshotFinding<C extends string> = {
  readonly code: C;
  /** Absent where it is about the workflow as a whole. */
  readonly nodeId?: string;
  readonly message: string;
};

/** `valid` exactly where there is no error: warnings never make a snapshot invalid. */
export type SnapshotVerdict = {
  readonly valid: boolean;
  readonly errors: readonly SnapshotFinding<SnapshotErrorCode>[];
  readonly warnings: readonly SnapshotFinding<SnapshotWarningCode>[];
};

/**
 * Judges a snapshot against a definition.
 *
 * @param version that of the definition (`structuralVersion`); one that the snapshot does not name is not compared.
 */
export function validateSnapshot(
  { workflowVersion, nodeStates }: Pick<Snapshot, 'workflowVersion' | 'nodeStates'>,
  definition: Pick<WorkflowDocument, 'nodes' | 'edges'>,
  version: string,
): SnapshotVerdict {
  const errors: SnapshotFinding<SnapshotErrorCode>[] = [];
  const warnings: SnapshotFinding<SnapshotWarningCode>[] = [];
  if (workflowVersion !== '' && workflowVersion !== version) {
    errors.push({
      code: 'ERROR_VERSION_MISMATCH',
      message: `The snapshot is of version ${workflowVersion} of the workflow, which is version ${version} now.`,
    });
  }
  const defined = new Set(definition.nodes.map(({ id }) => id));
  const needs = dependencies(definition);
  for (const [id, state] of Object.entries(nodeStates)) {
    if (!defined.has(id)) {
      errors.push({
        code: 'ERROR_UNKNOWN_NODE',
        nodeId: id,
        message: `The workflow has no node "${id}", which the snapshot has.`,
      });
      continue;
    }
    if (state.status !== 'completed') continue;
    const before = needs.get(id) ?? new Set<string>();
    const unmet = [...before].filter((source) => !isMet(nodeStates, source));
    if (unmet.length > 0) {
      errors.push({
        code: 'ERROR_DEPENDENCY_NOT_MET',
        nodeId: id,
        message: `Node "${id}" is completed, and what it needs is not: ${unmet.join(', ')}.`,
      });
    }
    if (state.injected === true && before.size > 0) {
      warnings.push({
        code: 'WARNING_INJECTED_NODE',
        nodeId: id,
        message: `The value of node "${id}" was put there, and not made from what it needs.`,
      });
    }
  }
  for (const id of defined) {
    if (Object.hasOwn(nodeStates, id)) continue;
    warnings.push({
      code: 'WARNING_ORPHAN_NODE',
      nodeId: id,
      message: `The snapshot says nothing of node "${id}".`,
    });
  }
  return { valid: errors.length === 0, errors, warnings };
}

/** By node, the sources of the edges that it waits for: no loopback, tool or agent-result edge is one (DATA-5). */
function dependencies({ edges }: Pick<WorkflowDocument, 'edges'>): ReadonlyMap<string, ReadonlySet<string>> {
  const needs = new Map<string, Set<string>>();
  for (const edge of edges) {
    const { role, source, target } = recordEdge(edge);
    if (role === 'none') continue;
    const found = needs.get(target);
    if (found === undefined) needs.set(target, new Set([source]));
    else found.add(source);
  }
  return needs;
}

function isMet(nodeStates: Snapshot['nodeStates'], node: string): boolean {
  const status = Object.hasOwn(nodeStates, node) ? nodeStates[node]?.status : undefined;
  return status === 'completed' || status === 'skipped';
}
