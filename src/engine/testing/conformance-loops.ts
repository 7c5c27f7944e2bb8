import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { NodeFailure } from '../processors/types';
import { resultRows } from '../results';
import type { Finished, Launch } from './run-scenario';
import type { TestType } from './world';

/** A gateway that takes `Yes` so many times, then `No`; a run has its own. */
export function countdown(times: number, id = 'countdown'): TestType {
  let left = times;
  return {
    id,
    parameters: {
      in: {},
      branches: {
        schema: { type: 'array' },
        connectable: false,
        default: [
          { name: 'Yes', value: true },
          { name: 'No', value: false },
        ],
      },
    },
    outputs: { active_branches: { schema: { 'x-control': true } } },
    execute: () => {
      left -= 1;
      return { outputs: { active_branches: left >= 0 ? ['Yes'] : ['No'] } };
    },
  };
}

const stamps = (done: Finished) =>
  Object.fromEntries(
    [...done.executions].map(([key, { rounds = [] }]) => [
      key,
      Object.fromEntries(rounds.map(({ loop, round }) => [loop, round])),
    ]),
  );

/** Loops: rounds, budgets, iterators, what reaches whom (RT-SG). */
export function loopConformance(launch: Launch): void {
  const simple = {
    nodes: { s: { type: 'echo', config: { text: 'go' } }, h: 'echo', g: 'countdown', out: 'echo' },
    wires: ['s.text>h.in', 'h.in>g.in', 'g.Yes>h.loop_back', 'g.No>out.trigger', 'h.in>out.in'],
  };

  test('SG-7, SG-8: a gateway drives a loop until it takes the other branch', async () => {
    const done = await launch({ types: [countdown(2)], ...simple });
    expect(done.keys).toEqual(['s', 'h', 'g', 'h:1', 'g:1', 'h:2', 'g:2', 'out']);
    expect(done.run).toMatchObject({ status: 'completed', skipped: [], error: null });
    expect(await done.inputs('out')).toMatchObject({ in: 'go' });
  });

  test('SG-8: three executions of a node are reported under its id, then by number of those before', async () => {
    const done = await launch({ types: [countdown(2)], ...simple });
    const keys = [...resultRows(done.run, [...done.executions.values()]).keys()];
    expect(keys.filter((key) => key.startsWith('h'))).toEqual(['h', 'h:1', 'h:2']);
    const orders = ['h', 'h:1', 'h:2'].map((key) => done.executions.get(key)?.order);
    expect(orders).toEqual([2, 4, 6]);
  });

  test('SG-17: every execution carries its rounds, round 0 written out, and none outside of a loop', async () => {
    const done = await launch({ types: [countdown(2)], ...simple });
    expect(stamps(done)).toEqual({
      s: {},
      h: { h: 0 },
      g: { h: 0 },
      'h:1': { h: 1 },
      'g:1': { h: 1 },
      'h:2': { h: 2 },
      'g:2': { h: 2 },
      out: {},
    });
    expect(done.run.loops?.loops).toEqual([{ head: 'h', heads: ['h'], body: ['g', 'h'] }]);
    expect(done.run.loops?.reach).toEqual({ h: ['h', 's'], g: ['g', 'h', 's'] });
  });

  test('SG-7: the budget counts rounds, the first pass is the first, and a loop at its end is told of', async () => {
    const done = await launch({
      nodes: { s: 'echo', h: 'echo', t: 'echo' },
      wires: ['s.text>h.in', 'h.in>t.in', 't.trigger>h.loop_back'],
      config: { maxLoopRounds: 3 },
    });
    expect(done.keys).toEqual(['s', 'h', 't', 'h:1', 't:1', 'h:2', 't:2']);
    expect(done.run.status).toBe('completed');
    expect(done.run.warnings).toMatchObject([{ code: 'LOOP_ROUNDS_SPENT', node: 'h' }]);
    expect(done.run.config).toMatchObject({ maxLoopRounds: 3, maxIterations: 100 });
  });

  test('SG-7: by default a loop has a hundred rounds', async () => {
    const done = await launch({
      nodes: { s: 'echo', h: 'echo', t: 'echo' },
      wires: ['s.text>h.in', 'h.in>t.in', 't.trigger>h.loop_back'],
    });
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(100);
    expect(done.run.status).toBe('completed');
  });

  test('SG-14: reaching the maximum is allowed, going past it ends the run, terminal, with no results', async () => {
    const loop = {
      nodes: { s: 'echo', h: 'echo', t: 'echo', after: 'echo' },
      wires: ['s.text>h.in', 'h.in>t.in', 't.trigger>h.loop_back'],
    };
    const reached = await launch({ ...loop, config: { maxLoopRounds: 6, maxIterations: 5 } });
    expect(reached.run.status).toBe('completed');
    const past = await launch({ ...loop, config: { maxLoopRounds: 9, maxIterations: 5 } });
    expect(past.executed.filter((node) => node === 'h')).toHaveLength(6);
    expect(past.run).toMatchObject({
      status: 'failed',
      pauseReason: null,
      outputs: null,
      error: {
        code: 'max_iterations_exceeded',
        details: { max_iterations: 5, current_iterations: 6, node_id: 't' },
      },
    });
    expect(resultRows(past.run, [...past.executions.values()]).size).toBe(0);
  });

  test('SG-9: a condition on a loopback edge decides nothing, and is warned of each pass', async () => {
    const done = await launch({
      types: [countdown(2)],
      nodes: { s: 'echo', h: 'echo', g: 'countdown' },
      wires: [
        's.text>h.in',
        'h.in>g.in',
        { wire: 'g.Yes>h.loop_back', id: 'back', data: { condition: 'false' } },
      ],
    });
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(3);
    expect(done.logs.filter((line) => line.level === 'warning' && line.node === 'g')).toHaveLength(3);
  });

  test('SG-10: a loopback from the trigger port re-enters whatever branch its source took', async () => {
    const done = await launch({
      types: [countdown(0)],
      nodes: { s: 'echo', h: 'echo', g: 'countdown' },
      wires: ['s.text>h.in', 'h.in>g.in', 'g.trigger>h.loop_back'],
      config: { maxLoopRounds: 4 },
    });
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(4);
    const other = await launch({
      types: [countdown(0)],
      nodes: { s: 'echo', h: 'echo', g: 'countdown' },
      wires: ['s.text>h.in', 'h.in>g.in', 'g.Yes>h.loop_back'],
    });
    expect(other.executed.filter((node) => node === 'h')).toHaveLength(1);
  });

  test.each([
    ['boolean_gateway', { take: 'value' }, [false, true], 'True'],
    ['if_else', { take: 'data' }, ['b', 'a'], 'True'],
    ['switch_gateway', { take: 'expression' }, ['b', 'a'], 'again'],
  ])('SG-7: a loopback from a branch of %s', async (type, { take }, values, again) => {
    let turn = 0;
    const picks: TestType = {
      id: 'picks',
      parameters: { in: {} },
      outputs: { value: {} },
      execute: () => {
        turn += 1;
        return { outputs: { value: values[turn > 2 ? 0 : 1] ?? null } };
      },
    };
    const config: JsonObject =
      type === 'switch_gateway'
        ? {
            branches: [
              { name: 'again', value: 'a' },
              { name: 'done', value: 'b' },
            ],
          }
        : type === 'if_else'
          ? { matchText: 'a', operator: 'equals' }
          : {};
    const done = await launch({
      types: [picks],
      nodes: { s: 'echo', h: 'picks', g: { type, config }, out: 'echo' },
      wires: [
        's.text>h.in',
        `h.value>g.${take}`,
        `g.${again}>h.loop_back`,
        `g.${type === 'switch_gateway' ? 'done' : 'False'}>out.trigger`,
      ],
    });
    expect(done.keys).toEqual(['s', 'h', 'g', 'h:1', 'g:1', 'h:2', 'g:2', 'out']);
  });

  test('SG-6: several followed edges into one target make one execution of it', async () => {
    const done = await launch({
      types: [countdown(2)],
      nodes: { s: 'echo', h: { type: 'echo', config: { text: 'x' } }, b: 'two', g: 'countdown' },
      wires: [
        's.text>h.in',
        'h.in>b.a',
        'h.text>b.b',
        'b.a>g.in',
        'b.trigger>g.trigger',
        'g.Yes>h.loop_back',
      ],
    });
    expect(done.executed.filter((node) => node === 'b')).toHaveLength(3);
    expect(done.executed.filter((node) => node === 'g')).toHaveLength(3);
  });

  test('DATA-4: one source of a port is enough in a round; one that comes later does not run the node again', async () => {
    const done = await launch({
      types: [countdown(1)],
      nodes: { s: 'echo', h: 'echo', late: 'echo', later: 'echo', b: 'echo', g: 'countdown' },
      wires: [
        's.text>h.in',
        'h.in>b.in',
        'h.in>late.in',
        'late.in>later.in',
        'later.in>b.in',
        'later.in>g.in',
        'b.trigger>g.trigger',
        'later.trigger>g.trigger',
        'g.Yes>h.loop_back',
      ],
    });
    for (const node of ['h', 'late', 'later', 'b', 'g'])
      expect(done.executed.filter((other) => other === node)).toHaveLength(2);
  });

  test('SG-16: two tails of one head are one loop with one round counter', async () => {
    const done = await launch({
      nodes: { s: 'echo', h: 'echo', x: 'echo', y: 'echo' },
      wires: ['s.text>h.in', 'h.in>x.in', 'h.in>y.in', 'x.trigger>h.loop_back', 'y.trigger>h.loop_back'],
      config: { maxLoopRounds: 3 },
    });
    expect(done.keys).toEqual(['s', 'h', 'x', 'y', 'h:1', 'x:1', 'y:1', 'h:2', 'x:2', 'y:2']);
  });

  test('SG-16: a loopback that closes no cycle re-enters its head alone', async () => {
    const done = await launch({
      nodes: { s: 'echo', h: 'echo', t: 'echo', other: 'echo' },
      wires: ['s.text>h.in', 'h.in>t.in', 's.text>other.in', 'other.trigger>h.loop_back'],
    });
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(2);
    expect(done.run.status).toBe('completed');
  });

  test('SG-18: an inner loop begins again in every round of the outer one, and has its budget again', async () => {
    const done = await launch({
      nodes: { s: 'echo', oh: 'echo', ih: 'echo', it: 'echo', ot: 'echo' },
      wires: [
        's.text>oh.in',
        'oh.in>ih.in',
        'ih.in>it.in',
        'it.in>ot.in',
        'it.trigger>ih.loop_back',
        'ot.trigger>oh.loop_back',
      ],
      config: { maxLoopRounds: 2 },
    });
    const rounds = [...done.executions.values()]
      .filter((job) => job.node === 'ih')
      .map((job) => job.rounds?.map(({ loop, round }) => `${loop}${round}`).join(' '));
    expect(rounds).toEqual(['oh0 ih0', 'oh0 ih1', 'oh1 ih0', 'oh1 ih1']);
    expect(done.run.status).toBe('completed');
  });

  test('SG-18: a node that ends both loops ends the inner one first', async () => {
    const done = await launch({
      nodes: { s: 'echo', oh: 'echo', ih: 'echo', it: 'echo' },
      wires: [
        's.text>oh.in',
        'oh.in>ih.in',
        'ih.in>it.in',
        'it.trigger>oh.loop_back',
        { wire: 'it.in>ih.loop_back', id: 'inner' },
      ],
      config: { maxLoopRounds: 2 },
    });
    const rounds = [...done.executions.values()]
      .filter((job) => job.node === 'it')
      .map((job) => job.rounds?.map(({ loop, round }) => `${loop}${round}`).join(' '));
    expect(rounds).toEqual(['oh0 ih0', 'oh0 ih1', 'oh1 ih0', 'oh1 ih1']);
  });

  test('SG-18: tangled loops run as one', async () => {
    const done = await launch({
      nodes: { s: 'echo', a: 'echo', b: 'echo', m: 'echo', x: 'echo', y: 'echo' },
      wires: [
        's.text>a.in',
        's.text>b.in',
        'a.in>m.in',
        'b.in>m.in',
        'm.in>x.in',
        'm.in>y.in',
        'x.trigger>a.loop_back',
        'y.trigger>b.loop_back',
      ],
      config: { maxLoopRounds: 3 },
    });
    expect(done.run.loops?.loops).toMatchObject([{ head: 'a', heads: ['a', 'b'] }]);
    for (const node of ['a', 'b', 'm', 'x', 'y'])
      expect(done.executed.filter((other) => other === node)).toHaveLength(3);
  });

  test('BR-6: inputs of different rounds are never mixed in one execution', async () => {
    let turn = 0;
    const counts: TestType = {
      id: 'counts',
      parameters: { in: {} },
      outputs: { n: {} },
      execute: () => {
        turn += 1;
        return { outputs: { n: turn } };
      },
    };
    const done = await launch({
      types: [counts],
      nodes: { s: 'echo', h: 'counts', slow: 'echo', slower: 'echo', b: 'two', out: 'two' },
      wires: [
        's.text>h.in',
        'h.n>slow.in',
        'slow.in>slower.in',
        'slower.in>b.b',
        'h.n>b.a',
        'b.trigger>h.loop_back',
        // Outside of the loop, fed from an early and a late place in it.
        'h.n>out.a',
        'slower.in>out.b',
      ],
      config: { maxLoopRounds: 3 },
    });
    for (const node of ['b', 'out']) {
      const given = await Promise.all(
        [...done.executions.keys()]
          .filter((key) => key.split(':')[0] === node)
          .map((key) => done.inputs(key)),
      );
      expect(given).toEqual([1, 2, 3].map((n) => ({ a: n, b: n })));
    }
  });

  test('SG-19: a value from outside of the loop is current in every round', async () => {
    const done = await launch({
      types: [countdown(2)],
      nodes: { s: { type: 'echo', config: { text: 'once' } }, h: 'echo', b: 'two', g: 'countdown' },
      wires: ['s.text>h.in', 'h.in>b.a', 's.text>b.b', 'b.a>g.in', 'g.Yes>h.loop_back'],
    });
    for (const key of ['b', 'b:1', 'b:2']) expect((await done.inputs(key))?.b).toBe('once');
  });

  test('SG-19: a value from a loop that has moved on is good for a node outside of it', async () => {
    // `arm` runs in the first round only; `out` takes its value beside that of the last round.
    const takes = (names: readonly string[]): TestType => {
      let turn = 0;
      return {
        ...countdown(0),
        id: 'takes',
        execute: () => ({ outputs: { active_branches: names[turn++] ?? 'No' } }),
      };
    };
    const done = await launch({
      types: [takes(['Yes', 'No']), countdown(1)],
      nodes: { s: 'echo', h: 'echo', p: 'takes', arm: 'echo', t: 'countdown', end: 'echo', out: 'two' },
      wires: [
        's.text>h.in',
        'h.in>p.in',
        'p.Yes>arm.trigger',
        'p.trigger>t.trigger',
        'arm.trigger>t.trigger',
        't.Yes>h.loop_back',
        't.No>end.trigger',
        'arm.in>out.a',
        'end.in>out.b',
      ],
    });
    expect(done.executed.filter((node) => node === 'arm')).toHaveLength(1);
    expect(done.jobs.get('out')?.status).toBe('completed');
    expect(done.run.status).toBe('completed');
  });

  test('SG-20: a port that nothing can fill in this round fails its consumer, and says why', async () => {
    const takes: TestType = { ...countdown(0), id: 'plan' };
    let turn = 0;
    const plan: TestType = {
      ...takes,
      parameters: {
        in: {},
        branches: {
          schema: { type: 'array' },
          connectable: false,
          default: [
            { name: 'Both', value: 1 },
            { name: 'Draft', value: 2 },
          ],
        },
      },
      execute: () => {
        turn += 1;
        return { outputs: { active_branches: turn === 1 ? ['Both', 'Draft'] : ['Draft'] } };
      },
    };
    const wires = [
      's.text>plan.in',
      'plan.Draft>draft.trigger',
      'plan.Both>check.trigger',
      'draft.in>merge.text',
      'check.in>merge.in',
      'merge.trigger>plan.loop_back',
    ];
    const nodes = { s: 'echo', plan: 'plan', draft: 'echo', check: 'echo', merge: 'echo' };
    const message =
      "port 'in' cannot be satisfied in round 1 — its only in-loop source 'check' was skipped by gateway 'plan'";
    const done = await launch({ types: [plan], nodes, wires });
    expect(done.run).toMatchObject({
      status: 'failed',
      error: { message, code: 'port_unfillable', node_id: 'merge' },
    });
    expect(done.executions.get('merge:1')).toMatchObject({ status: 'failed', errorRouted: false });
    expect(done.broadcast('merge')).toEqual(['running', 'completed', 'completed']);

    turn = 0;
    const routed = await launch({
      types: [plan],
      nodes: { ...nodes, fix: 'echo' },
      wires: [...wires, 'merge.error>fix.in'],
    });
    expect(routed.run.status).toBe('completed');
    expect((await routed.inputs('fix'))?.in).toMatchObject({ message, node_id: 'merge', retryable: false });
  });

  test.each([
    ['(3) a source that never ran is an ordinary skipped branch', [['Draft'], ['Draft']], []],
    [
      '(1) a consumer that an error edge enters waits',
      [['Both', 'Draft'], ['Draft']],
      ['draft.error>merge.in'],
    ],
    [
      '(2) a source outside of the loop keeps the port open',
      [['Both', 'Draft'], ['Draft']],
      ['g.Yes>merge.in'],
    ],
    [
      '(3) also where its consumer first waits in a later round',
      [['None'], ['Draft']],
      ['plan.None>other.trigger', 'other.trigger>plan.loop_back'],
    ],
  ] as const)('SG-20: %s', async (_, turns, more) => {
    let turn = 0;
    const plan: TestType = {
      ...countdown(0),
      id: 'plan',
      parameters: {
        in: {},
        branches: {
          schema: { type: 'array' },
          connectable: false,
          default: [{ name: 'Both' }, { name: 'Draft' }, { name: 'None' }],
        },
      },
      execute: () => {
        turn += 1;
        return { outputs: { active_branches: [...(turns[turn - 1] ?? ['Draft'])] } };
      },
    };
    const done = await launch({
      types: [plan],
      nodes: {
        s: 'echo',
        g: { type: 'gateway', config: { take: 'No' } },
        plan: 'plan',
        draft: 'echo',
        other: 'echo',
        check: 'echo',
        merge: 'echo',
      },
      wires: [
        's.text>plan.in',
        'plan.Draft>draft.trigger',
        'plan.Both>check.trigger',
        'draft.in>merge.text',
        'check.in>merge.in',
        'draft.trigger>plan.loop_back',
        'merge.trigger>plan.loop_back',
        ...more,
      ],
      config: { maxLoopRounds: 2 },
    });
    expect(done.run).toMatchObject({ status: 'completed', error: null });
    expect(done.jobs.get('merge')).toMatchObject({ status: 'skipped', skipReason: 'branch_not_active' });
  });

  test('SG-19: a consumer whose trigger is a round behind waits, and is skipped when the run ends', async () => {
    const once: TestType = { ...countdown(1), id: 'once' };
    const done = await launch({
      types: [once],
      nodes: { s: 'echo', h: 'echo', g: 'once', arm: 'echo', t: 'echo' },
      wires: [
        's.text>h.in',
        'h.in>g.in',
        'g.Yes>arm.trigger',
        'arm.trigger>t.trigger',
        'h.in>t.in',
        't.trigger>h.loop_back',
      ],
    });
    // In round 1 the gateway takes the other way: the arm and what hangs on it do not run again.
    expect(done.keys).toEqual(['s', 'h', 'g', 'arm', 't', 'h:1', 'g:1']);
    expect(done.run.status).toBe('completed');
  });

  test('ERR-10: a failure is routed in its own round; the next round of the node supersedes it', async () => {
    let turn = 0;
    const flaky: TestType = {
      id: 'flaky',
      parameters: { in: {}, loop_back: {} },
      outputs: { in: {} },
      execute: (parameters) => {
        turn += 1;
        if (turn < 3) throw new NodeFailure(`attempt ${turn}`);
        return { outputs: { in: parameters.in ?? null } };
      },
    };
    const done = await launch({
      types: [flaky],
      nodes: { s: 'echo', h: 'flaky', fix: 'echo', out: 'echo' },
      wires: ['s.text>h.in', 'h.error>fix.in', 'fix.trigger>h.loop_back', 'h.in>out.in'],
    });
    expect(done.keys).toEqual(['s', 'h', 'fix', 'h:1', 'fix:1', 'h:2', 'out']);
    expect((await done.inputs('fix:1'))?.in).toMatchObject({ message: 'attempt 2' });
    expect(done.run.status).toBe('completed');
  });

  test('ERR-7: an error edge into a loop head handles the failure with the next round', async () => {
    let turn = 0;
    const flaky: TestType = {
      id: 'flaky',
      parameters: { in: {} },
      outputs: { in: {} },
      execute: () => {
        turn += 1;
        if (turn < 3) throw new NodeFailure('again');
        return { outputs: { in: turn } };
      },
    };
    const done = await launch({
      types: [flaky],
      nodes: { s: 'echo', h: 'echo', f: 'flaky', out: 'echo' },
      wires: ['s.text>h.in', 'h.in>f.in', 'f.error>h.loop_back', 'f.in>out.in'],
    });
    expect(done.keys).toEqual(['s', 'h', 'f', 'h:1', 'f:1', 'h:2', 'f:2', 'out']);
    expect(done.run.status).toBe('completed');
    expect((await done.inputs('out'))?.in).toBe(3);
  });

  test('ERR-5: a stop in a loop ends the run and is reported under the key of its execution', async () => {
    const done = await launch({
      types: [countdown(1)],
      nodes: { s: 'echo', h: 'echo', g: 'countdown', halt: { type: 'stop', config: { value: 'enough' } } },
      wires: ['s.text>h.in', 'h.in>g.in', 'g.Yes>h.loop_back', 'g.No>halt.trigger'],
    });
    expect(done.keys.at(-1)).toBe('halt');
    expect(done.run.status).toBe('completed');
    const again = await launch({
      types: [
        {
          id: 'stops',
          parameters: { in: {} },
          outputs: { in: {} },
          execute: (() => {
            let turn = 0;
            return () => {
              turn += 1;
              return turn < 3 ? { outputs: { in: turn } } : { stop: 'now' };
            };
          })(),
        },
      ],
      nodes: { s: 'echo', h: 'echo', t: 'stops' },
      wires: ['s.text>h.in', 'h.in>t.in', 't.in>h.loop_back'],
    });
    expect(again.keys).toEqual(['s', 'h', 't', 'h:1', 't:1', 'h:2', 't:2']);
    expect(await again.outputs('t:2')).toEqual({ value: 'now' });
  });

  test('ORC-10: budget pauses do not disturb a loop: its rounds are kept, its passes begin afresh', async () => {
    const done = await launch({
      nodes: { s: 'echo', h: 'echo', t: 'echo' },
      wires: ['s.text>h.in', 'h.in>t.in', 't.trigger>h.loop_back'],
      config: { maxLoopRounds: 90 },
    });
    expect(done.run.passes).toBe(181);
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(90);
    expect(done.world.events.filter((event) => event.kind === 'paused')).toHaveLength(1);
  });
}
