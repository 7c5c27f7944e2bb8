// Does a source's execution satisfy an edge? The one place where success, routed failures, branches and staleness meet.

import { isFollowed } from '../../model/branches';
import type { PlanEdge } from '../plan';
import type { ExecutionRecord, Rounds } from './record';
import { isBehind } from './rounds';

/** What is asked beside the edge and the execution. */
export type EdgeContext = {
  /** BR-2: branch ports of the source, trimmed and lower-cased. */
  readonly branches: readonly string[];
  /** A newer execution of the source exists, finished or not (BR-6 test 1, ERR-10 a). */
  readonly superseded: boolean;
  /** Rounds of the consumer that waits. */
  readonly consumer: Rounds;
};

/**
 * - DATA-5: loopback, tool and agent-result edges satisfy nothing and hold nothing.
 * - ERR-10: a routed failure satisfies error edges only; a success never does.
 * - BR-1: an edge from an inactive branch is not followed.
 * - BR-6: not from a superseded execution (for data edges: where the edge leaves a named port of a source that made a
 *   branch decision), nor from a round behind the consumer's on a loop that they share.
 */
export function satisfies(
  edge: Pick<PlanEdge, 'role' | 'source_port'>,
  source: ExecutionRecord,
  { branches, superseded, consumer }: EdgeContext,
): boolean {
  if (edge.role === 'none') return false;
  if ((source.verdict === 'routed') !== (edge.role === 'error')) return false;
  if (!isFollowed(edge, source.activeBranches, branches)) return false;
  if (superseded && (edge.role !== 'data' || vouchesByBranch(edge, source))) return false;
  return !isBehind(source.rounds, consumer);
}

function vouchesByBranch(edge: Pick<PlanEdge, 'source_port'>, source: ExecutionRecord): boolean {
  return edge.source_port !== null && source.activeBranches.length > 0;
}
