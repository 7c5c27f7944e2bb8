import { expect, test } from 'vitest';
import { aNode, catalog } from '../testing/fixtures';
import { freeSpot, spotBehind } from './free-spot';
import { chipsOf, visualOf } from './visual';

const size = { width: 240, height: 140 };

test('a free spot is the middle where nothing is', () => {
  expect(freeSpot({ x: 121, y: 70 }, size, [])).toEqual({ x: 0, y: 0 });
});

test('a free spot lies on no other node and on the grid', () => {
  const taken = Array.from({ length: 5 }, (_, i) => ({
    x: (i % 3) * 250 - 250,
    y: Math.floor(i / 3) * 150 - 75,
    ...size,
  }));
  const spot = freeSpot({ x: 0, y: 0 }, size, taken);
  expect(spot.x % 4 === 0 && spot.y % 4 === 0).toBe(true);
  for (const box of taken) {
    const apart =
      spot.x >= box.x + box.width ||
      box.x >= spot.x + size.width ||
      spot.y >= box.y + box.height ||
      box.y >= spot.y + size.height;
    expect(apart).toBe(true);
  }
});

test('what is added next stands behind the selected node, below what stands there already', () => {
  const node = { x: 100, y: 40, ...size };
  expect(spotBehind(node, size, [node])).toEqual({ x: 420, y: 40 });
  const next = { x: 420, y: 40, ...size };
  expect(spotBehind(node, size, [node, next])).toEqual({ x: 420, y: 216 });
  const column = Array.from({ length: 40 }, (_, row) => ({ x: 420, y: 40 + row * 60, ...size }));
  const spot = spotBehind(node, size, [node, ...column]);
  expect(
    [node, ...column].every(
      (box) =>
        spot.x >= box.x + box.width ||
        box.x >= spot.x + size.width ||
        spot.y >= box.y + box.height ||
        box.y >= spot.y + size.height,
    ),
  ).toBe(true);
});

test.each([
  ['text_input', {}, 'default'],
  ['text_input', { nodeType: 'square' }, 'square'],
  ['text_input', { nodeType: 'gateway' }, 'default'],
  ['note', {}, 'note'],
  ['no_such_type', { nodeType: 'square' }, 'default'],
])('SCH-20: %s with %o is drawn as %s', (type, config, visual) => {
  expect(visualOf(aNode('n.1', type, config), catalog.built(type))).toBe(visual);
});

test('chips show what was configured away from the defaults, and nothing that has another place', () => {
  const node = aNode('n.1', 'prompt_template', {
    template: 'Hi {{ name }}',
    instanceTitle: 'T',
    ports: {},
    unknown: 1,
  });
  expect(chipsOf(node, catalog.built('prompt_template'))).toEqual([
    { key: 'template', label: 'Template', value: 'Hi {{ name }}' },
  ]);
});
