import { describe, expect, test } from 'vitest';
import { withWeight } from '../../catalog/category-order';
import { catalog } from '../testing/fixtures';
import { paletteGroups, searchTypes } from './search';

const none = { label: 'Workflows', self: 'here' };
const groups = paletteGroups(catalog, none);

describe('the palette', () => {
  test('SCH-26: enabled node types, by category id, then by name', () => {
    const ids = groups.map((group) => group.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a.localeCompare(b, undefined, { sensitivity: 'base' })));
    for (const { types } of groups) {
      const labels = types.map((type) => type.label);
      expect(labels).toEqual(
        labels.toSorted((a, b) => a.localeCompare(b, undefined, { sensitivity: 'base' })),
      );
    }
  });

  test('SCH-26: where the site gave categories weights, those come before the ids', () => {
    const categories = catalog.categories.map((one) => (one.id === 'tools' ? withWeight(one, -1) : one));
    const ids = paletteGroups({ nodeTypes: catalog.nodeTypes, categories }, none).map(({ id }) => id);
    expect(ids).toEqual(['tools', ...groups.map(({ id }) => id).filter((id) => id !== 'tools')]);
  });

  test('SCH-26: a disabled node type is not offered', () => {
    const [first] = catalog.nodeTypes;
    const off = catalog.nodeTypes.map((type) => (type === first ? { ...type, enabled: false } : type));
    const offered = paletteGroups({ nodeTypes: off, categories: catalog.categories }, none).flatMap(
      (group) => group.types,
    );
    expect(offered.map((type) => type.id)).not.toContain(first?.id);
  });

  test('MAN-9: workflows that can be run as a node stand in a group of their own, without the one that is edited', () => {
    const [first] = catalog.nodeTypes;
    if (first === undefined) throw new Error('There are shipped types.');
    const workflow = (id: string) => ({
      ...first,
      id: `w_${id}`,
      label: `Run workflow: ${id}`,
      workflow: id,
    });
    const nodeTypes = [...catalog.nodeTypes, workflow('there'), workflow('here')];
    const grouped = paletteGroups({ nodeTypes, categories: catalog.categories }, none);
    expect(grouped.at(-1)).toMatchObject({ label: 'Workflows', types: [{ id: 'w_there' }] });
    expect(grouped.slice(0, -1)).toEqual(groups);
  });

  test.each([
    ['text output', 'text_output'],
    ['chain', 'chat_input'],
    ['CALC', 'calculator'],
    ['note', 'note'],
    ['Text Input', 'text_input'],
    [' text output', 'text_output'],
  ])('"%s" finds %s first', (query, id) => {
    expect(searchTypes(groups, query)[0]?.id).toBe(id);
  });

  test.each(['zzzz', 'text zzzz', '((', '[a-z]+$'])('"%s" finds nothing', (query) => {
    expect(searchTypes(groups, query)).toEqual([]);
  });

  test('a category finds its node types', () => {
    const logic = groups.find((group) => group.id === 'logic');
    const found = searchTypes(groups, 'logic').map((type) => type.id);
    expect(logic?.types.every((type) => found.includes(type.id))).toBe(true);
  });
});
