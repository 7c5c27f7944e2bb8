import { expect, test } from 'vitest';
import { createIconBook } from './icon-book';

test('a shipped icon is known once those are there, any other after the whole set has loaded once', async () => {
  let loads = 0;
  const book = createIconBook(
    async () => ({ robot: 'M1' }),
    async () => {
      loads += 1;
      return { cat: 'M2', robot: 'M3' };
    },
  );
  expect([book.path('robot'), book.path('cat'), book.settled()]).toEqual([null, null, false]);
  await book.ready();
  // Whoever was asked for too early made nothing load that is not needed.
  expect([loads, book.settled()]).toEqual([0, true]);
  expect([book.path('robot'), book.path('')]).toEqual(['M1', null]);
  expect(loads).toBe(0);
  const changed = new Promise<void>((resolve) => book.subscribe(resolve));
  expect(book.path('cat')).toBeNull();
  expect(book.path('dog')).toBeNull();
  await changed;
  expect(loads).toBe(1);
  expect([book.path('cat'), book.path('robot'), book.path('dog'), book.path('constructor')]).toEqual([
    'M2',
    'M1',
    null,
    null,
  ]);
});

test('a set that cannot be loaded leaves the neutral mark', async () => {
  const book = createIconBook(
    async () => ({}),
    () => Promise.reject(new Error('offline')),
  );
  await book.ready();
  expect(book.path('cat')).toBeNull();
  await Promise.resolve();
  expect(book.path('cat')).toBeNull();
});

test('shipped icons that cannot be had leave the neutral mark, and the whole set is still asked', async () => {
  const book = createIconBook(
    () => Promise.reject(new Error('offline')),
    async () => ({ cat: 'M2' }),
  );
  await book.ready();
  expect(book.settled()).toBe(true);
  expect(await book.names()).toEqual(['cat']);
  expect(book.path('cat')).toBe('M2');
});

test('the whole set is listed by name, loaded once, and asked for again after a failure', async () => {
  let loads = 0;
  const book = createIconBook(
    async () => ({ robot: 'M1' }),
    async () => {
      loads += 1;
      if (loads === 1) throw new Error('offline');
      return { cat: 'M2' };
    },
  );
  await expect(book.names()).rejects.toThrow('offline');
  expect(await book.names()).toEqual(['cat', 'robot']);
  expect(await book.names()).toEqual(['cat', 'robot']);
  expect([loads, book.path('cat')]).toEqual([2, 'M2']);
});
