// What every MemoryStore promises.
import { expect, test } from 'vitest';
import type { MemoryRow, MemoryStore } from '../memory/store';

export function memoryRow(scope: string, key: string, over: Partial<MemoryRow> = {}): MemoryRow {
  return { v: 1, scope, key, value: 'v', created: 100, changed: 200, expires: null, ...over };
}

/** Runs the promise against fresh stores. */
export function describeMemoryStore(open: () => Promise<MemoryStore>): void {
  test('gives what was written, and nothing for what was not', async () => {
    const store = await open();
    const row = memoryRow('user:12', 'k', { value: { a: [null, 1, 'x'] }, jobs: ['j1'] });
    expect(await store.update('user:12', 'k', () => row)).toEqual(row);
    expect(await store.get('user:12', 'k')).toEqual(row);
    for (const [scope, key] of [
      ['user:12', 'other'],
      ['user:1', '2k'],
      ['user:', 'k'],
      ['session:12', 'k'],
    ] as const)
      expect(await store.get(scope, key)).toBeUndefined();
  });
  test.each(['', '__proto__', 'constructor', 'a/b c\u0000d', '\ud83d\ude00'])(
    'takes any text as a key: %j',
    async (key) => {
      const store = await open();
      await store.update('global:', key, () => memoryRow('global:', key));
      expect(await store.get('global:', key)).toEqual(memoryRow('global:', key));
      expect(await store.list()).toHaveLength(1);
    },
  );
  test('lists everything, by scope and key', async () => {
    const store = await open();
    for (const [scope, key] of [
      ['user:1', 'b'],
      ['global:', 'z'],
      ['user:1', 'a'],
    ] as const)
      await store.update(scope, key, () => memoryRow(scope, key));
    expect((await store.list()).map(({ scope, key }) => [scope, key])).toEqual([
      ['global:', 'z'],
      ['user:1', 'a'],
      ['user:1', 'b'],
    ]);
  });
  test('hands the stored row to the change, and writes nothing where it gives none or throws', async () => {
    const store = await open();
    await store.update('global:', 'k', () => memoryRow('global:', 'k'));
    const seen: unknown[] = [];
    const left = await store.update('global:', 'k', (stored) => {
      seen.push(stored);
      return undefined;
    });
    expect(left).toEqual(memoryRow('global:', 'k'));
    const thrown = store.update('global:', 'k', () => {
      throw new Error('refused');
    });
    await expect(thrown).rejects.toThrow('refused');
    expect(seen).toEqual([memoryRow('global:', 'k')]);
    expect(await store.list()).toEqual([memoryRow('global:', 'k')]);
  });
  test('removes a row, and does not mind where there is none', async () => {
    const store = await open();
    await store.update('global:', 'k', () => memoryRow('global:', 'k'));
    expect(await store.update('global:', 'k', () => null)).toBeUndefined();
    expect(await store.update('global:', 'k', () => null)).toBeUndefined();
    expect(await store.list()).toEqual([]);
  });
  test('changes that meet lose nothing', async () => {
    const store = await open();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.update('global:', 'n', (stored) =>
          memoryRow('global:', 'n', { value: [...((stored?.value ?? []) as readonly number[]), index] }),
        ),
      ),
    );
    const value = (await store.get('global:', 'n'))?.value;
    expect([...(value as readonly number[])].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index),
    );
  });
  test('forgets what has expired, and nothing else', async () => {
    const store = await open();
    for (const [key, expires] of [
      ['old', 99],
      ['now', 100],
      ['later', 101],
      ['never', null],
    ] as const)
      await store.update('global:', key, () => memoryRow('global:', key, { expires }));
    expect(await store.forget(100)).toBe(1);
    expect((await store.list()).map(({ key }) => key)).toEqual(['later', 'never', 'now']);
    expect(await store.forget(100)).toBe(0);
  });
}
