import { describe, expect, test } from 'vitest';
import { activeBranches, isFollowed } from '../../model/branches';
import type { JsonObject } from '../../model/json';
import { deliver, initialInputs, type Wire } from './deliver';
import { arrive, hasArrived, isReady, NOTHING } from './readiness';
import type { ExecutionRecord, Rounds } from './record';
import { isBehind } from './rounds';
import { satisfies } from './satisfaction';
import { recordedOutputs, unifiedOutput } from './unified-output';

const rounds = (stamp: { readonly [loop: string]: number }): Rounds =>
  Object.entries(stamp).map(([loop, round]) => ({ loop, round }));

function record(changes: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return {
    node: 'a',
    verdict: 'completed',
    order: 1,
    outputs: {},
    activeBranches: [],
    rounds: [],
    ...changes,
  };
}

describe('branches', () => {
  test.each([
    ['x, Y ,z', ['x, y ,z']],
    [['stay', 5, null, ''], ['stay']],
    ['  True ', ['true']],
    ['', []],
    ['   ', []],
    [[' ', 'A '], ['a']],
    [undefined, []],
    [null, []],
    [true, []],
    [{ name: 'a' }, []],
  ])('BR-3: the active branches of %j are %j', (value, expected) => {
    expect(activeBranches(value)).toEqual(expected);
  });

  test.each([
    ['an active branch port', 'yes', ['yes'], ['yes', 'no'], true],
    ['an inactive branch port', 'no', ['yes'], ['yes', 'no'], false],
    ['without regard to case and blanks', ' Yes', ['yes'], ['yes'], true],
  ])('BR-1: %s', (_, port, active, declared, followed) => {
    expect(isFollowed({ source_port: port }, active, declared)).toBe(followed);
  });

  test.each([
    ['an unnamed source port', null, ['yes'], ['yes', 'no'], true],
    ['a source that decided nothing', 'no', [], ['yes', 'no'], true],
    ['a value port', 'result', ['yes'], ['yes', 'no'], true],
    ['a source that declares no branches, whatever it emitted', 'no', ['yes'], [], true],
  ])('BR-2: %s is never gated', (_, port, active, declared, followed) => {
    expect(isFollowed({ source_port: port }, active, declared)).toBe(followed);
  });

  test('BR-5: a trigger edge and a data edge from one gated port are gated alike', () => {
    const source = record({ activeBranches: ['yes'] });
    const context = { branches: ['yes', 'no'], superseded: false, consumer: [] };
    for (const role of ['trigger', 'data'] as const) {
      expect(satisfies({ role, source_port: 'no' }, source, context)).toBe(false);
      expect(satisfies({ role, source_port: 'yes' }, source, context)).toBe(true);
    }
  });
});

describe('staleness', () => {
  test.each([
    [{ l: 0 }, { l: 1 }, true],
    [{}, { l: 3 }, false],
    [{ o: 2, i: 0 }, { o: 1, i: 5 }, false],
    [{ o: 1, i: 0 }, { o: 1, i: 2 }, true],
    [{ a: 0 }, { b: 4 }, false],
    [{ l: 2 }, { l: 2 }, false],
  ])('BR-6: a source at %j is behind a consumer at %j: %j', (source, consumer, behind) => {
    expect(isBehind(rounds(source), rounds(consumer))).toBe(behind);
  });

  const current = { branches: ['go'], superseded: false, consumer: rounds({ l: 1 }) };
  test('BR-6: a source a round behind satisfies no trigger, error or data edge, its port named or not', () => {
    const stale = record({ rounds: rounds({ l: 0 }) });
    const routed = record({ rounds: rounds({ l: 0 }), verdict: 'routed' });
    for (const source_port of ['out', null]) {
      expect(satisfies({ role: 'trigger', source_port }, stale, current)).toBe(false);
      expect(satisfies({ role: 'data', source_port }, stale, current)).toBe(false);
      expect(satisfies({ role: 'error', source_port }, routed, current)).toBe(false);
    }
    expect(
      satisfies({ role: 'data', source_port: 'out' }, record({ rounds: rounds({ l: 1 }) }), current),
    ).toBe(true);
  });

  test('BR-6: a superseded source activates no trigger or error edge, and no data edge from a branch decision', () => {
    const superseded = { branches: ['go'], superseded: true, consumer: [] };
    const plain = record();
    const gateway = record({ activeBranches: ['go'] });
    const routed = record({ verdict: 'routed' });
    expect(satisfies({ role: 'trigger', source_port: 'trigger' }, plain, superseded)).toBe(false);
    expect(satisfies({ role: 'error', source_port: 'error' }, routed, superseded)).toBe(false);
    expect(satisfies({ role: 'data', source_port: 'go' }, gateway, superseded)).toBe(false);
    expect(satisfies({ role: 'data', source_port: 'out' }, plain, superseded)).toBe(true);
    expect(satisfies({ role: 'data', source_port: null }, gateway, superseded)).toBe(true);
  });

  test('BR-6: the two tests are independent', () => {
    const gateway = record({ activeBranches: ['go'], rounds: rounds({ l: 1 }) });
    expect(satisfies({ role: 'data', source_port: 'go' }, gateway, current)).toBe(true);
    expect(satisfies({ role: 'data', source_port: 'go' }, gateway, { ...current, superseded: true })).toBe(
      false,
    );
    expect(
      satisfies(
        { role: 'data', source_port: 'go' },
        record({ ...gateway, rounds: rounds({ l: 0 }) }),
        current,
      ),
    ).toBe(false);
  });

  test('ERR-10: a routed failure satisfies error edges only, and only a current one', () => {
    const free = { branches: [], superseded: false, consumer: [] };
    const routed = record({ verdict: 'routed', rounds: rounds({ l: 1 }) });
    expect(satisfies({ role: 'error', source_port: 'error' }, routed, free)).toBe(true);
    expect(satisfies({ role: 'trigger', source_port: 'trigger' }, routed, free)).toBe(false);
    expect(satisfies({ role: 'data', source_port: 'out' }, routed, free)).toBe(false);
    expect(satisfies({ role: 'error', source_port: 'error' }, record(), free)).toBe(false);
    // A newer execution of the same node; a handler that has handled a later round already.
    expect(satisfies({ role: 'error', source_port: 'error' }, routed, { ...free, superseded: true })).toBe(
      false,
    );
    expect(
      satisfies({ role: 'error', source_port: 'error' }, routed, { ...free, consumer: rounds({ l: 2 }) }),
    ).toBe(false);
  });
});

