// A run whose owner dies: at any of its commits, before or after the commit has taken effect.
import { describe, expect, test } from 'vitest';
import type { RunStore, StrategyId } from '../ports';
import { resultKey } from '../results';
import { readValues } from '../values';
import { type Death, type Outside, owner } from './crash-owner';

/** All that a run has left, but for ids, times, and how often it was entered or a job was tried. */
async function left(store: RunStore, runId: string) {
  const run = await store.run(runId);
  const jobs = await store.jobs(runId);
  const read = async (stored: (typeof jobs)[number]['outputs'] | undefined) =>
    stored === null || stored === undefined ? null : readValues(stored, (hash) => store.value(hash));
  const executions = new Map(
    await Promise.all(
      jobs.map(
        async ({ id: _, run: __, created: ___, started, ended, attempts, interrupt: ____, ...row }) => {
          const values = { inputs: await read(row.inputs), outputs: await read(row.outputs) };
          const told = { ...row, ...values, begun: started !== null, over: ended !== null };
          return [resultKey(row), told] as const;
        },
      ),
    ),
  );
  const last = await store.checkpoint?.(runId);
  return {
    run: {
      status: run?.status,
      error: run?.error,
      skipped: run?.skipped,
      warnings: run?.warnings,
      signal: run?.signal,
      outputs: await read(run?.outputs),
    },
    executions,
    shared: run?.config?.checkpoints === 'durable' ? (last?.state.state ?? null) : null,
  };
}

/** Each execution once, though it was tried again. No node of this run is executed twice in a row. */
const once = (calls: readonly string[]) => calls.filter((call, at) => call !== calls[at - 1]);

async function outsideOf(
  makeStore: () => RunStore | Promise<RunStore>,
  decide: Outside['decide'] = 'fail',
): Promise<Outside> {
  return { store: await makeStore(), calls: [], paused: false, decide };
}

async function onlyRun({ store }: Outside) {
  const [run] = await store.runs({ limit: 1 });
  return run;
}

/** The run as nobody disturbs it, and how many commits it takes. */
async function undisturbed(strategy: StrategyId, makeStore: () => RunStore | Promise<RunStore>) {
  const outside = await outsideOf(makeStore);
  const first = owner(outside);
  await first.launch(strategy);
  const run = await onlyRun(outside);
  if (run === undefined) throw new Error('The run is not stored.');
  return { calls: outside.calls, commits: first.writes(), ...(await left(outside.store, run.id)) };
}

/** Lets the owner die, and tells how it left the run. */
async function dying(strategy: StrategyId, outside: Outside, death: Death) {
  expect(await owner(outside, death).launch(strategy)).toBe('dead');
  const run = await onlyRun(outside);
  const jobs = run === undefined ? [] : await outside.store.jobs(run.id);
  const inFlight = jobs.find((job) => job.status === 'running');
  return { run, inFlight, before: outside.calls.length };
}

/**
 * What a run promises whose owner dies, at any of its commits.
 *
 * @param makeStore a fresh, empty store a call.
 * @param every every how many commits the owner dies; 1: at each.
 */
