import { describe, expect, test } from 'vitest';
import { catalog } from '../testing/fixtures';
import { paletteGroups, searchTypes } from './search';

const groups = paletteGroups(catalog);

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

  test('SCH-26: a disabled node type is not offered', () => {
    const [first] = catalog.nodeTypes;
    const off = catalog.nodeTypes.map((type) => (type === first ? { ...type, enabled: false } : type));
    const offered = paletteGroups({ nodeTypes: off, categories: catalog.categories }).flatMap(
      (group) => group.types,
    );
    expect(offered.map((type) => type.id)).not.toContain(first?.id);
  });

  test.each([
    ['text output', 'text_output'],
    ['chin', 'chat_input'],
    ['CALC', 'calculator'],
    ['note', 'note'],
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
