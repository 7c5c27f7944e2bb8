import { expect, test } from 'vitest';
import { fail, ok, type Result } from '../../model/problem';
import type { StoreFault, Unsaved } from '../../store';
import { takeUpNotes, unsavedNotes } from './unsaved-notes';

function storage(entries: { readonly [key: string]: string } = {}): Storage {
  const held = new Map(Object.entries(entries));
  return {
    get length() {
      return held.size;
    },
    clear: () => held.clear(),
    getItem: (key) => held.get(key) ?? null,
    key: (index) => [...held.keys()][index] ?? null,
    removeItem: (key) => void held.delete(key),
    setItem: (key, value) => void held.set(key, value),
  };
}

const unsaved: Unsaved = { id: 'd', base: 3, flying: [], waiting: [{ kind: 'undo' }], memory: undefined };

async function takenUp(from: Storage, answer: Result<boolean, StoreFault>) {
  const taken: Unsaved[] = [];
  const takeUp = async (each: Unsaved) => {
    taken.push(each);
    return answer;
  };
  await takeUpNotes('d', { takeUp }, from);
  return { taken, left: from.length };
}

test('what one page notes the next one takes up, once', async () => {
  const place = storage();
  unsavedNotes('d', place).note(unsaved);
  unsavedNotes('other', place).note({ ...unsaved, id: 'other' });
  expect(await takenUp(place, ok(true))).toMatchObject({
    taken: [{ id: 'd', waiting: [{ kind: 'undo' }] }],
    left: 1,
  });
  expect(await takenUp(place, ok(true))).toEqual({ taken: [], left: 1 });
});

test.each([
  ['was stored already', ok(false), 0],
  ['does not fit any more', fail<StoreFault>({ reason: 'conflict', revision: 9 }), 0],
  ['is of a draft that is gone', fail<StoreFault>({ reason: 'missing' }), 0],
  ['finds no room now', fail<StoreFault>({ reason: 'quota', message: 'full' }), 1],
] as const)('a note that %s', async (_, answer, left) => {
  const place = storage();
  unsavedNotes('d', place).note(unsaved);
  expect((await takenUp(place, answer)).left).toBe(left);
});

test('a note that is none is dropped; a place that refuses breaks nothing', async () => {
  expect(await takenUp(storage({ 'sluice.unsaved.d': 'garbage' }), ok(true))).toEqual({ taken: [], left: 0 });
  const refusing: Storage = {
    ...storage(),
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  unsavedNotes('d', refusing).note(unsaved);
  expect((await takenUp(refusing, ok(true))).taken).toEqual([]);
  await takeUpNotes('d', { takeUp: async () => ok(true) }, undefined);
});
