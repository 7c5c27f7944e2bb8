// A host that is killed at any moment has, when it is started again, every write that it acknowledged.
import { afterAll, expect, test } from 'vitest';
import { killRounds } from './testing/kill-rounds';
import { temporary } from './testing/processes';

const directories = temporary();
afterAll(() => directories.remove());

test('kill -9: no acknowledged write is lost and none is half there', async () => {
  const { acknowledged, faults } = await killRounds({
    directory: directories.make(),
    rounds: 3,
    seed: 20_260,
    writes: 30,
  });
  expect(faults).toEqual([]);
  // Else nothing was tried.
  expect(acknowledged).toBeGreaterThan(3);
}, 120_000);
