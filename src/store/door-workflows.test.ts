import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { documentOf } from '../api/stored-workflow';
import { recordOf } from '../api/testing/repository-conformance';
import type { WorkflowRecord } from '../api/types';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import type { JsonObject } from '../model/json';
import type { Announcement } from './announcements';
import { createDoorChanges } from './door-changes';
import { createDoorWorkflows } from './door-workflows';
import { FROM_OUTSIDE } from './draft-follow';
import { createDrafts } from './drafts';
import { countingClock, memoryDatabase } from './testing/memory-database';
import { createVersions } from './versions';
import { createWorkflows } from './workflows';

const NONE = { errors: 0, warnings: 0 };

/** One browser: the doors, and an author whose editor is told what is stored. */
async function browser(factory = new IDBFactory()) {
  const db = await memoryDatabase(factory);
  const heard: Announcement[] = [];
  const world = { now: countingClock(), announce: (one: Announcement) => heard.push(one) };
  const doors = createDoorWorkflows(db, world);
  const drafts = createDrafts(db, world);
  const workflows = createWorkflows(db, world);
  const changes = createDoorChanges(db, world);

  const create = (record: WorkflowRecord) => doors.create(record, documentOf(record));
  async function update(id: string, change: Partial<WorkflowRecord>) {
    const held = await doors.get(id);
    if (held === undefined) return undefined;
    const record = { ...held.record, ...change };
    return doors.replace(held.stamp, record, documentOf(record));
  }
  async function draft(id: string) {
    const opened = await drafts.open(id);
    if (!opened.ok) throw new Error(opened.error.reason);
    return opened.value;
  }
  /** One step of the author's, stored in the draft and not promoted. */
  async function edit(id: string, change: (document: WorkflowDocument) => WorkflowDocument) {
    const { document, revision } = await draft(id);
    const after = change(document);
    const step = {
      name: 'edit',
      params: {},
      at: world.now(),
      patches: [{ op: 'replace' as const, path: [], value: after }],
      inverse: [{ op: 'replace' as const, path: [], value: document }],
    };
    const saved = await drafts.append({
      id,
      baseRevision: revision,
      steps: [{ kind: 'command', command: step }],
      document: after,
      problems: NONE,
    });
    if (!saved.ok) throw new Error(saved.error.reason);
    return saved.value;
  }
  async function promote(id: string) {
    const { document, revision } = await draft(id);
    return workflows.promote(id, encodeWorkflow(document), revision);
  }
  const named = (name: string) => (document: WorkflowDocument) => ({ ...document, name });
  return { db, heard, doors, drafts, workflows, changes, create, update, draft, edit, promote, named };
}

const node = (id: string, config: JsonObject = {}) => ({
  id,
  type: 'universalNode',
  position: { x: 0, y: 0 },
  data: { label: id, config, metadata: { node_type_id: 'text_input' } },
});