describe('readiness', () => {
  const SLOTS = ['a', 'b'];
  const data = (target_port: string | null, source_port: string | null = 'out') => ({
    role: 'data' as const,
    source_port,
    target_port,
    slot: source_port === null || target_port === null ? -1 : SLOTS.indexOf(target_port),
  });
  const trigger = { role: 'trigger' as const, source_port: 'trigger', target_port: 'trigger', slot: -1 };
  const error = { role: 'error' as const, source_port: 'error', target_port: 'in', slot: -1 };
  const gates = (changes: Partial<Parameters<typeof isReady>[0]>) => ({
    errors: 0,
    triggers: 0,
    ports: 0,
    ...changes,
  });

  test('DATA-4: OR within a port, AND across ports', () => {
    const two = gates({ ports: 2 });
    const first = arrive(NOTHING, data('a'));
    expect(isReady(two, first)).toBe(false);
    const same = arrive(first, data('a', 'other'));
    expect(isReady(two, same)).toBe(false);
    expect(isReady(two, arrive(same, data('b')))).toBe(true);
  });

  test('DATA-4: any one trigger edge suffices, and data ports are not evaluated', () => {
    const both = gates({ triggers: 2, ports: 1 });
    expect(isReady(both, arrive(NOTHING, data('a')))).toBe(false);
    expect(isReady(both, arrive(NOTHING, trigger))).toBe(true);
  });

  test('DATA-4: a source that is behind, gated or not completed does not satisfy its port', () => {
    const context = { branches: ['go', 'no'], superseded: false, consumer: rounds({ l: 1 }) };
    const sources = [
      record({ rounds: rounds({ l: 0 }) }),
      record({ activeBranches: ['no'], rounds: rounds({ l: 1 }) }),
      record({ verdict: 'routed', rounds: rounds({ l: 1 }) }),
    ];
    for (const source of sources) expect(satisfies(data('a', 'go'), source, context)).toBe(false);
  });

  test('DATA-5: loopback and tool edges are not waited for; with only these a node is ready at once', () => {
    expect(isReady(gates({}), NOTHING)).toBe(true);
    const none = { role: 'none' as const, source_port: 'tool', target_port: 'tool', slot: -1 };
    expect(arrive(NOTHING, none)).toBe(NOTHING);
    expect(satisfies(none, record(), { branches: [], superseded: false, consumer: [] })).toBe(false);
  });

  test('ERR-10: one satisfied error edge activates the handler, before triggers and data are looked at', () => {
    expect(isReady(gates({ errors: 2, triggers: 1, ports: 3 }), arrive(NOTHING, error))).toBe(true);
    expect(isReady(gates({ errors: 1 }), NOTHING)).toBe(false);
  });

  test('DATA-4: a node may have more ports than a number has bits', () => {
    const slots = [130, 0, 31, 30, 62, 61, 32, 129];
    let arrivals = NOTHING;
    for (const [before, slot] of slots.entries()) {
      const edge = { role: 'data' as const, slot };
      expect(isReady(gates({ ports: before + 1 }), arrivals)).toBe(false);
      expect(hasArrived(arrivals, edge)).toBe(false);
      arrivals = arrive(arrivals, edge);
      expect(arrive(arrivals, edge)).toBe(arrivals);
      expect(isReady(gates({ ports: before + 1 }), arrivals)).toBe(true);
    }
    const found = Array.from({ length: 200 }, (_, slot) => slot).filter((slot) =>
      hasArrived(arrivals, { slot }),
    );
    expect(found).toEqual([...slots].sort((a, b) => a - b));
  });

  test('DATA-1: a data edge that names no port is as if not drawn', () => {
    expect(arrive(NOTHING, data(null))).toBe(NOTHING);
    expect(arrive(NOTHING, data('a', null))).toBe(NOTHING);
  });
});

