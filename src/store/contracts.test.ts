import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import type { Catalog } from '../catalog/types';
import type { Rebuilt } from '../contract/rebuild';
import { bumpVersion, compareVersions } from '../contract/versions';
import { workflowTypeId } from '../contract/workflow-ids';
import { type Contract, emptyDocument } from '../model/document';
import type { JsonObject } from '../model/json';
import type { Announcement } from './announcements';
import { createDrafts } from './drafts';
import { storedWorkflow } from './stored-workflow';
import { countingClock, failNextWrite, memoryDatabase } from './testing/memory-database';
import { createVersions } from './versions';
import { createWorkflows } from './workflows';

const catalog = createCatalog();

/** A stored workflow in the API form that declares these inputs, each of a text node of its own. */
function workflow(names: readonly string[], parts: JsonObject = {}): JsonObject {
  return {
    id: 'wf',
    name: 'Greeting',
    nodes: ['text_output.1', 'text_output.2'].map((id) => ({
      id,
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: { label: id, config: {}, metadata: { node_type_id: 'text_output' } },
    })),
    edges: [],
    metadata: {},
    ...(names.length === 0
      ? {}
      : {
          interface: {
            inputs: names.map((name) => ({
              id: name,
              bindings: [{ nodeId: 'text_output.1', portId: 'text' }],
            })),
          },
        }),
    ...parts,
  };
}

async function open(factory = new IDBFactory()) {
  const db = await memoryDatabase(factory);
  const heard: Announcement[] = [];
  const world = { now: countingClock(), announce: (one: Announcement) => void heard.push(one) };
  const drafts = createDrafts(db, world);
  const workflows = createWorkflows(db, world);
  const versions = createVersions(db);
  const history = async () => {
    const listed = await versions.list('wf');
    return listed.ok ? listed.value.map(({ n, contract }) => [n, contract.schema_version]) : [];
  };
  const version = async () => {
    const row = await workflows.get('wf');
    return row.ok ? row.value.contract?.schema_version : row.error;
  };
  return { db, heard, drafts, workflows, versions, history, version };
}

