import { expect, test } from 'vitest';
import { createEngine } from './engine';
import { processors } from './processors';
import { childConformance } from './testing/conformance-children';
import { memoryStore } from './testing/memory-store';
import { echo, testCatalog, testWorkflow, testWorld } from './testing/world';

childConformance('memory', memoryStore);

const inner = testWorkflow({ t: 'text_input' }, [], {
  id: 'inner',
  name: 'Inner',
  interface: { outputs: [{ id: 'said', bindings: [{ nodeId: 't', portId: 'text' }] }] },
});
const { catalog } = testCatalog([], [inner]);
const document = testWorkflow({
  first: 'text_input',
  child: 'flowdrop_workflow_executor_flowdrop_workflow_inner',
});

test('MAN-9: where no workflows can be run, a node that is one is refused at launch, and nothing has begun', async () => {
  const world = testWorld();
  const engine = createEngine(world, { executors: processors });
  const refused = await engine.launch(catalog, { document, caller: 'external' });
  expect(refused).toMatchObject({
    ok: false,
    error: {
      status: 422,
      code: 'WORKFLOW_NODES_NOT_SUPPORTED',
      message: expect.stringMatching(/child \(workflow "inner"\)/),
      details: [{ node: 'child', workflow: 'inner' }],
    },
  });
  expect(world.events).toEqual([]);
});

test('MAN-9: where its executor is provided, it is a node like any other', async () => {
  const executor = 'flowdrop_workflow_executor:flowdrop_workflow:inner';
  const engine = createEngine(testWorld(), { executors: new Map([...processors, [executor, echo]]) });
  const launched = await engine.launch(catalog, { document, caller: 'external' });
  expect(launched.ok).toBe(true);
  if (launched.ok) await launched.value.done;
});
