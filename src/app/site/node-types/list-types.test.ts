import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../../catalog/catalog';
import { withWeight } from '../../../catalog/category-order';
import { copyOf } from '../../../catalog/edit-node-type';
import type { SiteRecords } from '../../../catalog/types';
import { listTypes, standingIn } from './list-types';

const shipped = createCatalog();
const calculator = shipped.nodeType('calculator');
const request = shipped.nodeType('http_request');
const tools = shipped.categories.find(({ id }) => id === 'tools');
if (calculator === undefined || request === undefined || tools === undefined) throw new Error('These ship.');
const own = { ...copyOf(calculator, 'mine', 'Adder'), category: 'elsewhere' };
const records: SiteRecords = {
  nodeTypes: [{ ...request, label: 'Log book', enabled: false }, own],
  categories: [withWeight(tools, -1)],
};
const derived = copyOf(calculator, 'of_workflow', 'Of a workflow');
const site = {
  records,
  catalog: createCatalog({ ...records, nodeTypes: [...(records.nodeTypes ?? []), derived] }),
};
const found = (query: string, filter: 'all' | 'on' | 'off' | 'changed' | 'own' = 'all') =>
  listTypes(site, query, filter).flatMap(({ types }) => types.map(({ nodeType }) => nodeType.id));

describe('the list of node types', () => {
  test('every one stands in it once, categories by weight and id, types by label', () => {
    const groups = listTypes(site, '', 'all');
    expect(found('')).toHaveLength(site.catalog.nodeTypes.length);
    expect(groups[0]?.id).toBe('tools');
    const ids = groups.slice(1).map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(groups.find(({ id }) => id === 'elsewhere')?.label).toBe('elsewhere');
    const labels = groups[0]?.types.map(({ nodeType }) => nodeType.label) ?? [];
    expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
  });

  test('how each stands is told by the records, so a workflow that is a type is not the site’s own', () => {
    const standing = (id: string) => {
      const nodeType = site.catalog.nodeType(id);
      return nodeType === undefined ? undefined : standingIn(nodeType, site);
    };
    expect(['calculator', 'http_request', 'mine', 'of_workflow'].map(standing)).toEqual([
      'shipped',
      'changed',
      'own',
      'workflow',
    ]);
  });

  test.each([
    ['adder', 'all', ['mine']],
    ['log book', 'all', ['http_request']],
    ['flowdrop_node_processor:calculator', 'all', ['calculator', 'of_workflow', 'mine']],
    ['', 'off', ['http_request']],
    ['', 'changed', ['http_request']],
    ['', 'own', ['mine']],
    ['adder', 'off', []],
  ] as const)('%j among %s', (query, filter, ids) => {
    expect(found(query, filter)).toEqual(ids);
  });
});
