import { expect, test } from 'vitest';
import { NodeFailure } from '../processors/types';
import { countdown } from './loop-shapes';
import type { Launch } from './run-scenario';
import type { TestType } from './world';

/** Loops: whose value reaches whom, what becomes of failures, stops and pauses in them (RT-SG). */
export function loopValueConformance(launch: Launch): void {
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
