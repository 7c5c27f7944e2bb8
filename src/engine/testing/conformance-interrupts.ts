// Questions under every strategy and over every store: asked, answered, withdrawn, expired, cut off.
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { interruptEntry } from '../documents/interrupt-entry';
import { createEngine } from '../engine';
import { ask } from '../interrupt';
import type { InterruptRequest } from '../interrupts/request';
import type { InterruptRow } from '../interrupts/row';
import type { RunStore, StrategyId } from '../ports';
import { processors } from '../processors/index';
import { resumable } from '../processors/types';
import { resultKey } from '../results';
import { seededIds } from '../simulation/seeded-ids';
import type { SimulatedClock } from '../simulation/simulated-clock';
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

const DAY = 24 * 3600 * 1000;

/** A node that asks what its configuration says, and goes on with the answer. */
export const asking: TestType = {
  id: 'asking',
  parameters: { in: {}, request: {} },
  outputs: { in: {}, answer: {}, by: {} },
  execute: resumable(
    ({ request }) => {
      const given = request as InterruptRequest | null;
      throw ask(given ?? { type: 'text', message: 'What now?' });
    },
    (parameters, _, row) => ({
      outputs: { in: parameters.in ?? null, answer: row.response, by: row.resolvedBy },
    }),
  ),
};

const plain: TestType = {
  id: 'echo',
  parameters: { in: {}, text: {} },
  outputs: { in: {}, text: {} },
  execute: echo,
};

/** A place that drives runs: what it is given outlives it. */
export function place(
  store: RunStore,
  types: readonly TestType[] = [],
  shared: { readonly clock?: SimulatedClock; readonly seed?: number } = {},
) {
  const made = testWorld(store);
  const world: TestWorld = {
    ...made,
    ...(shared.clock === undefined ? {} : { clock: shared.clock }),
    ...(shared.seed === undefined ? {} : { ids: seededIds(shared.seed) }),
  };
  const { catalog, executors } = testCatalog([asking, plain, ...types]);
  const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
  return {
    world,
    engine,
    catalog,
    async launch(
      strategy: StrategyId,
      nodes: { readonly [id: string]: string | TestNode },
      wires: readonly Wiring[] = [],
      rest: JsonObject = {},
    ): Promise<string> {
      const launched = await engine.launch(catalog, {
        document: testWorkflow(nodes, wires, rest),
        caller: 'system',
        strategy,
      });
      if (!launched.ok) throw new Error(JSON.stringify(launched.error));
      await launched.value.done;
      return launched.value.runId;
    },
    answer: (id: string, value: Json | undefined, by: string | null = 'ada') =>
      engine.answer(catalog, id, { value, by, via: 'person' }),
    async open(run: string): Promise<readonly InterruptRow[]> {
      return world.store.interrupts.list({ run, status: 'pending' });
    },
    async first(run: string): Promise<InterruptRow> {
      const [row] = await world.store.interrupts.list({ run, status: 'pending' });
      if (row === undefined) throw new Error('Nothing is asked.');
      return row;
    },
    /** Until nothing more happens here. */
    async rest(run: string) {
      for (let look = 0; look < 200; look += 1) {
        await engine.settled(run);
        await world.clock.sleep(0);
        const stored = await world.store.run(run);
        const over = stored?.ended !== null || (stored.status === 'paused' && stored.pauseReason === null);
        if (over && look > 2 && (await engine.settled(run)) === undefined) break;
      }
      return this.read(run);
    },
    async read(run: string) {
      const row = await world.store.run(run);
      const jobs = await world.store.jobs(run);
      const outputs = async (key: string) => {
        const stored = jobs.find((job) => resultKey(job) === key)?.outputs ?? null;
        return stored === null ? undefined : readValues(stored, (hash) => world.store.value(hash));
      };
      return {
        run: row,
        jobs,
        outputs,
        status: (node: string) => jobs.find((job) => resultKey(job) === node)?.status,
      };
    },
  };
}

