import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import type { StrategyId } from '../ports';
import { gateway, type Launch } from './run-scenario';
import { echo, type TestType } from './world';

/** Branches, skips, budgets, announcements. */
export function flowConformance(launch: Launch, strategy: StrategyId): void {
  test('ORC-1: a run reports the strategy that drove it', async () => {
    const { run } = await launch({ nodes: { a: 'echo' } });
    expect(run).toMatchObject({ status: 'completed', strategy });
  });

  test('BR-7: a node none of whose triggers fired is skipped, announced, recorded and counted', async () => {
    const done = await launch({
      nodes: {
        g: { type: 'gateway', config: { take: ' NO ' } },
        on_true: 'echo',
        on_false: 'echo',
        after: 'echo',
      },
      wires: ['g.Yes>on_true.trigger', 'g.No>on_false.trigger', 'on_true.in>after.in'],
    });
    expect(done.executed).toEqual(['g', 'on_false']);
    expect(done.run).toMatchObject({ status: 'completed', skipped: ['on_true', 'after'] });
    expect(done.jobs.get('on_true')).toMatchObject({
      status: 'skipped',
      skipReason: 'branch_not_active',
      order: null,
    });
    const told = done.world.events
      .flatMap((event) => event.nodes ?? [])
      .filter((node) => node.status === 'skipped');
    expect(told).toEqual(
      ['on_true', 'after'].map((node) => ({ node, status: 'skipped', reason: 'branch_not_active' })),
    );
    expect(done.broadcast('on_true')).toEqual(['skipped']);
  });

  test('BR-1: data and trigger edges of an inactive branch are not followed, value ports are', async () => {
    const types: TestType[] = [
      {
        ...gateway,
        id: 'speaking',
        outputs: { ...gateway.outputs, said: {} },
        execute: () => ({ outputs: { active_branches: ['yes'], said: 'v', No: 'gated' } }),
      },
    ];
    const done = await launch({
      types,
      nodes: { g: 'speaking', value: 'echo', gated: 'echo', both: 'two' },
      wires: ['g.said>value.in', 'g.No>gated.in', 'g.said>both.a', 'g.Yes>both.trigger', 'g.No>both.b'],
    });
    expect(done.executed).toEqual(['g', 'value', 'both']);
    expect(await done.inputs('value')).toMatchObject({ in: 'v' });
    // Delivered through no gated edge, although the source's output has the key.
    expect(await done.inputs('both')).toEqual({ a: 'v', b: null });
  });

  test('BR-2: a source that decided nothing gates nothing', async () => {
    const done = await launch({
      nodes: { g: 'gateway', y: 'echo', n: 'echo' },
      wires: ['g.Yes>y.trigger', 'g.No>n.trigger'],
    });
    expect(new Set(done.executed)).toEqual(new Set(['g', 'y', 'n']));
  });

  test('BR-4: the emitted name is the configured branch, and only its port is reached', async () => {
    const branches: readonly JsonObject[] = [
      { name: '', value: true },
      { value: true },
      { name: 'Accept', value: true },
      { name: 'Reject', value: false },
    ];
    const done = await launch({
      nodes: { g: { type: 'boolean_gateway', config: { branches } }, a: 'echo', r: 'echo' },
      wires: ['g.Accept>a.trigger', 'g.Reject>r.trigger'],
      initialData: { g: { value: true } },
    });
    expect(await done.outputs('g')).toEqual({ active_branches: ['Accept'] });
    expect(done.executed).toEqual(['g', 'a']);
    expect(done.run.skipped).toEqual(['r']);
  });

  test('EDGE-8: a condition is tolerated, warned about and ignored', async () => {
    const done = await launch({
      nodes: { a: { type: 'echo', config: { text: 'm' } }, b: 'echo', c: 'echo' },
      wires: [
        { wire: 'a.text>b.in', id: 'k1', data: { condition: '0' } },
        { wire: 'a.text>c.in', id: 'k2', data: { condition: '' } },
      ],
    });
    expect(await done.inputs('b')).toMatchObject({ in: 'm' });
    const warned = done.logs.filter((line) => line.level === 'warning');
    expect(warned.map((line) => [line.node, line.data])).toEqual([['a', { edge: 'k1' }]]);
    const kept = JSON.stringify(done.run.document);
    expect(kept).toContain('"condition":"0"');
  });

  test('DATA-4: one source of a port is enough; one that comes later does not run the node again', async () => {
    const done = await launch({
      nodes: { a: 'echo', late: 'echo', later: 'echo', both: 'echo', after: 'echo' },
      wires: ['a.in>both.in', 'a.in>late.in', 'late.in>later.in', 'later.in>both.in', 'both.in>after.in'],
    });
    expect(done.keys).toEqual(['a', 'late', 'both', 'later', 'after']);
    expect(done.run).toMatchObject({ status: 'completed', skipped: [] });
  });

  test('EDGE-7: a tool-only node gets no job', async () => {
    const types: TestType[] = [
      {
        id: 'agent',
        flags: { toolConsumer: true },
        parameters: { tool: { schema: { 'x-data-type': 'tool' } } },
        execute: echo,
      },
    ];
    const done = await launch({
      types,
      nodes: { t: { type: 'echo', label: 'T' }, a: 'agent' },
      wires: [{ wire: 't.tool>a.tool', data: { edgeType: 'tool_availability' } }],
    });
    expect([...done.jobs.keys()]).toEqual(['a']);
    expect(done.executed).toEqual(['a']);
  });

  test('ORC-10: a chain longer than the pass budget finishes, for budget pauses resume themselves (INT-12)', async () => {
    const ids = Array.from({ length: 250 }, (_, i) => `n${i}`);
    const done = await launch({
      nodes: Object.fromEntries(ids.map((id) => [id, { type: 'echo' }])),
      wires: ids.slice(1).map((id, i) => `n${i}.text>${id}.text`),
      initialData: { n0: { text: 'through' } },
    });
    expect(done.run).toMatchObject({ status: 'completed', passes: 250, pauseReason: null, signal: null });
    expect(done.executed).toEqual(ids);
    expect(await done.outputs('n249')).toMatchObject({ text: 'through' });
    // Direct execution is one pass, with no scheduler to be budgeted (ORC-7).
    const pauses = strategy === 'flowdrop_runtime:synchronous' ? 0 : 2;
    expect(done.world.events.filter((event) => event.kind === 'paused')).toHaveLength(pauses);
  });

  test('announcements count up without a gap, and the row knows the last', async () => {
    const done = await launch({
      nodes: { a: 'echo', f: 'failing', h: 'echo' },
      wires: ['a.in>f.in', 'f.error>h.in'],
    });
    const sequence = done.world.events.map((event) => event.seq);
    expect(sequence).toEqual(sequence.map((_, i) => i + 1));
    expect(done.run.seq).toBe(sequence.length);
    expect(done.world.events.filter((event) => event.finished !== undefined)).toMatchObject([
      { kind: 'completed', finished: { status: 'completed' } },
    ]);
  });
}
