import { expect, test } from 'vitest';
import { readValues } from '../values';
import type { Launch } from './run-scenario';
import type { TestNode, TestType } from './world';

/** What values reach which port, and which never leave their node (RT-DATA, EXPO-11 to EXPO-14, MAN-17). */
export function deliveryConformance(launch: Launch): void {
  test('DATA-1: an output port is delivered to an input port, null included, by presence', async () => {
    const done = await launch({
      nodes: {
        n: 'nulls',
        m: 'misc',
        a: { type: 'echo', config: { in: 'cfg' } },
        b: { type: 'echo', config: { in: 'cfg' } },
      },
      wires: ['n.out>a.in', 'm.result>b.in'],
    });
    expect(await done.inputs('a')).toMatchObject({ in: null });
    // The key is absent from the source's output, so configuration stands.
    expect(await done.inputs('b')).toMatchObject({ in: 'cfg' });
    expect(done.jobs.get('a')?.origins).toMatchObject({ in: 'wire' });
    expect(done.jobs.get('b')?.origins).toMatchObject({ in: 'config' });
  });

  test('DATA-1: a handle that names no port delivers nothing and holds nothing', async () => {
    const done = await launch({
      nodes: { a: 'echo', b: { type: 'echo', config: { in: 1 } } },
      wires: ['a>b'],
    });
    expect(done.executed).toEqual(['a', 'b']);
    expect(await done.inputs('b')).toMatchObject({ in: 1 });
    expect(done.run.warnings).toEqual([]);
  });

  test('DATA-2: of several sources on one port the latest counts, with a warning', async () => {
    const value = (text: string): TestNode => ({ type: 'echo', config: { text } });
    const done = await launch({
      nodes: { z: value('z'), n_last: value('last'), n_first: value('first'), c: 'echo' },
      wires: [
        'n_first.text>c.in',
        'n_last.text>c.in',
        'n_last.trigger>n_first.trigger',
        'n_first.trigger>c.trigger',
      ],
    });
    // n_first runs after n_last here: drawn order and names do not decide.
    expect(await done.inputs('c')).toMatchObject({ in: 'first' });
    expect(done.run.status).toBe('completed');
    expect(done.run.warnings).toMatchObject([{ code: 'DATA_COLLISION', node: 'c' }]);
  });

  test('DATA-3: a trigger edge fills no port, even one that it enters', async () => {
    const done = await launch({
      nodes: { a: { type: 'echo', config: { text: 'x' } }, z: 'echo' },
      wires: ['a.trigger>z.in'],
    });
    expect(done.executed).toEqual(['a', 'z']);
    expect(await done.inputs('z')).toMatchObject({ in: null });
    expect(done.jobs.get('z')?.origins).toMatchObject({ in: 'unset' });
  });

  test('DATA-4: every fed port needs one source, one port any source', async () => {
    const done = await launch({
      nodes: {
        g: { type: 'gateway', config: { take: 'Yes' } },
        y: 'echo',
        n: 'echo',
        any: 'echo',
        all: 'two',
      },
      wires: ['g.Yes>y.trigger', 'g.No>n.trigger', 'y.in>any.in', 'n.in>any.in', 'y.in>all.a', 'n.in>all.b'],
    });
    expect(done.executed).toEqual(['g', 'y', 'any']);
    expect(done.run.skipped).toEqual(['n', 'all']);
  });

  test('DATA-4: with a trigger edge the data ports are not waited for', async () => {
    const done = await launch({
      nodes: { a: 'echo', slow: 'echo', t: 'echo' },
      wires: ['a.trigger>t.trigger', 'a.trigger>slow.trigger', 'slow.in>t.in'],
    });
    expect(done.jobs.get('t')?.status).toBe('completed');
  });

  test('DATA-6: initial data lies beneath what edges deliver', async () => {
    const done = await launch({
      nodes: { a: { type: 'echo', config: { text: 'wired' } }, n: 'nulls', b: 'echo', c: 'echo' },
      wires: ['a.text>b.in', 'n.out>c.in'],
      initialData: { b: { in: 'init', text: 's' }, c: { in: 'init' }, a: 'no map', ghost: { in: 1 } },
    });
    expect(await done.inputs('b')).toEqual({ in: 'wired', text: 's' });
    expect(await done.inputs('c')).toMatchObject({ in: null });
    expect(await done.inputs('a')).toMatchObject({ in: null });
  });

  test('CFG-7: a null on a wire beats configuration and default, whatever the strategy', async () => {
    const done = await launch({
      nodes: { n: 'nulls', a: { type: 'echo', config: { in: 'cfg' } } },
      wires: ['n.out>a.in'],
    });
    expect(await done.outputs('a')).toMatchObject({ in: null });
  });

  test('DATA-8: a hidden output turns up nowhere, EXPO-14 included', async () => {
    const types: TestType[] = [
      {
        id: 'leaky',
        outputs: { result: {}, secret: { exposed: false }, quiet: { exposed_by_default: false } },
        nodeType: { unified_output_exposed: true, reserved_port_exposure: { output: true } },
        execute: () => ({ outputs: { result: 'ok', secret: 'hush', quiet: 'hush', extra: 'x' } }),
      },
    ];
    const done = await launch({ types, nodes: { l: 'leaky', sink: 'echo' }, wires: ['l.output>sink.in'] });
    expect(await done.outputs('l')).toEqual({
      result: 'ok',
      extra: 'x',
      output: { result: 'ok', extra: 'x' },
    });
    expect(await done.inputs('sink')).toMatchObject({ in: { result: 'ok', extra: 'x' } });
    expect(JSON.stringify([...done.jobs.values(), done.run, done.logs, done.world.events])).not.toContain(
      'hush',
    );
  });

  test('EXPO-11: the strip covers declared outputs only', async () => {
    const execute = () => ({ outputs: { result: 'ok', extra: 'x', secret: 'y' } });
    const types: TestType[] = [
      { id: 'declares', outputs: { result: {}, secret: { exposed_by_default: false } }, execute },
      // The processor declares no output at all: the node type's own marking is enforced all the same.
      { id: 'silent', nodeType: { outputs: { secret: { exposed: false } } }, execute },
    ];
    const done = await launch({ types, nodes: { d: 'declares', s: 'silent' } });
    expect(await done.outputs('d')).toEqual({ result: 'ok', extra: 'x' });
    expect(await done.outputs('s')).toEqual({ result: 'ok', extra: 'x' });
  });

  test('EXPO-12: control outputs are never stripped', async () => {
    const types: TestType[] = [
      {
        id: 'control',
        outputs: { state_update: { schema: { 'x-control': true } } },
        nodeType: {
          outputs: {
            active_branches: { exposed: false },
            state_update: { exposed: false },
            dbg: { exposed: false },
          },
        },
        execute: () => ({ outputs: { state_update: { k: { n: 1 } }, active_branches: 'true', dbg: 't' } }),
      },
    ];
    const config = { ports: { inputs: [], outputs: [{ id: 'state_update', exposed: false }] } };
    const done = await launch({ types, nodes: { c: { type: 'control', config } } });
    expect(await done.outputs('c')).toEqual({ state_update: { k: { n: 1 } }, active_branches: 'true' });
    expect(done.jobs.get('c')?.activeBranches).toEqual(['true']);
  });

  test('EXPO-13: the node type hides outright, then the instance, then the default', async () => {
    const types: TestType[] = [
      {
        id: 'levels',
        outputs: {
          never: { exposed: false },
          shy: { exposed_by_default: false },
          shown: { exposed_by_default: false },
          plain: {},
        },
        execute: () => ({ outputs: { never: 1, shy: 1, shown: 1, plain: 1 } }),
      },
    ];
    const outputs = ['never', 'shown'].map((id) => ({ id, exposed: true }));
    const done = await launch({
      types,
      nodes: { l: { type: 'levels', config: { ports: { inputs: [], outputs } } } },
    });
    expect(await done.outputs('l')).toEqual({ shown: 1, plain: 1 });
  });

  test('DYN-6: the value of a dynamic output is never stripped', async () => {
    const types: TestType[] = [
      {
        id: 'dyn',
        parameters: { dynamicOutputs: { schema: { type: 'array', default: [] }, connectable: false } },
        outputs: { result: {}, secret: { exposed: false } },
        execute: () => ({ outputs: { result: 'ok', extra: 'x', secret: 'y' } }),
      },
    ];
    const done = await launch({
      types,
      nodes: { d: { type: 'dyn', config: { dynamicOutputs: [{ name: 'extra' }] } }, s: 'echo' },
      wires: ['d.extra>s.in'],
    });
    expect(await done.outputs('d')).toEqual({ result: 'ok', extra: 'x' });
    expect(await done.inputs('s')).toMatchObject({ in: 'x' });
  });

  test('DATA-9: the unified output carries what is exposed, without internal keys', async () => {
    const types: TestType[] = [
      {
        id: 'bundle',
        outputs: { result: {}, _trace: {} },
        nodeType: { unified_output_exposed: true, reserved_port_exposure: { output: true } },
        execute: () => ({ outputs: { result: 'ok', _trace: 't', more: 'm', trigger: 1 } }),
      },
    ];
    const done = await launch({ types, nodes: { b: 'bundle', s: 'echo' }, wires: ['b.output>s.in'] });
    expect(await done.inputs('s')).toMatchObject({ in: { result: 'ok', more: 'm' } });
  });

  test('MAN-17: declared outputs are collected at the end', async () => {
    const entry = (id: string, nodeId: string, portId: string) => ({ id, bindings: [{ nodeId, portId }] });
    const done = await launch({
      nodes: { a: { type: 'echo', config: { text: 'x'.repeat(9000) } }, n: 'nulls', m: 'misc' },
      rest: {
        interface: {
          outputs: [entry('long', 'a', 'text'), entry('none', 'n', 'out'), entry('gone', 'm', 'result')],
        },
      },
    });
    const outputs = done.run.outputs ?? {};
    expect(await readValues(outputs, (hash) => done.world.store.value(hash))).toEqual({
      long: 'x'.repeat(9000),
      none: null,
    });
    expect(done.run.warnings).toMatchObject([{ code: 'OUTPUT_NOT_PRODUCED' }]);
    expect(done.run.warnings[0]?.message).toContain('gone');
  });

  test('DATA-1: an error edge of a node that succeeded delivers nothing, whatever its output is called', async () => {
    const types: TestType[] = [
      { id: 'named_error', outputs: { error: {} }, execute: () => ({ outputs: { error: 'no failure' } }) },
    ];
    const done = await launch({
      types,
      nodes: { n: 'named_error', h: 'echo' },
      wires: ['n.error>h.in', 'n.trigger>h.trigger'],
    });
    expect(await done.inputs('h')).toMatchObject({ in: null });
  });

  test('what a node is given under internal names is not recorded', async () => {
    const types: TestType[] = [
      {
        id: 'internal',
        parameters: { __x: {}, seen: {} },
        outputs: { got: {} },
        execute: ({ __x }) => ({ outputs: { got: __x ?? null } }),
      },
    ];
    const done = await launch({
      types,
      nodes: { n: 'internal' },
      initialData: { n: { __x: 'given', seen: 1 } },
    });
    expect(await done.outputs('n')).toEqual({ got: 'given' });
    expect(await done.inputs('n')).toEqual({ seen: 1 });
    expect(Object.keys(done.jobs.get('n')?.origins ?? {})).toEqual(['seen']);
  });
}
