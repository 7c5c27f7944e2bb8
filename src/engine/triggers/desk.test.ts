import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { fail, ok } from '../../model/problem';
import { simulatedClock } from '../simulation/simulated-clock';
import { createMemoryTriggers } from '../testing/memory-triggers';
import { triggerNode } from '../testing/triggers-conformance';
import { createTriggerDesk, MOST_DEPTH, type TriggeredLaunch, type TriggerRuns } from './desk';
import { readState } from './state';
import type { TriggerConfig } from './types';

const ID = 'wf__t_1';
const SAVED = { entity_type: 'article', id: '1' };

/** A desk with one trigger, over runs that last until they are ended. */
function place(config: Partial<TriggerConfig> = {}) {
  const clock = simulatedClock(Date.UTC(2030, 0, 1, 8));
  const triggers = createMemoryTriggers(clock.now);
  triggers.storeWorkflow('wf', [triggerNode('t.1')]);
  const launched: TriggeredLaunch[] = [];
  const ended: string[] = [];
  let active: { readonly id: string; readonly initialData: JsonObject }[] = [];
  const resting: (() => void)[] = [];
  const runs: TriggerRuns = {
    active: async () => active,
    end: async (run, how) => {
      ended.push(`${how} ${run}`);
      active = active.filter(({ id }) => id !== run);
    },
    launch: async (request) => {
      if (request.data.refused === true) return fail({ code: 'INPUT_REQUIRED', message: 'It needs a name.' });
      launched.push(request);
      const id = `run ${launched.length}`;
      active.push({ id, initialData: request.data });
      return ok(id);
    },
    rest: () => new Promise((resolve) => resting.push(resolve)),
  };
  const desk = createTriggerDesk({
    store: triggers.store,
    runs,
    clock,
    random: () => 0,
    alone: (_, work) => work(),
    log: () => undefined,
  });
  return {
    clock,
    desk,
    launched,
    ended,
    resting,
    over: () => {
      active = [];
    },
    configure: () =>
      triggers.store.update(ID, (row) => ({ ...row, config: { ...row.config, enabled: true, ...config } })),
    state: async () => readState((await triggers.store.get(ID))?.state ?? null),
  };
}

const manual = (data: JsonObject = {}) => ({ cause: 'manual', data }) as const;

describe('overlap, with its effects', () => {
  test('TRIG-1: a skip is kept with its reason and starts nothing', async () => {
    const { desk, launched, state, configure } = place({ overlap_policy: 'skip' });
    await configure();
    expect(await desk.fire(ID, manual())).toMatchObject({ kind: 'run', run: 'run 1' });
    expect(await desk.fire(ID, manual())).toMatchObject({ kind: 'skipped', reason: 'overlap_skipped' });
    expect(launched).toHaveLength(1);
    expect(await state()).toMatchObject({
      run_count: 1,
      history: [
        { execution_number: null, reason: 'overlap_skipped' },
        { execution_number: 1, execution_id: 'run 1' },
      ],
    });
  });

  test('TRIG-1: one firing is held, a further one is dropped, and the held one goes off with its own data', async () => {
    const { desk, launched, over, configure } = place({ overlap_policy: 'buffer' });
    await configure();
    await desk.fire(ID, manual());
    expect(await desk.fire(ID, manual({ n: 'held' }))).toMatchObject({ reason: 'overlap_buffered' });
    expect(await desk.fire(ID, manual({ n: 'dropped' }))).toMatchObject({ reason: 'overlap_dropped' });
    over();
    expect(await desk.fire(ID, manual({ n: 'now' }))).toMatchObject({ kind: 'run' });
    expect(launched.map(({ data }) => data.n)).toEqual([undefined, 'held']);
  });

  test.each(['cancel', 'terminate'] as const)('TRIG-1: %s ends what runs, then starts', async (policy) => {
    const { desk, launched, ended, configure } = place({ overlap_policy: policy });
    await configure();
    await desk.fire(ID, manual());
    expect(await desk.fire(ID, manual())).toMatchObject({ kind: 'run', run: 'run 2' });
    expect([ended, launched.length]).toEqual([[`${policy} run 1`], 2]);
  });

  test('TRIG-3: a launch that is refused is a skip, with the reason', async () => {
    const { desk, state, configure } = place();
    await configure();
    expect(await desk.fire(ID, manual({ refused: true }))).toMatchObject({
      ...{ kind: 'skipped', reason: 'launch_refused', code: 'INPUT_REQUIRED' },
    });
    expect(await state()).toMatchObject({ run_count: 0, last_run: null });
  });
});

describe('events', () => {
  const event = { event_type: 'entity.insert', overlap_policy: 'cancel' } as const;

  test('an event starts the triggers that are on and wait for it, and no others', async () => {
    const { desk, launched, configure } = place(event);
    expect(await desk.raise({ type: 'entity.insert', data: SAVED })).toEqual([]);
    await configure();
    expect(await desk.raise({ type: 'entity.update', data: SAVED })).toEqual([]);
    expect(await desk.raise({ type: 'entity.insert', data: SAVED })).toMatchObject([{ kind: 'run' }]);
    expect(launched).toMatchObject([{ event: 'entity.insert', data: { ...SAVED, event_depth: 1 } }]);
  });

  test('workflows that start one another by what they save stop after a while, and it is said why', async () => {
    const { desk, launched, state, configure } = place(event);
    await configure();
    for (let i = 0; i < 2 * MOST_DEPTH; i += 1) {
      const cause = launched.at(-1)?.data;
      await desk.raise({ type: 'entity.insert', data: SAVED, ...(cause === undefined ? {} : { cause }) });
    }
    expect(launched).toHaveLength(MOST_DEPTH);
    expect((await state()).history[0]).toMatchObject({ execution_number: null, reason: 'chain_too_long' });
  });

  test('ORC-2: a save waits for the runs that see it before it is there', async () => {
    const { desk, resting, configure } = place({ event_type: 'entity.presave' });
    await configure();
    let saved = false;
    const raised = desk.raise({ type: 'entity.presave', data: SAVED }).then(() => {
      saved = true;
    });
    await expect.poll(() => resting.length).toBe(1);
    expect(saved).toBe(false);
    resting[0]?.();
    await raised;
    expect(saved).toBe(true);
  });
});

test('CRON-1: a look at a schedule fires it when it is due, once, and says when to look again', async () => {
  const { clock, desk, launched, configure } = place({ event_type: 'cron' });
  await configure();
  expect(await desk.look(ID)).toEqual({ wake: null });
  const daily = place({
    event_type: 'cron',
    schedule: {
      ...(await scheduleOf()),
      cron_expression: '0 9 * * *',
      timezone: 'UTC',
    },
  });
  await daily.configure();
  const first = await daily.desk.look(ID);
  expect(first).toEqual({ wake: daily.clock.now() + 3_600_000 });
  daily.clock.advance(3_600_000);
  const due = await daily.desk.look(ID);
  expect(await due.fired).toMatchObject({ kind: 'run' });
  expect((await daily.desk.look(ID)).fired).toBeUndefined();
  expect(daily.launched).toMatchObject([{ data: { cron: { fired_at: '2030-01-01T09:00:00.000Z' } } }]);
  expect([launched.length, clock.now()]).toEqual([0, Date.UTC(2030, 0, 1, 8)]);
});

async function scheduleOf() {
  const triggers = createMemoryTriggers();
  triggers.storeWorkflow('wf', [triggerNode('t.1')]);
  const row = await triggers.store.get(ID);
  if (row === undefined) throw new Error('The workflow has no trigger.');
  return row.config.schedule;
}