describe('a workflow that a door stores', () => {
  test('is a draft of the same revision, which opens as it was sent', async () => {
    const { create, draft, drafts, heard, doors } = await browser();
    await create(recordOf('w', { name: 'From outside', nodes: [node('a')] }));
    const { document, revision, undo } = await draft('w');
    expect(document).toMatchObject({ id: 'w', name: 'From outside', nodes: [{ id: 'a' }] });
    expect([revision, undo]).toEqual([1, []]);
    const list = await drafts.list();
    expect(list.ok && list.value.drafts.map(({ head }) => [head.name, head.nodes])).toEqual([
      ['From outside', 1],
    ]);
    expect(heard).toEqual(expect.arrayContaining([{ kind: 'drafts' }, { kind: 'workflow', id: 'w' }]));
    expect((await doors.get('w'))?.record).toEqual(
      recordOf('w', { name: 'From outside', nodes: [node('a')] }),
    );
  });

  test('what the editor promoted is read by the doors, and updated with every key that they have no place for', async () => {
    const { drafts, promote, doors, update, db, draft } = await browser();
    const document: WorkflowDocument = {
      ...documentOf(recordOf('w', { name: 'Mine', nodes: [node('a'), node('b')] })),
      extra: { kept: { by: 'others' } },
      inputs: [entry('x', 'a', 'text'), entry('later')],
    };
    await drafts.create(document);
    await promote('w');
    expect((await doors.get('w'))?.record).toMatchObject({
      name: 'Mine',
      inputs: [{ name: 'x', node_id: 'a', port: 'text' }],
      nodes: [{ id: 'a' }, { id: 'b' }],
    });
    await update('w', { nodes: [node('a'), node('b', { changed: true })] });
    expect(await db.workflows.get('w')).toMatchObject({ document: { kept: { by: 'others' } } });
    const after = (await draft('w')).document;
    // MAN-20: an entry that is bound to nothing is the draft's alone, and stays.
    expect(after.inputs.map(({ name }) => name)).toEqual(['x', 'later']);
    expect(after.extra).toMatchObject({ kept: { by: 'others' } });
    expect(after.nodes[1]?.data.config).toEqual({ changed: true });
  });

  test('a draft without edits of its own follows, as one step that undo takes back', async () => {
    const { create, update, draft, drafts, heard } = await browser();
    await create(recordOf('w', { name: 'One', nodes: [node('a'), node('b')] }));
    heard.length = 0;
    await update('w', { name: 'Two', nodes: [node('a'), node('c')] });
    const { document, revision, undo } = await draft('w');
    expect([document.name, document.nodes.map(({ id }) => id), revision]).toEqual(['Two', ['a', 'c'], 2]);
    expect(undo.map(({ name }) => name)).toEqual([FROM_OUTSIDE]);
    // Only what changed is in the step.
    expect(undo[0]?.patches.map(({ path }) => path)).toEqual([['name'], ['nodes']]);
    expect(heard).toContainEqual({ kind: 'draft', id: 'w', revision: 2 });
    await drafts.append({
      id: 'w',
      baseRevision: 2,
      steps: [{ kind: 'undo' }],
      document,
      problems: NONE,
    });
    const back = (await draft('w')).document;
    expect([back.name, back.nodes.map(({ id }) => id)]).toEqual(['One', ['a', 'b']]);
  });

  test('one that stores what is there already makes no step', async () => {
    const { create, update, draft } = await browser();
    await create(recordOf('w'));
    await update('w', { changed: 99 });
    expect(await draft('w')).toMatchObject({ revision: 1, undo: [] });
  });

  test('STORE-3: its id is taken, for a create also where the editor stored it', async () => {
    const { create, drafts, promote, doors } = await browser();
    await drafts.create(documentOf(recordOf('w', { name: 'Mine' })));
    await promote('w');
    expect(await create(recordOf('w', { name: 'Theirs' }))).toBeUndefined();
    expect((await doors.get('w'))?.record.name).toBe('Mine');
  });

  test('MAN-18: a contract that a door publishes is kept as a version', async () => {
    const { create, update, db } = await browser();
    const contract = { parameter_schema: null, output_schema: null, schema_version: '1.0.0' };
    await create(recordOf('w', { contract }));
    await update('w', { name: 'Same contract' });
    await update('w', { contract: { ...contract, schema_version: '1.1.0' } });
    const kept = await createVersions(db).list('w');
    expect(kept.ok && kept.value.map((one) => one.contract.schema_version)).toEqual(['1.1.0', '1.0.0']);
  });
});

describe('a draft with edits that are not stored', () => {
  async function diverged() {
    const given = await browser();
    await given.create(recordOf('w', { name: 'One' }));
    await given.edit('w', given.named('Mine'));
    given.heard.length = 0;
    await given.update('w', { name: 'Theirs' });
    const pending = await given.changes.pending('w');
    return { ...given, pending, writes: pending?.writes ?? -1 };
  }

  test('stays as it is, and its promotion waits for the author', async () => {
    const { draft, doors, promote, pending, heard } = await diverged();
    expect((await draft('w')).document.name).toBe('Mine');
    expect((await doors.get('w'))?.record.name).toBe('Theirs');
    expect(pending).toMatchObject({ kind: 'changed' });
    expect(await promote('w')).toMatchObject({ ok: false, error: { reason: 'conflict' } });
    expect((await doors.get('w'))?.record.name).toBe('Theirs');
    expect(heard).toEqual([{ kind: 'workflow', id: 'w' }]);
  });

  test('taking the new one is a step that undo takes back', async () => {
    const { changes, draft, doors, writes, promote } = await diverged();
    expect(await changes.take('w', writes, 2)).toEqual({ ok: true, value: 3 });
    const after = await draft('w');
    expect([after.document.name, after.undo.map(({ name }) => name)]).toEqual([
      'Theirs',
      ['edit', FROM_OUTSIDE],
    ]);
    expect(await changes.pending('w')).toBeUndefined();
    expect((await promote('w')).ok).toBe(true);
    expect((await doors.get('w'))?.record.name).toBe('Theirs');
  });

  test('keeping mine lets the next promotion store it', async () => {
    const { changes, doors, writes, promote } = await diverged();
    expect(await changes.keep('w', writes)).toEqual({ ok: true, value: null });
    expect((await promote('w')).ok).toBe(true);
    expect((await doors.get('w'))?.record.name).toBe('Mine');
  });

  test('an answer to an older change is refused', async () => {
    const { changes, update, doors, writes, draft } = await diverged();
    await update('w', { name: 'Theirs again' });
    expect(await changes.keep('w', writes)).toMatchObject({ ok: false, error: { reason: 'conflict' } });
    expect(await changes.take('w', writes, 2)).toMatchObject({ ok: false, error: { reason: 'conflict' } });
    expect((await doors.get('w'))?.record.name).toBe('Theirs again');
    expect((await draft('w')).document.name).toBe('Mine');
    expect((await changes.pending('w'))?.writes).toBe(writes + 1);
  });

  test('taking is refused where the draft is another one by now', async () => {
    const { changes, edit, named, writes } = await diverged();
    await edit('w', named('Mine, later'));
    expect(await changes.take('w', writes, 2)).toMatchObject({ ok: false, error: { reason: 'conflict' } });
  });

  test('one whose workflow was never stored is not overwritten by a create of its id', async () => {
    const { drafts, create, changes, draft, promote } = await browser();
    await drafts.create(documentOf(recordOf('w', { name: 'Mine' })));
    expect(await create(recordOf('w', { name: 'Theirs' }))).toBeDefined();
    expect((await draft('w')).document.name).toBe('Mine');
    expect(await changes.pending('w')).toMatchObject({ kind: 'changed' });
    expect((await promote('w')).ok).toBe(false);
  });
});