export function crashConformance(
  strategy: StrategyId,
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
  every = 1,
): void {
  const deaths = async () => {
    const reference = await undisturbed(strategy, makeStore);
    const points = Array.from({ length: Math.ceil(reference.commits / every) }, (_, i) => i * every);
    return { reference, points };
  };

  /** Holds a run that others have taken over to what it would have been. */
  const judge = async (
    outside: Outside,
    { run, inFlight, before }: Awaited<ReturnType<typeof dying>>,
    reference: Awaited<ReturnType<typeof undisturbed>>,
    death: Death,
  ) => {
    const runId = run?.id ?? '';
    const found = await left(outside.store, runId);
    const again = outside.calls.slice(before);
    const where = `${death.applied ? 'after' : 'before'} commit ${death.at}`;
    if (inFlight?.processor !== 'test:charge' || outside.decide === 'rerun') {
      expect([where, found]).toEqual([where, pick(reference)]);
      // What had ended is not executed again; what was in flight is, once, where the dead owner had begun with it.
      expect([where, once(outside.calls)]).toEqual([where, once(reference.calls)]);
      // One that was claimed when a person's pause came had not been begun.
      const begun = !death.applied && inFlight !== undefined && outside.calls[before - 1] === inFlight.node;
      // The attempt that was lost is the one that fails: the next one takes its place.
      const lost = inFlight?.node === 'flaky' && outside.calls.indexOf('flaky') === before - 1;
      const calls = reference.calls.length + (begun && !lost ? 1 : 0);
      expect([where, outside.calls.length]).toEqual([where, calls]);
      return;
    }
    // It may have taken effect: it is not done again, and the run says so.
    const key = resultKey(inFlight);
    const failed = { code: 'interrupted_in_flight', node_id: inFlight.node, retryable: false };
    expect([where, again.includes(inFlight.node)]).toEqual([where, false]);
    expect(found.executions.get(key)).toMatchObject({ status: 'failed', error: failed });
    for (const [other, execution] of found.executions) {
      if (execution.order === null || execution.order >= (inFlight.order ?? 0)) continue;
      expect([where, execution]).toEqual([where, reference.executions.get(other)]);
    }
    if (inFlight.node === 'bill') {
      expect(found.run).toMatchObject({ status: 'failed', error: failed, outputs: null });
      expect([where, again]).toEqual([where, []]);
    } else {
      expect(found.run).toMatchObject({ status: 'completed', error: null });
      expect(found.executions.get(key)).toMatchObject({ errorRouted: true });
      expect([where, again]).toEqual([where, ['sorry']]);
    }
  };

  describe(`a run under ${strategy} over ${storeName} whose owner dies`, () => {
    test('the run that nobody disturbs has all that a takeover must keep', async () => {
      const { run, executions, calls, commits } = await undisturbed(strategy, makeStore);
      expect(run).toEqual({
        status: 'completed',
        error: null,
        skipped: ['never', 'no', 'sorry'],
        warnings: [],
        signal: null,
        outputs: { paid: ['a', 'b'] },
      });
      expect(executions.size).toBe(31);
      expect(executions.get('item:3')?.rounds).toEqual([
        { loop: 'head', round: 1 },
        { loop: 'each', round: 1 },
      ]);
      expect(executions.get('refused')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(calls.filter((node) => node === 'flaky')).toHaveLength(2);
      expect(once(calls)).toHaveLength(28);
      expect(commits).toBeGreaterThan(30);
    });

    test.each([
      [false, 'fail'],
      [true, 'fail'],
      [false, 'rerun'],
      [true, 'rerun'],
    ] as const)(
      'SG-13, SG-17, INT-3, INT-11: taken over, it is the run that it would have been, at every commit (in effect: %s, of a step that was cut off: %s)',
      async (applied, decide) => {
        const { reference, points } = await deaths();
        for (const at of points) {
          const death = { at, applied };
          const outside = await outsideOf(makeStore, decide);
          const gone = await dying(strategy, outside, death);
          if (gone.run === undefined) {
            // Its creation had not taken effect: there is no run, and nothing was done.
            expect([at, applied, outside.calls]).toEqual([0, false, []]);
            continue;
          }
          const ended = gone.run.status === 'completed';
          const taken = await owner(outside).takeOver(gone.run.id);
          expect(taken).toMatchObject(
            ended ? { ok: false, error: { code: 'PIPELINE_TERMINAL' } } : { ok: true },
          );
          await judge(outside, gone, reference, death);
        }
      },
    );

    test('ORC-14: of two that take it over at once, one does, and nothing is executed twice', async () => {
      const { reference, points } = await deaths();
      for (const at of points.slice(1, -1)) {
        const death = { at, applied: true };
        const outside = await outsideOf(makeStore);
        const gone = await dying(strategy, outside, death);
        const { id } = gone.run ?? { id: '' };
        const [one, other] = [owner(outside), owner(outside)];
        await Promise.all([one.takeOver(id), other.takeOver(id)]);
        await judge(outside, gone, reference, death);
      }
    });

    test('DATA-2: it arrives in its order though every owner dies after its second commit', async () => {
      const reference = await undisturbed(strategy, makeStore);
      const outside = await outsideOf(makeStore);
      await owner(outside, { at: 1, applied: true }).launch(strategy, 'echo');
      const run = await onlyRun(outside);
      const id = run?.id ?? '';
      let lives = 1;
      for (; lives < 100; lives += 1) {
        if ((await outside.store.run(id))?.status === 'completed') break;
        await owner(outside, { at: 1, applied: true }).takeOver(id);
      }
      const found = await left(outside.store, id);
      expect(lives).toBeGreaterThan(25);
      expect(found.run).toEqual(reference.run);
      expect([...found.executions.keys()].sort()).toEqual([...reference.executions.keys()].sort());
      expect(once(outside.calls)).toEqual(once(reference.calls));
      for (const [key, { order, rounds, outputs, status }] of reference.executions)
        expect([key, found.executions.get(key)]).toMatchObject([key, { order, rounds, outputs, status }]);
    });
  });
}

const pick = ({ run, executions, shared }: Awaited<ReturnType<typeof undisturbed>>) => ({
  run,
  executions,
  shared,
});
