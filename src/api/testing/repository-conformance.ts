import { describe, expect, test } from 'vitest';
import { nodeType } from '../../catalog/shipped/declare';
import { fail, ok } from '../../model/problem';
import type {
  SiteRepository,
  SnapshotRecord,
  SnapshotRepository,
  WorkflowRecord,
  WorkflowRepository,
} from '../types';

/** A record with nothing in it. */
export function recordOf(id: string, more: Partial<WorkflowRecord> = {}): WorkflowRecord {
  return {
    id,
    name: id,
    description: '',
    nodes: [],
    edges: [],
    metadata: [],
    inputs: [],
    outputs: [],
    contract: null,
    origin: null,
    created: 1,
    changed: 1,
    uid: 'u',
    ...more,
  };
}

/**
 * What every workflow repository promises. Call it from a test file with a fresh, empty repository a call.
 *
 * @param name what the repository is called in the report.
 */
export function workflowRepositoryConformance(
  name: string,
  make: () => WorkflowRepository | Promise<WorkflowRepository>,
): void {
  describe(`workflow repository: ${name}`, () => {
    test('a record comes back as it went in', async () => {
      const workflows = await make();
      const record = recordOf('a', {
        name: 'naïve \u{1F600} \ud800',
        nodes: [{ id: 'n', data: { config: { __proto__x: [null, 1.5, ''], constructor: 'c' } } }],
        metadata: JSON.parse('{"__proto__":{"x":1}}'),
        contract: { parameter_schema: null, output_schema: { type: 'object' }, schema_version: '1.2.3' },
        origin: { kind: 'bundle', verbatim: { flow: { k: [] } } },
      });
      expect(await workflows.create(record)).toBe(true);
      expect(await workflows.get('a')).toEqual(record);
      expect(await workflows.get('b')).toBeUndefined();
    });

    test('an id is given once, also to two creates at once', async () => {
      const workflows = await make();
      const both = await Promise.all([
        workflows.create(recordOf('a', { name: 'first' })),
        workflows.create(recordOf('a', { name: 'second' })),
      ]);
      expect(both.filter(Boolean)).toHaveLength(1);
      expect((await workflows.get('a'))?.name).toBe(both[0] ? 'first' : 'second');
      expect((await workflows.list({ limit: 10, offset: 0 })).total).toBe(1);
    });

    test.each(['__proto__', 'constructor', 'a/b', ' ', 'ä', '%41'])(
      'the id %j is an id like any other',
      async (id) => {
        const workflows = await make();
        expect(await workflows.get(id)).toBeUndefined();
        expect(await workflows.create(recordOf(id))).toBe(true);
        expect((await workflows.get(id))?.id).toBe(id);
        expect(await workflows.delete(id)).toBe(true);
        expect(await workflows.delete(id)).toBe(false);
      },
    );

    test('an update stores what it decides, and nothing where it refuses or throws', async () => {
      const workflows = await make();
      await workflows.create(recordOf('a'));
      const stored = await workflows.update('a', async (before) => ok({ ...before, name: 'new' }));
      expect(stored).toEqual(ok(recordOf('a', { name: 'new' })));
      expect(await workflows.update('a', async () => fail('no'))).toEqual(fail('no'));
      await expect(
        workflows.update('a', async () => {
          throw new Error('defect');
        }),
      ).rejects.toThrow('defect');
      expect((await workflows.get('a'))?.name).toBe('new');
      expect(await workflows.update('b', async (before) => ok(before))).toBeUndefined();
    });

    test('updates of one workflow never interleave; those of two may', async () => {
      const workflows = await make();
      await workflows.create(recordOf('a', { name: '' }));
      await workflows.create(recordOf('b'));
      const append = (letter: string, wait: number) =>
        workflows.update('a', async (before) => {
          await new Promise((resolve) => setTimeout(resolve, wait));
          return ok({ ...before, name: before.name + letter });
        });
      await Promise.all([append('x', 8), append('y', 1), append('z', 0)]);
      expect((await workflows.get('a'))?.name).toBe('xyz');
    });

    test('a delete of one record spares another that has its id', async () => {
      const workflows = await make();
      const first = recordOf('a');
      await workflows.create(first);
      expect(await workflows.delete('a', { ...first })).toBe(false);
      expect(await workflows.get('a')).toEqual(first);
      expect(await workflows.delete('a', first)).toBe(true);
      expect(await workflows.delete('a', first)).toBe(false);
    });

    test('a delete waits for the update before it, and the update after it finds nothing', async () => {
      const workflows = await make();
      await workflows.create(recordOf('a'));
      const [updated, deleted, late] = await Promise.all([
        workflows.update('a', async (before) => ok({ ...before, name: 'kept' })),
        workflows.delete('a'),
        workflows.update('a', async (before) => ok(before)),
      ]);
      expect([updated?.ok, deleted, late]).toEqual([true, true, undefined]);
      expect(await workflows.get('a')).toBeUndefined();
    });

    test('STORE-15, API-6: a page is counted under its search, which is literal and knows no case', async () => {
      const workflows = await make();
      const names = ['Report', 'my report', '100%', 'a_b', 'ÄRGER', '0', 'x'];
      for (const [i, given] of names.entries()) {
        await workflows.create(recordOf(`w${i}`, { name: given, changed: i }));
      }
      const found = async (search: string, limit = 50, offset = 0) => {
        const { rows, total } = await workflows.list({ search, limit, offset });
        return [total, ...rows.map((row) => row.name)];
      };
      expect(await found('REPORT')).toEqual([2, 'my report', 'Report']);
      expect(await found('REPORT', 1, 1)).toEqual([2, 'Report']);
      expect(await found('%')).toEqual([1, '100%']);
      expect(await found('_')).toEqual([1, 'a_b']);
      expect(await found('_eport')).toEqual([0]);
      expect(await found('ärger')).toEqual([1, 'ÄRGER']);
      expect(await found('0')).toEqual([2, '0', '100%']);
      expect(await found('.*')).toEqual([0]);
      expect((await found(''))[0]).toBe(7);
      expect(await found('', 2, 100)).toEqual([7]);
    });

    test('the latest change comes first, then the lesser id', async () => {
      const workflows = await make();
      for (const [id, changed] of [
        ['b', 1],
        ['c', 2],
        ['a', 1],
      ] as const) {
        await workflows.create(recordOf(id, { changed }));
      }
      const { rows } = await workflows.list({ limit: 10, offset: 0 });
      expect(rows.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    });
  });
}

/** What every site repository promises. */
export function siteRepositoryConformance(
  name: string,
  make: () => SiteRepository | Promise<SiteRepository>,
): void {
  const type = (id: string, label = id) =>
    nodeType({ id, label, description: '', category: 'data', icon: '', executor_plugin: 'm:p' });

  describe(`site repository: ${name}`, () => {
    test('records are put, replaced and removed', async () => {
      const site = await make();
      await site.transact(async (records) => {
        await records.putNodeTypes([type('a'), type('b')]);
        await records.putLaneOverlay({ dataTypes: [] });
        return ok(null);
      });
      await site.transact(async (records) => {
        await records.putNodeTypes([type('a', 'A')]);
        expect(await records.removeNodeType('b')).toBe(true);
        expect(await records.removeNodeType('c')).toBe(false);
        expect((await records.read()).nodeTypes).toEqual([type('a', 'A')]);
        return ok(null);
      });
      expect(await site.read()).toMatchObject({
        nodeTypes: [type('a', 'A')],
        laneOverlay: { dataTypes: [] },
      });
    });

    test('a section that fails or throws leaves nothing', async () => {
      const site = await make();
      const refused = await site.transact(async (records) => {
        await records.putNodeTypes([type('a')]);
        return fail('no');
      });
      expect(refused).toEqual(fail('no'));
      await expect(
        site.transact(async (records) => {
          await records.putNodeTypes([type('a')]);
          await records.putLaneOverlay({});
          throw new Error('defect');
        }),
      ).rejects.toThrow('defect');
      const { nodeTypes = [], laneOverlay } = await site.read();
      expect([nodeTypes, laneOverlay]).toEqual([[], undefined]);
    });

    test('nobody sees a section that is not over; the next one starts after it', async () => {
      const site = await make();
      const seen: number[] = [];
      const add = (id: string, wait: number) =>
        site.transact(async (records) => {
          seen.push((await records.read()).nodeTypes?.length ?? 0);
          await records.putNodeTypes([type(id)]);
          await new Promise((resolve) => setTimeout(resolve, wait));
          seen.push(-((await site.read()).nodeTypes?.length ?? 0));
          return ok(null);
        });
      await Promise.all([add('a', 5), add('b', 0)]);
      expect(seen).toEqual([0, -0, 1, -1]);
      expect((await site.read()).nodeTypes).toHaveLength(2);
    });
  });
}

/** What every repository of snapshots promises; a fresh, empty one a call. */
export function snapshotRepositoryConformance(
  name: string,
  make: () => SnapshotRepository | Promise<SnapshotRepository>,
): void {
  const record = (execution: string, more: Partial<SnapshotRecord> = {}): SnapshotRecord => ({
    execution,
    entity: `e-${execution}`,
    owner: 'u',
    status: 'paused',
    created: 1,
    changed: 1,
    payload: { nodeStates: { constructor: { output: [null, 'ä'] } } },
    ...more,
  });
  const put = (snapshots: SnapshotRepository, one: SnapshotRecord) =>
    snapshots.save(one.execution, () => ok(one));

  describe(`snapshot repository: ${name}`, () => {
    test('INT-9: an execution has one record: a save overwrites it in its place', async () => {
      const snapshots = await make();
      expect(await put(snapshots, record('a'))).toEqual(ok(record('a')));
      const seen: (SnapshotRecord | undefined)[] = [];
      await snapshots.save('a', (stored) => {
        seen.push(stored);
        return ok(record('a', { status: 'running', changed: 2 }));
      });
      expect(seen).toEqual([record('a')]);
      expect(await snapshots.get('a')).toEqual(record('a', { status: 'running', changed: 2 }));
      expect((await snapshots.list({ owner: 'u', limit: 9, offset: 0 })).total).toBe(1);
      expect(await snapshots.get('b')).toBeUndefined();
    });

    test('INT-9: saves at once are one record, and each sees the one before it', async () => {
      const snapshots = await make();
      const counts = await Promise.all(
        Array.from({ length: 8 }, () =>
          snapshots.save('a', (stored) => ok(record('a', { changed: (stored?.changed ?? 0) + 1 }))),
        ),
      );
      expect(counts.map((saved) => (saved.ok ? saved.value.changed : 0)).sort()).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8,
      ]);
      expect((await snapshots.get('a'))?.changed).toBe(8);
    });

    test('INT-9: what is refused is not written', async () => {
      const snapshots = await make();
      expect(await snapshots.save('a', () => fail('no'))).toEqual(fail('no'));
      expect(await snapshots.get('a')).toBeUndefined();
    });

    test('SNAP-2: a list is of one owner, the latest first, and counts no others', async () => {
      const snapshots = await make();
      for (const one of [
        record('a', { changed: 1 }),
        record('b', { changed: 3 }),
        record('c', { changed: 2, owner: 'other' }),
        record('__proto__', { changed: 3 }),
      ])
        await put(snapshots, one);
      const { rows, total } = await snapshots.list({ owner: 'u', limit: 2, offset: 1 });
      expect([rows.map(({ execution }) => execution), total]).toEqual([['b', 'a'], 3]);
    });

    test('a delete says whether there was one', async () => {
      const snapshots = await make();
      await put(snapshots, record('a'));
      expect([await snapshots.delete('a'), await snapshots.delete('a')]).toEqual([true, false]);
      expect(await snapshots.get('a')).toBeUndefined();
    });

    test('INT-9: a cleanup deletes what is older, of the statuses that it is given, whoever owns it', async () => {
      const snapshots = await make();
      for (const one of [
        record('old', { created: 1 }),
        record('theirs', { created: 2, owner: 'other', status: 'completed' }),
        record('at', { created: 5, status: 'completed' }),
      ])
        await put(snapshots, one);
      expect(await snapshots.cleanup({ before: 1 })).toBe(0);
      expect(await snapshots.cleanup({ before: 9, statuses: [] })).toBe(0);
      expect(await snapshots.cleanup({ before: 5, statuses: ['completed', 'failed'] })).toBe(1);
      expect(await snapshots.get('theirs')).toBeUndefined();
      expect(await snapshots.cleanup({ before: 5 })).toBe(1);
      expect(await snapshots.get('old')).toBeUndefined();
      expect(await snapshots.get('at')).toBeDefined();
    });
  });
}