describe('a delete through a door', () => {
  test('takes a draft that is stored along, and both come back together', async () => {
    const { create, doors, drafts, heard } = await browser();
    await create(recordOf('w'));
    heard.length = 0;
    expect(await doors.remove('w')).toBe(true);
    expect(await doors.remove('w')).toBe(false);
    expect(await doors.get('w')).toBeUndefined();
    expect((await drafts.open('w')).ok).toBe(false);
    expect(heard).toEqual(
      expect.arrayContaining([{ kind: 'draft', id: 'w', revision: 2 }, { kind: 'drafts' }]),
    );
    await drafts.restore('w');
    expect((await drafts.open('w')).ok).toBe(true);
    expect((await doors.get('w'))?.record).toEqual(recordOf('w'));
  });

  test('and a restore are no edits: the draft follows the next change', async () => {
    const { create, doors, drafts, update, draft } = await browser();
    await create(recordOf('w'));
    await doors.remove('w');
    await drafts.restore('w');
    await drafts.remove('w');
    await drafts.restore('w');
    await update('w', { name: 'Two' });
    expect((await draft('w')).document.name).toBe('Two');
  });

  test('leaves a draft with edits of its own, whose author decides', async () => {
    const { create, edit, named, doors, changes, draft, drafts, promote } = await browser();
    await create(recordOf('w', { name: 'One' }));
    await edit('w', named('Mine'));
    expect(await doors.remove('w')).toBe(true);
    expect((await draft('w')).document.name).toBe('Mine');
    const pending = await changes.pending('w');
    expect(pending?.kind).toBe('deleted');
    expect((await promote('w')).ok).toBe(false);
    // Deleted with it, and brought back as it was.
    expect((await changes.take('w', pending?.writes ?? 0, 2)).ok).toBe(true);
    expect((await drafts.open('w')).ok).toBe(false);
    await drafts.restore('w');
    expect((await draft('w')).document.name).toBe('Mine');
  });

  test('keeping mine stores it again', async () => {
    const { create, edit, named, doors, changes, promote } = await browser();
    await create(recordOf('w', { name: 'One' }));
    await edit('w', named('Mine'));
    await doors.remove('w');
    expect((await changes.keep('w', (await changes.pending('w'))?.writes ?? 0)).ok).toBe(true);
    expect((await promote('w')).ok).toBe(true);
    expect((await doors.get('w'))?.record.name).toBe('Mine');
  });

  test('a create of the id brings the deleted draft back with the new workflow as its newest step', async () => {
    const { create, doors, draft, drafts } = await browser();
    await create(recordOf('w', { name: 'One' }));
    await doors.remove('w');
    expect(await create(recordOf('w', { name: 'Two' }))).toBeDefined();
    const { document, undo } = await draft('w');
    expect([document.name, undo.map(({ name }) => name)]).toEqual(['Two', [FROM_OUTSIDE]]);
    expect((await drafts.list({ removed: true })).ok).toBe(true);
  });
});

describe('news of a draft', () => {
  test('are the steps by which it followed, and nothing else is taken for them', async () => {
    const { create, update, changes, edit, named, doors } = await browser();
    await create(recordOf('w', { name: 'One' }));
    await update('w', { name: 'Two' });
    await update('w', { name: 'Three' });
    const news = await changes.news('w', 1);
    expect(news.kind === 'followed' && [news.revision, news.steps.length]).toEqual([3, 2]);
    await edit('w', named('Four'));
    expect((await changes.news('w', 1)).kind).toBe('other');
    expect((await changes.news('w', 4)).kind).toBe('other');
    await create(recordOf('v'));
    await doors.remove('v');
    expect(await changes.news('v', 1)).toEqual({ kind: 'removed', revision: 2 });
  });
});

test('a row that a newer version wrote is nobody else’s to change', async () => {
  const { create, doors, db } = await browser();
  await create(recordOf('w'));
  const row: unknown = await db.workflows.get('w');
  await db.table('workflows').put({ ...Object(row), v: 2 });
  expect(await doors.get('w')).toBeUndefined();
  expect(await create(recordOf('w', { name: 'Other' }))).toBeUndefined();
  expect(await doors.remove('w')).toBe(false);
  expect(await db.workflows.get('w')).toMatchObject({ v: 2, name: 'w' });
});

function entry(name: string, node_id?: string, port?: string): WorkflowDocument['inputs'][number] {
  const [made] = documentOf(
    recordOf('x', { inputs: [{ name, ...(node_id === undefined ? {} : { node_id, port: port ?? '' }) }] }),
  ).inputs;
  if (made === undefined) throw new Error('An entry was expected.');
  return made;
}
