import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { resultRows } from '../results';
import { loopValueConformance } from './conformance-loop-values';
import { countdown, simple, stamps } from './loop-shapes';
import type { Launch } from './run-scenario';
import type { TestType } from './world';

/** Loops: rounds, budgets, heads, nesting (RT-SG). */
export function loopConformance(launch: Launch): void {
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
  loopValueConformance(launch);
}
