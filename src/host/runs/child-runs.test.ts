// Runs that nodes start, on a host whose room for runs is small.
import { expect, test } from 'vitest';
import { persistedRun } from '../../api/persisted-runs';
import { workflowTypeId } from '../../contract/workflow-ids';
import { publishedContext } from '../../engine/documents/run-document';
import { createOfflineModel } from '../../engine/models/offline';
import { processors } from '../../engine/processors';
import { childConformance } from '../../engine/testing/conformance-children';
import { CONFORMANCE_TYPES } from '../../engine/testing/run-scenario';
import { testCatalog, testWorkflow } from '../../engine/testing/world';
import { createExpressionHost } from '../../expression/host';
import { createHostRuns } from './run-service';
import { memoryRuns } from './run-store';

childConformance('the tables of a host', () => memoryRuns().store);

test('a run and the one that it waits for need room for one, and have one owner', async () => {
  const bound = (name: string, nodeId: string, portId: string) => ({
    id: name,
    bindings: [{ nodeId, portId }],
  });
  const inner = testWorkflow({ step: 'echo' }, [], {
    id: 'inner',
    interface: { inputs: [bound('text', 'step', 'text')], outputs: [bound('said', 'step', 'text')] },
  });
  const outer = testWorkflow({ child: workflowTypeId('inner') }, [], {
    id: 'outer',
    interface: { inputs: [bound('text', 'child', 'text')], outputs: [bound('said', 'child', 'said')] },
  });
  const { catalog, executors } = testCatalog(CONFORMANCE_TYPES, [inner]);
  const runs = memoryRuns();
  const { service, stop } = createHostRuns({
    runs,
    atOnce: 1,
    executors: new Map([...processors, ...executors]),
    expressions: createExpressionHost(),
    network: { request: () => Promise.reject(new Error('No network in tests.')) },
    models: createOfflineModel(),
    workflows: { workflow: async (id) => (id === 'inner' ? inner : undefined) },
  });
  const owner = { id: 'ada', name: 'Ada', permissions: new Set<never>() };
  const launched = await service.launch(catalog, outer, { inputs: { text: 'hi' } }, owner);
  if (!launched.ok) throw new Error(launched.error.message);
  const run = await service.rest(launched.value.id);
  expect(run).toMatchObject({ status: 'completed', outputs: { said: { inline: 'hi' } } });
  const [child, ...others] = (await runs.store.runs({ limit: 9 })).filter(
    ({ parent }) => parent !== undefined,
  );
  expect(others).toEqual([]);
  expect(child?.parent?.run).toBe(run?.id);
  expect(runs.ownerOf(child?.id ?? '')).toBe('ada');
  // PIPE-8: its document says what started it; that of a run which a person launched does not.
  if (child === undefined || run === undefined) throw new Error('There is no run.');
  const contextOf = async (row: typeof run) =>
    publishedContext((await persistedRun(runs.store, row, [])).context);
  expect((await contextOf(child)).parent).toEqual({
    pipeline_id: run.id,
    job_id: child.parent?.job,
    node_id: 'child',
    detached: false,
  });
  expect(await contextOf(run)).not.toHaveProperty('parent');
  await stop(1_000);
});
