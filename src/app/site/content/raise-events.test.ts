import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { ContentRow } from '../../../engine/ports';
import { contentRow } from '../../../engine/testing/content-conformance';
import { createMemoryTriggers } from '../../../engine/testing/memory-triggers';
import { triggerNode } from '../../../engine/testing/triggers-conformance';
import type { TriggerEvent } from '../../../engine/triggers/desk';
import type { TriggerConfig } from '../../../engine/triggers/types';
import type { ContentStep } from '../../../store';
import { type ContentPut, createContentDesk } from '../../../store/content-desk';
import { memoryDatabase } from '../../../store/testing/memory-database';
import { raiseContentEvents } from './raise-events';

const EVENTS = ['entity.insert', 'entity.update', 'entity.delete', 'entity.presave', 'manual'];

/** Triggers that wait for these events, and what a person's steps raise for them. */
async function place(events: readonly string[], config: Partial<TriggerConfig> = {}) {
  const { store, storeWorkflow } = createMemoryTriggers();
  storeWorkflow(
    'w',
    events.map((event) => triggerNode(event)),
  );
  for (const row of await store.list())
    await store.update(row.id, (stored) => ({
      ...stored,
      config: { ...stored.config, event_type: stored.node, ...config },
    }));
  const content = createContentDesk(await memoryDatabase(), { announce: () => undefined });
  const heard: TriggerEvent[] = [];
  return {
    heard: () => heard.splice(0).map(({ type, data }) => [type, data.entity_type, data.entity_id]),
    events: heard,
    async step(step: ContentStep): Promise<ContentStep> {
      const done = await content.change(step);
      if (!done.ok) throw new Error(done.error.reason);
      await raiseContentEvents(done.value, store, async (event) => void heard.push(event));
      return done.value;
    },
  };
}

const put = (id: string, more: Partial<ContentRow> | null = {}, collection = 'node'): ContentPut => ({
  collection,
  id,
  next: more === null ? null : { ...contentRow(id), collection, ...more },
});

test('what a person makes, changes and deletes is raised in its order, and so is what is taken back', async () => {
  const { step, heard } = await place(EVENTS);
  await step({ puts: [put('1'), put('2')], keep: ['node'] });
  expect(heard()).toEqual([
    ['entity.insert', 'node', '1'],
    ['entity.insert', 'node', '2'],
  ]);
  const back = await step({ puts: [put('1', { label: 'new' }), put('2', null), put('2', {}, 'user')] });
  expect(heard()).toEqual([
    ['entity.update', 'node', '1'],
    ['entity.delete', 'node', '2'],
    ['entity.insert', 'user', '2'],
  ]);
  await step(back);
  expect(heard()).toEqual([
    ['entity.delete', 'user', '2'],
    ['entity.insert', 'node', '2'],
    ['entity.update', 'node', '1'],
  ]);
});

test('the data are the record and what it was before', async () => {
  const { step, events } = await place(EVENTS);
  await step({ puts: [put('1', { label: 'a', bundle: 'article' })] });
  await step({ puts: [put('1', { label: 'b', bundle: 'article' })] });
  await step({ puts: [put('1', null)] });
  const about = { entity_type: 'node', entity_id: '1', bundle: 'article' };
  const [made, changed, gone] = events.map(({ data }) => data);
  expect(made).toMatchObject({ ...about, is_new: true, entity: { label: 'a' }, original_entity: null });
  expect(changed).toMatchObject({
    ...{ ...about, is_new: false },
    ...{ entity: { label: 'b' }, original_entity: { label: 'a' } },
  });
  expect(gone).toMatchObject({
    ...{ ...about, is_new: false },
    ...{ entity: { label: 'b' }, original_entity: { label: 'b' } },
  });
});

test.each<readonly [string, readonly string[], Partial<TriggerConfig>]>([
  ['there is no trigger', [], {}],
  ['triggers wait for something else', ['manual', 'cron', 'entity.presave', 'entity.update'], {}],
  ['the trigger is off', ['entity.insert', 'entity.delete'], { enabled: false }],
  ['it waits for another collection', ['entity.insert'], { conditions: { entity_types: ['user'] } }],
])('nothing is raised where %s', async (_, events, config) => {
  const { step, heard } = await place(events, config);
  await step({ puts: [put('1')] });
  expect(heard()).toEqual([]);
});

test('nothing is raised for a document that stays what it was, or that was not there', async () => {
  const { step, heard } = await place(EVENTS);
  await step({ puts: [put('1')] });
  heard();
  await step({ puts: [put('1'), put('none', null)] });
  expect(heard()).toEqual([]);
});
