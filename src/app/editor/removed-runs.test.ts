import { expect, test } from 'vitest';
import { keep, takeUpRemovals } from './removed-runs';

function memory(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    clear: () => held.clear(),
    getItem: (key) => held.get(key) ?? null,
    key: (n) => [...held.keys()][n] ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  };
}

test('runs that a page could not delete before it went are deleted when the workflow is opened again, once', async () => {
  const storage = memory();
  const removed: string[] = [];
  const source = { remove: async (id: string) => void removed.push(id) };
  keep('w', ['a', 'b'], storage);
  await takeUpRemovals('other', source, storage);
  expect(removed).toEqual([]);
  await takeUpRemovals('w', source, storage);
  await takeUpRemovals('w', source, storage);
  expect(removed).toEqual(['a', 'b']);
  expect(storage.length).toBe(0);
});

test('a deletion that fails is tried again the next time', async () => {
  const storage = memory();
  keep('w', ['a'], storage);
  await takeUpRemovals('w', { remove: () => Promise.reject(new Error('full')) }, storage);
  const removed: string[] = [];
  await takeUpRemovals('w', { remove: async (id) => void removed.push(id) }, storage);
  expect(removed).toEqual(['a']);
});

test.each(['not json', '{}', '[1, null]'])('a note that says %s deletes nothing and goes', async (text) => {
  const storage = memory();
  storage.setItem('sluice.removed.w', text);
  const removed: string[] = [];
  await takeUpRemovals('w', { remove: async (id) => void removed.push(id) }, storage);
  expect(removed).toEqual([]);
  expect(storage.length).toBe(0);
});

test('nothing is noted where nothing was removed', () => {
  const storage = memory();
  keep('w', [], storage);
  expect(storage.length).toBe(0);
});
