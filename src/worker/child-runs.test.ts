// Runs that nodes start, where tabs own runs by their locks.

import { expect, test } from 'vitest';
import { workflowTypeId } from '../contract/workflow-ids';
import { DEFAULT_MODELS } from '../engine/models/settings';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { createRunStore } from '../store/runs';
import { browser, CHAIN, type Realm, realm, TEXT_OUTPUT } from './testing/realm';
import { storedInner } from './testing/stored-inner';

const OUTER = {
  id: 'outer',
  name: 'Outer',
  nodes: [
    {
      id: 'child',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: { label: 'Child', config: {}, metadata: { node_type_id: workflowTypeId('chain') } },
    },
  ],
  edges: [],
};

async function prepared(at: Realm, inner: WorkflowDocument): Promise<void> {
  await at.db.workflows.put({
    v: 1,
    id: inner.id,
    name: inner.name,
    created: 1,
    changed: 1,
    revision: 1,
    document: encodeWorkflow(inner),
    removed: null,
  });
  await at.api.configure({ model: DEFAULT_MODELS, allowInternalAddresses: false }, {}, [inner]);
}

async function childOf(at: Realm, run: string) {
  return (await createRunStore(at.db).runs({ limit: 9 })).find(({ parent }) => parent?.run === run);
}

test('another tab takes over both runs when the one that drives them is gone, and no node runs twice', async () => {
  const inside = browser();
  let times = 0;
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const inner = storedInner(CHAIN);
  const one = await realm(inside, {
    [TEXT_OUTPUT]: () => {
      enter();
      return new Promise(() => undefined);
    },
  });
  await prepared(one, inner);
  const two = await realm(inside, {
    [TEXT_OUTPUT]: (parameters) => {
      times += 1;
      return { outputs: { text: parameters.text ?? null } };
    },
  });
  await two.api.configure({ model: DEFAULT_MODELS, allowInternalAddresses: false }, {}, [inner]);
  const launched = await one.api.launch({ document: OUTER });
  if (!launched.success) throw new Error(launched.error);
  const runId = launched.data.execution_id;
  await entered;
  const before = await childOf(two, runId);
  one.kill();
  await two.api.recover();
  expect((await two.finished(runId)).finished?.status).toBe('completed');
  const child = await childOf(two, runId);
  expect(child).toMatchObject({ id: before?.id, status: 'completed', fence: 2 });
  expect(times).toBe(2);
  expect(await createRunStore(two.db).jobs(runId)).toMatchObject([
    { node: 'child', status: 'completed', attempts: 1, outputs: { said: { inline: 'hello' } } },
  ]);
});

test('a stop in one tab reaches the child that another one drives', async () => {
  const inside = browser();
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const inner = storedInner(CHAIN);
  const one = await realm(inside, {
    [TEXT_OUTPUT]: (_, { signal }) => {
      enter();
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  });
  await prepared(one, inner);
  const two = await realm(inside);
  const launched = await one.api.launch({ document: OUTER });
  if (!launched.success) throw new Error(launched.error);
  const runId = launched.data.execution_id;
  await entered;
  expect(await two.api.cancel(runId, 'enough')).toMatchObject({ success: true });
  expect((await one.finished(runId)).finished?.status).toBe('cancelled');
  expect((await childOf(one, runId))?.status).toBe('cancelled');
});