describe('a promotion publishes the contract', () => {
  test('MAN-18: it is built with the workflow, once, and each change of the manifest is a version', async () => {
    const { workflows, versions, history } = await open();
    const first = await workflows.promote('wf', workflow([]), 1, { catalog });
    expect(first).toMatchObject({ ok: true, value: { contract: { schema_version: '0.0.0' } } });
    expect(await history()).toEqual([]);

    const declared = await workflows.promote('wf', workflow(['who']), 2, { catalog });
    expect(declared).toMatchObject({
      ok: true,
      value: {
        contract: {
          schema_version: '1.0.0',
          output_schema: null,
          parameter_schema: { type: 'object', properties: { who: { type: 'string' } } },
        },
      },
    });
    await workflows.promote('wf', workflow(['who'], { description: 'Elsewhere' }), 3, { catalog });
    expect(await history()).toEqual([[1, '1.0.0']]);
    await workflows.promote('wf', workflow(['who', 'tone']), 4, { catalog });
    await workflows.promote('wf', workflow(['tone']), 5, { catalog });
    expect(await history()).toEqual([
      [3, '2.0.0'],
      [2, '1.1.0'],
      [1, '1.0.0'],
    ]);
    expect(await versions.get('wf', 2)).toMatchObject({
      value: {
        reason: 'manifest',
        manifest: { inputs: [{ name: 'who' }, { name: 'tone' }], outputs: [] },
        document: workflow(['who', 'tone']),
      },
    });
    expect(await versions.find('wf', '1.0.0')).toMatchObject({ n: 1 });
    expect(await versions.get('wf', 9)).toEqual({ ok: false, error: { reason: 'missing' } });
  });

  test('MAN-18: forced, it is built without a change of the manifest; where nothing is different no version is used up', async () => {
    const { workflows, history } = await open();
    await workflows.promote('wf', workflow(['who']), 1, { catalog });
    await workflows.promote('wf', workflow(['who']), 1, { catalog, force: true });
    expect(await history()).toEqual([[1, '1.0.0']]);
    const text = catalog.nodeType('text_output');
    if (text === undefined) throw new Error('The shipped types have text_input.');
    const other = createCatalog({
      nodeTypes: [{ ...text, parameters: { ...text.parameters, text: { connectable: true, default: 'x' } } }],
    });
    await workflows.promote('wf', workflow(['who']), 1, { catalog: other });
    expect(await history()).toEqual([[1, '1.0.0']]);
    const forced = await workflows.promote('wf', workflow(['who']), 1, { catalog: other, force: true });
    expect(forced).toMatchObject({
      value: { contract: { parameter_schema: { properties: { who: { default: 'x' } } } } },
    });
    expect(await history()).toEqual([
      [2, '1.0.1'],
      [1, '1.0.0'],
    ]);
  });

  test('MAN-18: a build that fails keeps the contract, and the workflow is stored', async () => {
    const { workflows, history } = await open();
    await workflows.promote('wf', workflow(['who']), 1, { catalog });
    const fault = new Error('inner');
    const broken: Catalog = {
      ...catalog,
      built: () => {
        throw fault;
      },
    };
    const told: Rebuilt[] = [];
    const saved = await workflows.promote('wf', workflow(['other']), 2, {
      catalog: broken,
      report: (rebuilt) => void told.push(rebuilt),
    });
    expect(saved).toMatchObject({
      ok: true,
      value: {
        revision: 2,
        document: workflow(['other']),
        contract: { schema_version: '1.0.0', parameter_schema: { properties: { who: {} } } },
      },
    });
    expect(told).toMatchObject([{ rebuilt: false, failure: fault }]);
    expect(await history()).toEqual([[1, '1.0.0']]);
  });

  test('MAN-18: a transaction that fails stores neither the workflow nor a version', async () => {
    const { db, workflows, history, version } = await open();
    await workflows.promote('wf', workflow(['who']), 1, { catalog });
    await failNextWrite(db, 'versions');
    const refused = await workflows.promote('wf', workflow(['tone']), 2, { catalog });
    expect(refused).toMatchObject({ ok: false, error: { reason: 'quota' } });
    expect([await version(), await history()]).toEqual(['1.0.0', [[1, '1.0.0']]]);
    await workflows.promote('wf', workflow(['tone']), 2, { catalog });
    expect(await version()).toBe('2.0.0');
  });

  test('MAN-18: a workflow that was stored before contracts were is built at the same revision', async () => {
    const { workflows, version } = await open();
    await workflows.promote('wf', workflow(['who']), 4);
    expect(await version()).toBeUndefined();
    await workflows.promote('wf', workflow(['who']), 4, { catalog });
    expect(await version()).toBe('1.0.0');
  });

  test('MAN-18: what an import brought along is kept as it came, and never takes a version back', async () => {
    const { workflows, history } = await open();
    const brought: Contract = {
      parameter_schema: { type: 'object', properties: { who: { type: 'string', maxLength: 3 } } },
      output_schema: null,
      schema_version: '3.1.4',
    };
    const first = await workflows.promote('wf', workflow(['who']), 1, { catalog, brought });
    expect(first).toMatchObject({ value: { contract: brought } });
    await workflows.promote('wf', workflow(['tone']), 2, { catalog, brought });
    expect(await history()).toEqual([
      [2, '4.0.0'],
      [1, '3.1.4'],
    ]);
    // The older one comes in once more; a newer one is where the workflow went on elsewhere.
    await workflows.promote('wf', workflow(['who']), 3, { catalog, brought });
    expect((await history())[0]).toEqual([3, '5.0.0']);
    const newer = { ...brought, schema_version: '7.0.0' };
    const taken = await workflows.promote('wf', workflow(['who']), 4, { catalog, brought: newer });
    expect(taken).toMatchObject({ value: { contract: newer } });
  });
});

describe('two tabs', () => {
  const edit = fc.record({
    tab: fc.constantFrom(0, 1),
    names: fc.subarray(['a', 'b', 'c']),
    revision: fc.integer({ min: 1, max: 4 }),
    force: fc.boolean(),
  });

  test('MAN-18: whatever both promote at once, versions only rise, one by one, and none is lost', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 8 }), async (edits) => {
        const factory = new IDBFactory();
        const tabs = [await open(factory), await open(factory)];
        const published = await Promise.all(
          edits.map(({ tab, names, revision, force }) =>
            tabs[tab]?.workflows.promote('wf', workflow(names), revision, { catalog, force }),
          ),
        );
        const [first] = tabs;
        const listed = await first?.versions.list('wf');
        const rows = listed?.ok === true ? listed.value.toReversed() : [];
        expect(rows.map(({ n }) => n)).toEqual(rows.map((_, i) => i + 1));
        let last = '0.0.0';
        for (const { contract } of rows) {
          const steps = (['major', 'minor', 'patch'] as const).map((bump) => bumpVersion(last, bump));
          expect(steps).toContain(contract.schema_version);
          expect(compareVersions(last, contract.schema_version)).toBe(-1);
          last = contract.schema_version;
        }
        // Every version that somebody was told of is kept, and the newest is the stored one.
        for (const answer of published) {
          if (answer?.ok !== true) throw new Error('A promotion was refused.');
          const told = answer.value.contract?.schema_version;
          if (told !== '0.0.0') expect(rows.map((row) => row.contract.schema_version)).toContain(told);
        }
        expect(await first?.version()).toBe(last);
        for (const { db } of tabs) db.close();
      }),
      { numRuns: 40 },
    );
  });
});

