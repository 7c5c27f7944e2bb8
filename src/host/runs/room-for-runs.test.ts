// Runs that wait for each other, on a host that has room for one: a run that waits gives its room back.
import { expect, test } from 'vitest';
import type { Principal } from '../../api/types';
import { createOfflineModel } from '../../engine/models/offline';
import type { StrategyId } from '../../engine/ports';
import { processors } from '../../engine/processors';
import type { Execute } from '../../engine/processors/types';
import { CONFORMANCE_TYPES } from '../../engine/testing/run-scenario';
import { testCatalog, testWorkflow } from '../../engine/testing/world';
import { createExpressionHost } from '../../expression/host';
import { createHostRuns } from './run-service';
import { memoryRuns } from './run-store';
import { createSlots } from './slots';

const OWNER: Principal = { id: 'ada', name: 'Ada', permissions: new Set() };

/** `level1` starts `level2`, and so on down to `level5`, which only says something. Each waits for the next. */
function levels(mode: 'job' | 'job_async') {
  const says = (nodeId: string, portId: string) => ({
    interface: { outputs: [{ id: 'said', bindings: [{ nodeId, portId }] }] },
  });
  const level = (n: number) =>
    n === 5
      ? testWorkflow({ step: { type: 'echo', config: { text: 'deep' } } }, [], {
          id: 'level5',
          ...says('step', 'text'),
        })
      : testWorkflow(
          {
            start: {
              type: 'workflow_executor',
              config: { workflow_id: `level${n + 1}`, execution_mode: mode, timeout: 120 },
            },
            fetch: { type: 'workflow_results_retriever', config: { timeout: 120 } },
          },
          ['start.session_id>fetch.session_id'],
          { id: `level${n}`, ...says('fetch', 'outputs') },
        );
  return new Map([1, 2, 3, 4, 5].map((n) => [`level${n}`, level(n)]));
}

function host(mode: 'job' | 'job_async', more: readonly (readonly [string, Execute])[] = []) {
  const workflows = levels(mode);
  const { catalog, executors } = testCatalog(CONFORMANCE_TYPES);
  const runs = memoryRuns();
  const inside = { now: 0, most: 0 };
  const counting: Execute = async (parameters) => {
    inside.now += 1;
    inside.most = Math.max(inside.most, inside.now);
    await new Promise((resolve) => setTimeout(resolve, 2));
    inside.now -= 1;
    return { outputs: parameters };
  };
  const { service, stop } = createHostRuns({
    runs,
    atOnce: 1,
    executors: new Map([...processors, ...executors, ['test:echo', counting], ...more]),
    expressions: createExpressionHost(),
    network: { request: () => Promise.reject(new Error('No network in tests.')) },
    models: createOfflineModel(),
    workflows: { workflow: async (id) => workflows.get(id) },
  });
  const launch = async (id: string, strategy: StrategyId) => {
    const document = workflows.get(id);
    if (document === undefined) throw new Error(id);
    const launched = await service.launch(catalog, document, { strategy }, OWNER);
    if (!launched.ok) throw new Error(launched.error.message);
    return launched.value.id;
  };
  return { service, stop, launch, runs, catalog, inside };
}

test.each([
  ['job', 'flowdrop_runtime:asynchronous'],
  ['job', 'flowdrop_runtime:synchronous_pipeline'],
  ['job', 'flowdrop_stategraph:stategraph'],
  ['job', 'flowdrop_runtime:synchronous'],
  ['job_async', 'flowdrop_runtime:asynchronous'],
  ['job_async', 'flowdrop_runtime:synchronous_pipeline'],
  ['job_async', 'flowdrop_stategraph:stategraph'],
  ['job_async', 'flowdrop_runtime:synchronous'],
] as const)(
  'three chains of five runs need room for one run: %s under %s',
  async (mode, strategy) => {
    const { service, launch, stop, runs, inside } = host(mode);
    const ids = await Promise.all([1, 2, 3].map(() => launch('level1', strategy)));
    for (const id of ids) {
      const run = await service.rest(id);
      expect(run?.status).toBe('completed');
      expect(JSON.stringify(run?.outputs)).toContain('deep');
    }
    const all = await runs.store.runs({ limit: 99 });
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 'completed'));
    expect(inside.most).toBe(1);
    await stop(1_000);
  },
  30_000,
);

test('INT-5: a run that has given its room back is cancelled while others take it all', async () => {
  let free = () => {};
  let begun = () => {};
  const taken = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const held = new Promise<void>((resolve) => {
    free = resolve;
  });
  const holding: Execute = async (parameters) => {
    begun();
    await held;
    return { outputs: parameters };
  };
  const { service, launch, stop, catalog, runs } = host('job_async', [['test:echo', holding]]);
  // level5 takes the room and keeps it; level4 waits for one that does not get any.
  await launch('level5', 'flowdrop_runtime:asynchronous');
  await taken;
  const waiting = await launch('level4', 'flowdrop_runtime:asynchronous');
  expect((await service.cancel(catalog, waiting, 'enough')).ok).toBe(true);
  expect((await service.rest(waiting))?.status).toBe('cancelled');
  free();
  await expect
    .poll(async () => (await runs.store.runs({ limit: 9 })).map(({ status }) => status).sort())
    .toEqual(['cancelled', 'completed']);
  await stop(1_000);
});

test('room is given in the order in which it was asked for, to those first that go on', async () => {
  const slots = createSlots(1);
  const entered: string[] = [];
  const ask = (run: string, ahead = false) => void slots.enter(run, ahead).then(() => entered.push(run));
  for (const run of ['a', 'b', 'c']) ask(run);
  ask('d', true);
  ask('e', true);
  for (const run of ['a', 'd', 'e', 'b', 'c']) {
    await expect.poll(() => entered.at(-1)).toBe(run);
    slots.leave(run);
  }
  expect([...slots.inside()]).toEqual([]);
});
