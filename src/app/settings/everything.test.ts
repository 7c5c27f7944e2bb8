import { expect, test } from 'vitest';
import { laneFiles } from './everything';

const text = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));

test('lanes and shapes of the site are written whole, and nothing where there are none', () => {
  expect(laneFiles({})).toEqual([]);
  expect(laneFiles({ shapes: [] })).toEqual([]);
  const overlay = { dataTypes: [{ id: 'person' }] };
  const files = laneFiles({ laneOverlay: overlay, shapes: [{ id: 'person' }] });
  expect(files.map(({ name }) => name)).toEqual(['flowdrop-lanes.json', 'flowdrop-shapes.json']);
  expect(files.map(({ bytes }) => text(bytes))).toEqual([overlay, { shapes: [{ id: 'person' }] }]);
});
