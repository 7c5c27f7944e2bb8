// Sends hostile requests to every door and says what went wrong: a failure of the doors themselves, an answer that is not
// as published, something stored by a request that was refused, memory that is not given back.
import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isArray, type Json, own } from '../../model/json';
import { EDITOR_DOORS } from '../compat/flowdrop-editor';
import { createApi } from '../create-api';
import { DOORS } from '../doors';
import { openApi } from '../openapi';
import { hostileRequest, type LiveIds, seededRandom } from './hostile';
import { openApiChecker } from './openapi-checker';
import { type Client, clientOf, nodeOf, type TestWorld, testWorld } from './world';

export type FuzzReport = {
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number };
  /** How often each door did what it was asked; a door that never did is not here. */
  readonly taken: { readonly [door: string]: number };
  /** How many requests stored something. */
  readonly stored: number;
  /** Bytes of heap that a request left behind, by a line through the samples of the second half: before that a program warms up. */
  readonly growth: number;
  readonly faults: readonly string[];
};

/** Faults beyond this many say nothing new. */
const MAX_FAULTS = 20;
/** Requests from one look at the heap to the next. */
const EVERY = 500;
/** Bytes a request may leave behind in a run of 20,000: what is left of warming up. To keep each request takes thousands. */
export const MAX_GROWTH = 200;

export async function fuzzDoors(
  count: number,
  seed: number,
  world: TestWorld = testWorld(),
): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const call = clientOf(createApi(world));
  const check = openApiChecker(openApi([...DOORS, ...EDITOR_DOORS]));
  const statuses = new Map<number, number>();
  const taken = new Map<string, number>();
  const faults: string[] = [];
  const rejected = (cause: unknown) => faults.push(`unhandled rejection: ${String(cause)}`);
  process.on('unhandledRejection', rejected);
  const heap: (readonly [requests: number, bytes: number])[] = [];
  let stored = 0;
  try {
    let before = await stateOf(world);
    let written = digestOf(before);
    for (let i = 0; i < count && faults.length < MAX_FAULTS; i += 1) {
      if (i % FURNISHED === 0) {
        await furnish(world, call);
        before = await stateOf(world);
        written = digestOf(before);
      }
      const { door, method, path, body, headers } = hostileRequest(random, await liveIds(world));
      const shown = `#${i} ${method} ${path.slice(0, 120)} ${typeof body === 'string' ? body.slice(0, 2000) : (body ?? '')}`;
      const fault = (text: string) => faults.push(`${text}\n    ${shown}`);
      try {
        const reply = await call.raw(method, path, body, headers);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (reply.status < 300 && door.startsWith(`${method} `)) taken.set(door, (taken.get(door) ?? 0) + 1);
        if (reply.status >= 500 && own(reply.body, 'error_code') !== 'RUNS_UNAVAILABLE')
          fault(`answered ${reply.status}: ${String(world.logged.at(-1)?.cause)}`);
        const { pathname } = new URL(`http://localhost${path}`);
        if (method !== 'HEAD' && method !== 'OPTIONS')
          for (const text of check(method, pathname, reply.status, reply.body)) fault(text);
        const after = await stateOf(world);
        const changed = after.some((part, at) => part !== before[at]) || after.length !== before.length;
        if (changed && reply.status >= 300)
          fault(`refused with ${reply.status}, and yet something is stored`);
        if (changed) {
          stored += 1;
          written = digestOf(after);
          for (const text of await halfStored(call, after.length >= before.length)) fault(text);
        }
        before = after;
      } catch (cause) {
        fault(`threw: ${String(cause)}`);
      }
      if (Object.hasOwn(Object.prototype, 'polluted')) fault('a prototype was written to');
      if ((i + 1) % EVERY > 0) continue;
      // Records are the same ones since they were written; nobody may have written into them either.
      if (digestOf(before) !== written) fault('what is stored was changed without a write');
      await clear(world, call);
      before = await stateOf(world);
      written = digestOf(before);
      heap.push([i + 1, collectedHeap()]);
    }
    // Rejections are told of when the turn is over.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    process.off('unhandledRejection', rejected);
  }
  const growth = slopeOf(heap.slice(Math.floor(heap.length / 2)));
  return {
    ...{ requests: count, stored, growth, faults },
    statuses: Object.fromEntries(statuses),
    taken: Object.fromEntries(taken),
  };
}

/** A workflow that asks a person, with triggers, and one that is invoked from outside. */
const ASKS = 'asks';
const INVOKED = 'invoked';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
/** Its trigger is gone, so that it can be made again. */
const START = { workflow_id: ASKS, node_id: 'start.3' };
/** Questions that are open whenever it is made. */
const QUESTIONS = 6;

/** Requests from one time that the workflow which asks is made anew to the next. */
const FURNISHED = 25;

