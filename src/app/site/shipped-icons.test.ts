import { expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { iconBook } from '../../ui/icon-book';

test('the icons of what ships come with the page, so that none of them needs the network', async () => {
  await iconBook.ready();
  const { nodeTypes, categories } = createCatalog();
  // Workflows that are node types, and new categories, have an icon too.
  const made = [{ icon: 'mdi:sitemap-outline' }, { icon: 'mdi:shape-outline' }];
  const named = [...nodeTypes, ...categories, ...made].map(({ icon }) => icon.replace(/^mdi:/, ''));
  expect(named.filter((name) => iconBook.path(name) === null)).toEqual([]);
});