export function interruptConformance(
  strategy: StrategyId,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  const looping = strategy !== 'flowdrop_runtime:synchronous';

  describe('interrupts', () => {
    test('INT-1: the job is interrupted with the id of its question, the run is paused, and what came before is all there is', async () => {
      const here = place(await makeStore());
      const run = await here.launch(
        strategy,
        { fetch: { type: 'echo', config: { text: 'x' } }, ask: 'asking', store: 'echo' },
        ['fetch.text>ask.in', 'ask.answer>store.in'],
      );
      const { run: row, jobs, status } = await here.read(run);
      const question = await here.first(run);
      expect(row).toMatchObject({ status: 'paused', pauseReason: null, asked: true, error: null });
      expect(jobs.find(({ node }) => node === 'ask')).toMatchObject({
        status: 'interrupted',
        interrupt: question.id,
        outputs: null,
      });
      expect([status('fetch'), status('store')]).toEqual(['completed', 'idle']);
      expect(question).toMatchObject({
        run,
        node: 'ask',
        status: 'pending',
        direction: 'outward',
        asker: 'node',
      });
      expect(jobs.find(({ node }) => node === 'ask')?.id).toBe(question.job);
    });

    test('INT-2, ERR-4: what is announced is the persisted question, and it is there when it is announced', async () => {
      const store = await makeStore();
      const here = place(store);
      const run = await here.launch(strategy, { ask: 'asking' });
      const question = await here.first(run);
      const told = here.world.events
        .flatMap((event) => event.nodes ?? [])
        .find((node) => node.status === 'interrupted');
      expect(told?.interrupt).toEqual({ interrupt_id: question.id, interrupt_type: 'text' });
      expect(here.world.events.flatMap((event) => event.interrupts ?? [])).toEqual([
        { id: question.id, type: 'text', status: 'pending' },
      ]);
      expect(Object.keys(interruptEntry(question))).toHaveLength(24);
    });

    test('INT-3, ORC-13: an answer puts the job back and resumes the run under its own strategy, with the answer', async () => {
      const here = place(await makeStore());
      const run = await here.launch(
        strategy,
        { before: { type: 'echo', config: { text: 'x' } }, ask: 'asking', after: 'echo' },
        ['before.text>ask.in', 'ask.answer>after.in'],
      );
      const { id } = await here.first(run);
      expect(await here.answer(id, 'forty-two')).toMatchObject({ ok: true });
      const done = await here.rest(run);
      expect(done.run).toMatchObject({ status: 'completed', strategy });
      expect(await done.outputs('ask')).toMatchObject({ in: 'x', answer: 'forty-two', by: 'ada' });
      expect(await done.outputs('after')).toMatchObject({ in: 'forty-two' });
      // DATA-2: it took its place, and its first attempt was its only one.
      expect(done.jobs.map(({ node, order, attempts }) => [node, order, attempts]).sort()).toEqual([
        ['after', 3, 1],
        ['ask', 2, 1],
        ['before', 1, 1],
      ]);
      const row = await here.world.store.interrupts.get(id);
      expect(row).toMatchObject({ status: 'resolved', response: 'forty-two', resolvedBy: 'ada' });
      expect(row?.taken).not.toBeNull();
      expect(
        here.world.events.filter(({ kind }) => kind === 'interrupt').flatMap((event) => event.interrupts),
      ).toEqual([{ id, type: 'text', status: 'resolved' }]);
    });

    test('INT-3: of two who answer at once one is taken, the other is told, and the node goes on once', async () => {
      const here = place(await makeStore());
      const run = await here.launch(strategy, { ask: 'asking' });
      const { id } = await here.first(run);
      const both = await Promise.all([here.answer(id, 'one', 'ada'), here.answer(id, 'two', 'bob')]);
      expect(both.filter((answer) => answer.ok)).toHaveLength(1);
      expect(both.find((answer) => !answer.ok)).toMatchObject({
        error: { status: 409, code: 'INTERRUPT_NOT_PENDING' },
      });
      const done = await here.rest(run);
      const row = await here.world.store.interrupts.get(id);
      expect(await done.outputs('ask')).toMatchObject({ answer: row?.response ?? '' });
      expect(await here.answer(id, 'late')).toMatchObject({ error: { code: 'INTERRUPT_NOT_PENDING' } });
      expect((await here.read(run)).run?.status).toBe('completed');
    });

    test('INT-3: a run that has ended is not touched by an answer', async () => {
      const here = place(await makeStore());
      const run = await here.launch(strategy, { ask: 'asking' });
      const { id } = await here.first(run);
      await here.engine.cancel(here.catalog, run, 'enough');
      const done = await here.rest(run);
      expect([done.run?.status, done.status('ask')]).toEqual(['cancelled', 'cancelled']);
      expect(await here.world.store.interrupts.get(id)).toMatchObject({ status: 'cancelled' });
      expect(await here.answer(id, 'late')).toMatchObject({ error: { code: 'INTERRUPT_NOT_PENDING' } });
      expect((await here.read(run)).status('ask')).toBe('cancelled');
    });

    test('INT-4: an answer to another job, or to a gate, is not handed to a node: it asks again', async () => {
      const here = place(await makeStore());
      const run = await here.launch(strategy, { ask: 'asking' });
      const { id } = await here.first(run);
      for (const changed of [{ job: 'another' }, { asker: 'gate' as const }]) {
        const open = await here.first(run);
        await here.world.store.interrupts.update(open.id, (row) => ({ ...row, ...changed }));
        await here.world.store.interrupts.update(open.id, (row) => ({
          ...row,
          status: 'resolved',
          response: 'stolen',
        }));
        await here.engine.resume(here.catalog, run);
        const left = await here.rest(run);
        expect(left.run?.status).toBe('paused');
        const again = await here.first(run);
        expect([again.id === open.id, again.status]).toEqual([false, 'pending']);
      }
      expect((await here.world.store.interrupts.get(id))?.status).toBe('resolved');
    });

    test('INT-4: a withdrawn question leaves the run paused; whoever resumes it is asked again', async () => {
      const here = place(await makeStore());
      const run = await here.launch(strategy, { ask: 'asking' });
      const { id } = await here.first(run);
      const withdrawn = await here.engine.withdraw(here.catalog, id, { by: 'ada', reason: 'wrong' });
      expect(withdrawn).toMatchObject({
        ok: true,
        value: { status: 'cancelled', resolvedBy: 'ada', reason: 'wrong' },
      });
      expect((await here.rest(run)).run?.status).toBe('paused');
      expect(await here.open(run)).toEqual([]);
      expect(await here.answer(id, 'late')).toMatchObject({ error: { code: 'INTERRUPT_NOT_PENDING' } });
      await here.engine.resume(here.catalog, run);
      await here.rest(run);
      const again = await here.first(run);
      expect(again.id).not.toBe(id);
      await here.answer(again.id, 'yes');
      const done = await here.rest(run);
      expect(await done.outputs('ask')).toMatchObject({ answer: 'yes' });
    });

    test('INT-3: several questions are open at once, and each is answered by itself', async () => {
      const here = place(await makeStore());
      const run = await here.launch(strategy, { a: 'asking', b: 'asking', both: 'echo' }, [
        'a.answer>both.in',
        'b.answer>both.text',
      ]);
      // A person lets the run go on with what does not wait.
      await here.engine.resume(here.catalog, run);
      await here.rest(run);
      const [one, two] = await here.open(run);
      expect([one?.node, two?.node].sort()).toEqual(['a', 'b']);
      await here.answer(two?.id ?? '', 'second');
      const half = await here.rest(run);
      expect([half.run?.status, half.status(two?.node ?? ''), half.status(one?.node ?? '')]).toEqual([
        'paused',
        'completed',
        'interrupted',
      ]);
      await here.answer(one?.id ?? '', 'first');
      const done = await here.rest(run);
      expect(done.run?.status).toBe('completed');
      expect(Object.values((await done.outputs('both')) ?? {}).sort()).toEqual(['first', 'second']);
    });

    if (looping)
      test('INT-3: a node in a loop asks in each round, and each answer is of its round', async () => {
        const twice: TestType = {
          id: 'twice',
          parameters: {
            in: {},
            branches: {
              schema: { type: 'array' },
              connectable: false,
              default: [{ name: 'Again' }, { name: 'Done' }],
            },
          },
          outputs: { active_branches: { schema: { 'x-control': true } } },
          execute: ({ in: said }) => ({ outputs: { active_branches: [said === 'more' ? 'Again' : 'Done'] } }),
        };
        const here = place(await makeStore(), [twice]);
        const run = await here.launch(
          strategy,
          { start: { type: 'echo', config: { text: 'x' } }, ask: 'asking', more: 'twice', out: 'echo' },
          ['start.text>ask.in', 'ask.answer>more.in', 'more.Again>ask.loop_back', 'more.Done>out.trigger'],
        );
        for (const answer of ['more', 'more', 'stop']) {
          await here.answer((await here.first(run)).id, answer);
          await here.rest(run);
        }
        const done = await here.read(run);
        expect(done.run?.status).toBe('completed');
        const said = await Promise.all(['ask', 'ask:1', 'ask:2'].map(done.outputs));
        expect(said.map((outputs) => outputs?.answer)).toEqual(['more', 'more', 'stop']);
      });

    test('INT-3: a run that was answered by somebody who died goes on with the next start', async () => {
      const store = await makeStore();
      const here = place(store);
      const run = await here.launch(strategy, { ask: 'asking', after: 'echo' }, ['ask.answer>after.in']);
      const { id } = await here.first(run);
      // The answer is stored, and nothing after it.
      await store.interrupts.update(id, (row) => ({
        ...row,
        status: 'resolved',
        response: 'kept',
        resolved: 1,
      }));
      const next = place(store, [], { seed: 2 });
      await next.engine.recover(next.catalog, run);
      const done = await next.rest(run);
      expect(done.run?.status).toBe('completed');
      expect(await done.outputs('after')).toMatchObject({ in: 'kept' });
    });

    test('INT-12: a run that still waits is not entered by a start, and is answered elsewhere', async () => {
      const store = await makeStore();
      const run = await place(store).launch(strategy, { ask: 'asking' });
      const next = place(store, [], { seed: 2 });
      await next.engine.recover(next.catalog, run);
      expect((await next.rest(run)).run?.status).toBe('paused');
      await next.answer((await next.first(run)).id, 'there');
      expect((await next.rest(run)).run?.status).toBe('completed');
    });

    test('INT-23: null and zero never expire; INT-18: what is overdue ends its run by the sweep, announced, once', async () => {
      const store = await makeStore();
      const here = place(store);
      const at = here.world.clock.now();
      const never = await Promise.all(
        [null, 0].map((expires) =>
          here.launch(strategy, {
            ask: { type: 'asking', config: { request: { type: 'text', message: 'n', expires } } },
          }),
        ),
      );
      const request = { type: 'confirmation', message: 'Go?', expires: at + DAY };
      const run = await here.launch(
        strategy,
        { ask: { type: 'asking', config: { request } }, after: 'echo' },
        ['ask.answer>after.in'],
      );
      const { id } = await here.first(run);
      expect(await here.engine.sweep(here.catalog)).toEqual([]);
      here.world.clock.advance(DAY);
      const before = here.world.events.length;
      expect(await here.engine.sweep(here.catalog)).toEqual([id]);
      const ended = await here.rest(run);
      expect([ended.run?.status, ended.status('ask'), ended.status('after')]).toEqual([
        'cancelled',
        'cancelled',
        'cancelled',
      ]);
      const told = here.world.events.slice(before).filter((event) => event.runId === run);
      expect(told.flatMap((event) => event.interrupts ?? [])).toEqual([
        { id, type: 'confirmation', status: 'expired' },
      ]);
      expect(told.filter((event) => event.finished !== undefined)).toHaveLength(1);
      expect(await here.engine.sweep(here.catalog)).toEqual([]);
      here.world.clock.advance(400 * DAY);
      expect(await here.engine.sweep(here.catalog)).toEqual([]);
      for (const open of never)
        expect(await here.answer((await here.first(open)).id, 'still')).toMatchObject({ ok: true });
    });

    test('INT-23: a late answer is refused, expires the question and tells nobody; the next sweep ends the run', async () => {
      const here = place(await makeStore());
      const request = { type: 'text', message: 'Go?', expires: here.world.clock.now() + 1000 };
      const run = await here.launch(strategy, { ask: { type: 'asking', config: { request } } });
      const { id } = await here.first(run);
      here.world.clock.advance(1000);
      const before = here.world.events.length;
      expect(await here.answer(id, 'late')).toMatchObject({
        error: { status: 409, code: 'INTERRUPT_EXPIRED' },
      });
      expect(here.world.events).toHaveLength(before);
      expect((await here.world.store.interrupts.get(id))?.status).toBe('expired');
      expect((await here.read(run)).run?.status).toBe('paused');
      expect(await here.engine.sweep(here.catalog)).toEqual([id]);
      expect((await here.rest(run)).run?.status).toBe('cancelled');
    });

    test('INT-18: a late expiry leaves a recorded outcome, an expiring signal ends no run, and a sweep goes on past a failure', async () => {
      const store = await makeStore();
      const here = place(store);
      const expires = here.world.clock.now() + 1000;
      const request = { type: 'text', message: 'Go?', expires };
      const nodes = { ask: { type: 'asking', config: { request } } };
      const [signal, broken, other] = [
        await here.launch(strategy, nodes),
        await here.launch(strategy, nodes),
        await here.launch(strategy, nodes),
      ];
      const inward = await here.first(signal);
      await store.interrupts.update(inward.id, (row) => ({ ...row, direction: 'inward', type: 'pause' }));
      const { signal: raise } = here.world.store;
      // The first run that is to be ended cannot be: what is due next is ended all the same.
      const failing = place(
        {
          ...store,
          signal: (run, given) => (run === broken ? Promise.reject(new Error('disk')) : raise(run, given)),
        },
        [],
        {
          seed: 3,
          clock: here.world.clock,
        },
      );
      here.world.clock.advance(1000);
      const swept = await failing.engine.sweep(failing.catalog);
      expect(swept).toHaveLength(2);
      await failing.rest(other);
      expect((await here.read(other)).run?.status).toBe('cancelled');
      expect((await here.read(signal)).run?.status).toBe('paused');
      expect((await here.read(broken)).run?.status).toBe('paused');
      expect(await here.engine.sweep(here.catalog)).toHaveLength(1);
      await here.rest(broken);
      expect((await here.read(broken)).run?.status).toBe('cancelled');
    });
  });
}
