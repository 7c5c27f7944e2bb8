// What every ContentStore promises.
import { expect, test } from 'vitest';
import type { ContentRow, ContentStore } from '../ports';

export function contentRow(id: string, over: Partial<ContentRow> = {}): ContentRow {
  return {
    v: 1,
    collection: 'node',
    id,
    uuid: `uuid-${id}`,
    bundle: 'page',
    label: `Row ${id}`,
    published: true,
    created: 100,
    changed: 200,
    revision: 1,
    log: '',
    values: { title: `Row ${id}` },
    ...over,
  };
}

/** Runs the promise against fresh stores. */
export function describeContentStore(open: () => Promise<ContentStore>): void {
  test('gives what was written, and nothing for what was not', async () => {
    const store = await open();
    const row = contentRow('1', { values: { title: 'T', tags: ['a'], __proto__x: null } });
    expect(await store.update('node', '1', () => row)).toEqual(row);
    expect(await store.get('node', '1')).toEqual(row);
    expect(await store.get('node', '2')).toBeUndefined();
    expect(await store.get('user', '1')).toBeUndefined();
  });
  test('lists one collection, by id', async () => {
    const store = await open();
    for (const id of ['b', 'a']) await store.update('node', id, () => contentRow(id));
    await store.update('user', 'c', () => contentRow('c', { collection: 'user' }));
    expect((await store.list('node')).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await store.list('none')).toEqual([]);
  });
  test('hands the stored row to the change, and writes nothing where it gives none or throws', async () => {
    const store = await open();
    await store.update('node', '1', () => contentRow('1'));
    const seen: unknown[] = [];
    expect(
      await store.update('node', '1', (stored) => {
        seen.push(stored);
        return undefined;
      }),
    ).toBeUndefined();
    await expect(
      store.update('node', '1', () => {
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(seen).toEqual([contentRow('1')]);
    expect(await store.get('node', '1')).toEqual(contentRow('1'));
  });
  test('changes that meet lose nothing', async () => {
    const store = await open();
    await store.update('node', '1', () => contentRow('1', { revision: 0 }));
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.update('node', '1', (stored) => stored && { ...stored, revision: stored.revision + 1 }),
      ),
    );
    expect((await store.get('node', '1'))?.revision).toBe(20);
  });
}
