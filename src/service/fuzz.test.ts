import { expect, test } from 'vitest';
import { fuzzDoors } from '../api/testing/fuzz';
import { testWorld } from '../api/testing/world';
import { browserDatabase } from './testing/browser-database';

test('STORE-1, API-7: hostile requests never fail the doors of a browser, and a refused one stores nothing', async () => {
  const { world } = await browserDatabase();
  const { workflows, site, catalog } = world;
  const report = await fuzzDoors(1000, 20260202, testWorld({ workflows, site, catalog }));
  expect(report.faults.join('\n')).toBe('');
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '403', '404', '405', '409', '422']),
  );
  expect(report.stored).toBeGreaterThan(20);
}, 300_000);
