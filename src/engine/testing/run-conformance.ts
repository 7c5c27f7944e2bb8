import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import type { DriveEnd } from '../driver';
import { createEngine } from '../engine';
import { Interrupt } from '../interrupt';
import type { JobRow, LogRow, NodeLifecycle, RunRow, RunStore, StrategyId } from '../ports';
import { processors } from '../processors/index';
import { NodeFailure } from '../processors/types';
import { readValues } from '../values';
import {
  echo,
  type TestNode,
  type TestType,
  type TestWorld,
  testCatalog,
  testWorkflow,
  testWorld,
  type Wiring,
} from './world';

/** Everything that a finished run left behind, read back from the store. */
export type Finished = {
  readonly end: DriveEnd;
  readonly run: RunRow;
  /** Node ids in execution order. */
  readonly executed: readonly string[];
  readonly jobs: ReadonlyMap<string, JobRow>;
  readonly outputs: (node: string) => Promise<JsonObject | undefined>;
  readonly inputs: (node: string) => Promise<JsonObject | undefined>;
  /** Statuses that were broadcast for a node. */
  readonly broadcast: (node: string) => readonly NodeLifecycle['status'][];
  readonly logs: readonly LogRow[];
  readonly world: TestWorld;
};

export type Scenario = {
  readonly types?: readonly TestType[];
  readonly nodes: { readonly [id: string]: string | TestNode };
  readonly wires?: readonly Wiring[];
  readonly initialData?: JsonObject;
  readonly rest?: JsonObject;
};

