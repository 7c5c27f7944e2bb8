import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from './compile/compile';
import { errorOutput } from './error-output';
import type { Effect, Outcome, RunInput, RunSignal, StepResult } from './events';
import type { Plan } from './plan';
import { type Budget, DEFAULT_BUDGET, initialState, type RunState } from './state';
import { step } from './step';
import { testCatalog, testWorkflow, type Wiring } from './testing/world';
import { itemAt, itemsOf } from './vector';

const { catalog } = testCatalog([{ id: 'step', parameters: { in: {}, other: {} }, outputs: { out: {} } }]);

function planOf(
  ids: readonly string[],
  wires: readonly Wiring[] = [],
  config: { readonly [id: string]: { maxRetries: number } } = {},
): Plan {
  const nodes = Object.fromEntries(ids.map((id) => [id, { type: 'step', config: config[id] ?? {} }]));
  const result = compile(testWorkflow(nodes, wires), catalog);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

const done: Outcome = { kind: 'completed', outputs: { out: 1 }, activeBranches: [] };
const failed: Outcome = { kind: 'error', output: errorOutput({ message: 'm', code: 'c', retryable: false }) };
const executes = (effects: readonly Effect[]) =>
  effects.flatMap((effect) => (effect.kind === 'execute' ? [effect.index] : []));
const statuses = (plan: Plan, state: RunState) =>
  Object.fromEntries(plan.nodes.map((node, i) => [node.id, itemAt(state.cells, i)?.status]));

/** Runs a plan to its end or first wait; answers with all effects and the ids in execution order. */
function runThrough(
  plan: Plan,
  outcome: (id: string) => Outcome = () => done,
  budget: Budget = DEFAULT_BUDGET,
  first: RunInput = { type: 'begin', at: 0 },
  from = initialState(plan),
) {
  const ids: string[] = [];
  const effects: Effect[] = [];
  let result: StepResult = step(plan, from, first, budget);
  for (let i = 0; ; i += 1) {
    effects.push(...result.effects);
    const [index] = executes(result.effects);
    const id = index === undefined ? undefined : plan.nodes[index]?.id;
    if (id === undefined) return { state: result.state, effects, ids };
    ids.push(id);
    if (i > 5000) throw new Error('The run does not end.');
    result = step(plan, result.state, { type: 'jobFinished', outcome: outcome(id), at: i + 1 }, budget);
  }
}

describe('ORC-9: the loop', () => {
  test('ORC-9: a pass makes what is ready pending, leaves the rest idle, and works in ascending priority', () => {
    const plan = planOf(['c', 'a', 'b', 'late'], ['c.out>late.in']);
    const { state, effects } = step(plan, initialState(plan), { type: 'begin', at: 0 });
    const pending = effects.filter(
      (effect) => effect.kind === 'persist' && effect.change.status === 'pending',
    );
    expect(pending).toHaveLength(3);
    expect(statuses(plan, state)).toEqual({ c: 'running', a: 'pending', b: 'pending', late: 'idle' });
    expect(runThrough(plan).ids).toEqual(['c', 'a', 'b', 'late']);
    expect(state.passes).toBe(1);
  });

  test('ORC-9: the first pass that returns nothing ends the run, and is counted as none', () => {
    const plan = planOf(['a', 'b'], ['a.out>b.in']);
    const { state, effects } = runThrough(plan);
    expect(state).toMatchObject({ status: 'completed', passes: 2 });
    expect(effects.at(-1)).toEqual({ kind: 'end', status: 'completed', skipped: [] });
  });

  test('ORC-9: priority decides within a pass, not the order in which work became ready', () => {
    const plan = planOf(['a', 'b', 'c'], ['a.out>c.in', 'a.out>b.in']);
    expect(plan.nodes.map((node) => node.id)).toEqual(['a', 'b', 'c']);
    expect(runThrough(plan).ids).toEqual(['a', 'b', 'c']);
  });

  test('ORC-9: work that became ready in a pass waits for the next one', () => {
    const plan = planOf(['a', 'b', 'a2'], ['a.out>a2.in']);
    expect(runThrough(plan).ids).toEqual(['a', 'b', 'a2']);
  });

  test('ORC-14: a job is marked running before it is executed, and never twice', () => {
    const plan = planOf(['a', 'b'], ['a.out>b.in']);
    const { effects } = step(plan, initialState(plan), { type: 'begin', at: 5 });
    const claim = effects.findIndex(
      (effect) => effect.kind === 'persist' && effect.change.status === 'running',
    );
    const run = effects.findIndex((effect) => effect.kind === 'execute');
    expect(claim).toBeGreaterThanOrEqual(0);
    expect(claim).toBeLessThan(run);
    expect(effects[claim]).toMatchObject({ change: { order: 1, attempts: 1, started: 5 } });
  });
});

describe('ORC-10: the budget', () => {
  const chain = Array.from({ length: 5 }, (_, i) => `n${i}`);
  const wires = chain.slice(1).map((id, i) => `n${i}.out>${id}.in`);

  test('ORC-10: exhausted passes pause the run with the reason, and resuming gives a fresh budget', () => {
    const plan = planOf(chain, wires);
    const budget = { maxPasses: 2, maxMs: 1000 };
    const first = runThrough(plan, () => done, budget);
    expect(first.ids).toEqual(['n0', 'n1']);
    expect(first.state).toMatchObject({ status: 'paused', pauseReason: 'scheduler_budget', passes: 2 });
    const second = runThrough(plan, () => done, budget, { type: 'resume', at: 0 }, first.state);
    expect(second.ids).toEqual(['n2', 'n3']);
    const third = runThrough(plan, () => done, budget, { type: 'resume', at: 0 }, second.state);
    expect(third.ids).toEqual(['n4']);
    expect(third.state).toMatchObject({ status: 'completed', pauseReason: null, passes: 5 });
  });

  test('ORC-10: a hundred passes and three hundred seconds are the default', () => {
    expect(DEFAULT_BUDGET).toEqual({ maxPasses: 100, maxMs: 300_000 });
    const hundred = Array.from({ length: 100 }, (_, i) => `n${i}`);
    const plan = planOf(
      hundred,
      hundred.slice(1).map((id, i) => `n${i}.out>${id}.in`),
    );
    expect(runThrough(plan).state.status).toBe('completed');
  });

  test('ORC-10: exhausted time pauses between jobs, also within a pass, and loses none', () => {
    const plan = planOf(['a', 'b', 'c']);
    const budget = { maxPasses: 9, maxMs: 10 };
    const begun = step(plan, initialState(plan), { type: 'begin', at: 0 }, budget);
    const paused = step(plan, begun.state, { type: 'jobFinished', outcome: done, at: 10 }, budget);
    expect(paused.state).toMatchObject({ status: 'paused', pauseReason: 'time_budget' });
    expect(paused.effects.at(-1)).toEqual({ kind: 'wait', reason: 'time_budget' });
    expect(runThrough(plan, () => done, budget, { type: 'resume', at: 0 }, paused.state).ids).toEqual([
      'b',
      'c',
    ]);
  });

  test('ORC-11: a run whose work is done is complete though its budget is spent', () => {
    const plan = planOf(chain, wires);
    expect(runThrough(plan, () => done, { maxPasses: 5, maxMs: 1000 }).state.status).toBe('completed');
  });
});

describe('ORC-11: the ladder', () => {
  test('ORC-11: an unhandled failure fails the run and skips what remains, ready work included', () => {
    const plan = planOf(['a', 'b', 'c'], ['a.out>c.in']);
    const { state, ids, effects } = runThrough(plan, () => failed);
    expect(ids).toEqual(['a']);
    expect(state).toMatchObject({ status: 'failed', error: { code: 'c', node_id: 'a' } });
    expect(effects.at(-1)).toEqual({ kind: 'end', status: 'failed', skipped: ['b', 'c'] });
    expect(statuses(plan, state)).toEqual({ a: 'failed', b: 'skipped', c: 'skipped' });
  });

  test('ORC-11: a failure outranks an interrupt, an interrupt work that is left, and it gives no reason', () => {
    const plan = planOf(['ask', 'bad', 'more']);
    const asked = runThrough(plan, (id) =>
      id === 'ask' ? { kind: 'interrupted', id: 'i', type: 't' } : done,
    );
    expect(asked.state).toMatchObject({ status: 'paused', pauseReason: null });
    expect(asked.effects.at(-1)).toEqual({ kind: 'wait', reason: null });
    const resumed = runThrough(
      plan,
      (id) => (id === 'bad' ? failed : done),
      DEFAULT_BUDGET,
      { type: 'resume', at: 0 },
      asked.state,
    );
    expect(resumed.state).toMatchObject({ status: 'failed', pauseReason: null });
  });

  test('ORC-11: a run whose question is still open pauses again when the rest is done', () => {
    const plan = planOf(['ask', 'more']);
    const asked = runThrough(plan, (id) =>
      id === 'ask' ? { kind: 'interrupted', id: 'i', type: 't' } : done,
    );
    const resumed = runThrough(plan, () => done, DEFAULT_BUDGET, { type: 'resume', at: 0 }, asked.state);
    expect(resumed.ids).toEqual(['more']);
    expect(resumed.state).toMatchObject({ status: 'paused', pauseReason: null });
  });
});

describe('INT-5: signals', () => {
  const cancel: RunSignal = { id: 's', type: 'cancel', reason: 'by hand' };
  const pause: RunSignal = { ...cancel, type: 'pause' };

  test('INT-5: a cancel before a claimed job begins releases it and cancels what was not done', () => {
    const plan = planOf(['a', 'b', 'c'], ['a.out>c.in']);
    const begun = step(plan, initialState(plan), { type: 'begin', at: 0 });
    const { state, effects } = step(plan, begun.state, { type: 'signal', signal: cancel, at: 1 });
    expect(state.status).toBe('cancelled');
    expect(statuses(plan, state)).toEqual({ a: 'cancelled', b: 'cancelled', c: 'cancelled' });
    expect(effects.filter((effect) => effect.kind === 'end')).toEqual([
      { kind: 'end', status: 'cancelled', skipped: [] },
    ]);
    expect(executes(effects)).toEqual([]);
  });

  test('INT-5: a pause keeps the released job and resuming executes it once', () => {
    const plan = planOf(['a', 'b'], ['a.out>b.in']);
    const begun = step(plan, initialState(plan), { type: 'begin', at: 0 });
    const paused = step(plan, begun.state, { type: 'signal', signal: pause, at: 1 });
    expect(paused.state).toMatchObject({ status: 'paused', pauseReason: null });
    expect(paused.effects.filter((effect) => effect.kind === 'wait')).toEqual([
      { kind: 'wait', reason: null },
    ]);
    expect(itemAt(paused.state.cells, 0)).toMatchObject({ status: 'pending', order: null, attempts: 0 });
    const resumed = runThrough(plan, () => done, DEFAULT_BUDGET, { type: 'resume', at: 2 }, paused.state);
    expect(resumed.ids).toEqual(['a', 'b']);
    expect(itemsOf(resumed.state.cells).map((cell) => [cell.order, cell.attempts])).toEqual([
      [1, 1],
      [2, 1],
    ]);
  });

  test('INT-5: the job in flight keeps its own verdict under a cancel, and the run is cancelled, not failed', () => {
    const plan = planOf(['a', 'b'], ['a.out>b.in']);
    const outcomes: readonly [Outcome, string][] = [
      [done, 'completed'],
      [failed, 'failed'],
      [{ kind: 'escaped', output: errorOutput({ message: 'm', code: 'c', retryable: false }) }, 'failed'],
      [{ kind: 'stopped', outputs: {} }, 'completed'],
    ];
    for (const [outcome, status] of outcomes) {
      const begun = step(plan, initialState(plan), { type: 'begin', at: 0 });
      const { state } = step(plan, begun.state, { type: 'jobFinished', outcome, at: 1, signal: cancel });
      expect(state).toMatchObject({ status: 'cancelled', error: null });
      expect(statuses(plan, state)).toEqual({ a: status, b: 'cancelled' });
    }
  });

  test('INT-11: an ended run answers no event', () => {
    const plan = planOf(['a']);
    for (const outcome of [done, failed]) {
      const { state } = runThrough(plan, () => outcome);
      const events: readonly RunInput[] = [
        { type: 'begin', at: 9 },
        { type: 'resume', at: 9 },
        { type: 'signal', signal: cancel, at: 9 },
        { type: 'signal', signal: pause, at: 9 },
        { type: 'jobFinished', outcome: done, at: 9 },
      ];
      for (const event of events) {
        const result = step(plan, state, event);
        expect(result.state).toBe(state);
        expect(result.effects).toEqual([]);
      }
    }
  });
});

describe('laws', () => {
  const graph = fc
    .array(
      fc.tuple(
        fc.nat(11),
        fc.nat(11),
        fc.constantFrom('out>in', 'out>other', 'trigger>trigger', 'error>in', 'error>trigger'),
      ),
      { maxLength: 30 },
    )
    .map((pairs) =>
      pairs
        .filter(([a, b]) => a < b)
        .map(([a, b, ends]) => {
          const [from, to] = ends.split('>');
          return `n${a}.${from}>n${b}.${to}`;
        }),
    );
  const ids = Array.from({ length: 12 }, (_, i) => `n${i}`);
  const failing = fc.uniqueArray(fc.constantFrom(...ids));

  test('every run ends, executes a node at most once, and after what it depends on; the rest is skipped', () => {
    fc.assert(
      fc.property(graph, failing, (wires, bad) => {
        const plan = planOf(ids, wires);
        const { state, ids: executed } = runThrough(plan, (id) => (bad.includes(id) ? failed : done));
        expect(['completed', 'failed']).toContain(state.status);
        expect(new Set(executed).size).toBe(executed.length);
        for (const status of Object.values(statuses(plan, state)))
          expect(['completed', 'failed', 'skipped']).toContain(status);
        for (const [place, id] of executed.entries()) {
          const into = plan.edges.filter((edge) => edge.target === id && edge.role !== 'none');
          if (into.length > 0)
            expect(
              into.some((edge) => executed.indexOf(edge.source) < place && executed.includes(edge.source)),
            ).toBe(true);
        }
      }),
    );
  });

  test('a step changes neither plan nor state, and the same event gives the same result', () => {
    fc.assert(
      fc.property(graph, (wires) => {
        const plan = planOf(ids, wires);
        let state = initialState(plan);
        let event: RunInput = { type: 'begin', at: 0 };
        for (let i = 0; i < 20 && state.status !== 'completed'; i += 1) {
          const before = JSON.stringify([plan, state]);
          const result = step(plan, state, event);
          expect(JSON.stringify([plan, state])).toBe(before);
          expect(step(plan, JSON.parse(JSON.stringify(state)), event)).toEqual(result);
          state = result.state;
          event = { type: 'jobFinished', outcome: done, at: i };
        }
      }),
      { numRuns: 30 },
    );
  });

  test('how often a budget interrupts a run does not change what it executes', () => {
    fc.assert(
      fc.property(graph, fc.integer({ min: 1, max: 4 }), (wires, maxPasses) => {
        const plan = planOf(ids, wires);
        const whole = runThrough(plan);
        const budget = { maxPasses, maxMs: 1000 };
        let part = runThrough(plan, () => done, budget);
        const executed = [...part.ids];
        while (part.state.status === 'paused') {
          part = runThrough(plan, () => done, budget, { type: 'resume', at: 0 }, part.state);
          executed.push(...part.ids);
        }
        expect(executed).toEqual(whole.ids);
        expect(statuses(plan, part.state)).toEqual(statuses(plan, whole.state));
      }),
    );
  });
});
