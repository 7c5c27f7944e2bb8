// What workflows publish, as the engine of a page knows it.

import { expect, test } from 'vitest';
import { workflowExecutorId, workflowTypeId } from '../contract/workflow-ids';
import { DEFAULT_MODELS } from '../engine/models/settings';
import { decodeWorkflow } from '../model/api-form';
import type { JsonObject } from '../model/json';
import { createRunStore } from '../store/runs';
import { browser, realm } from './testing/realm';

const GREETING: JsonObject = {
  id: 'greeting',
  name: 'Greeting',
  nodes: [
    {
      id: 'text_output.1',
      data: { label: 'Hello', config: {}, metadata: { node_type_id: 'text_output' } },
    },
  ],
  edges: [],
  interface: { inputs: [{ id: 'who', bindings: [{ nodeId: 'text_output.1', portId: 'text' }] }] },
};
const contract = {
  parameter_schema: { type: 'object', properties: { who: { type: 'string' } }, required: ['who'] },
  output_schema: null,
  schema_version: '1.0.0',
};
const CALLER: JsonObject = {
  id: 'caller',
  name: 'Caller',
  nodes: [
    {
      id: 'child',
      data: { label: 'Child', config: {}, metadata: { node_type_id: workflowTypeId('greeting') } },
    },
  ],
  edges: [],
};
const settings = { model: DEFAULT_MODELS, allowInternalAddresses: false } as const;

test('MAN-15, MAN-16: a launch is checked against the contract that comes with it', async () => {
  const one = await realm(browser());
  expect(await one.api.launch({ document: GREETING, contract })).toMatchObject({
    success: false,
    error_code: 'INPUT_REQUIRED',
    details: [{ name: 'who' }],
  });
  expect(await one.api.launch({ document: GREETING, contract, inputs: { who: 1 } })).toMatchObject({
    success: false,
    error_code: 'INPUT_INVALID',
    error: expect.stringMatching(/It accepts "who"\.$/),
  });
  expect(await one.db.runs.count()).toBe(0);
  const started = await one.api.launch({ document: GREETING, contract, inputs: { who: 'Ada' } });
  if (!started.success) throw new Error(started.error);
  await one.finished(started.data.execution_id);
  expect(await createRunStore(one.db).run(started.data.execution_id)).toMatchObject({ status: 'completed' });
});

test('MAN-9: workflows that the page tells of are node types here too, until it tells of others', async () => {
  const ran: unknown[] = [];
  const one = await realm(browser(), {
    [workflowExecutorId('greeting')]: (parameters) => {
      ran.push(parameters);
      return { outputs: {} };
    },
  });
  expect(await one.api.launch({ document: CALLER })).toMatchObject({
    success: false,
    error_code: 'WORKFLOW_INVALID',
    details: [{ code: 'R9_NODE_TYPE_UNKNOWN' }],
  });
  const greeting = decodeWorkflow(GREETING);
  if (!greeting.ok) throw new Error('Not a workflow.');
  await one.api.configure(settings, {}, [{ ...greeting.value.document, contract }]);
  const started = await one.api.launch({ document: CALLER, initialData: { child: { who: 'Ada' } } });
  if (!started.success) throw new Error(started.error);
  await one.finished(started.data.execution_id);
  expect(ran).toEqual([expect.objectContaining({ who: 'Ada' })]);
  await one.api.configure(settings, {}, []);
  expect(await one.api.launch({ document: CALLER })).toMatchObject({ error_code: 'WORKFLOW_INVALID' });
});
