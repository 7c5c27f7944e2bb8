import { expect, test } from 'vitest';
import { emptyDocument, mintKey, type NodeKey, type WorkflowNode } from '../../../model/document';
import { createRepositories } from '../../../store';
import { memoryDatabase } from '../../../store/testing/memory-database';
import { draftsUsing } from './drafts-using';

function node(id: string, type: string): WorkflowNode {
  return {
    key: mintKey<NodeKey>(),
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: id, config: {}, metadata: { node_type_id: type }, extra: {} },
    extra: {},
  };
}

test('workflows that have nodes of a type are told with their number, those that cannot be read are counted', async () => {
  const db = await memoryDatabase();
  const { drafts } = createRepositories(db, { now: () => 1000, announce: () => undefined });
  await drafts.create({ ...emptyDocument('a', 'A'), nodes: [node('1', 'mine'), node('2', 'mine')] });
  await drafts.create({ ...emptyDocument('b', 'B'), nodes: [node('1', 'other')] });
  await drafts.create({ ...emptyDocument('c', 'C'), nodes: [node('1', 'mine'), node('2', 'ours')] });
  await drafts.create({ ...emptyDocument('gone', 'Gone'), nodes: [node('1', 'mine')] });
  await drafts.remove('gone');
  await db.drafts.put(Object({ id: 'bad', v: 99 }));
  const use = await draftsUsing(drafts, new Set(['mine', 'ours']));
  expect(use.ok && [...use.value.drafts].sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: 'a', name: 'A', nodes: 2 },
    { id: 'c', name: 'C', nodes: 2 },
  ]);
  expect(use.ok && use.value.unread).toBe(1);
});
