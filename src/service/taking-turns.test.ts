// Two tabs, each with doors of its own, and an editor that promotes in between.
import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { createApi } from '../api/create-api';
import { recordOf } from '../api/testing/repository-conformance';
import { clientOf } from '../api/testing/world';
import { nodeType } from '../catalog/shipped/declare';
import { encodeWorkflow } from '../model/api-form';
import { ok } from '../model/problem';
import { createDrafts } from '../store/drafts';
import { createSite } from '../store/site';
import { failNextWrite } from '../store/testing/memory-database';
import { createWorkflows } from '../store/workflows';
import { realmManager } from '../worker/locks';
import { createAlone } from './locks';
import { browserDatabase } from './testing/browser-database';

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
const type = (id: string) =>
  nodeType({ id, label: id, description: '', category: 'data', icon: '', executor_plugin: 'm:p' });

async function twoTabs() {
  const factory = new IDBFactory();
  return [await browserDatabase(factory), await browserDatabase(factory)] as const;
}

describe('workflows', () => {
  test('updates of two tabs follow one another', async () => {
    const tabs = await twoTabs();
    await tabs[0].world.workflows.create(recordOf('w', { name: '' }));
    const append = (tab: number, letter: string, millis: number) =>
      tabs[tab === 0 ? 0 : 1].world.workflows.update('w', async (before) => {
        await pause(millis);
        return ok({ ...before, name: before.name + letter });
      });
    await Promise.all([append(0, 'a', 6), append(1, 'b', 0), append(0, 'c', 2), append(1, 'd', 0)]);
    expect((await tabs[1].world.workflows.get('w'))?.name).toBe('abcd');
  });

  test('an update that the editor overtakes decides again on what the editor stored', async () => {
    const { world, db, now } = await browserDatabase();
    const drafts = createDrafts(db, { now, announce: () => undefined });
    const workflows = createWorkflows(db, { now, announce: () => undefined });
    await world.workflows.create(recordOf('w', { name: 'One' }));
    const seen: string[] = [];
    const updated = await world.workflows.update('w', async (before) => {
      seen.push(before.name);
      if (seen.length === 1) {
        await drafts.rename('w', 'Renamed here');
        const draft = await drafts.open('w');
        if (draft.ok)
          await workflows.promote('w', encodeWorkflow(draft.value.document), draft.value.revision);
      }
      return ok({ ...before, description: 'From outside' });
    });
    expect(seen).toEqual(['One', 'Renamed here']);
    expect(updated?.ok).toBe(true);
    expect(await world.workflows.get('w')).toMatchObject({
      name: 'Renamed here',
      description: 'From outside',
    });
  });

  test('an import is rolled back without touching the workflow of whoever got the id since', async () => {
    const { world } = await browserDatabase();
    const mine = recordOf('w', { name: 'Mine' });
    await world.workflows.create(mine);
    await world.workflows.update('w', async (before) => ok({ ...before, name: 'Theirs' }));
    expect(await world.workflows.delete('w', mine)).toBe(false);
    expect((await world.workflows.get('w'))?.name).toBe('Theirs');
  });
});

