// A world for tests of the doors, and a caller of them.
import type { Hono } from 'hono';
import { createCatalog } from '../../catalog/catalog';
import type { Catalog, Processor, SiteRecords } from '../../catalog/types';
import { createOfflineModel } from '../../engine/models/offline';
import { createExpressionHost } from '../../expression/host';
import { memoryStore } from '../../host/journal/host-store';
import { createHostRuns } from '../../host/runs/run-service';
import { memoryRuns } from '../../host/runs/run-store';
import { createHostTriggers } from '../../host/runs/triggers';
import type { Json, JsonObject } from '../../model/json';
import { PERMISSIONS } from '../../model/permission';
import { createApi } from '../create-api';
import type { ApiWorld, LogEntry, Principal } from '../types';
import { memorySite, memorySnapshots } from './memory-repositories';

export type TestWorld = ApiWorld & { readonly logged: LogEntry[] };

/** Runs in memory, a few of them; the network is refused. */
export function testRuns(options: Partial<Parameters<typeof createHostRuns>[0]> = {}) {
  const kept = options.runs ?? memoryRuns({ keep: 20 });
  const runs = createHostRuns({
    runs: kept,
    expressions: createExpressionHost(),
    network: { request: () => Promise.reject(new Error('No network in tests.')) },
    models: createOfflineModel(),
    ...options,
  });
  return { ...runs, kept };
}

export type WorldOptions = Partial<ApiWorld> & {
  readonly records?: SiteRecords;
  readonly processors?: readonly Processor[];
  /** Carries out what triggers fire. */
  readonly hosted?: ReturnType<typeof testRuns>;
};

/** Who may do everything, by the token `all`; `view`, `edit` and `none` may do less. */
const PRINCIPALS: ReadonlyMap<string, Principal> = new Map([
  ['all', principal('u-all', PERMISSIONS)],
  ['view', principal('u-view', ['view workflows'])],
  ['launch', principal('u-launch', ['execute workflows', 'view own runs', 'control runs'])],
  ['other', principal('u-other', ['execute workflows', 'view own runs', 'control runs'])],
  ['watch', principal('u-watch', ['view any runs'])],
  ['edit', principal('u-edit', ['view workflows', 'edit workflows'])],
  ['none', principal('u-none', [])],
]);

function principal(id: string, permissions: readonly string[]): Principal {
  return { id, name: id, permissions: new Set(permissions) };
}

/** Everything in memory; time moves a second with every look at the clock; `acme` is trusted. */
export function testWorld(options: WorldOptions = {}): TestWorld {
  const { records, processors, hosted = testRuns(), ...given } = options;
  const logged: LogEntry[] = [];
  const site = given.site ?? memorySite(records);
  const catalogs = new WeakMap<SiteRecords, Catalog>();
  let now = Date.UTC(2026, 0, 1);
  let minted = 0;
  const host = memoryStore();
  const { workflows } = host;
  const triggers = createHostTriggers({
    ...{ store: host.triggers, workflows, runs: hosted, kept: hosted.kept },
    catalog: () => world.catalog(),
    log: (entry) => logged.push(entry),
  });
  const world: TestWorld = {
    workflows,
    site,
    snapshots: memorySnapshots(),
    runs: hosted.service,
    triggers: triggers.service,
    async catalog(wanted) {
      const key = wanted ?? (await site.read());
      const catalog = catalogs.get(key) ?? createCatalog(key, processors);
      catalogs.set(key, catalog);
      return catalog;
    },
    expressions: createExpressionHost(),
    clock: {
      now() {
        now += 1000;
        return now;
      },
    },
    ids: {
      uuid() {
        minted += 1;
        return `00000000-0000-4000-8000-${minted.toString(16).padStart(12, '0')}`;
      },
    },
    log: (entry) => logged.push(entry),
    logged,
    principals: (request) =>
      PRINCIPALS.get((request.headers.get('authorization') ?? '').replace(/^Bearer /, '')),
    trustsPublisher: (publisher) => publisher === 'acme',
    ...given,
  };
  return world;
}

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  /** The body as JSON; the text itself where it is none. */
  readonly body: Json;
  readonly text: string;
};

export type Client = {
  (method: string, path: string, body?: Json, headers?: { readonly [name: string]: string }): Promise<Reply>;
  /** Sends a body as it is. */
  raw(
    method: string,
    path: string,
    body: BodyInit | undefined,
    headers?: { readonly [name: string]: string },
  ): Promise<Reply>;
};

/** Calls doors as the principal behind a token. Every answer is read to its end. */
export function clientOf(app: Hono, token = 'all'): Client {
  const raw: Client['raw'] = async (method, path, body, headers = {}) => {
    const init: RequestInit & { duplex?: 'half' } = {
      method,
      headers: { ...(token === '' ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    };
    const response = await app.fetch(new Request(`http://localhost${path}`, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const client = (method: string, path: string, body?: Json, headers?: { readonly [name: string]: string }) =>
    raw(method, path, body === undefined ? undefined : JSON.stringify(body), headers);
  return Object.assign(client, { raw });
}

/** The doors over a fresh world, with a caller who may do everything. */
export function testApi(options: WorldOptions = {}) {
  const world = testWorld(options);
  const app = createApi(world);
  return { world, app, call: clientOf(app), as: (token: string) => clientOf(app, token) };
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A node of a type, with its configuration. */
export function nodeOf(id: string, type: string, config: JsonObject = {}): JsonObject {
  return {
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: id, config, metadata: { node_type_id: type } },
  };
}