/** What doors of runs, interrupts and triggers need to be there, and no request of another kind makes. */
async function furnish(world: TestWorld, call: Client): Promise<void> {
  const nodes = [
    nodeOf('start.1', 'trigger'),
    nodeOf('start.2', 'trigger'),
    nodeOf(START.node_id, 'trigger'),
    nodeOf('ask', 'confirmation', { message: 'Go on?' }),
  ];
  for (const id of [ASKS, INVOKED]) await call('DELETE', `/api/flowdrop/workflows/${id}`);
  await call('POST', '/api/flowdrop/workflows', { id: ASKS, name: 'Asks', nodes, edges: [] });
  await call('DELETE', `/api/flowdrop/triggers/${ASKS}__start_3`);
  const invoked = [nodeOf('start', 'trigger'), nodeOf('text', 'text_input')];
  await call('POST', '/api/flowdrop/workflows', { id: INVOKED, name: 'Invoked', nodes: invoked });
  await call('PUT', `/api/flowdrop/triggers/${INVOKED}__start`, {
    enabled: true,
    event_type: 'orchestration',
  });
  const { interrupts } = await liveIds(world);
  for (let asked = interrupts.length; asked < QUESTIONS; asked += 1)
    await call('POST', `/api/flowdrop/workflows/${ASKS}/execute`, { orchestrator: PIPELINE, wait: true });
}

async function liveIds({ runs, triggers }: TestWorld): Promise<LiveIds> {
  const open = (await runs?.rows.interrupts.list({ status: 'pending' })) ?? [];
  const rows = (await triggers?.store.list()) ?? [];
  return {
    workflows: [ASKS, INVOKED],
    runs: open.map(({ run }) => run),
    jobs: open.map(({ job }) => job),
    interrupts: open.map(({ id }) => id),
    triggers: rows.map(({ id }) => id),
    triggerNode: START,
  };
}

/**
 * What is stored, by identity: records are immutable, so the same parts are the same state. Of a trigger what a person
 * decides about it: what has become of it also changes when a run ends, whichever request that was.
 */
async function stateOf(world: TestWorld): Promise<readonly (object | Json)[]> {
  const { rows } = await world.workflows.list({ limit: 100, offset: 0 });
  const triggers = (await world.triggers?.store.list()) ?? [];
  return [await world.site.read(), ...rows, ...triggers.map(({ config }) => config)];
}

function digestOf(state: readonly (object | Json)[]): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64');
}

/** The workflow that was written last, as it is read, is one that a save takes again. */
async function halfStored(call: Client, written: boolean): Promise<readonly string[]> {
  const { body } = await call('GET', '/api/flowdrop/workflows?limit=1');
  const rows = own(body, 'data');
  const [row] = isArray(rows) ? rows : [];
  if (!written || row === undefined) return [];
  const verdict = await call('POST', '/api/flowdrop/workflows/validate', row);
  // A node type that was taken away or changed since then is another matter (VAL-LAUNCH).
  const found = own(own(verdict.body, 'data'), 'errors');
  const errors = (isArray(found) ? found : []).filter((one) => !OF_TYPES.has(own(one, 'code')));
  return verdict.status === 200 && errors.length === 0
    ? []
    : [`stored, and refused when it is sent again: ${verdict.text.slice(0, 300)}`];
}

const OF_TYPES = new Set<Json | undefined>(['R9_NODE_TYPE_UNKNOWN', 'R1_PLUGIN_MISSING', 'R4_PORT_MISSING']);

/** So that what is measured afterwards is not what was meant to be kept. */
async function clear(world: TestWorld, call: Client): Promise<void> {
  for (;;) {
    const { rows } = await world.workflows.list({ limit: 100, offset: 0 });
    if (rows.length === 0) break;
    for (const { id } of rows) await world.workflows.delete(id);
  }
  for (const status of ['pending', 'running', 'paused'] as const) {
    const { rows } = (await world.runs?.list({ status, limit: 10_000, offset: 0 })) ?? { rows: [] };
    for (const { id } of rows) await call('POST', `/api/flowdrop/pipelines/${id}/cancel`, {});
  }
  for (const { id } of (await world.site.read()).nodeTypes ?? [])
    await call('DELETE', `/api/flowdrop/node-types/${encodeURIComponent(id)}`);
  world.logged.length = 0;
}

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** Bytes in use once everything that can go is gone. */
function collectedHeap(): number {
  if (typeof collect === 'function') collect();
  return process.memoryUsage().heapUsed;
}

/** The slope of the line that lies closest to the points. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / Math.max(1, points.length);
  const x = mean(([at]) => at);
  const y = mean(([, bytes]) => bytes);
  const spread = points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [at, bytes]) => sum + (at - x) * (bytes - y), 0) / spread;
}
