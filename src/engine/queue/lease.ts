// ORC-14: the claim of a run as the one who drives it knows it, kept alive while the run is driven.
import type { Clock, RunQueue } from '../ports';
import type { QueueClaim } from './types';

export type Lease = {
  /**
   * True: nobody else can have entered the run. Asked before a job begins; the store is asked only where the lease has run
   * out meanwhile, as behind a machine that slept.
   */
  holds(): boolean | Promise<boolean>;
  /** Aborted once somebody else has the run: what is in flight is told, and nothing of it is written. */
  readonly lost: AbortSignal;
};

/** A lease that renews itself three times in its length. `end`: it is let go. */
export function keepLease(
  { queue, clock }: { readonly queue: RunQueue; readonly clock: Clock },
  run: string,
  claim: QueueClaim,
  length: number,
): Lease & { end(): void } {
  const lost = new AbortController();
  const over = new AbortController();
  let { until } = claim;

  async function renew(): Promise<boolean> {
    const next = clock.now() + length;
    try {
      if (await queue.renew(run, { ...claim, until: next })) {
        until = next;
        return true;
      }
    } catch {
      // A store that fails refuses the next commit too.
      return clock.now() < until;
    }
    lost.abort(new DOMException(`The run ${run} has another owner.`, 'AbortError'));
    return false;
  }

  async function beat(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.sleep(length / 3, over.signal);
      if (over.signal.aborted) return;
      await renew();
      // A store that fails for longer than the lease may work again while the job is still in flight.
      if (lost.signal.aborted) return;
    }
  }
  beat().catch(() => undefined);

  return {
    holds() {
      if (lost.signal.aborted) return false;
      return clock.now() < until || renew();
    },
    lost: lost.signal,
    end: () => over.abort(),
  };
}
