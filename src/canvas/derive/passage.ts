import { branchNames } from '../../catalog/instance-ports';
import { branchName, isFollowed } from '../../model/branches';
import { anchorOf, configOf, type WorkflowEdge } from '../../model/document';
import { edgeFlags } from '../../model/edge-flags';
import { sourcePort } from '../../model/handle';
import type { NodeRunState } from '../editor/types';
import type { GraphView } from './graph-view';

/** Whether a run went along a wire; `unknown` while that is open, and for wires that nothing goes along (tools). */
export type Passage = 'unknown' | 'delivered' | 'notTaken';

/**
 * Whether the run that is looked at went along a wire, by the jobs at its ends. BR-1, BR-2: a wire from a branch that was
 * not taken was not followed, whoever else made its target run. ERR-10: an error wire is followed where its source failed
 * and was routed, and no other wire is followed then.
 */
export function passageOf(
  run: ReadonlyMap<string, NodeRunState>,
  edge: WorkflowEdge,
  view: GraphView,
): Passage {
  const source = run.get(edge.source);
  if (source === undefined) return 'unknown';
  const { error, tool } = edgeFlags(edge);
  if (tool) return 'unknown';
  if (source.status === 'skipped' || source.status === 'cancelled') return 'notTaken';
  const failed = source.status === 'failed';
  if (!failed && source.status !== 'completed') return 'unknown';
  if (failed ? !(error && source.errorRouted) : error) return 'notTaken';
  if (
    !isFollowed(
      { source_port: sourcePort(edge) ?? null },
      source.activeBranches ?? [],
      branchesOf(view, edge),
    )
  )
    return 'notTaken';
  switch (run.get(edge.target)?.status) {
    case undefined:
    case 'idle':
    case 'pending':
      return 'unknown';
    case 'skipped':
      return 'notTaken';
    default:
      return 'delivered';
  }
}

/** BR-2: the branch ports of a wire's source, in the form in which names are compared. */
function branchesOf(view: GraphView, { source }: WorkflowEdge): readonly string[] {
  const node = view.wiring.node(view.wiring.keyOf(source) ?? '');
  const anchor = node === undefined ? undefined : anchorOf(node);
  const built = anchor === undefined ? undefined : view.catalog.built(anchor);
  return node === undefined || built === undefined ? [] : branchNames(built, configOf(node)).map(branchName);
}
