import { isOverdue } from '../../engine/interrupts/row';
import { simulatedClock } from '../../engine/simulation/simulated-clock';
import { question } from '../../engine/testing/interrupt-store-conformance';
import { createSweeper } from '../sweeper';

/** A sweeper over a store of its own, whose clock is moved by hand. */
export async function interruptStoreOf() {
  const clock = simulatedClock(1_000);
  const rows: ReturnType<typeof question>[] = [];
  let sweeps = 0;
  let expired = 0;
  const soonest = async () =>
    rows
      .filter(({ status }) => status === 'pending')
      .map(({ expires }) => expires ?? 0)
      .sort((a, b) => a - b)[0];
  const sweeper = createSweeper({
    store: { soonest },
    clock,
    sweep: async () => {
      sweeps += 1;
      for (const [at, row] of rows.entries()) {
        if (row.status !== 'pending' || !isOverdue(row, clock.now())) continue;
        rows[at] = { ...row, status: 'expired' };
        expired += 1;
      }
    },
  });
  return {
    clock,
    sweeper,
    sweeps: () => sweeps,
    expired: () => expired,
    async ask(ms: number) {
      const row = question('r1', 'a', `i${rows.length}`, { expires: clock.now() + ms });
      rows.push(row);
      const { id, type, status } = row;
      sweeper.heard({ runId: 'r1', workflow: 'wf', seq: 1, kind: 'job', interrupts: [{ id, type, status }] });
    },
    /** Lets whatever is due happen. */
    turn: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
  };
}