describe('the site', () => {
  test('a section that a page overtakes is run again on what is stored then', async () => {
    const { world, db, now } = await browserDatabase();
    const page = createSite(db, { now, announce: () => undefined });
    const seen: number[] = [];
    const outcome = await world.site.transact(async (site) => {
      const { nodeTypes = [] } = await site.read();
      seen.push(nodeTypes.length);
      if (seen.length === 1) await page.put({ nodeTypes: [type('page')] });
      await site.putNodeTypes([type('door')]);
      return ok(nodeTypes.length);
    });
    expect([seen, outcome]).toEqual([[0, 1], ok(1)]);
    const { nodeTypes = [] } = await world.site.read();
    expect(nodeTypes.map(({ id }) => id).sort()).toEqual(['door', 'page']);
  });

  test('two tabs that add a type of one id: one is told that it is taken', async () => {
    const tabs = await twoTabs();
    const calls = tabs.map(({ world }) => clientOf(createApi(world)));
    const body = { id: 'mine', executor_plugin: 'm:p', label: 'Mine' };
    const replies = await Promise.all(calls.map((call) => call('POST', '/api/flowdrop/node-types', body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('STORE-9: a bundle and the node types that it brings', () => {
  const bundle = {
    format: 'flowdrop.bundle/v1',
    confirm_publisher: true,
    payload: {
      publisher: 'somebody',
      node_types: [{ id: 'mine', label: 'Mine', executor_plugin: 'flowdrop_node_processor:text_input' }],
      flow: {
        id: 'brought',
        label: 'Brought',
        nodes: [
          {
            id: 'mine.1',
            type: 'universalNode',
            position: { x: 0, y: 0 },
            data: { label: 'M', config: {}, metadata: { node_type_id: 'mine' } },
          },
        ],
        edges: [],
      },
    },
  };
  async function importOf() {
    const { world, db, heard } = await browserDatabase();
    const [processor] = (await world.catalog()).processors.filter(({ id }) => id.endsWith(':text_input'));
    const [type] = bundle.payload.node_types;
    const payload = {
      ...bundle.payload,
      node_types: [{ ...type, executor_plugin: processor?.id ?? '' }],
    };
    const call = clientOf(createApi(world));
    const go = () => call('POST', '/api/flowdrop/workflows/import', { ...bundle, payload });
    return { world, db, heard, go };
  }

  test('come in together, as a draft too', async () => {
    const { world, db, go } = await importOf();
    const reply = await go();
    expect([reply.status, reply.body]).toMatchObject([201, { data: { id: 'brought' } }]);
    expect((await world.site.read()).nodeTypes?.map(({ id }) => id)).toEqual(['mine']);
    expect((await createDrafts(db, { now: () => 1, announce: () => undefined }).open('brought')).ok).toBe(
      true,
    );
    expect((await go()).status).toBe(409);
  });

  test('or neither does, where the disk is full', async () => {
    const { world, db, go } = await importOf();
    await failNextWrite(db, 'nodeTypes');
    expect(await go()).toMatchObject({ status: 503, body: { error_code: 'STORE_UNAVAILABLE' } });
    expect(await world.workflows.get('brought')).toBeUndefined();
    expect(await db.drafts.count()).toBe(0);
    expect((await go()).status).toBe(201);
  });
});

describe('MAN-9: a stored workflow that declares a contract', () => {
  test('is a node type at the doors of every tab, from when it is stored until it is deleted', async () => {
    const tabs = await twoTabs();
    const [call, other] = tabs.map(({ world }) => clientOf(createApi(world)));
    const types = async () => {
      const { body } = (await other?.('GET', '/api/flowdrop/nodes')) ?? { body: null };
      return JSON.stringify(body).includes('Inner one');
    };
    expect(await types()).toBe(false);
    const made = await call?.('POST', '/api/flowdrop/workflows', {
      id: 'inner',
      name: 'Inner one',
      nodes: [
        {
          id: 'text_input.1',
          type: 'universalNode',
          position: { x: 0, y: 0 },
          data: { label: 'T', config: {}, metadata: { node_type_id: 'text_input' } },
        },
      ],
      interface: {
        inputs: [{ id: 'words', bindings: [{ nodeId: 'text_input.1', portId: 'data' }] }],
        outputs: [],
      },
    });
    expect(made?.status).toBe(201);
    expect(await types()).toBe(true);
    await call?.('DELETE', '/api/flowdrop/workflows/inner');
    expect(await types()).toBe(false);
  });
});

describe('locks', () => {
  test('a section that throws lets the next one in', async () => {
    const alone = createAlone(realmManager());
    await expect(alone('x', () => Promise.reject(new Error('defect')))).rejects.toThrow('defect');
    expect(await alone('x', async () => 7)).toBe(7);
  });
});
