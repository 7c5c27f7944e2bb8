// The engine's worker: the engine over this browser's database, for the page that made the worker.
import { expose } from 'comlink';
import { realmTurns } from '../engine/memory/turns';
import { processors } from '../engine/processors';
import { installLinearEngine } from '../model/linear-engine';
import { re2Engine } from '../model/re2-engine';
import { createContentStore } from '../store/content';
import { openDatabase } from '../store/database';
import { createMemoryStore } from '../store/memory';
import { createRunStore, runHeads } from '../store/runs';
import { createSecrets } from '../store/secrets';
import { createTabs } from '../store/tabs';
import { createTriggerStore, syncAllTriggers } from '../store/triggers';
import { workflowLibrary } from '../store/workflow-library';
import { realmClock } from './clock';
import { createEngineService } from './engine-service';
import { createWorkerExpressionHost } from './expression-host';
import { lockTurns } from './lock-turns';
import { browserLocks, realmManager } from './locks';
import type { CommandAnswer, EngineApi, WorkerApi } from './protocol';

/** More runs than this are not waited for at once; the rest come with the next start. */
const MOST_UNFINISHED = 1_000;

installLinearEngine(re2Engine);

async function start(): Promise<EngineApi> {
  const opened = await openDatabase();
  if (!opened.ok) throw new Error(opened.error.message);
  const db = opened.value;
  const tabs = createTabs();
  await syncAllTriggers(db, realmClock.now());
  const secrets = createSecrets(db, { now: realmClock.now });
  const manager = 'locks' in navigator ? navigator.locks : undefined;
  return createEngineService({
    store: createRunStore(db),
    async unfinished() {
      const found = await Promise.all(
        (['running', 'pending', 'paused'] as const).map((status) =>
          runHeads(db, { status, limit: MOST_UNFINISHED }),
        ),
      );
      return found.flat().map((run) => run.id);
    },
    locks: browserLocks(
      manager === undefined
        ? realmManager()
        : { request: (name, options, work) => manager.request(name, options, work) },
    ),
    ...(manager === undefined
      ? { alone: true }
      : {
          held: async (lock: string) => {
            const { held = [] } = await manager.query();
            return held.some(({ name }) => name === lock);
          },
        }),
    tabs,
    clock: realmClock,
    ids: { uuid: () => crypto.randomUUID() },
    expressions: createWorkerExpressionHost(
      () => new Worker(new URL('./expressions.worker.ts', import.meta.url), { type: 'module' }),
    ),
    executors: processors,
    content: createContentStore(db, tabs.announce),
    triggers: createTriggerStore(db, tabs.announce),
    memory: {
      store: createMemoryStore(db, tabs.announce),
      turns:
        manager === undefined
          ? realmTurns(realmClock)
          : lockTurns({ request: (name, options, work) => manager.request(name, options, work) }, realmClock),
    },
    workflows: workflowLibrary(db),
    fetch: (...request) => fetch(...request),
    secrets: { get: secrets.answer },
  });
}

const service = start();

/** Commands wait for the database; where it does not open they say so. */
async function command<T>(work: (api: EngineApi) => Promise<CommandAnswer<T>>): Promise<CommandAnswer<T>> {
  try {
    return await work(await service);
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : String(cause);
    return { success: false, error, error_code: 'INTERNAL_ERROR', details: [] };
  }
}

const api: WorkerApi = {
  configure: async (...given) => (await service).configure(...given),
  connect: async (page) => (await service).connect(page),
  watch: async (workflow) => (await service).watch(workflow),
  launch: (launch) => command((engine) => engine.launch(launch)),
  cancel: (runId, reason) => command((engine) => engine.cancel(runId, reason)),
  pause: (runId, reason) => command((engine) => engine.pause(runId, reason)),
  resume: (runId) => command((engine) => engine.resume(runId)),
  answer: (id, value) => command((engine) => engine.answer(id, value)),
  cancelInterrupt: (id, reason) => command((engine) => engine.cancelInterrupt(id, reason)),
  fireTrigger: (id, data) => command((engine) => engine.fireTrigger(id, data)),
  raise: async (event) => (await service).raise(event),
  recover: async () => (await service).recover(),
  subscribe: async (listener) => (await service).subscribe(listener),
  subscribeTokens: async (listener) => (await service).subscribeTokens(listener),
  hold: (lock) =>
    new Promise((held, refused) => {
      const keep = () => {
        held();
        return new Promise<void>(() => undefined);
      };
      navigator.locks.request(lock, keep).catch(refused);
    }),
};

expose(api);
