import { expect, test } from 'vitest';
import { fuzzDoors } from './testing/fuzz';

test('STORE-1, API-7: hostile requests at every door never fail it, and a refused one stores nothing', async () => {
  const report = await fuzzDoors(2500, 20260101);
  expect(report.faults.join('\n')).toBe('');
  // The requests get past the gates often enough to mean something.
  expect(Object.keys(report.statuses)).toEqual(
    expect.arrayContaining(['200', '201', '400', '403', '404', '405', '409', '422']),
  );
  expect(report.stored).toBeGreaterThan(50);
  expect(Object.keys(report.taken)).toEqual(
    expect.arrayContaining([
      'POST /api/flowdrop/interrupts/:id',
      'POST /api/flowdrop/interrupts/:id/cancel',
      'POST /api/flowdrop/triggers/:id/fire',
      'POST /api/flowdrop/orchestration/:id/invoke',
      'POST /flowdrop/api/pipelines/:id/cancel',
    ]),
  );
}, 120_000);
