import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { createRepositories } from '../../store';
import { memoryDatabase } from '../../store/testing/memory-database';
import { type Brought, createImportFlow } from './import-flow';

async function world() {
  const db = await memoryDatabase();
  const { drafts, site } = createRepositories(db, { now: () => 1000, announce: () => undefined });
  const done: { readonly brought: readonly Brought[]; readonly quiet: boolean }[] = [];
  let n = 0;
  const flow = createImportFlow({
    services: { drafts, site, catalog: async () => createCatalog() },
    uuid: () => {
      n += 1;
      return `new-${n}`;
    },
    copyName: (name) => `${name} (copy)`,
    onDone: (brought, quiet) => done.push({ brought, quiet }),
  });
  const names = async () => {
    const list = await drafts.list();
    return list.ok ? list.value.drafts.map(({ id, head }) => `${id}: ${head.name}`).sort() : [];
  };
  return { flow, drafts, site, done, names };
}

function file(name: string, value: unknown): File {
  return new File([typeof value === 'string' ? value : JSON.stringify(value)], name);
}
const workflow = (id: string, name: string) => ({ id, name, nodes: [], edges: [], metadata: {} });

describe('an import', () => {
  test('of one workflow without a remark is done at once and needs no report', async () => {
    const { flow, done, names } = await world();
    await flow.read([file('a.json', workflow('a', 'A'))]);
    expect(done).toEqual([
      {
        brought: [{ id: 'a', name: 'A', file: 'a.json', problems: { errors: 0, warnings: 0 }, loops: 0 }],
        quiet: true,
      },
    ]);
    expect(flow.store.getState()).toEqual({ phase: 'idle' });
    expect(await names()).toEqual(['a: A']);
  });

  test('asks about every taken id, within the files too, and stores nothing before it is told', async () => {
    const { flow, names, done } = await world();
    await flow.read([file('a.json', workflow('a', 'A'))]);
    await flow.read([
      file('1.json', workflow('a', 'A2')),
      file('2.json', workflow('b', 'B')),
      file('3.json', workflow('b', 'B2')),
    ]);
    expect(flow.store.getState()).toMatchObject({
      phase: 'asking',
      taken: [0, 2],
      choices: { 0: 'copy', 2: 'copy' },
    });
    expect(await names()).toEqual(['a: A']);
    flow.choose(0, 'replace');
    await flow.go();
    expect(await names()).toEqual(['a: A2', 'b: B', 'new-1: B2 (copy)']);
    expect(done.at(-1)?.quiet).toBe(false);
  });

  test('what is left out stays out', async () => {
    const { flow, names } = await world();
    await flow.read([file('a.json', workflow('a', 'A'))]);
    await flow.read([file('a.json', workflow('a', 'Other'))]);
    flow.choose(0, 'skip');
    await flow.go();
    expect(await names()).toEqual(['a: A']);
  });

  test('a workflow without an id gets one', async () => {
    const { flow, names } = await world();
    await flow.read([file('a.json', { name: 'A', nodes: [], edges: [] })]);
    expect(await names()).toEqual(['new-1: A']);
  });

  test('a file that cannot be read is reported, and the others come all the same', async () => {
    const { flow, names } = await world();
    await flow.read([file('bad.json', '{"nodes": ['), file('a.json', workflow('a', 'A'))]);
    const state = flow.store.getState();
    expect(state).toMatchObject({ phase: 'done', fault: null });
    expect(await names()).toEqual(['a: A']);
  });
});

describe('lanes of an import', () => {
  const lane = (id: string, name: string) => ({ id, name });
  test('lie over those that are here, and can be taken out again', async () => {
    const { flow, site } = await world();
    await site.put({
      laneOverlay: { dataTypes: [lane('order', 'Ours'), lane('mine', 'Mine')] },
      shapes: [{ id: 'person', schema: {} }],
    });
    await flow.read([
      file('flowdrop-lanes.json', {
        dataTypes: [lane('order', 'Theirs')],
        shapes: [{ id: 'place', schema: {} }],
      }),
    ]);
    expect((await site.read()).records).toMatchObject({
      laneOverlay: { dataTypes: [lane('order', 'Theirs'), lane('mine', 'Mine')] },
      shapes: [
        { id: 'person', schema: {} },
        { id: 'place', schema: {} },
      ],
    });
    await flow.takeOutSite();
    expect((await site.read()).records).toMatchObject({
      laneOverlay: { dataTypes: [lane('order', 'Ours'), lane('mine', 'Mine')] },
      shapes: [{ id: 'person', schema: {} }],
    });
  });

  test('CMP-6: of a workflow whose loop nothing enters offers an entry wire, which is one step of its history', async () => {
    const { flow, drafts } = await world();
    const node = (id: string, type: string, config = {}) => ({
      id,
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: { label: id, config, metadata: { node_type_id: type } },
    });
    const looped = {
      ...workflow('looped', 'Looped'),
      nodes: [
        node('text_input.1', 'text_input'),
        node('merge.1', 'merge'),
        node('text_output.1', 'text_output'),
      ],
      edges: [
        {
          id: 'e1',
          source: 'merge.1',
          target: 'text_output.1',
          sourceHandle: 'merge.1-output-trigger',
          targetHandle: 'text_output.1-input-trigger',
        },
        {
          id: 'e2',
          source: 'text_output.1',
          target: 'merge.1',
          sourceHandle: 'text_output.1-output-trigger',
          targetHandle: 'merge.1-input-loop_back',
        },
      ],
    };
    await flow.read([file('looped.json', looped)]);
    expect(flow.store.getState()).toMatchObject({ phase: 'done', brought: [{ id: 'looped', loops: 1 }] });
    await flow.enterLoops('looped');
    expect(flow.store.getState()).toMatchObject({
      phase: 'done',
      brought: [{ id: 'looped', loops: 0 }],
      fault: null,
    });
    const opened = await drafts.open('looped');
    expect(opened.ok && opened.value.document.edges).toMatchObject([
      { id: 'e1' },
      { id: 'e2' },
      { source: 'text_input.1', target: 'merge.1', targetHandle: 'merge.1-input-trigger' },
    ]);
    expect(opened.ok && opened.value.undo).toHaveLength(1);
  });
});
