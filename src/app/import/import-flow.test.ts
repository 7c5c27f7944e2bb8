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
        brought: [{ id: 'a', name: 'A', file: 'a.json', problems: { errors: 0, warnings: 0 } }],
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
});
