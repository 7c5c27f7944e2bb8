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
import { hostileRequest, seededRandom } from './hostile';
import { openApiChecker } from './openapi-checker';
import { type Client, clientOf, type TestWorld, testWorld } from './world';

export type FuzzReport = {
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number };
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
  const faults: string[] = [];
  const rejected = (cause: unknown) => faults.push(`unhandled rejection: ${String(cause)}`);
  process.on('unhandledRejection', rejected);
  const heap: (readonly [requests: number, bytes: number])[] = [];
  let stored = 0;
  try {
    let before = await stateOf(world);
    let written = digestOf(before);
    for (let i = 0; i < count && faults.length < MAX_FAULTS; i += 1) {
      const { method, path, body, headers } = hostileRequest(random);
      const shown = `#${i} ${method} ${path.slice(0, 120)} ${typeof body === 'string' ? body.slice(0, 2000) : (body ?? '')}`;
      const fault = (text: string) => faults.push(`${text}\n    ${shown}`);
      try {
        const reply = await call.raw(method, path, body, headers);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
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
  return { requests: count, statuses: Object.fromEntries(statuses), stored, growth, faults };
}

/** What is stored, by identity: records are immutable, so the same parts are the same state. */
async function stateOf(world: TestWorld): Promise<readonly (object | Json)[]> {
  const { rows } = await world.workflows.list({ limit: 100, offset: 0 });
  return [await world.site.read(), ...rows];
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