describe('delivery', () => {
  const wire = (
    node: string,
    order: number | null,
    outputs: JsonObject,
    port = 'out',
    to = 'data',
  ): Wire => ({
    edge: {
      edge_id: `${node}-${port}`,
      source_port: port,
      target_port: to,
      is_trigger: false,
      is_tool: false,
    },
    source: record({ node, order, outputs }),
  });

  test('DATA-1: the presence of the key decides, not its value', () => {
    expect(deliver([wire('a', 1, { misc: 'x' }, 'result')]).inputs).toEqual({});
    expect(deliver([wire('a', 1, { result: null }, 'result')]).inputs).toEqual({ data: null });
  });

  test('DATA-1: an endpoint that names no port delivers nothing', () => {
    const base = wire('a', 1, { out: 1 });
    for (const edge of [
      { ...base.edge, source_port: null },
      { ...base.edge, target_port: null },
    ]) {
      expect(deliver([{ ...base, edge }])).toEqual({ inputs: {}, collisions: [] });
    }
  });

  test.each([
    [
      'the later execution',
      [wire('n_first', 1, { out: 'first' }), wire('n_last', 2, { out: 'last' })],
      'last',
    ],
    [
      'the later execution, drawn first',
      [wire('n_last', 2, { out: 'last' }), wire('n_first', 1, { out: 'first' })],
      'last',
    ],
    [
      'the node id where none has an order',
      [wire('node_b', null, { out: 'b' }), wire('node_a', null, { out: 'a' })],
      'a',
    ],
    ['a recorded order over none', [wire('a', null, { out: 'a' }), wire('z', 1, { out: 'z' })], 'z'],
    [
      'the source port of one execution',
      [wire('a', 1, { p: 'p', b: 'b' }, 'p'), wire('a', 1, { p: 'p', b: 'b' }, 'b')],
      'b',
    ],
    ['the node id on equal orders', [wire('b', 3, { out: 'b' }), wire('a', 3, { out: 'a' })], 'a'],
  ])('DATA-2: several sources on one port give the value of %s, and a warning', (_, wires, expected) => {
    const delivery = deliver(wires);
    expect(delivery.inputs).toEqual({ data: expected });
    expect(delivery.collisions).toMatchObject([{ port: 'data' }]);
  });

  test('DATA-2: a source whose output lacks the key does not compete', () => {
    const delivery = deliver([wire('a', 1, { out: 'a' }), wire('b', 9, { other: 1 })]);
    expect(delivery).toEqual({ inputs: { data: 'a' }, collisions: [] });
  });

  test('DATA-3: a trigger edge carries no data, and neither does an edge from a trigger port', () => {
    const base = wire('node_a', 1, { result: 'x', trigger: 'x' }, 'result');
    expect(
      deliver([{ ...base, edge: { ...base.edge, is_trigger: true, target_port: 'trigger' } }]).inputs,
    ).toEqual({});
    expect(deliver([{ ...base, edge: { ...base.edge, source_port: 'trigger' } }]).inputs).toEqual({});
  });

  test('DATA-10: a tool edge fills no port', () => {
    const base = wire('t', 1, { tool: 'x' }, 'tool', 'tool');
    expect(deliver([{ ...base, edge: { ...base.edge, is_tool: true } }]).inputs).toEqual({});
  });

  test.each([
    ['of another node', { other: { seed: 1 } }],
    ['that is no map', { n: 'text' }],
    ['that is a list', { n: [1] }],
    ['that is null', { n: null }],
  ])('DATA-6: an entry %s is ignored', (_, initial) => {
    expect(initialInputs(initial, 'n')).toEqual({});
  });
  test('DATA-6: a node named like a member of every object has no entry by that', () => {
    expect(initialInputs({}, 'constructor')).toEqual({});
  });
});

describe('outputs', () => {
  test('DATA-9: internal keys and the control port are no part of the unified output', () => {
    expect(unifiedOutput({ result: 'ok', _trace: 't', trigger: true, active_branches: 'x' })).toEqual({
      result: 'ok',
    });
    expect(unifiedOutput({ result: 'ok', more: 'm' })).toEqual({ result: 'ok', more: 'm' });
  });

  test('EXPO-14: the strip comes before the unified output is composed', () => {
    expect(recordedOutputs({ result: 'ok', secret: 'y' }, ['secret'], true)).toEqual({
      result: 'ok',
      output: { result: 'ok' },
    });
    expect(recordedOutputs({ result: 'ok', secret: 'y' }, ['secret'], false)).toEqual({ result: 'ok' });
  });
});
