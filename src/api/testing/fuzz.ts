// Sends hostile requests to every door and says what went wrong: a failure of the doors themselves, an answer that is not
// as published, something stored by a request that was refused.
import type { Json } from '../../model/json';
import { EDITOR_DOORS } from '../compat/flowdrop-editor';
import { createApi } from '../create-api';
import { DOORS } from '../doors';
import { openApi } from '../openapi';
import { hostileRequest, seededRandom } from './hostile';
import { openApiChecker } from './openapi-checker';
import { clientOf, type TestWorld, testWorld } from './world';

export type FuzzReport = {
  readonly requests: number;
  /** How often each status was answered. */
  readonly statuses: { readonly [status: string]: number };
  /** How often each door was reached, by method and path. */
  readonly stored: number;
  readonly faults: readonly string[];
};

/** Faults beyond this many say nothing new. */
const MAX_FAULTS = 20;

export async function fuzzDoors(count: number, seed: number): Promise<FuzzReport> {
  const random = seededRandom(seed);
  const world = testWorld();
  const call = clientOf(createApi(world));
  const check = openApiChecker(openApi([...DOORS, ...EDITOR_DOORS]));
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  const rejected = (cause: unknown) => faults.push(`unhandled rejection: ${String(cause)}`);
  process.on('unhandledRejection', rejected);
  let stored = 0;
  try {
    let before = await stateOf(world);
    for (let i = 0; i < count && faults.length < MAX_FAULTS; i += 1) {
      const { method, path, body, headers } = hostileRequest(random);
      const shown = `#${i} ${method} ${path.slice(0, 120)} ${typeof body === 'string' ? body.slice(0, 2000) : (body ?? '')}`;
      const fault = (text: string) => faults.push(`${text}\n    ${shown}`);
      try {
        const reply = await call.raw(method, path, body, headers);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
        if (reply.status >= 500) fault(`answered ${reply.status}: ${String(world.logged.at(-1)?.cause)}`);
        const { pathname } = new URL(`http://localhost${path}`);
        if (method !== 'HEAD' && method !== 'OPTIONS')
          for (const text of check(method, pathname, reply.status, reply.body)) fault(text);
        const after = await stateOf(world);
        const changed = after.some((part, at) => part !== before[at]) || after.length !== before.length;
        if (changed && reply.status >= 300)
          fault(`refused with ${reply.status}, and yet something is stored`);
        if (changed) stored += 1;
        before = after;
      } catch (cause) {
        fault(`threw: ${String(cause)}`);
      }
      if (Object.hasOwn(Object.prototype, 'polluted')) fault('a prototype was written to');
    }
    // Rejections are told of when the turn is over.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    process.off('unhandledRejection', rejected);
  }
  return { requests: count, statuses: Object.fromEntries(statuses), stored, faults };
}

/** What is stored, by identity: records are immutable, so the same parts are the same state. */
async function stateOf(world: TestWorld): Promise<readonly (object | Json)[]> {
  const { rows } = await world.workflows.list({ limit: 100, offset: 0 });
  return [await world.site.read(), ...rows];
}
