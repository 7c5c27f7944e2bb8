// ORC-14: a worker of the queue: claims runs while it has room, oldest due first, and sleeps until there may be another.
import type { DriveEnd } from '../driver';
import type { Clock, RunQueue, RunRow } from '../ports';
import { lapses } from './judge';
import { keepLease, type Lease } from './lease';
import type { ClaimRequest, QueueEntry } from './types';

/** How a worker of the queue knows of the others. */
export type Liveness = {
  /** Before the first claim: from now on the others can tell that this worker lives. */
  begin?(worker: string): Promise<void>;
  /** `undefined`: that cannot be told. */
  isAlive(worker: string): Promise<boolean | undefined>;
  /** Resolves when this worker is gone; absent where nobody can tell. */
  gone?(worker: string): Promise<void>;
};

export type CrewOptions = {
  /** A name that no other worker has, or has had. */
  readonly worker?: string | undefined;
  /** Runs that are driven at once; those that another run here waits for come on top. */
  readonly lanes?: number | undefined;
  /** Absent: of no other worker it is known whether it lives. */
  readonly liveness?: Liveness | undefined;
  /** Milliseconds. */
  readonly lease?: number | undefined;
  /** How long a job may go on when its lease is over and nobody can tell whether its worker lives; milliseconds. */
  readonly patience?: number | undefined;
};

export type Claimed = { readonly entry: QueueEntry; readonly run: RunRow };

export type Crew = {
  /** Claims what there is room for. Resolves when that is claimed. */
  look(): Promise<void>;
  /** Claims this run, room or not, if nobody has it. */
  enter(run: string): Promise<void>;
  /** Whether the run is claimed by this worker and driven. */
  has(run: string): boolean;
  runs(): readonly string[];
  /** The run waits for another one, and needs no lane meanwhile. What it gives is called when it goes on. */
  waits(run: string): () => void;
  /** Claims nothing any more. */
  stop(): void;
};

export const LANES = 4;
export const LEASE_MS = 30_000;
export const PATIENCE_MS = 300_000;

/** A run whose store failed is tried again after this, so often, and a look at the queue as well. */
const AGAIN_MS = 2_000;
const ATTEMPTS = 3;

