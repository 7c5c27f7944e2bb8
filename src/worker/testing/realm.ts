import { IDBFactory } from 'fake-indexeddb';
import type { RunEvent } from '../../engine/ports';
import { processors } from '../../engine/processors';
import type { Execute } from '../../engine/processors/types';
import { createExpressionHost } from '../../expression/host';
import type { JsonObject } from '../../model/json';
import type { SluiceDatabase } from '../../store/database';
import { createRunStore, runHeads } from '../../store/runs';
import { type Channel, createTabs } from '../../store/tabs';
import { memoryDatabase } from '../../store/testing/memory-database';
import { workflowLibrary } from '../../store/workflow-library';
import { realmClock } from '../clock';
import { createEngineService } from '../engine-service';
import { browserLocks, type Manager, realmManager } from '../locks';
import type { EngineApi } from '../protocol';

/** One browser: a database, its locks, and the channel between its realms. */
export type Browser = {
  readonly factory: IDBFactory;
  readonly manager: Manager;
  readonly channel: () => Channel;
};

export function browser(): Browser {
  const realms = new Set<(event: { data: unknown }) => void>();
  return {
    factory: new IDBFactory(),
    manager: realmManager(),
    channel() {
      let mine: ((event: { data: unknown }) => void) | undefined;
      return {
        postMessage(message) {
          const data: unknown = structuredClone(message);
          for (const listener of [...realms]) if (listener !== mine) queueMicrotask(() => listener({ data }));
        },
        addEventListener(_type, listener) {
          mine = listener;
          realms.add(listener);
        },
        close() {
          if (mine !== undefined) realms.delete(mine);
        },
      };
    },
  };
}

export type Realm = {
  readonly api: EngineApi;
  readonly db: SluiceDatabase;
  readonly events: readonly RunEvent[];
  /** Resolves with the event that says that the run has finished. */
  finished(runId: string): Promise<RunEvent>;
  /** Ends the realm as a closed tab does: its locks are free, and nothing of it goes on writing. */
  kill(): void;
};

/** A worker's service over the browser's database. `executors` take the place of processors of the same id. */
export async function realm(
  inside: Browser,
  executors: { readonly [processor: string]: Execute } = {},
  fetcher?: typeof fetch,
): Promise<Realm> {
  const db = await memoryDatabase(inside.factory);
  const events: RunEvent[] = [];
  const waiting = new Set<() => void>();
  const held = new Set<() => void>();
  let alive = true;
  const manager: Manager = {
    request: (name, options, work) =>
      inside.manager.request(name, options, (lock) => {
        if (!alive) return Promise.resolve();
        if (lock === null) return work(lock);
        return Promise.race([
          work(lock),
          new Promise<void>((free) => {
            held.add(free);
          }),
        ]);
      }),
  };
  const api = createEngineService({
    store: createRunStore(db),
    async unfinished() {
      const found = await Promise.all(
        (['running', 'pending', 'paused'] as const).map((status) => runHeads(db, { status, limit: 9 })),
      );
      return found.flat().map((run) => run.id);
    },
    locks: browserLocks(manager),
    tabs: createTabs(inside.channel()),
    clock: realmClock,
    ids: { uuid: () => crypto.randomUUID() },
    expressions: createExpressionHost(),
    executors: new Map([...processors, ...Object.entries(executors)]),
    workflows: workflowLibrary(db),
    fetch: fetcher ?? (() => Promise.reject(new Error('No test dials out.'))),
    secrets: { get: async () => ({ kind: 'missing' }) },
  });
  await api.subscribe((event) => {
    events.push(event);
    for (const wake of [...waiting]) wake();
  });
  return {
    api,
    db,
    events,
    finished: (runId) =>
      new Promise((resolve) => {
        const look = () => {
          const found = events.find((event) => event.runId === runId && event.finished !== undefined);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    kill() {
      alive = false;
      db.close();
      for (const free of held) free();
    },
  };
}

export const TEXT_INPUT = 'flowdrop_node_processor:text_input';
export const TEXT_OUTPUT = 'flowdrop_node_processor:text_output';

/** `first` gives a text, `second` takes it, `third` takes it from there. */
export const CHAIN: JsonObject = {
  id: 'chain',
  name: 'Chain',
  nodes: [
    {
      id: 'first',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: { label: 'First', config: { defaultValue: 'hello' }, metadata: { node_type_id: 'text_input' } },
    },
    {
      id: 'second',
      type: 'universalNode',
      position: { x: 300, y: 0 },
      data: { label: 'Second', config: {}, metadata: { node_type_id: 'text_output' } },
    },
    {
      id: 'third',
      type: 'universalNode',
      position: { x: 600, y: 0 },
      data: { label: 'Third', config: {}, metadata: { node_type_id: 'text_output' } },
    },
  ],
  edges: [
    {
      id: 'e1',
      source: 'first',
      target: 'second',
      sourceHandle: 'first-output-text',
      targetHandle: 'second-input-text',
    },
    {
      id: 'e2',
      source: 'second',
      target: 'third',
      sourceHandle: 'second-output-text',
      targetHandle: 'third-input-text',
    },
  ],
};