/** A gateway of the branches that it is configured with: it takes those that its input names. */
const gateway: TestType = {
  id: 'gateway',
  parameters: {
    take: {},
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
  execute: ({ take }): { readonly outputs: JsonObject } => ({
    outputs: take === null ? {} : { active_branches: take ?? null },
  }),
};

const failing: TestType = {
  id: 'failing',
  parameters: { in: {} },
  outputs: { text: {} },
  execute: () => {
    throw new NodeFailure('card refused', { code: 'E42' });
  },
};

/** The small node types that the scenarios are made of. */
export const CONFORMANCE_TYPES: readonly TestType[] = [
  { id: 'echo', parameters: { in: {}, text: {} }, outputs: { in: {}, text: {} }, execute: echo },
  gateway,
  failing,
  { id: 'two', parameters: { a: {}, b: {} }, outputs: { a: {}, b: {} }, execute: echo },
  { id: 'nulls', outputs: { out: {} }, execute: () => ({ outputs: { out: null } }) },
  { id: 'misc', outputs: { result: {}, misc: {} }, execute: () => ({ outputs: { misc: 'x' } }) },
  { id: 'stop', parameters: { value: {} }, execute: ({ value }) => ({ stop: value ?? null }) },
  {
    id: 'crash',
    parameters: { in: {} },
    execute: () => {
      throw new RangeError('the disk is gone');
    },
  },
  {
    id: 'asks',
    execute: () => {
      throw new Interrupt({ question: 'Really?' });
    },
  },
  { id: 'strict', parameters: { must: { required: true } }, execute: echo },
];

/**
 * What every strategy does alike over every store: delivery, readiness, branches, failures, endings.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function runRunConformance(
  strategy: StrategyId,
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  const launch = async ({
    types = [],
    nodes,
    wires = [],
    initialData,
    rest,
  }: Scenario): Promise<Finished> => {
    const world = testWorld(await makeStore());
    const { catalog, executors } = testCatalog([...CONFORMANCE_TYPES, ...types]);
    const document = testWorkflow(nodes, wires, rest);
    const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
    const launched = await engine.launch(catalog, {
      document,
      caller: 'system',
      strategy,
      ...(initialData === undefined ? {} : { initialData }),
    });
    if (!launched.ok) throw new Error(JSON.stringify(launched.error));
    return finished(world, launched.value.runId, await launched.value.done);
  };

  describe(`runs under ${strategy} over ${storeName}`, () => {
    test('ORC-1: a run reports the strategy that drove it', async () => {
      const { run } = await launch({ nodes: { a: 'echo' } });
      expect(run).toMatchObject({ status: 'completed', strategy });
    });

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
        wires: [
          'g.Yes>y.trigger',
          'g.No>n.trigger',
          'y.in>any.in',
          'n.in>any.in',
          'y.in>all.a',
          'n.in>all.b',
        ],
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

    test('ERR-1: a node-level failure is a completed lifecycle', async () => {
      const done = await launch({ nodes: { f: 'failing', h: 'echo' }, wires: ['f.error>h.in'] });
      expect(done.broadcast('f')).toEqual(['running', 'completed']);
      expect(done.jobs.get('f')?.status).toBe('failed');
    });

    test('ERR-3: what escapes a node fails it and the run, takes no error edge, and keeps its cause', async () => {
      const done = await launch({ nodes: { c: 'crash', h: 'echo' }, wires: ['c.error>h.in'] });
      expect(done.broadcast('c')).toEqual(['running', 'failed']);
      expect(done.executed).toEqual(['c']);
      expect(done.run).toMatchObject({
        status: 'failed',
        error: { message: 'the disk is gone', node_id: 'c' },
        skipped: ['h'],
      });
      expect(done.jobs.get('c')).toMatchObject({ status: 'failed', errorRouted: false, outputs: null });
      expect(done.end.kind === 'ended' && done.end.cause).toBeInstanceOf(RangeError);
    });

    test('ERR-4: an interrupt pauses the run, takes no error edge, and reaches the caller as it was raised', async () => {
      const raised = new Interrupt({ question: 'Which?' });
      const types: TestType[] = [{ id: 'raises', execute: () => Promise.reject(raised) }];
      const done = await launch({
        types,
        nodes: { before: 'echo', r: 'raises', h: 'echo', after: 'echo' },
        wires: ['before.in>r.in', 'r.error>h.in', 'r.out>after.in'],
      });
      expect(done.broadcast('r')).toEqual(['running', 'interrupted']);
      expect(done.run).toMatchObject({ status: 'paused', pauseReason: null, error: null });
      expect(done.jobs.get('r')).toMatchObject({ status: 'interrupted', error: null });
      expect(done.executed).toEqual(['before', 'r']);
      expect(done.end.kind === 'paused' && done.end.cause).toBe(raised);
      const told = done.world.events
        .flatMap((event) => event.nodes ?? [])
        .find((node) => node.status === 'interrupted');
      expect(told?.interrupt).toEqual({ interrupt_id: '', interrupt_type: '' });
    });

    test('ERR-4: an identity that was attached on the way is announced', async () => {
      const types: TestType[] = [
        {
          id: 'raises',
          execute: () => {
            const raised = new Interrupt(null);
            raised.identity = { id: 'i1', type: 'confirmation' };
            throw raised;
          },
        },
      ];
      const done = await launch({ types, nodes: { r: 'raises' } });
      const told = done.world.events
        .flatMap((event) => event.nodes ?? [])
        .find((node) => node.status === 'interrupted');
      expect(told?.interrupt).toEqual({ interrupt_id: 'i1', interrupt_type: 'confirmation' });
    });

    test('ERR-5: a stop completes the run and leaves no mark on what was not started', async () => {
      const done = await launch({
        nodes: { a: 'echo', b: { type: 'stop', config: { value: 'enough' } }, c: 'echo', ready: 'echo' },
        wires: ['a.trigger>b.trigger', 'b.trigger>c.trigger', 'a.trigger>ready.trigger'],
      });
      expect(done.executed).toEqual(['a', 'b']);
      expect(done.run).toMatchObject({ status: 'completed', error: null, skipped: [] });
      expect(done.broadcast('b')).toEqual(['running', 'completed']);
      expect(done.jobs.get('b')?.status).toBe('completed');
      expect(await done.outputs('b')).toEqual({ value: 'enough' });
      for (const node of ['c', 'ready']) {
        expect(done.jobs.get(node)).toMatchObject({ status: 'idle', skipReason: null, outputs: null });
        expect(done.broadcast(node)).toEqual([]);
      }
    });

    test('ERR-6: an output that is no JSON fails the node, hidden values included, and is routed like any failure', async () => {
      const bad: TestType = {
        id: 'bad',
        outputs: { ok: {}, hidden: { exposed: false } },
        // A processor that breaks its own type, as one that is not written in TypeScript may.
        execute: () => ({ outputs: { ok: 1, hidden: unsafe({ list: [() => 1] }) } }),
      };
      const done = await launch({ types: [bad], nodes: { b: 'bad', h: 'echo' }, wires: ['b.error>h.in'] });
      const received = await done.inputs('h');
      expect(received?.in).toMatchObject({ code: 'output_not_serializable', node_id: 'b', retryable: false });
      const message = JSON.stringify(received?.in);
      for (const part of ['b', 'bad', 'hidden.list.0', 'function']) expect(message).toContain(part);
      expect(done.run.status).toBe('completed');
    });

    test('ERR-7: an error edge carries the envelope in place of the outputs, and the run goes on', async () => {
      const done = await launch({ nodes: { pay: 'failing', h: 'echo' }, wires: ['pay.error>h.in'] });
      expect(done.jobs.get('pay')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(await done.outputs('pay')).toEqual({
        error: { message: 'card refused', code: 'E42', node_id: 'pay', retryable: false },
      });
      expect(done.run.status).toBe('completed');
    });

    test('EDGE-6: the failure is routed, not raised: envelope, mark, and the run continues', async () => {
      const types: TestType[] = [
        {
          id: 'crash_soft',
          execute: () => {
            throw new NodeFailure('crash failed');
          },
        },
      ];
      const done = await launch({
        types,
        nodes: { crash: 'crash_soft', fix: 'echo' },
        wires: ['crash.error>fix.in'],
      });
      expect(await done.inputs('fix')).toMatchObject({
        in: { message: 'crash failed', code: 'node_error', node_id: 'crash', retryable: false },
      });
      expect(done.jobs.get('crash')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(done.jobs.get('fix')?.status).toBe('completed');
    });

    test('ERR-8: an error with nowhere to go fails the run, unmarked', async () => {
      const done = await launch({ nodes: { f: 'failing', after: 'echo' }, wires: ['f.text>after.in'] });
      expect(done.run).toMatchObject({
        status: 'failed',
        error: { code: 'E42', node_id: 'f' },
        skipped: ['after'],
      });
      expect(done.jobs.get('f')).toMatchObject({ status: 'failed', errorRouted: false });
    });

    test('ERR-9: a run whose every failure was handled completes, one unhandled failure fails it', async () => {
      const handled = await launch({
        nodes: { f: 'failing', g: 'failing', h: 'echo' },
        wires: ['f.error>h.in', 'g.error>h.text'],
      });
      expect(handled.run.status).toBe('completed');
      expect(handled.broadcast('f')).toContain('completed');
      const one = await launch({ nodes: { f: 'failing', g: 'failing', h: 'echo' }, wires: ['f.error>h.in'] });
      expect(one.run.status).toBe('failed');
    });

    test('ERR-10: a routed failure activates its error edges and nothing else', async () => {
      const done = await launch({
        nodes: { f: 'failing', h: 'echo', data: 'echo', trigger: 'echo' },
        wires: ['f.error>h.in', 'f.text>data.in', 'f.trigger>trigger.trigger'],
      });
      expect(done.executed).toEqual(['f', 'h']);
      expect(done.run.skipped).toEqual(['data', 'trigger']);
    });

    test('ERR-10: error edges combine with OR; without a failure the handler is skipped', async () => {
      const one = await launch({
        nodes: { ok: 'echo', f: 'failing', h: 'two' },
        wires: ['ok.error>h.a', 'f.error>h.b'],
      });
      expect(one.jobs.get('h')?.status).toBe('completed');
      const none = await launch({ nodes: { ok: 'echo', h: 'two' }, wires: ['ok.error>h.a'] });
      expect(none.run).toMatchObject({ status: 'completed', skipped: ['h'] });
    });

    test('ERR-11: retries are opt-in, in place, and bounded by the configured number', async () => {
      let calls = 0;
      const flaky = (failures: number, retryable: boolean): TestType => ({
        id: 'flaky',
        parameters: {},
        execute: () => {
          calls += 1;
          if (calls <= failures) throw new NodeFailure('try again', { retryable });
          return { outputs: {} };
        },
      });
      const attempt = async (failures: number, retryable: boolean, config: JsonObject) => {
        calls = 0;
        const done = await launch({
          types: [flaky(failures, retryable)],
          nodes: { f: { type: 'flaky', config } },
        });
        return [calls, done.run.status, done.jobs.get('f')?.attempts, done.broadcast('f').length];
      };
      expect(await attempt(1, true, {})).toEqual([1, 'failed', 1, 2]);
      expect(await attempt(1, true, { maxRetries: 0 })).toEqual([1, 'failed', 1, 2]);
      expect(await attempt(2, true, { maxRetries: 2 })).toEqual([3, 'completed', 3, 2]);
      expect(await attempt(9, true, { maxRetries: 2 })).toEqual([3, 'failed', 3, 2]);
      expect(await attempt(1, false, { maxRetries: 2 })).toEqual([1, 'failed', 1, 2]);
    });

    test('ERR-13: the handler receives the inner object of the envelope, the same under every strategy', async () => {
      const done = await launch({ nodes: { pay: 'failing', h: 'echo' }, wires: ['pay.error>h.in'] });
      expect((await done.inputs('h'))?.in).toEqual({
        message: 'card refused',
        code: 'E42',
        node_id: 'pay',
        retryable: false,
      });
    });

    test('ERR-13: parameters that do not resolve are a failure of the node like any other', async () => {
      const done = await launch({ nodes: { s: 'strict', h: 'echo' }, wires: ['s.error>h.in'] });
      expect(done.run.status).toBe('completed');
      expect((await done.inputs('h'))?.in).toMatchObject({
        code: 'missing_parameter',
        node_id: 's',
        details: { parameter: 'must' },
      });
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
      expect(done.world.events.filter((event) => event.kind === 'paused')).toHaveLength(2);
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
  });
}

/** What a test needs to pretend about a processor that breaks its own type. */
function unsafe(value: unknown): null {
  const smuggled: { value: null } = { value: null };
  Object.assign(smuggled, { value });
  return smuggled.value;
}

/** Reads a run back from its store. */
export async function finished(world: TestWorld, runId: string, end: DriveEnd): Promise<Finished> {
  const run = await world.store.run(runId);
  if (run === undefined) throw new Error(`The run ${runId} is not in the store.`);
  const rows = await world.store.jobs(runId);
  const jobs = new Map(rows.map((row) => [row.node, row]));
  const read = async (stored: JobRow['outputs'] | undefined) =>
    stored === null || stored === undefined
      ? undefined
      : readValues(stored, (hash) => world.store.value(hash));
  return {
    end,
    run,
    executed: rows
      .filter((row) => row.order !== null)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((row) => row.node),
    jobs,
    outputs: (node) => read(jobs.get(node)?.outputs),
    inputs: (node) => read(jobs.get(node)?.inputs),
    broadcast: (node) =>
      world.events
        .flatMap((event) => event.nodes ?? [])
        .filter((entry) => entry.node === node)
        .map((entry) => entry.status),
    logs: await world.store.logs(runId),
    world,
  };
}
