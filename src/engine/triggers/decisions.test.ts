import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { CONDITION_KEYS, conditionProblems, passes, serviceDescription } from './conditions';
import { changedConfig, defaultConfig } from './config';
import { reconcile, triggerId, triggerNodes } from './derive';
import { createDueHeap } from './heap';
import { depthOf, isExternal, markExternal, repeatedData, triggerData, triggerOf } from './initial-data';
import { judgeOverlap } from './overlap';
import { correlated, invocationStatus, pipelineIdentity, pollableEngine } from './pipeline';
import { byEnd, type Ended, isAfter, type PollPosition, poll } from './poll';
import { NOTHING_HAPPENED, readState, recordExecution, recordSkip } from './state';

const NODE = { id: 'wf__orchestration_trigger_1', node: 'orchestration_trigger.1' };
const NOW = { now: 1 };

describe('overlap', () => {
  const judge = (given: Partial<Parameters<typeof judgeOverlap>[0]>) =>
    judgeOverlap({ policy: 'skip', active: [], buffer: null, data: { n: 1 }, ...given });

  test.each(['skip', 'buffer', 'cancel', 'terminate', 'odd'])(
    'TRIG-1: with no run under way, %s goes through with the data as it is',
    (policy) =>
      expect(judge({ policy })).toEqual({ kind: 'proceed', data: { n: 1 }, end: null, buffer: null }),
  );

  test('TRIG-1: with a run under way, skip blocks, and so does a policy that nobody knows', () => {
    for (const policy of ['skip', 'odd', '', 'Cancel', '__proto__'])
      expect(judge({ policy, active: ['r'] })).toEqual({
        kind: 'block',
        reason: 'overlap_skipped',
        buffer: null,
      });
  });

  test('TRIG-1: cancel and terminate go through, and end every run', () => {
    for (const how of ['cancel', 'terminate'] as const)
      expect(judge({ policy: how, active: ['r', 's'] })).toMatchObject({
        kind: 'proceed',
        end: { how, runs: ['r', 's'] },
      });
  });

  test('TRIG-1: the buffer holds one firing: a second one is dropped, never stacked, never in its place', () => {
    const first = judge({ policy: 'buffer', active: ['r'] });
    expect(first).toEqual({
      kind: 'block',
      reason: 'overlap_buffered',
      buffer: { data: { n: 1 }, blocked_by: 'r' },
    });
    const second = judge({ policy: 'buffer', active: ['r'], buffer: first.buffer, data: { n: 2 } });
    expect(second).toEqual({
      kind: 'block',
      reason: 'overlap_dropped',
      buffer: { data: { n: 1 }, blocked_by: 'r' },
    });
  });

  test('TRIG-1: once the run has ended, or is not known any more, the held firing takes the place of the next one', () => {
    for (const blocked_by of ['ended', null])
      expect(
        judge({ policy: 'buffer', buffer: { data: { n: 'held' }, blocked_by }, data: { n: 'now' } }),
      ).toEqual({
        kind: 'proceed',
        data: { n: 'held' },
        end: null,
        buffer: null,
      });
  });

  test('TRIG-1: a held firing that meets another run is held again', () => {
    const buffer = { data: { n: 'held' }, blocked_by: 'ended' };
    expect(judge({ policy: 'buffer', active: ['other'], buffer, data: { n: 'now' } })).toEqual({
      kind: 'block',
      reason: 'overlap_buffered',
      buffer: { data: { n: 'held' }, blocked_by: 'other' },
    });
    expect(judge({ policy: 'skip', active: ['other'], buffer }).buffer).toEqual(buffer);
  });
});

