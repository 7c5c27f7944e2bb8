import { describe, expect, test } from 'vitest';
import type { StrategyId } from './ports';
import { isStateful, isSynchronous, resolveStrategy, STRATEGIES, strategyById } from './strategies';

const ALL: readonly StrategyId[] = STRATEGIES.map((strategy) => strategy.id);
const ASYNC = 'flowdrop_runtime:asynchronous';
const DIRECT = 'flowdrop_runtime:synchronous';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
const GRAPH = 'flowdrop_stategraph:stategraph';

test('ORC-1: four strategies, each with a stable identifier', () => {
  expect(ALL).toEqual([DIRECT, PIPELINE, ASYNC, GRAPH]);
});

describe('ORC-2: the strategy of a run', () => {
  test.each([
    [
      'a pre-save event, whatever is configured',
      { event: 'entity.node.presave', trigger: ASYNC, configured: GRAPH },
      DIRECT,
    ],
    [
      'pre-save anywhere in the name',
      { event: 'vendor.custom.presave.thing', trigger: ASYNC, configured: GRAPH },
      DIRECT,
    ],
    [
      'another event, the trigger',
      { event: 'entity.node.insert', trigger: PIPELINE, configured: GRAPH },
      PIPELINE,
    ],
    ['no dot before presave', { event: 'presave', trigger: ASYNC }, ASYNC],
    ['no trigger, the implementation', { configured: GRAPH }, GRAPH],
    ['neither, asynchronous', {}, ASYNC],
    ['an empty setting is none', { trigger: '', configured: '' }, ASYNC],
  ])('ORC-2: %s', (_, request, expected) => {
    expect(resolveStrategy({ ...request, usable: ALL })).toEqual({
      ok: true,
      value: { strategy: expected, warnings: [] },
    });
  });

  test('ORC-2: a configured strategy that is not usable is passed over, and said', () => {
    const choice = resolveStrategy({ trigger: 'gone:strategy', configured: PIPELINE, usable: ALL });
    expect(choice).toMatchObject({
      ok: true,
      value: { strategy: PIPELINE, warnings: [{ code: 'STRATEGY_FALLBACK' }] },
    });
    expect(resolveStrategy({ trigger: 'gone', configured: 'gone too', usable: ALL })).toMatchObject({
      value: { strategy: ASYNC },
    });
  });
});

test('ORC-4: nothing but a name leads to state graph: the chain never ends there by itself', () => {
  for (const request of [{}, { event: 'entity.node.presave' }, { requested: 'x:y' }, { trigger: 'gone' }]) {
    const choice = resolveStrategy(request);
    expect(choice.ok && choice.value.strategy).not.toBe(GRAPH);
  }
  expect(resolveStrategy({ configured: GRAPH })).toMatchObject({ value: { strategy: GRAPH } });
});

describe('ORC-3: an unknown strategy', () => {
  test('ORC-3: falls back to the default and records a warning', () => {
    const choice = resolveStrategy({ requested: 'x:y', usable: ALL, fallback: PIPELINE });
    expect(choice).toMatchObject({
      ok: true,
      value: { strategy: PIPELINE, warnings: [{ code: 'STRATEGY_FALLBACK' }] },
    });
    expect(choice.ok && choice.value.warnings[0]?.message).toContain('x:y');
  });
  test('ORC-3: fails where no fallback is', () => {
    expect(resolveStrategy({ requested: 'x:y', usable: ALL, fallback: null })).toMatchObject({
      ok: false,
      error: { code: 'STRATEGY_UNAVAILABLE' },
    });
    expect(resolveStrategy({ requested: 'x:y', usable: [ASYNC], fallback: PIPELINE })).toMatchObject({
      ok: false,
    });
  });
  test('ORC-3: a strategy that this build cannot drive stands for an unknown one', () => {
    expect(resolveStrategy({ requested: GRAPH, usable: [PIPELINE] })).toMatchObject({
      ok: true,
      value: { strategy: PIPELINE, warnings: [{}] },
    });
    expect(resolveStrategy({ requested: PIPELINE })).toEqual({
      ok: true,
      value: { strategy: PIPELINE, warnings: [] },
    });
  });
});

describe('ORC-5: capabilities are read off the declaration', () => {
  test.each([
    [['synchronous_execution', 'stateful'] as const, true, false],
    [['synchronous_execution'] as const, false, true],
    [['stateful'] as const, true, false],
    [[] as const, false, false],
    [undefined, false, false],
  ])('ORC-5: %j', (capabilities, stateful, synchronous) => {
    expect(isStateful({ capabilities })).toBe(stateful);
    expect(isSynchronous({ capabilities })).toBe(synchronous);
  });
  test('ORC-5: no declaration answers false', () => {
    expect(isStateful(undefined)).toBe(false);
    expect(isSynchronous(undefined)).toBe(false);
  });
  test('ORC-5: state graph declares itself stateful, so it is not synchronous', () => {
    expect(isStateful(strategyById(GRAPH))).toBe(true);
    expect(isSynchronous(strategyById(GRAPH))).toBe(false);
    expect([DIRECT, PIPELINE].map((id) => isSynchronous(strategyById(id)))).toEqual([true, true]);
    expect(isSynchronous(strategyById(ASYNC))).toBe(false);
  });
});
