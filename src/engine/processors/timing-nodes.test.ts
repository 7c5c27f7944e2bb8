import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import type { Memory } from '../memory/store';
import { realmTurns } from '../memory/turns';
import { simulatedClock } from '../simulation/simulated-clock';
import { createMemoryMemory } from '../testing/memory-memory';
import { TimerWait } from '../timers/timer';
import { delay } from './delay';
import { rateLimit } from './rate-limit';
import { schedule } from './schedule';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';
import type { Execute } from './types';

const NOW = Date.UTC(2024, 4, 6, 7, 8, 9);
const at = (now: number) => ({ now: () => now, timer: null });

/** Until when the node waits, in milliseconds. */
async function waitOf(execute: Execute, parameters: JsonObject, over = at(NOW)): Promise<number> {
  try {
    await execute(parameters, testContext(over));
  } catch (thrown) {
    if (thrown instanceof TimerWait) return thrown.until;
    throw thrown;
  }
  throw new Error('The node did not wait.');
}

const ended = (until: number, when: number, by: 'timer' | 'person', user: string | null = null) => ({
  now: () => when,
  timer: { since: NOW, until, ended: { at: when, by, user } },
});

describe('delay', () => {
  test.each([
    [{ value: 5, unit: 'seconds' }, 5_000],
    [{ value: 5, unit: 'minutes' }, 300_000],
    [{ value: 1.5, unit: 'hours' }, 5_400_000],
    [{ value: 2, unit: 'days' }, 172_800_000],
    [{}, 300_000],
  ])('waits: %j', async (parameters, ms) => {
    expect(await waitOf(delay, parameters)).toBe(NOW + ms);
  });
  test('a wait of nothing goes straight through', async () => {
    expect(await outputsOf(delay, { value: 0, unit: 'days' }, testContext(at(NOW)))).toEqual({
      scheduled_at: NOW / 1000,
      resumed_at: NOW / 1000,
      drift_seconds: 0,
      resolved_by_timer: true,
      user_id: null,
    });
  });
  test.each([
    ['timer', null, 62_500, 2.5, true],
    ['person', '12', 10_000, -50, false],
  ] as const)('tells how the wait ended: %s', async (by, user, after, drift, alone) => {
    const context = testContext(ended(NOW + 60_000, NOW + after, by, user));
    expect(await outputsOf(delay, { value: 1, unit: 'minutes' }, context)).toEqual({
      scheduled_at: (NOW + 60_000) / 1000,
      resumed_at: Math.floor((NOW + after) / 1000),
      drift_seconds: drift,
      resolved_by_timer: alone,
      user_id: user,
    });
  });
  test.each([
    [{ value: -1 }, 'delay_invalid'],
    [{ value: 1, unit: 'years' }, 'delay_invalid'],
    [{ value: 366, unit: 'days' }, 'wait_too_long'],
  ])('fails: %j', async (parameters, code) => {
    expect((await failureOf(delay, parameters, testContext(at(NOW)))).code).toBe(code);
  });
});

describe('schedule', () => {
  test.each([
    ['2024-05-06T09:30:00+01:00', Date.UTC(2024, 4, 6, 8, 30)],
    ['2024-05-06T08:30:00Z', Date.UTC(2024, 4, 6, 8, 30)],
    ['2024-05-06 08:30', Date.UTC(2024, 4, 6, 8, 30)],
    ['2024-05-07', Date.UTC(2024, 4, 7)],
    [NOW / 1000 + 60, NOW + 60_000],
    [String(NOW / 1000 + 60), NOW + 60_000],
  ])('waits until %s', async (when, until) => {
    expect(await waitOf(schedule, { when })).toBe(until);
  });
  test('a moment that has passed goes straight through', async () => {
    const outputs = await outputsOf(schedule, { when: '2024-05-06T07:00:00Z' }, testContext(at(NOW)));
    expect(outputs).toMatchObject({
      scheduled_at: Date.UTC(2024, 4, 6, 7) / 1000,
      resumed_at: NOW / 1000,
      drift_seconds: 0,
      resolved_by_timer: true,
    });
  });
  test.each(['', 'tomorrow', '2024-13-40', '06.05.2024', null, true])('fails: %j', async (when) => {
    expect((await failureOf(schedule, { when }, testContext(at(NOW)))).code).toBe('schedule_invalid');
  });
});

