import { expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import { decodeWorkflow } from '../model/api-form';
import { createEngine } from './engine';
import { processors } from './processors';
import { echo, testWorkflow, testWorld } from './testing/world';

const inner = decodeWorkflow({
  id: 'inner',
  name: 'Inner',
  nodes: [{ id: 't', data: { metadata: { node_type_id: 'text_input' } } }],
  interface: { outputs: [{ id: 'said', bindings: [{ nodeId: 't', portId: 'text' }] }] },
});
const types = workflowTypes(inner.ok ? [inner.value.document] : [], createCatalog());
const catalog = createCatalog(withWorkflowTypes({}, types), types.processors);
const document = testWorkflow({
  first: 'text_input',
  child: 'flowdrop_workflow_executor_flowdrop_workflow_inner',
});

test('MAN-9: a node that is a workflow is refused at launch where it cannot run, and nothing has begun', async () => {
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
