// The page's side of the engine's worker: commands in, events out, and a new worker where one is lost.
import { type Endpoint, proxy, type Remote, releaseProxy, wrap } from 'comlink';
import type { RunEvent, TokenEvent } from '../../engine/ports';
import type { Manager } from '../../worker/locks';
import type { CommandAnswer, EngineApi, PageServices, WorkerApi } from '../../worker/protocol';

/** What is used of a worker. */
export type EngineWorker = Endpoint & { terminate(): void };

export type EngineClient = Pick<
  EngineApi,
  'launch' | 'cancel' | 'pause' | 'resume' | 'answer' | 'cancelInterrupt' | 'fireTrigger' | 'raise'
> & {
  /** Tells the worker which workflow the page shows, this one and those that come after it. Rejects where it is lost. */
  watch(workflow: string | null): Promise<void>;
  /** Settings, site records and workflows for every worker from now on. */
  configure(...given: Parameters<EngineApi['configure']>): Promise<void>;
  /** Takes over runs that a worker which is gone left behind. Answers their ids. */
  recover(): Promise<readonly string[]>;
  /** Hears what runs of this page's worker announce. @returns ends it. */
  onEvent(listener: (event: RunEvent) => void): () => void;
  /** Hears the answers of models while they come, of runs that this page's worker drives. @returns ends it. */
  onToken(listener: (event: TokenEvent) => void): () => void;
  /** Hears that the worker was lost. Runs go on in the next one, where they were. @returns ends it. */
  onLost(listener: (message: string) => void): () => void;
  close(): void;
};

export type EngineClientOptions = {
  /** Makes a worker; the browser's by default. */
  readonly spawn?: () => EngineWorker;
  /** What runs may use of this page. */
  readonly page?: PageServices;
  /** Tells that a worker is gone where no event does; the browser's locks by default, null: nothing tells. */
  readonly locks?: Pick<Manager, 'request'> | null;
};

/** So many workers may be lost without one answer in between before no more are made. */
const MOST_LOST = 3;
const STOPPED = 'The engine stopped.';

type Connection = {
  readonly worker: EngineWorker;
  readonly api: Remote<WorkerApi>;
  /** Rejects when the worker is lost. */
  readonly lost: Promise<never>;
  readonly ready: Promise<void>;
};

/** The worker is made at the first command. Commands are answered like their doors and do not reject. */
export function createEngineClient(options: EngineClientOptions = {}): EngineClient {
  const spawn = options.spawn ?? spawnEngine;
  const locks = options.locks === undefined ? browserManager() : options.locks;
  const events = new Set<(event: RunEvent) => void>();
  const tokens = new Set<(event: TokenEvent) => void>();
  const losses = new Set<(message: string) => void>();
  let configured: Parameters<EngineApi['configure']> | undefined;
  let watched: string | null = null;
  let connection: Connection | undefined;
  let lostInARow = 0;
  let closed = false;

  function connect(): Connection {
    const worker = spawn();
    const api = wrap<WorkerApi>(worker);
    let lose: (message: string) => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      lose = (message) => {
        reject(new Error(message));
        replace(worker, message);
      };
    });
    worker.addEventListener('error', (event) => {
      const told = 'message' in event && typeof event.message === 'string' ? event.message : '';
      lose(told === '' ? STOPPED : told);
    });
    lost.catch(() => undefined);
    const ready = Promise.race([introduce(api), lost]);
    const made: Connection = { worker, api, lost, ready };
    ready.then(
      () => watchOver(api, () => lose(STOPPED)),
      () => {
        // It lives, and cannot begin (its database does not open): the next command tries a new one.
        if (connection !== made) return;
        connection = undefined;
        worker.terminate();
      },
    );
    return made;
  }

  /** A worker that is ended from outside tells nobody; its lock is free then. */
  async function watchOver(api: Remote<WorkerApi>, gone: () => void): Promise<void> {
    if (locks === null) return;
    const name = `engine:${crypto.randomUUID()}`;
    try {
      await api.hold(name);
      await locks.request(name, {}, async () => gone());
    } catch {
      // No lock, no watch: its errors are still heard.
    }
  }

  async function introduce(api: Remote<WorkerApi>): Promise<void> {
    const listener = (event: RunEvent) => {
      for (const each of [...events]) each(event);
    };
    if (configured !== undefined) await api.configure(...configured);
    if (options.page !== undefined) await api.connect(proxy(options.page));
    await api.watch(watched);
    await api.subscribe(proxy(listener));
    if (tokens.size > 0) await hearTokens(api);
  }

  /** Asked for when somebody listens: until then no model is asked to stream. */
  async function hearTokens(api: Remote<WorkerApi>): Promise<void> {
    const listener = (event: TokenEvent) => {
      for (const each of [...tokens]) each(event);
    };
    await api.subscribeTokens(proxy(listener));
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

  async function call<T>(work: (api: Remote<WorkerApi>) => Promise<T>): Promise<T> {
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
    work: (api: Remote<WorkerApi>) => Promise<CommandAnswer<T>>,
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
    async configure(...given) {
      configured = given;
      if (connection !== undefined) await call((api) => api.configure(...given));
    },
    launch: (launch) => command((api) => api.launch(launch)),
    cancel: (runId, reason) => command((api) => api.cancel(runId, reason)),
    pause: (runId, reason) => command((api) => api.pause(runId, reason)),
    resume: (runId) => command((api) => api.resume(runId)),
    answer: (id, value) => command((api) => api.answer(id, value)),
    cancelInterrupt: (id, reason) => command((api) => api.cancelInterrupt(id, reason)),
    async watch(workflow) {
      watched = workflow;
      if (connection !== undefined) await call((api) => api.watch(workflow));
    },
    fireTrigger: (id, data) => command((api) => api.fireTrigger(id, data)),
    raise: (event) => call((api) => api.raise(event)),
    recover: () => call((api) => api.recover()),
    onEvent(listener) {
      events.add(listener);
      return () => events.delete(listener);
    },
    onToken(listener) {
      tokens.add(listener);
      if (tokens.size === 1 && connection !== undefined) void call(hearTokens).catch(() => undefined);
      return () => tokens.delete(listener);
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
      tokens.clear();
      losses.clear();
    },
  };
}

function browserManager(): Pick<Manager, 'request'> | null {
  const manager = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined;
  if (manager === undefined) return null;
  return { request: (name, options, work) => manager.request(name, options, work) };
}

function spawnEngine(): EngineWorker {
  return new Worker(new URL('../../worker/engine.worker.ts', import.meta.url), {
    type: 'module',
    name: 'engine',
  });
}