export function createCrew(
  { queue, clock }: { readonly queue: RunQueue; readonly clock: Clock },
  worker: string,
  options: CrewOptions,
  hooks: {
    /** Drives a claimed run until it ends, waits, or goes back into the queue. */
    drive(claimed: Claimed, lease: Lease): Promise<DriveEnd>;
    /** A run that cannot be written ends as failed. */
    giveUp(claimed: Claimed, cause: unknown): Promise<void>;
    /** Of a slice; `again`: the run is tried again, for its store failed. */
    ended(run: string, end: DriveEnd | { readonly kind: 'again' }): void;
    /** Nothing is left that can be claimed here. */
    idle(): Promise<void>;
  },
): Crew {
  const { lanes = LANES, liveness, lease: length = LEASE_MS, patience = PATIENCE_MS } = options;
  const held = new Map<string, Lease>();
  /** Of those, the runs that have a lane. */
  const inLanes = new Set<string>();
  const failures = new Map<string, number>();
  const watched = new Set<string>();
  let sleeping: { readonly until: number; readonly abort: AbortController } | undefined;
  let stopped = false;
  let begun: Promise<void> | undefined;

  /** One claim after the other: of two at once, the second would take the first's for a leftover. */
  let claiming: Promise<unknown> = Promise.resolve();
  function claim(run?: string): Promise<Claimed | undefined> {
    const mine = claiming.then(() => claimNow(run));
    claiming = mine.catch(() => undefined);
    return mine;
  }

  async function claimNow(run: string | undefined): Promise<Claimed | undefined> {
    begun ??= liveness?.begin?.(worker) ?? Promise.resolve();
    await begun;
    if (stopped || (run !== undefined ? held.has(run) : inLanes.size >= lanes)) return undefined;
    const unasked = requestFor(run, { gone: [], alive: [], silent: [] });
    const found = (await queue.claim(unasked)) ?? (await claimOfOthers(run));
    if (found !== undefined) begin(found, run === undefined);
    return found;
  }

  function requestFor(
    run: string | undefined,
    known: Pick<ClaimRequest, 'gone' | 'alive' | 'silent'>,
  ): ClaimRequest {
    const now = clock.now();
    return {
      ...{ worker, now, until: now + length, patience, held: [...held.keys()], ...known },
      ...(run === undefined ? {} : { run }),
    };
  }

  /** What others have claimed, where they are gone, or their lease is over. */
  async function claimOfOthers(run: string | undefined): Promise<Claimed | undefined> {
    const { claims } = await queue.outlook();
    const others = claims.filter(
      (other) => other.worker !== worker && (run === undefined || other.run === run),
    );
    if (others.length === 0) return undefined;
    const known = await judged(others.map((other) => other.worker));
    const lapsed = others.some(({ until }) => until <= clock.now());
    if (known.gone.length === 0 && !lapsed) return undefined;
    return queue.claim(requestFor(run, known));
  }

  async function judged(workers: readonly string[]) {
    const gone: string[] = [];
    const alive: string[] = [];
    const silent: string[] = [];
    for (const other of new Set(workers)) {
      const lives = await liveness?.isAlive(other);
      (lives === undefined ? silent : lives ? alive : gone).push(other);
    }
    return { gone, alive, silent };
  }

  function begin(claimed: Claimed, lane: boolean): void {
    const { id } = claimed.run;
    const { claim: mine } = claimed.entry;
    if (mine === null) return;
    const lease = keepLease({ queue, clock }, id, mine, length);
    held.set(id, lease);
    if (lane) inLanes.add(id);
    void work(claimed, lease).then((end) => {
      lease.end();
      if (held.get(id) === lease) {
        held.delete(id);
        inLanes.delete(id);
      }
      hooks.ended(id, end);
      // What another run here waits for does not wait for room that the other one takes.
      if (end.kind === 'queued' && isWaitedFor(end.run)) void enter(id);
      void look();
    });
  }

  async function work(claimed: Claimed, lease: Lease): Promise<DriveEnd | { readonly kind: 'again' }> {
    const { id, fence } = claimed.run;
    let end: DriveEnd;
    try {
      // The claim may have waited for so long that its lease is over before anything is done with it.
      end = (await lease.holds()) ? await hooks.drive(claimed, lease) : { kind: 'stale' };
    } catch (cause) {
      end = { kind: 'lost', cause };
    }
    if (end.kind !== 'lost') {
      failures.delete(id);
      return end;
    }
    const times = (failures.get(id) ?? 0) + 1;
    failures.set(id, times);
    if (times > ATTEMPTS) {
      failures.delete(id);
      // Where this cannot be written either, it stays as it is, for the next start.
      await hooks.giveUp(claimed, end.cause).catch(() => undefined);
      return end;
    }
    const due = clock.now() + AGAIN_MS;
    try {
      if (await queue.release(id, fence, { due, reason: 'store_failed' })) return { kind: 'again' };
    } catch {
      // The claim stays this worker's, and is one of its leftovers once the store can be read.
      armFor(due);
      return { kind: 'again' };
    }
    return { kind: 'stale' };
  }

  async function enter(run: string): Promise<void> {
    await claim(run).catch(() => armFor(clock.now() + AGAIN_MS));
  }

  let looking: Promise<void> | undefined;
  let again = false;
  function look(): Promise<void> {
    again = true;
    looking ??= (async () => {
      try {
        while (again && !stopped) {
          again = false;
          while ((await claim()) !== undefined);
          if (inLanes.size < lanes) await rest();
          await hooks.idle();
        }
      } catch {
        // The store failed: it is looked at again, and before that when something is announced.
        if (!stopped) armFor(clock.now() + AGAIN_MS);
      } finally {
        looking = undefined;
      }
    })();
    return looking;
  }

  /** Sleeps until something may be free by time alone; whoever is waited for otherwise announces it, or is gone. */
  async function rest(): Promise<void> {
    const { due, claims } = await queue.outlook();
    const others = claims.filter((other) => other.worker !== worker);
    const { alive } = await judged(others.map((other) => other.worker));
    const now = clock.now();
    const times = others.flatMap((other) => lapses(other, { now, alive, patience }) ?? []);
    if (due !== undefined) times.push(due);
    if (times.length > 0) armFor(Math.min(...times));
    for (const other of alive) {
      if (liveness?.gone === undefined || watched.has(other)) continue;
      watched.add(other);
      void liveness.gone(other).then(
        () => {
          watched.delete(other);
          void look();
        },
        () => watched.delete(other),
      );
    }
  }

  /** Of several times the earliest counts: whoever is woken looks for the others. */
  function armFor(time: number): void {
    if (sleeping !== undefined && sleeping.until <= time) return;
    sleeping?.abort.abort();
    const mine = { until: time, abort: new AbortController() };
    sleeping = mine;
    clock.sleep(Math.max(1, time - clock.now()), mine.abort.signal).then(
      () => {
        if (sleeping !== mine) return;
        sleeping = undefined;
        void look();
      },
      () => undefined,
    );
  }

  return {
    look,
    enter,
    has: (run) => held.has(run),
    runs: () => [...held.keys()],
    waits(run) {
      if (!inLanes.delete(run)) return () => undefined;
      void look();
      return () => {
        if (held.has(run)) inLanes.add(run);
      };
    },
    stop() {
      stopped = true;
      sleeping?.abort.abort();
    },
  };
}

/** Another run waits for this one. */
export function isWaitedFor({ parent }: RunRow): boolean {
  return parent !== undefined && parent.detached !== true;
}
