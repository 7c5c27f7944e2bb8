import { expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { NodeFailure } from '../processors/types';
import { countdown } from './loop-shapes';
import type { Launch } from './run-scenario';
import type { TestType } from './world';

/** Loops over lists (SG-4, SG-5), alone, in each other and in other loops. */
export function forEachConformance(launch: Launch): void {
  const over = (items: JsonObject[string]) => ({
    nodes: { s: { type: 'echo', config: { text: items } }, each: 'each', b: 'echo', out: 'echo' },
    wires: [
      's.text>each.items',
      'each.current_item>b.in',
      'b.in>each.loop_back',
      'each.collected_results>out.in',
    ],
  });

  test('SG-4, SG-5: a list is gone through, and what comes back over the loop is collected', async () => {
    const done = await launch(over(['a', 'b', 'c']));
    expect(done.keys).toEqual(['s', 'each', 'b', 'each:1', 'b:1', 'each:2', 'b:2', 'each:3', 'out']);
    expect(await done.inputs('out')).toMatchObject({ in: ['a', 'b', 'c'] });
    expect(await done.outputs('each')).toMatchObject({
      current_item: 'a',
      current_index: 0,
      total_count: 3,
      is_first: true,
      is_last: false,
      has_more: true,
      loop_active: true,
    });
    expect(await done.outputs('each:3')).toMatchObject({
      loop_active: false,
      current_item: null,
      total_count: 3,
      collected_results: ['a', 'b', 'c'],
    });
    expect(done.run.status).toBe('completed');
  });

  test('SG-5: re-entered with {"loop_back":"res"} over ["a","b"], the next item is "b"', async () => {
    const done = await launch({
      ...over(['a', 'b']),
      nodes: { ...over(['a', 'b']).nodes, b: { type: 'echo', config: { text: 'res' } } },
      wires: ['s.text>each.items', 'each.current_item>b.in', 'b.text>each.loop_back'],
    });
    expect(await done.inputs('each:1')).toMatchObject({ loop_back: 'res' });
    expect(await done.outputs('each:1')).toMatchObject({ current_item: 'b', is_last: true });
    expect(await done.outputs('each:2')).toMatchObject({ collected_results: ['res', 'res'] });
  });

  test('SG-5: on any other node the value is a signal, and read by nobody', async () => {
    const done = await launch({
      types: [countdown(1)],
      nodes: { s: 'echo', h: 'echo', b: { type: 'echo', config: { text: 'res' } }, g: 'countdown' },
      wires: ['s.text>h.in', 'h.in>b.in', 'b.trigger>g.trigger', 'g.Yes>h.loop_back', 'b.text>h.loop_back'],
      config: { maxLoopRounds: 2 },
    });
    expect(done.executed.filter((node) => node === 'h')).toHaveLength(2);
    expect(Object.keys((await done.inputs('h:1')) ?? {})).toEqual(['in', 'text']);
  });

  test('SG-4: an empty list completes at once, without entering the loop', async () => {
    const done = await launch(over([]));
    expect(done.keys).toEqual(['s', 'each', 'out']);
    expect(await done.outputs('each')).toMatchObject({
      loop_active: false,
      current_item: null,
      total_count: 0,
      collected_results: [],
    });
    expect(done.run).toMatchObject({ status: 'completed', skipped: ['b'] });
  });

  test('SG-4: what is no list is one item', async () => {
    const done = await launch(over('one'));
    expect(done.keys).toEqual(['s', 'each', 'b', 'each:1', 'out']);
    expect(await done.outputs('each')).toMatchObject({
      current_item: 'one',
      current_index: 0,
      total_count: 1,
      is_first: true,
      is_last: true,
    });
    expect((await done.inputs('out'))?.in).toEqual(['one']);
  });

  test('SG-4: without items the node fails, like any node', async () => {
    const done = await launch({ nodes: { each: 'each', fix: 'echo' }, wires: ['each.error>fix.in'] });
    expect((await done.inputs('fix'))?.in).toMatchObject({ code: 'missing_parameter', node_id: 'each' });
  });

  test('SG-7: an iterator is driven by its items, whatever the number of rounds', async () => {
    const items = Array.from({ length: 130 }, (_, i) => i);
    const done = await launch({ ...over(items), config: { maxLoopRounds: 3, maxIterations: 1 } });
    expect(done.executed.filter((node) => node === 'b')).toHaveLength(130);
    expect((await done.inputs('out'))?.in).toEqual(items);
    expect(done.run.status).toBe('completed');
    expect(done.run.warnings.filter(({ code }) => code === 'LOOP_ROUNDS_SPENT')).toEqual([]);
  });

  test('SG-4 with SG-20: a gateway in the body may be driven by loop_active', async () => {
    const done = await launch({
      nodes: {
        s: { type: 'echo', config: { text: ['a', 'b'] } },
        each: 'each',
        g: 'boolean_gateway',
        b: 'echo',
        out: 'echo',
      },
      wires: [
        's.text>each.items',
        'each.loop_active>g.value',
        'g.True>b.trigger',
        'each.current_item>b.in',
        'b.in>each.loop_back',
        'g.False>out.trigger',
        'each.collected_results>out.in',
      ],
    });
    expect(done.executed.filter((node) => node === 'b')).toHaveLength(2);
    expect(done.executed.filter((node) => node === 'out')).toHaveLength(1);
    expect((await done.inputs('out'))?.in).toEqual(['a', 'b']);
  });

  test('SG-18: a list in a list: the inner one begins anew with every item of the outer', async () => {
    const done = await launch({
      nodes: {
        s: { type: 'echo', config: { text: [['a', 'b'], [], ['c']] } },
        outer: 'each',
        inner: 'each',
        b: 'echo',
        t: 'echo',
        out: 'echo',
      },
      wires: [
        's.text>outer.items',
        'outer.current_item>inner.items',
        'inner.current_item>b.in',
        'b.in>inner.loop_back',
        'inner.collected_results>t.in',
        't.in>outer.loop_back',
        'outer.collected_results>out.in',
      ],
    });
    expect(done.run.status).toBe('completed');
    expect((await done.inputs('out'))?.in).toEqual([['a', 'b'], [], ['c']]);
    expect(done.executed.filter((node) => node === 't')).toHaveLength(3);
    expect(done.executed.filter((node) => node === 'out')).toHaveLength(1);
  });

  test('SG-18: a list in a list, wired from head to head, is one merged loop and gives the same', async () => {
    const done = await launch({
      nodes: {
        s: { type: 'echo', config: { text: [['a', 'b'], ['c']] } },
        outer: 'each',
        inner: 'each',
        b: 'echo',
        out: 'echo',
      },
      wires: [
        's.text>outer.items',
        'outer.current_item>inner.items',
        'inner.current_item>b.in',
        'b.in>inner.loop_back',
        'inner.collected_results>outer.loop_back',
        'outer.collected_results>out.in',
      ],
    });
    expect((await done.inputs('out'))?.in).toEqual([['a', 'b'], ['c']]);
  });

  test('SG-4: a list in a loop of rounds begins anew with each', async () => {
    const done = await launch({
      types: [countdown(1)],
      nodes: {
        s: { type: 'echo', config: { text: ['a', 'b'] } },
        h: 'echo',
        each: 'each',
        b: 'echo',
        g: 'countdown',
      },
      wires: [
        's.text>h.in',
        'h.in>each.items',
        'each.current_item>b.in',
        'b.in>each.loop_back',
        'each.collected_results>g.in',
        'g.Yes>h.loop_back',
      ],
    });
    expect(done.executed.filter((node) => node === 'b')).toHaveLength(4);
    expect(await done.inputs('g:1')).toMatchObject({ in: ['a', 'b'] });
  });

  test('SG-4: an item whose body fails and is handled in the loop does not end it', async () => {
    const picky: TestType = {
      id: 'picky',
      parameters: { in: {} },
      outputs: { in: {} },
      execute: ({ in: item }) => {
        if (item === 'bad') throw new NodeFailure('no');
        return { outputs: { in: item ?? null } };
      },
    };
    const done = await launch({
      types: [picky],
      nodes: {
        s: { type: 'echo', config: { text: ['a', 'bad', 'c'] } },
        each: 'each',
        b: 'picky',
        fix: { type: 'echo', config: { text: 'fixed' } },
        out: 'echo',
      },
      wires: [
        's.text>each.items',
        'each.current_item>b.in',
        'b.in>each.loop_back',
        'b.error>fix.in',
        'fix.text>each.loop_back',
        'each.collected_results>out.in',
      ],
    });
    expect((await done.inputs('out'))?.in).toEqual(['a', 'fixed', 'c']);
  });

  test('SG-4: a body with arms: the item goes the way that its gateway takes', async () => {
    const done = await launch({
      nodes: {
        s: { type: 'echo', config: { text: [true, false, true] } },
        each: 'each',
        g: 'boolean_gateway',
        yes: { type: 'echo', config: { text: 'yes' } },
        no: { type: 'echo', config: { text: 'no' } },
        out: 'echo',
      },
      wires: [
        's.text>each.items',
        'each.current_item>g.value',
        'g.True>yes.trigger',
        'g.False>no.trigger',
        'yes.text>each.loop_back',
        'no.text>each.loop_back',
        'each.collected_results>out.in',
      ],
    });
    expect((await done.inputs('out'))?.in).toEqual(['yes', 'no', 'yes']);
    expect(done.run.skipped).toEqual([]);
  });

  test('SG-16: a dead end beside the body is outside of the loop, and told of every item', async () => {
    const done = await launch({
      ...over(['a', 'b']),
      nodes: { ...over(['a', 'b']).nodes, note: 'echo' },
      wires: [...over([]).wires, 'b.in>note.in'],
    });
    expect(done.run.loops?.loops).toMatchObject([{ body: ['b', 'each'] }]);
    const given = await Promise.all(['note', 'note:1'].map((key) => done.inputs(key)));
    expect(given.map((inputs) => inputs?.in)).toEqual(['a', 'b']);
    expect(done.executions.get('note:2')).toBeUndefined();
  });
}
