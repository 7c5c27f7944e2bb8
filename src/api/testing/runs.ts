// Runs for tests of the doors: workflows that end at once and workflows that wait until they are let go, and runs of them
// that stand in a wanted way.
import { processors } from '../../engine/processors';
import type { Execute } from '../../engine/processors/types';
import { isArray, type Json, type JsonObject, own, ownString } from '../../model/json';
import { type Client, nodeOf, testRuns } from './world';

const API = '/api/flowdrop';
const TEXT_INPUT = 'flowdrop_node_processor:text_input';

/** Ends at once; declares the input `numbers`, which is required, and the output `sum`. */
export const QUICK: JsonObject = {
  id: 'quick',
  name: 'Quick',
  nodes: [nodeOf('sum', 'calculator', { operation: 'add' })],
  interface: {
    inputs: [{ id: 'numbers', required: true, bindings: [{ nodeId: 'sum', portId: 'values' }] }],
    outputs: [{ id: 'total', bindings: [{ nodeId: 'sum', portId: 'result' }] }],
  },
};

/** Its first node waits until it is let go or cancelled; its second follows. */
export const SLOW: JsonObject = {
  id: 'slow',
  name: 'Slow',
  nodes: [nodeOf('wait', 'text_input'), nodeOf('after', 'text_output')],
  edges: [
    {
      id: 'e',
      source: 'wait',
      target: 'after',
      sourceHandle: 'wait-output-text',
      targetHandle: 'after-input-text',
    },
  ],
};

/** A service whose `text_input` waits for `release`; `begun` counts how often it has begun. */
export function gatedRuns(options: Parameters<typeof testRuns>[0] = {}) {
  const waiting = new Set<() => void>();
  const counts = { begun: 0 };
  const wait: Execute = async (parameters, { signal }) => {
    counts.begun += 1;
    await new Promise<void>((resolve, reject) => {
      waiting.add(resolve);
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    return { outputs: { text: parameters.value ?? '' } };
  };
  const runs = testRuns({ executors: new Map([...processors, [TEXT_INPUT, wait]]), ...options });
  return {
    ...runs,
    counts,
    /** Lets go of what waits now. */
    release() {
      for (const go of waiting) go();
      waiting.clear();
    },
    waiting: () => waiting.size,
  };
}

export type Gated = ReturnType<typeof gatedRuns>;
export type Standing = 'ended' | 'live' | 'paused';

/** Id of a run that was launched, by the answer of the door. */
export function launched(body: Json): string {
  return ownString(own(body, 'data'), 'execution_id') ?? '';
}

/** A new run that stands so. The workflows {@link QUICK} and {@link SLOW} have to be stored. */
export async function runThat(call: Client, gated: Gated, standing: Standing): Promise<string> {
  if (standing === 'ended') {
    const reply = await call('POST', `${API}/workflows/quick/execute`, {
      inputs: { numbers: [1, 2] },
      wait: true,
    });
    return launched(reply.body);
  }
  const before = gated.waiting();
  const run = launched((await call('POST', `${API}/workflows/slow/execute`, {})).body);
  await until(() => gated.waiting() > before);
  if (standing === 'live') return run;
  await call('POST', `/flowdrop/api/pipelines/${run}/pause`, {});
  gated.release();
  await gated.service.rest(run);
  return run;
}

/** Id of the first job of a run. */
export async function jobOf(call: Client, run: string): Promise<string> {
  const { body } = await call('GET', `${API}/pipeline/${run}/jobs`);
  const jobs = own(own(body, 'data'), 'jobs');
  return ownString(isArray(jobs) ? jobs[0] : undefined, 'id') ?? '';
}

/** Gives the event loop turns until it holds. */
export async function until(holds: () => boolean): Promise<void> {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > 5_000) throw new Error('It never held.');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