describe('what has happened', () => {
  test('TRIG-3: an execution advances time, count and history; a skip only the history', () => {
    const ran = recordExecution(NOTHING_HAPPENED, { at: 1_000, execution: 'r1', message: 'done' });
    const skipped = recordSkip(ran, { at: 2_000, reason: 'quiet hours', message: 'Not now.' });
    expect(skipped).toMatchObject({ last_run: 1_000, run_count: 1 });
    expect(skipped.history).toEqual([
      { at: 2_000, execution_number: null, execution_id: null, reason: 'quiet hours', message: 'Not now.' },
      { at: 1_000, execution_number: 1, execution_id: 'r1', reason: null, message: 'done' },
    ]);
  });

  test('TRIG-3: ten entries at most, whoever wrote them; trimming does not touch the count', () => {
    let state = NOTHING_HAPPENED;
    for (let n = 1; n <= 13; n += 1)
      state = recordExecution(state, { at: n, execution: `r${n}`, message: '' });
    expect([state.run_count, state.history.length, state.history[0]?.execution_number]).toEqual([13, 10, 13]);
    for (let n = 0; n < 12; n += 1) state = recordSkip(state, { at: 20 + n, reason: 'x', message: '' });
    expect([state.run_count, state.history.length, state.last_run]).toEqual([13, 10, 13]);
  });

  test('TRIG-3: stored state in any other shape is read as absent', () => {
    for (const stored of [
      undefined,
      null,
      7,
      'x',
      [],
      { run_count: -1, last_run: 'now', history: {}, buffer: [], fire_at: '1' },
    ])
      expect(readState(stored)).toEqual(NOTHING_HAPPENED);
    expect(readState({ run_count: 2, history: [7, { at: 1, message: 'm' }, { at: 'x' }] })).toMatchObject({
      run_count: 2,
      history: [{ at: 1, execution_number: null, execution_id: null, reason: null, message: 'm' }],
    });
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(readState(Object(value)).history.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  test('TRIG-3: what was recorded is read as it was', () => {
    const state = recordSkip(recordExecution(NOTHING_HAPPENED, { at: 1, execution: 'r', message: 'm' }), {
      at: 2,
      reason: 'x',
      message: '',
    });
    const full = { ...state, since: 3, fire_at: 4, buffer: { data: { a: 1 }, blocked_by: null } };
    expect(readState(JSON.parse(JSON.stringify(full)))).toEqual(full);
  });
});

describe('external orchestration', () => {
  test('OCX-1: the initial data is flat, with the two identifiers beside the payload', () => {
    const data = triggerData(NODE, { payload: { title: 'T' } });
    expect(data).toEqual({
      payload: { title: 'T' },
      trigger_config_id: 'wf__orchestration_trigger_1',
      trigger_node_id: 'orchestration_trigger.1',
    });
    expect(data).not.toHaveProperty(['orchestration_trigger.1']);
    // Nobody forges them.
    expect(
      triggerData(NODE, { trigger_config_id: 'x', trigger_node_id: 'y', source: 'orchestration' }),
    ).toEqual(triggerData(NODE, {}));
    expect(triggerId('wf', 'orchestration_trigger.1')).toBe('wf__orchestration_trigger_1');
  });

  test('OCX-3: only the marker tells that a run was invoked from outside; that it has a trigger does not', () => {
    const runs: readonly (readonly [string, JsonObject])[] = [
      [
        'wf_a',
        {
          source: 'orchestration',
          trigger_config_id: 'wf_a__orchestration_trigger_1',
          payload: { title: 'x' },
        },
      ],
      ['wf_b', { trigger_config_id: 'wf_b__entity_trigger_1' }],
      ['wf_c', {}],
    ];
    expect(runs.filter(([, data]) => isExternal(data)).map(([id]) => id)).toEqual(['wf_a']);
    expect(isExternal(markExternal(triggerData(NODE, {})))).toBe(true);
    expect(isExternal(triggerData(NODE, { source: 'orchestration' }))).toBe(false);
    // A repetition was not invoked from outside.
    const repeated = repeatedData(markExternal(triggerData(NODE, { payload: 1 })));
    expect([repeated?.payload, isExternal(repeated ?? {}), triggerOf(repeated ?? {})]).toEqual([
      1,
      false,
      NODE.id,
    ]);
    expect(repeatedData({ 'a.1': {} })).toBeUndefined();
  });

  test('OCX-4: the identity comes from the mode and the trigger, and from nothing of the call', () => {
    const of = (pipeline_mode: 'new' | 'reuse' | 'singleton') =>
      pipelineIdentity({ orchestrator: { id: '', pipeline_mode } }, NODE.id);
    expect([of('singleton'), of('reuse'), of('new')]).toEqual([
      'singleton_wf__orchestration_trigger_1',
      'reuse_wf__orchestration_trigger_1',
      null,
    ]);
  });

  test.each([
    [
      'flowdrop_runtime:synchronous',
      undefined,
      'flowdrop_runtime:synchronous_pipeline',
      'flowdrop_runtime:synchronous',
    ],
    [
      '',
      'flowdrop_runtime:synchronous',
      'flowdrop_runtime:synchronous_pipeline',
      'flowdrop_runtime:synchronous',
    ],
    ['', undefined, 'flowdrop_runtime:asynchronous', null],
    ['flowdrop_stategraph:stategraph', undefined, 'flowdrop_stategraph:stategraph', null],
    ['gone', 'flowdrop_runtime:synchronous_pipeline', 'flowdrop_runtime:synchronous_pipeline', null],
  ])('OCX-2: configured %j, place %j: carried out by %s', (trigger, place, strategy, refused) => {
    expect(pollableEngine({ trigger, place })).toEqual({ strategy, refused });
  });

  test('OCX-5: the keys are those that are declared; whatever a connector adds lies in custom', () => {
    const valid = {
      custom: {
        payload_schema: {
          type: 'object',
          additionalProperties: true,
          properties: { city: { type: 'string', title: 'City' } },
        },
        required_fields: ['city'],
      },
    };
    expect(conditionProblems(valid, 'conditions')).toEqual([]);
    expect(conditionProblems({ payload_schema: {} }, 'conditions')).toMatchObject([
      { path: 'conditions.payload_schema' },
    ]);
    expect(conditionProblems({ bundles: 'x' }, 'c')).toMatchObject([{ path: 'c.bundles' }]);
    expect(conditionProblems({ custom: 7 }, 'c')).toMatchObject([{ path: 'c.custom' }]);
    expect(CONDITION_KEYS).toContain('custom');
    const sent = changedConfig(defaultConfig('trigger'), { conditions: { required_fields: [] } });
    expect(sent).toMatchObject({ ok: false });
  });

  test('OCX-6: only the top level of a schema becomes fields, and no payload is judged by it', () => {
    const schema = {
      type: 'object',
      properties: {
        city: { type: 'string', title: 'City' },
        where: { type: 'object', properties: { x: { type: 'number' } } },
      },
    };
    expect(serviceDescription({ custom: { payload_schema: schema, required_fields: ['city'] } })).toEqual({
      fields: [
        { name: 'city', type: 'string', label: 'City', required: true },
        { name: 'where', type: 'object', label: 'where', required: false },
      ],
      payload_schema: schema,
      required_fields: ['city'],
    });
    expect(
      passes({ custom: { payload_schema: schema, required_fields: ['city'] } }, { payload: { city: 7 } }),
    ).toBe(true);
  });

  test('OCX-7: the persisted id is answered as a text, whatever the engine answered', () => {
    const engine = { execution_id: 'pipeline_orch_x_0.12', status: 'queued', metadata: { pipeline_id: 41 } };
    expect(correlated(engine)).toEqual({ ...engine, execution_id: '41' });
    const unchanged: readonly JsonObject[] = [
      { execution_id: 'a' },
      { execution_id: 'a', metadata: {} },
      { execution_id: 'a', metadata: { pipeline_id: null } },
    ];
    for (const same of unchanged) expect(correlated(same)).toEqual(same);
    expect(correlated({ execution_id: 'a', metadata: { pipeline_id: 'a' } }).execution_id).toBe('a');
  });

  test.each([
    [{ status: 'completed' }, 'completed'],
    [{ status: 'interrupted', metadata: { interrupt: { interrupt_id: 'i' } } }, 'interrupted'],
    [{ status: 'interrupted', metadata: {} }, 'queued'],
    ...['pending', 'running', 'queued', 'failed', 'cancelled', 'paused'].map(
      (status) => [{ status }, 'queued'] as const,
    ),
  ] as const)('OCX-7: %j is told as %s', (response, status) => {
    expect(invocationStatus(response)).toBe(status);
  });
});

describe('polls', () => {
  type Run = Ended & { readonly external?: boolean };
  function source(rows: readonly Run[]) {
    const sorted = rows.toSorted(byEnd);
    const reads: number[] = [];
    return {
      reads,
      async page(after: PollPosition | undefined, limit: number) {
        const found = sorted.filter((row) => after === undefined || isAfter(row, after)).slice(0, limit);
        reads.push(found.length);
        return found;
      },
    };
  }
  const external = ({ external: marked }: Run) => marked === true;
  const ids = (rows: readonly Ended[]) => rows.map(({ id }) => id);

  test('OCX-9: pages that filter down to nothing are read past, from a moment and from an id alike', async () => {
    const others = Array.from({ length: 25 }, (_, n): Run => ({ id: `o${n}`, ended: n }));
    const runs = source([...others, { id: 'ext', ended: 99, external: true }]);
    for (const after of [undefined, { ended: -1 }, { ended: 0, id: 'o0' }]) {
      const polled = await poll(runs, external, after, 10);
      expect(ids(polled.rows)).toEqual(['ext']);
      expect(polled.next).toEqual({ ended: 99, id: 'ext' });
    }
    expect(await poll(runs, external, { ended: 99, id: 'ext' }, 10)).toEqual({
      rows: [],
      next: { ended: 99, id: 'ext' },
    });
  });

  test('OCX-9: a page is extended over the runs that ended with its last one, and over no others', async () => {
    const runs = source([
      { id: 'a', ended: 1, external: true },
      ...['b', 'c', 'd', 'e', 'f'].map((id): Run => ({ id, ended: 2, external: true })),
      { id: 'g', ended: 3, external: true },
    ]);
    const first = await poll(runs, external, undefined, 2);
    expect(ids(first.rows)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    // Who goes on from the moment alone has lost nothing.
    expect(ids((await poll(runs, external, { ended: 2 }, 2)).rows)).toEqual(['g']);
  });

  test('OCX-9: a first poll reads its page and the end of its tie, never the whole history', async () => {
    const runs = source(
      Array.from({ length: 10_000 }, (_, n): Run => ({ id: `r${n}`, ended: n, external: true })),
    );
    await poll(runs, external, undefined, 50);
    expect(runs.reads.reduce((sum, read) => sum + read, 0)).toBeLessThanOrEqual(100);
  });

  test('OCX-8, OCX-9: going on from either position tells every run once, in order, whatever ends together', async () => {
    const rows = fc.uniqueArray(
      fc.record({ id: fc.stringMatching(/^[a-z]{1,3}$/), ended: fc.nat(6), external: fc.boolean() }),
      { selector: ({ id }) => id, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 5 }), fc.boolean(), async (all, size, byId) => {
        const runs = source(all);
        const told: string[] = [];
        for (let after: PollPosition | undefined; ; ) {
          const { rows: page, next } = await poll(runs, external, after, size);
          told.push(...ids(page));
          if (page.length === 0) break;
          after = byId || next === undefined ? next : { ended: next.ended };
        }
        expect(told).toEqual(ids(all.filter(external).toSorted(byEnd)));
      }),
    );
  });
});

describe('triggers of a workflow', () => {
  const nodes = triggerNodes(
    [
      { id: 'trigger.1', data: { label: 'Go', metadata: { node_type_id: 'trigger' } } },
      { id: 'cron_trigger.1', data: { metadata: { node_type_id: 'cron_trigger' } } },
      { id: 'other.1', data: { metadata: { node_type_id: 'calculator' } } },
      7,
    ],
    ['cron_trigger'],
  );

  test('OCX-1: each trigger node has one, by its id, and nothing fires by itself before somebody decides', () => {
    const rows = reconcile('wf', nodes, [], NOW.now);
    expect(rows.map(({ id, label, config }) => [id, label, config.event_type])).toEqual([
      ['wf__trigger_1', 'Go', 'manual'],
      ['wf__cron_trigger_1', 'cron_trigger.1', 'cron'],
    ]);
    expect(rows.every(({ config }) => config.schedule.cron_expression === '')).toBe(true);
    expect(reconcile('wf', nodes, rows, 2)).toEqual([]);
  });

  test('a node that goes takes its trigger along, and brings it back as it was', () => {
    const rows = reconcile('wf', nodes, [], 1).map((row) => ({
      ...row,
      config: { ...row.config, event_type: 'orchestration' },
    }));
    const [gone] = reconcile('wf', nodes.slice(1), rows, 2);
    expect(gone).toMatchObject({ id: 'wf__trigger_1', gone: 'node' });
    const [back] = gone === undefined ? [] : reconcile('wf', nodes, [gone, ...rows.slice(1)], 3);
    expect(back).toMatchObject({ id: 'wf__trigger_1', gone: null, config: { event_type: 'orchestration' } });
  });

  test('what a person deleted stays deleted; ids that would be the same are not', () => {
    const [row] = reconcile('wf', nodes.slice(0, 1), [], 1);
    if (row === undefined) throw new Error('no trigger');
    expect(reconcile('wf', nodes.slice(0, 1), [{ ...row, gone: 'person' }], 2)).toEqual([]);
    const twins = reconcile(
      'wf',
      ['a.1', 'a_1'].map((id) => ({ id, label: id, type: 'trigger' })),
      [],
      1,
    );
    expect(new Set(twins.map(({ id }) => id)).size).toBe(2);
  });

  test('a change is read strictly, and says what is wrong where', () => {
    const before = defaultConfig('trigger');
    expect(
      changedConfig(before, {
        enabled: false,
        schedule: { cron_expression: '0' },
        orchestrator: { pipeline_mode: 'reuse' },
      }),
    ).toEqual({
      ok: true,
      value: {
        ...before,
        enabled: false,
        schedule: { ...before.schedule, cron_expression: '0' },
        orchestrator: { id: '', pipeline_mode: 'reuse' },
      },
    });
    const wrong = changedConfig(before, {
      odd: 1,
      enabled: 'yes',
      event_type: '',
      schedule: { mode: 'x', jitter_max: '9', cron_expression: 7, more: 1 },
      overlap_policy: 7,
      orchestrator: { id: 1, pipeline_mode: 'many' },
    });
    expect(wrong.ok ? [] : wrong.error.map(({ path }) => path).sort()).toEqual([
      'enabled',
      'event_type',
      'odd',
      'orchestrator.id',
      'orchestrator.pipeline_mode',
      'overlap_policy',
      'schedule.cron_expression',
      'schedule.jitter_max',
      'schedule.mode',
      'schedule.more',
    ]);
  });

  test('a chain of firings is counted', () => {
    expect([depthOf(undefined), depthOf({ event_depth: 3 }), depthOf({ event_depth: 'x' })]).toEqual([
      0, 3, 0,
    ]);
  });
});

test('the heap gives out what is due, the soonest first, with the last time that each was set to', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.option(fc.nat(20))), { maxLength: 200 }),
      fc.nat(20),
      (sets, now) => {
        const heap = createDueHeap();
        const model = new Map<string, number>();
        for (const [key, at] of sets) {
          heap.set(key, at);
          if (at === null) model.delete(key);
          else model.set(key, at);
        }
        expect(heap.size).toBe(model.size);
        expect(heap.soonest()).toBe(model.size === 0 ? undefined : Math.min(...model.values()));
        const due = [...model].filter(([, at]) => at <= now);
        const taken = heap.take(now);
        expect([...taken].sort()).toEqual(due.map(([key]) => key).sort());
        expect(taken.map((key) => model.get(key))).toEqual(due.map(([, at]) => at).sort((a, b) => a - b));
      },
    ),
  );
});
