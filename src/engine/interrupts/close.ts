import { isTerminal } from '../../model/status';
import type { RunRow } from '../ports';
import type { InterruptRow } from './row';

/**
 * What the end of a run makes of one of its interrupts: an open question is withdrawn, and no sweep looks at it again.
 * `undefined`: it stays as it is. Stores ask this for each interrupt of a run in the commit that ends it.
 */
export function closedWith(
  row: InterruptRow,
  run: Pick<RunRow, 'status' | 'ended'>,
): InterruptRow | undefined {
  if (!isTerminal(run.status) || row.taken !== null) return undefined;
  const taken = run.ended ?? row.created;
  if (row.status !== 'pending') return { ...row, taken };
  return { ...row, status: 'cancelled', resolved: taken, reason: row.reason ?? 'The run has ended.', taken };
}
