// The page's side of the engine's worker: commands in, events out, and a new worker where one is lost.
import { type Endpoint, proxy, type Remote, releaseProxy, wrap } from 'comlink';
import type { SiteRecords } from '../../catalog/types';
import type { RunEvent } from '../../engine/ports';
import type { CommandAnswer, EngineApi, EngineSettings, PageServices } from '../../worker/protocol';

/** What is used of a worker. */
export type EngineWorker = Endpoint & { terminate(): void };

export type EngineClient = Pick<EngineApi, 'launch' | 'cancel' | 'resume'> & {
  /** Settings and site records for every worker from now on. */
  configure(settings: EngineSettings, site: SiteRecords): Promise<void>;
  /** Takes over runs that a worker which is gone left behind. Answers their ids. */
  recover(): Promise<readonly string[]>;
  /** Hears what runs of this page's worker announce. @returns ends it. */
  onEvent(listener: (event: RunEvent) => void): () => void;
  /** Hears that the worker was lost. Runs go on in the next one, where they were. @returns ends it. */
  onLost(listener: (message: string) => void): () => void;
  close(): void;
};

export type EngineClientOptions = {
  /** Makes a worker; the browser's by default. */
  readonly spawn?: () => EngineWorker;
  /** What runs may use of this page. */
  readonly page?: PageServices;
};

/** So many workers may be lost without one answer in between before no more are made. */
const MOST_LOST = 3;

type Connection = {
  readonly worker: EngineWorker;
  readonly api: Remote<EngineApi>;
  /** Rejects when the worker is lost. */
  readonly lost: Promise<never>;
  readonly ready: Promise<void>;
};

/** The worker is made at the first command. Commands are answered like their doors and do not reject. */
export function createEngineClient(options: EngineClientOptions = {}): EngineClient {
  const spawn = options.spawn ?? spawnEngine;
  const events = new Set<(event: RunEvent) => void>();
  const losses = new Set<(message: string) => void>();
  let configured: readonly [EngineSettings, SiteRecords] | undefined;
  let connection: Connection | undefined;
  let lostInARow = 0;
  let closed = false;

  function connect(): Connection {
    const worker = spawn();
    const api = wrap<EngineApi>(worker);
    const lost = new Promise<never>((_, reject) => {
      worker.addEventListener('error', (event) => {
        const message =
          'message' in event && typeof event.message === 'string' && event.message !== ''
            ? event.message
            : 'The engine stopped.';
        reject(new Error(message));
        replace(worker, message);
      });
    });
    lost.catch(() => undefined);
    return { worker, api, lost, ready: Promise.race([introduce(api), lost]) };
  }

  async function introduce(api: Remote<EngineApi>): Promise<void> {
    const listener = (event: RunEvent) => {
      for (const each of [...events]) each(event);
    };
    if (configured !== undefined) await api.configure(...configured);
    if (options.page !== undefined) await api.connect(proxy(options.page));
    await api.subscribe(proxy(listener));
  }

  function replace(worker: EngineWorker, message: string): void {
    if (closed || connection?.worker !== worker) return;
    connection = undefined;
    worker.terminate();
    lostInARow += 1;
    for (const listener of [...losses]) listener(message);
    // The runs that it drove go on in a new one.
    if (lostInARow < MOST_LOST) void call((api) => api.recover()).catch(() => undefined);
  }

  async function call<T>(work: (api: Remote<EngineApi>) => Promise<T>): Promise<T> {
    if (closed) throw new Error('This page has closed its engine.');
    if (connection === undefined && lostInARow >= MOST_LOST) lostInARow = MOST_LOST - 1;
    connection ??= connect();
    const { api, lost, ready } = connection;
    ready.catch(() => undefined);
    await ready;
    const answer = await Promise.race([work(api), lost]);
    lostInARow = 0;
    return answer;
  }

  async function command<T>(
    work: (api: Remote<EngineApi>) => Promise<CommandAnswer<T>>,
  ): Promise<CommandAnswer<T>> {
    try {
      return await call(work);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      return {
        success: false,
        error: `The engine did not answer: ${why}`,
        error_code: 'INTERNAL_ERROR',
        details: [],
      };
    }
  }

  return {
    async configure(settings, site) {
      configured = [settings, site];
      if (connection !== undefined) await call((api) => api.configure(settings, site));
    },
    launch: (launch) => command((api) => api.launch(launch)),
    cancel: (runId, reason) => command((api) => api.cancel(runId, reason)),
    resume: (runId) => command((api) => api.resume(runId)),
    recover: () => call((api) => api.recover()),
    onEvent(listener) {
      events.add(listener);
      return () => events.delete(listener);
    },
    onLost(listener) {
      losses.add(listener);
      return () => losses.delete(listener);
    },
    close() {
      closed = true;
      connection?.api[releaseProxy]();
      connection?.worker.terminate();
      connection = undefined;
      events.clear();
      losses.clear();
    },
  };
}

function spawnEngine(): EngineWorker {
  return new Worker(new URL('../../worker/engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
}
