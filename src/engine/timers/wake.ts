// Waits in the state of a run: which is the next to end, and what becomes of a job when its wait has ended.
import type { Effect } from '../events';
import type { Cell, RunState } from '../state';
import { itemsOf, someItem, withItem } from '../vector';
import type { TimerEnd } from './job-timer';

const isInterrupted = ({ status }: Cell) => status === 'interrupted';

/**
 * When the next wait ends; `undefined`: no job waits for a time. Infinity: a question to a person is open too, and the run is
 * theirs until it is answered (INT-12).
 */
export function nextWake(state: RunState): number | undefined {
  if (!someItem(state.cells, isInterrupted)) return undefined;
  let next: number | undefined;
  let asks = false;
  for (const { status, timer } of itemsOf(state.cells)) {
    if (status !== 'interrupted') continue;
    if (timer === null || timer.ended !== null) asks = true;
    else if (next === undefined || timer.until < next) next = timer.until;
  }
  return next !== undefined && asks ? Number.POSITIVE_INFINITY : next;
}

/**
 * Puts the jobs back that have waited long enough, or all that wait where a person does not want to (`skip`). The same
 * attempt goes on. A run without waits is given back as it is.
 */
export function endWaits(
  state: RunState,
  at: number,
  skip: { readonly user: string | null } | undefined,
  effects: Effect[],
): RunState {
  // A run that only spent its budget comes by here too.
  if (!someItem(state.cells, isInterrupted)) return state;
  let { cells } = state;
  const woken: number[] = [];
  for (const [index, cell] of itemsOf(state.cells).entries()) {
    const { status, timer } = cell;
    if (status !== 'interrupted' || timer === null || timer.ended !== null) continue;
    const due = timer.until <= at;
    if (!due && skip === undefined) continue;
    const ended: TimerEnd =
      due || skip === undefined ? { at, by: 'timer', user: null } : { at, by: 'person', user: skip.user };
    const waited = { ...timer, ended };
    const back: Cell = {
      ...cell,
      status: 'pending',
      order: null,
      attempts: cell.attempts - 1,
      timer: waited,
    };
    cells = withItem(cells, index, back);
    woken.push(index);
    effects.push({
      kind: 'persist',
      index,
      change: { status: 'pending', order: null, attempts: back.attempts, timer: waited },
    });
  }
  return woken.length === 0
    ? state
    : { ...state, cells, batch: [...state.batch.slice(state.at), ...woken].sort((a, b) => a - b), at: 0 };
}