describe('what becomes of a contract', () => {
  test('MAN-18: a deleted workflow offers nothing, comes back with its contract, and ends with its versions', async () => {
    const { db, drafts, workflows, history, version } = await open();
    await drafts.create(emptyDocument('wf', 'Greeting'));
    await workflows.promote('wf', workflow(['who']), 1, { catalog });
    await drafts.remove('wf');
    expect(await workflows.outsides()).toEqual({ ok: true, value: [] });
    await drafts.restore('wf');
    expect([await version(), await history()]).toEqual(['1.0.0', [[1, '1.0.0']]]);
    await drafts.remove('wf');
    await drafts.purge(Number.MAX_SAFE_INTEGER);
    expect(await history()).toEqual([]);
    expect(await db.versions.count()).toBe(0);
  });

  test('MAN-18: a copy begins without a contract', async () => {
    const { drafts, workflows } = await open();
    const contract = { parameter_schema: {}, output_schema: null, schema_version: '3.0.0' };
    await drafts.create({ ...emptyDocument('wf', 'Greeting'), contract });
    await drafts.duplicate('wf', { id: 'copy', name: 'Copy' });
    const copy = await drafts.open('copy');
    expect(copy.ok && copy.value.document.contract).toBeUndefined();
    const stored = await workflows.promote('copy', workflow([], { id: 'copy' }), 1, { catalog });
    expect(stored).toMatchObject({ value: { contract: { schema_version: '0.0.0' } } });
  });

  test('MAN-9: tabs are told that types changed where others see a difference, and only there', async () => {
    const { heard, drafts, workflows } = await open();
    const told = () => heard.splice(0).filter(({ kind }) => kind === 'contracts').length;
    await drafts.create(emptyDocument('wf', 'Greeting'));
    await workflows.promote('wf', workflow([]), 1, { catalog });
    expect(told()).toBe(0);
    await workflows.promote('wf', workflow(['who']), 2, { catalog });
    expect(told()).toBe(1);
    await workflows.promote('wf', workflow(['who'], { metadata: { inside: true } }), 3, { catalog });
    expect(told()).toBe(0);
    await workflows.promote('wf', workflow(['who'], { name: 'Hello' }), 4, { catalog });
    expect(told()).toBe(1);
    await drafts.remove('wf');
    expect(told()).toBe(1);
  });

  test('MAN-9: what is typed into a node that an entry is bound to changes no type; another word on its port does', async () => {
    const { workflows, heard } = await open();
    const types = () => heard.filter(({ kind }) => kind === 'contracts').length;
    const typed = (text: string) => {
      const document = workflow(['who']);
      const nodes = (Array.isArray(document.nodes) ? document.nodes : []).map((node) => ({
        ...node,
        data: { ...node.data, label: text, config: { text } },
      }));
      return { ...document, nodes };
    };
    await workflows.promote('wf', typed('a'), 1, { catalog });
    expect(types()).toBe(1);
    await workflows.promote('wf', typed('ab'), 2, { catalog });
    await workflows.promote('wf', typed('abc'), 3, { catalog });
    expect(types()).toBe(1);
    await workflows.promote('wf', { ...typed('abc'), name: 'Another name' }, 4, { catalog });
    expect(types()).toBe(2);
    await workflows.promote('wf', { ...typed('abc'), name: 'Another name', interface: {} }, 5, { catalog });
    expect(types()).toBe(3);
  });

  test('MAN-9: of a workflow others are given what its manifest binds, and the contract', async () => {
    const { workflows } = await open();
    await workflows.promote('wf', workflow(['who']), 1, { catalog });
    const offered = await workflows.outsides();
    expect(offered).toMatchObject({
      ok: true,
      value: [
        {
          id: 'wf',
          nodes: [{ id: 'text_output.1' }],
          edges: [],
          inputs: [{ name: 'who' }],
          contract: { schema_version: '1.0.0' },
        },
      ],
    });
  });

  test('MAN-9: a build descends into the stored workflows of its nodes, and names the one that it would re-enter', async () => {
    const { workflows } = await open();
    const stands = (id: string, of: string) =>
      workflow(['in'], {
        id,
        nodes: [
          {
            id: 'text_output.1',
            type: 'universalNode',
            data: { config: {}, metadata: { node_type_id: workflowTypeId(of) } },
          },
        ],
        interface: { inputs: [{ id: 'in', bindings: [{ nodeId: 'text_output.1', portId: 'in' }] }] },
      });
    await workflows.promote('inner', stands('inner', 'outer'), 1, { catalog });
    const told: Rebuilt[] = [];
    const row = await workflows.promote('outer', stands('outer', 'inner'), 1, {
      catalog,
      report: (rebuilt) => void told.push(rebuilt),
    });
    expect(told).toMatchObject([{ warnings: [{ code: 'WORKFLOW_REENTERED', entry: 'in' }] }]);
    expect(row.ok && storedWorkflow(row.value).contract?.parameter_schema).toEqual({
      type: 'object',
      properties: { in: { type: 'object', properties: {}, 'x-data-type': 'json' } },
    });
  });
});