describe('rate_limit', () => {
  const memory = (): Memory => ({
    store: createMemoryMemory(),
    turns: realmTurns(simulatedClock()),
  });
  const arrives = async (
    kept: Memory,
    job: string,
    now: number,
    parameters: JsonObject = {},
    more: { readonly workflow?: string; readonly node?: string } = {},
  ): Promise<number> => {
    const { workflow = 'wf', node = 'n' } = more;
    const context = testContext({
      ...at(now),
      job,
      memory: kept,
      node: { id: node, typeId: 'rate_limit', label: 'R' },
      run: { id: `run of ${job}`, workflow, initialData: {} },
    });
    try {
      const { throttled } = await outputsOf(rateLimit, { limit: 2, window: 10, ...parameters }, context);
      expect(throttled).toBe(false);
      return now;
    } catch (thrown) {
      if (thrown instanceof TimerWait) return thrown.until;
      throw thrown;
    }
  };

  test('lets so many through in a window, and gives each of the others its place', async () => {
    const kept = memory();
    const places: number[] = [];
    for (const [index, now] of [0, 1_000, 2_000, 3_000, 4_000].entries())
      places.push((await arrives(kept, `j${index}`, NOW + now)) - NOW);
    expect(places).toEqual([0, 1_000, 10_000, 11_000, 20_000]);
    // In no window of ten seconds are there more than two.
    expect(await arrives(kept, 'late', NOW + 40_000)).toBe(NOW + 40_000);
  });
  test('many that come at once do not take the same place', async () => {
    const kept = memory();
    const places = await Promise.all(
      Array.from({ length: 6 }, (_, index) => arrives(kept, `j${index}`, NOW)),
    );
    expect(places.map((place) => place - NOW).sort((a, b) => a - b)).toEqual([
      0, 0, 10_000, 10_000, 20_000, 20_000,
    ]);
  });
  test('a job that is executed again after a crash keeps its place', async () => {
    const kept = memory();
    await arrives(kept, 'a', NOW, { limit: 1 });
    expect(await arrives(kept, 'b', NOW, { limit: 1 })).toBe(NOW + 10_000);
    expect(await arrives(kept, 'b', NOW + 500, { limit: 1 })).toBe(NOW + 10_000);
    expect(await arrives(kept, 'c', NOW + 500, { limit: 1 })).toBe(NOW + 20_000);
  });
  test('counts by name where there is one, else by node and workflow', async () => {
    const kept = memory();
    const one = { limit: 1 };
    expect(await arrives(kept, 'a', NOW, one)).toBe(NOW);
    expect(await arrives(kept, 'b', NOW, one, { node: 'other' })).toBe(NOW);
    expect(await arrives(kept, 'c', NOW, one, { workflow: 'other' })).toBe(NOW);
    const named = { limit: 1, identifier: 'mail' };
    expect(await arrives(kept, 'd', NOW, named, { workflow: 'x' })).toBe(NOW);
    expect(await arrives(kept, 'e', NOW, named, { workflow: 'y' })).toBe(NOW + 10_000);
  });
  test('one that had to wait passes when its wait has ended', async () => {
    const context = testContext({
      ...ended(NOW + 10_000, NOW + 10_001, 'timer'),
      memory: memory(),
      job: 'j',
    });
    expect(await outputsOf(rateLimit, { limit: 1, window: 10 }, context)).toMatchObject({
      throttled: true,
      scheduled_at: (NOW + 10_000) / 1000,
    });
  });
  test.each([{ limit: 0 }, { window: 0 }, { limit: null }])('fails: %j', async (parameters) => {
    const context = testContext({ ...at(NOW), memory: memory() });
    expect((await failureOf(rateLimit, { limit: 1, window: 1, ...parameters }, context)).code).toBe(
      'rate_limit_invalid',
    );
  });
});
