import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../../catalog/catalog';
import { withWeight } from '../../../catalog/category-order';
import { copyOf, shippedNodeType } from '../../../catalog/edit-node-type';
import type { Category } from '../../../catalog/types';
import { createRepositories } from '../../../store';
import { memoryDatabase } from '../../../store/testing/memory-database';
import { categoryStanding, openCategory, shippedCategory, storingCategories } from './open-category';
import { contentOf, removingCategory } from './remove-category';

const calculator = shippedNodeType('calculator');
const tools = shippedCategory('tools');
if (calculator === undefined || tools === undefined) throw new Error('These ship.');
const mine: Category = { ...tools, id: 'mine', label: 'Mine' };

async function stored() {
  const { site } = createRepositories(await memoryDatabase(), { now: () => 1, announce: () => undefined });
  const own = { ...copyOf(calculator ?? fail(), 'own', 'Own'), category: 'mine' };
  const moved = { ...(calculator ?? fail()), category: 'mine' };
  await site.put({ categories: [mine], nodeTypes: [own, moved] });
  const read = async () => {
    const { records } = await site.read();
    return { records, catalog: createCatalog(records) };
  };
  return { site, read };
}
function fail(): never {
  throw new Error('It ships.');
}

describe('categories of the site', () => {
  test('how a category stands, and that one which says what ships leaves no record', () => {
    expect([tools, withWeight(tools, 2), mine].map(categoryStanding)).toEqual(['shipped', 'changed', 'own']);
    expect(storingCategories([tools, mine])).toEqual({
      put: { categories: [mine] },
      remove: [{ kind: 'categories', id: 'tools' }],
    });
  });

  test('it is opened with the stamp of its record', async () => {
    const { site } = await stored();
    const opened = await openCategory(site, 'mine');
    expect(opened).toMatchObject({ category: mine, stamp: { kind: 'categories', id: 'mine', changed: 1 } });
    expect(await openCategory(site, 'tools')).toMatchObject({ category: tools, stamp: { changed: null } });
    expect((await openCategory(site, 'nothing')).category).toBeUndefined();
  });

  test('deleting one moves what stands in it, in one step that can be taken back', async () => {
    const { site, read } = await stored();
    const content = contentOf(await read(), 'mine');
    expect(content.nodeTypes.map(({ id }) => id).sort()).toEqual(['calculator', 'own']);
    expect(content.lasting.map(({ id }) => id)).toEqual(['calculator']);
    const change = await site.change(removingCategory(content, 'mine', { moveTo: 'data' }));
    const after = (await read()).catalog;
    expect([after.nodeType('own')?.category, after.nodeType('calculator')?.category]).toEqual([
      'data',
      'data',
    ]);
    expect(after.categories.some(({ id }) => id === 'mine')).toBe(false);
    expect(change.ok && (await site.revert(change.value)).ok).toBe(true);
    expect((await read()).catalog.nodeType('own')?.category).toBe('mine');
  });

  test('or takes the types along that the site alone has', async () => {
    const { site, read } = await stored();
    await site.change(removingCategory(contentOf(await read(), 'mine'), 'mine', 'delete'));
    const { catalog } = await read();
    expect(catalog.nodeType('own')).toBeUndefined();
    expect(catalog.nodeType('calculator')?.category).toBe('mine');
  });
});
