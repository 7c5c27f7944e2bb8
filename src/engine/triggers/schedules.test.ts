import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTimeZone, nextRun, nextRuns } from './cron';
import { GRACE_MS, judgeDue, reportNextRun } from './due';
import { judgeJitter } from './jitter';
import { nextRunOf } from './report';
import { expressionOf, type SimpleSchedule, simpleOf } from './simple-schedule';
import { NOTHING_HAPPENED } from './state';
import type { TriggerConfig } from './types';

const at = (text: string) => Date.parse(text);
const said = (expression: string, zone: string, after: string) => {
  const { next_run } = nextRun({ cron_expression: expression, timezone: zone }, at(after));
  return next_run === null ? null : new Date(next_run).toISOString();
};

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Africa/Cairo',
  'America/Sao_Paulo',
];

function config(expression: string, more: Partial<TriggerConfig['schedule']> = {}): TriggerConfig {
  return {
    enabled: true,
    event_type: 'cron',
    conditions: {},
    schedule: {
      ...{ mode: 'advanced', cron_expression: expression, timezone: 'UTC', jitter_min: 0, jitter_max: 0 },
      ...more,
    },
    overlap_policy: 'skip',
    orchestrator: { id: '', pipeline_mode: 'new' },
  };
}

describe('next runs', () => {
  test.each([
    ['', 'no_expression'],
    ['0', 'invalid_expression'],
    [' ', 'invalid_expression'],
    ['60 * * * *', 'invalid_expression'],
    ['* * * *', 'invalid_expression'],
    ['* * * * * * 2030', 'invalid_expression'],
    ['2030-01-01T00:00:00', 'invalid_expression'],
    ['@reboot', 'invalid_expression'],
    ['0 0 30 2 *', 'invalid_expression'],
    ['0 0 31 2,4,6,9,11 *', 'invalid_expression'],
  ])('CRON-1, CRON-2: %j has no next run, and the code %s', (expression, code) => {
    const now = at('2026-01-01T00:00:00Z');
    expect(nextRun({ cron_expression: expression, timezone: 'UTC' }, now)).toEqual({ next_run: null, code });
    // Whoever decides comes to the same: it never fires, neither at once nor later.
    for (const since of [null, now - 1, 0]) {
      const due = judgeDue(config(expression), { ...NOTHING_HAPPENED, since }, now, () => 0);
      expect(due).toMatchObject({ kind: 'idle', wake: null });
    }
  });

  test('CRON-2: a time zone that is not known is replaced by UTC, and said; the code of the expression comes first', () => {
    const now = at('2026-01-01T00:00:00Z');
    for (const timezone of ['Nowhere/X', '']) {
      expect(nextRun({ cron_expression: '0 9 * * *', timezone }, now)).toEqual({
        next_run: at('2026-01-01T09:00:00Z'),
        code: 'invalid_timezone',
      });
      expect(nextRun({ cron_expression: '0', timezone }, now)).toEqual({
        next_run: null,
        code: 'invalid_expression',
      });
      expect(nextRun({ cron_expression: '', timezone }, now)).toEqual({
        next_run: null,
        code: 'no_expression',
      });
    }
  });

  test('CRON-2: the same code from a saved record and from a fresh configuration', () => {
    for (const [schedule, code] of [
      [{ mode: 'advanced', cron_expression: '', timezone: 'UTC' }, 'no_expression'],
      [{ mode: 'advanced', cron_expression: '0', timezone: 'no' }, 'invalid_expression'],
      [{ mode: 'simple', cron_expression: '0 9 * * *', timezone: 'no' }, 'invalid_timezone'],
    ] as const) {
      const fresh = config('', schedule);
      const saved: unknown = JSON.parse(JSON.stringify({ config: fresh, state: { history: 'odd' } }));
      expect(saved).toMatchObject({ config: { schedule } });
      expect(reportNextRun(fresh, NOTHING_HAPPENED, 0).code).toBe(code);
      expect(nextRunOf({ config: fresh, state: { history: 'odd' } }, 0)).toEqual(
        reportNextRun(fresh, NOTHING_HAPPENED, 0),
      );
    }
  });

  test('CRON-2: a trigger that is off, or is no schedule, has none without a code', () => {
    expect(reportNextRun({ ...config('0 9 * * *'), enabled: false }, NOTHING_HAPPENED, 0)).toEqual({
      next_run: null,
      code: null,
    });
    expect(reportNextRun({ ...config(''), event_type: 'manual' }, NOTHING_HAPPENED, 0)).toEqual({
      next_run: null,
      code: null,
    });
  });

  test.each([
    ['leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['no leap day in 2100', '0 0 29 2 *', 'UTC', '2096-03-01T00:00:00Z', '2104-02-29T00:00:00.000Z'],
    [
      'an hour that does not exist',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:00:00.000Z',
    ],
    ['the day after it', '30 2 * * *', 'Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-30T00:30:00.000Z'],
    [
      'an hour that is there twice: once',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-26T01:30:00.000Z',
    ],
    [
      'every half hour goes on through it',
      '*/30 * * * *',
      'Europe/Berlin',
      '2026-10-25T00:30:00Z',
      '2026-10-25T01:00:00.000Z',
    ],
    ['seconds in front', '30 0 9 * * *', 'UTC', '2026-01-01T09:00:00Z', '2026-01-01T09:00:30.000Z'],
    ['names of days', '0 9 * * MON-FRI', 'UTC', '2026-01-02T09:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['day or weekday', '0 0 13 * 5', 'UTC', '2026-01-01T12:00:00Z', '2026-01-02T00:00:00.000Z'],
    ['an alias', '@daily', 'Asia/Kolkata', '2026-01-01T00:00:00Z', '2026-01-01T18:30:00.000Z'],
    [
      'a day that a zone left out',
      '0 12 * * *',
      'Pacific/Apia',
      '2011-12-29T23:00:00Z',
      '2011-12-30T22:00:00.000Z',
    ],
  ])('CRON-1: %s', (_, expression, zone, after, expected) => {
    expect(said(expression, zone, after)).toBe(expected);
  });

  const field = (least: number, most: number) =>
    fc.oneof(
      fc.constant('*'),
      fc.integer({ min: least, max: most }).map(String),
      fc.integer({ min: 2, max: Math.min(20, most) }).map((step) => `*/${step}`),
    );
  const expressions = fc
    .tuple(field(0, 59), field(0, 23), field(1, 28), field(1, 12), field(0, 6))
    .map((parts) => parts.join(' '));
  const moments = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });

  test('CRON-1: a next run is later than asked, on a whole minute, and again later each time, in every zone', () => {
    fc.assert(
      fc.property(expressions, fc.constantFrom(...ZONES), moments, (cron_expression, timezone, after) => {
        const runs = [after, ...nextRuns({ cron_expression, timezone }, after, 4)];
        expect(runs).toHaveLength(5);
        for (const [index, run] of runs.slice(1).entries()) {
          expect(run).toBeGreaterThan(runs[index] ?? 0);
          expect(run % 60_000).toBe(0);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('CRON-1: between a moment and its next run no minute of UTC matches', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 59 }),
        fc.integer({ min: 0, max: 23 }),
        moments,
        (minute, hour, after) => {
          const { next_run } = nextRun(
            { cron_expression: `${minute} ${hour} * * *`, timezone: 'UTC' },
            after,
          );
          const today = new Date(after).setUTCHours(hour, minute, 0, 0);
          expect(next_run).toBe(today > after ? today : today + 86_400_000);
        },
      ),
    );
  });

  test('time zones are those that the realm knows', () => {
    expect(ZONES.every(isTimeZone)).toBe(true);
    expect(['', 'Mars/Base', '__proto__'].some(isTimeZone)).toBe(false);
  });
});

describe('whether a schedule is due', () => {
  const look = (
    state: Partial<typeof NOTHING_HAPPENED>,
    now: string,
    schedule: Partial<TriggerConfig['schedule']> = {},
    random = 0.5,
  ) => judgeDue(config('0 9 * * *', schedule), { ...NOTHING_HAPPENED, ...state }, at(now), () => random);

  test('the first look begins now: nothing from before is made up for', () => {
    expect(look({}, '2026-01-01T09:30:00Z')).toMatchObject({
      kind: 'idle',
      wake: at('2026-01-02T09:00:00Z'),
    });
  });

  test('it fires when its moment has come, once', () => {
    const due = look({ since: at('2026-01-01T08:00:00Z') }, '2026-01-01T09:00:00.020Z');
    expect(due.kind).toBe('fire');
    expect(look(due.state, '2026-01-01T09:00:00.020Z')).toMatchObject({
      kind: 'idle',
      wake: at('2026-01-02T09:00:00Z'),
    });
  });

  test('what nobody was there for is one miss, however long it was', () => {
    const due = look({ since: at('2020-01-01T08:00:00Z') }, '2026-01-01T12:00:00Z');
    expect(due).toMatchObject({ kind: 'missed', missed: at('2020-01-01T09:00:00Z') });
    expect(look(due.state, '2026-01-01T12:00:00Z')).toMatchObject({
      kind: 'idle',
      wake: at('2026-01-02T09:00:00Z'),
    });
    const late = new Date(at('2026-01-01T09:00:00Z') + GRACE_MS).toISOString();
    expect(look({ since: at('2026-01-01T08:00:00Z') }, late).kind).toBe('fire');
  });

  test('a clock that was set back years does not silence it for years', () => {
    expect(look({ since: at('2031-01-01T00:00:00Z') }, '2026-01-01T08:00:00Z')).toMatchObject({
      kind: 'idle',
      wake: at('2026-01-01T09:00:00Z'),
    });
    // A correction of a few seconds does not let it fire twice.
    expect(look({ since: at('2026-01-01T09:00:05Z') }, '2026-01-01T08:59:58Z')).toMatchObject({
      wake: at('2026-01-02T09:00:00Z'),
    });
  });

  test('TRIG-2: the delay is drawn on the first look, held, never drawn again, and drawn afresh for the next firing', () => {
    const jitter = { jitter_min: 60, jitter_max: 120 };
    const held = look({ since: at('2026-01-01T08:00:00Z') }, '2026-01-01T09:00:00Z', jitter);
    expect(held).toMatchObject({ kind: 'idle', wake: at('2026-01-01T09:01:30Z') });
    const again = look(held.state, '2026-01-01T09:01:29.999Z', jitter, 0.99);
    expect(again).toMatchObject({ kind: 'idle', wake: at('2026-01-01T09:01:30Z') });
    const fired = look(again.state, '2026-01-01T09:01:30Z', jitter);
    expect(fired).toMatchObject({ kind: 'fire', state: { fire_at: null } });
    const next = look(fired.state, '2026-01-02T09:00:00Z', jitter, 0);
    expect(next).toMatchObject({ kind: 'idle', wake: at('2026-01-02T09:01:00Z') });
  });

  test('TRIG-2: a held firing outlives a stop, and goes off late rather than being missed', () => {
    const held = { since: at('2026-01-01T08:00:00Z'), fire_at: at('2026-01-01T09:01:00Z') };
    expect(look(held, '2026-01-01T15:00:00Z', { jitter_min: 0, jitter_max: 120 }).kind).toBe('fire');
  });

  test.each([
    [{ jitter_min: 5, jitter_max: 0 }, 0.5, 'release'],
    [{ jitter_min: -9, jitter_max: -3 }, 0.5, 'release'],
    [{ jitter_min: -10, jitter_max: 10 }, 0, 'release'],
    [{ jitter_min: -10, jitter_max: 10 }, 0.5, 6_000],
    [{ jitter_min: 30, jitter_max: 10 }, 0.1, 31_000],
    [{ jitter_min: 30, jitter_max: 10 }, 0.9, 31_000],
    [{ jitter_min: 2, jitter_max: 4 }, 0.25, 3_500],
  ])('TRIG-2: bounds %j with a draw of %d', (bounds, random, expected) => {
    const judged = judgeJitter(bounds, null, 1_000, () => random);
    expect(judged).toEqual(expected === 'release' ? { kind: 'release' } : { kind: 'hold', fireAt: expected });
  });

  test('TRIG-2: a delay that is off draws nothing and records nothing; a recorded time is not drawn again', () => {
    const draw = () => {
      throw new Error('drawn');
    };
    expect(judgeJitter({ jitter_min: 1, jitter_max: 0 }, null, 0, draw)).toEqual({ kind: 'release' });
    expect(judgeJitter({ jitter_min: 1, jitter_max: 9 }, 500, 499, draw)).toEqual({
      kind: 'hold',
      fireAt: 500,
    });
    expect(judgeJitter({ jitter_min: 1, jitter_max: 9 }, 500, 500, draw)).toEqual({ kind: 'release' });
  });
});

describe('schedules in plain words', () => {
  const cases: readonly (readonly [string, SimpleSchedule])[] = [
    ['* * * * *', { every: 'minutes', step: 1 }],
    ['*/15 * * * *', { every: 'minutes', step: 15 }],
    ['5 * * * *', { every: 'hour', minute: 5 }],
    ['30 9 * * *', { every: 'day', hour: 9, minute: 30 }],
    ['0 9 * * 1-5', { every: 'week', days: [1, 2, 3, 4, 5], hour: 9, minute: 0 }],
    ['0 9 * * 0,6', { every: 'week', days: [0, 6], hour: 9, minute: 0 }],
    ['0 0 31 * *', { every: 'month', day: 31, hour: 0, minute: 0 }],
  ];
  test.each(cases)('%s is read and written', (expression, simple) => {
    expect(simpleOf(expression)).toEqual(simple);
    expect(expressionOf(simple)).toBe(expression);
  });

  test.each(['', '0', '*/7 * * * *', '0 9 1 * 1', '0 9 * 1 *', '0 9-17 * * *', '0 0 9 * * *', '0 9 * * 5-1'])(
    '%j is none of them',
    (expression) => expect(simpleOf(expression)).toBeUndefined(),
  );

  test('other spellings of the same are read', () => {
    expect(simpleOf('0 9 * * MON-FRI')).toEqual({ every: 'week', days: [1, 2, 3, 4, 5], hour: 9, minute: 0 });
    expect(simpleOf('0 9 * * 7')).toEqual({ every: 'week', days: [0], hour: 9, minute: 0 });
    expect(simpleOf('@daily')).toEqual({ every: 'day', hour: 0, minute: 0 });
  });
});
