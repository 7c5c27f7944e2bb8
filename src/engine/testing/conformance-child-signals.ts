import { describe, expect, test } from 'vitest';
import { workflowTypeId } from '../../contract/workflow-ids';
import type { RunStore } from '../ports';
import { caller, found, GATED, gate, INNER, mortal, STRATEGIES, stage, until, workflow } from './child-stage';

/**
 * What signals and crashes mean to runs that nodes start, over every store.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function childSignalConformance(
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  describe(`workflows as nodes over ${storeName}`, () => {
    test('ORC-15: a cancelled child gives nothing, and the run goes on', async () => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      const [child] = await at.children(runId);
      await at.cancel(child?.id ?? '');
      wait.open();
      await done;
      expect((await at.children(runId))[0]?.status).toBe('cancelled');
      expect(await found(at.world.store, runId)).toMatchObject({ status: 'completed' });
      const job = await at.job(runId, 'child');
      expect(job?.status).toBe('completed');
      expect(await at.outputs(job)).toEqual({});
      const finishes = at.world.events.filter(
        ({ runId: run, finished }) => run === child?.id && finished !== undefined,
      );
      expect(finishes).toHaveLength(1);
    });

    test.each(STRATEGIES)('INT-5: a cancel reaches the child under %s', async (strategy) => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'), { strategy });
      if (!launched.ok) throw new Error(launched.error.message);
      await wait.entered;
      await at.cancel(launched.value.runId);
      await until(async () => (await at.children(launched.value.runId))[0]?.signal?.type === 'cancel');
      wait.open();
      await launched.value.done;
      const [child] = await at.children(launched.value.runId);
      expect(child?.status).toBe('cancelled');
      expect(await found(at.world.store, launched.value.runId)).toMatchObject({ status: 'cancelled' });
      expect(await at.job(child?.id ?? '', 'last')).toMatchObject({ status: 'cancelled' });
    });

    test('INT-5: a pause reaches the child, and both go on where they were', async () => {
      const wait = gate();
      const outermost = caller('middle', 'outermost');
      const middle = caller('gated', 'middle');
      const deep = stage(await makeStore(), [GATED, middle], [wait.type]);
      const launched = await deep.launch(outermost);
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      await deep.engine.pause(runId, 'lunch');
      const below = async () => (await deep.children(runId))[0];
      const bottom = async () => (await deep.children((await below())?.id ?? ''))[0];
      await until(async () => (await bottom())?.signal?.type === 'pause');
      wait.open();
      expect(await done).toMatchObject({ kind: 'paused' });
      expect((await bottom())?.status).toBe('paused');
      expect((await below())?.status).toBe('paused');
      expect(await deep.job(runId, 'child')).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await deep.resume(runId)).toMatchObject({ ok: true });
      await deep.engine.settled(runId);
      const run = await found(deep.world.store, runId);
      expect(run.status).toBe('completed');
      expect(await deep.outputs(run)).toEqual({ said: 'hello' });
      expect(await deep.job(runId, 'child')).toMatchObject({ status: 'completed', attempts: 1, order: 2 });
      expect(await deep.children(runId)).toHaveLength(1);
      expect(wait.times()).toBe(1);
    });

    test('INT-5: a run that is cancelled while it is paused takes its child along', async () => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      await at.engine.pause(runId, 'lunch');
      await until(async () => (await at.children(runId))[0]?.signal?.type === 'pause');
      wait.open();
      await done;
      await at.cancel(runId);
      await at.engine.settled(runId);
      await until(async () => (await at.children(runId))[0]?.status === 'cancelled');
      expect((await at.children(runId))[0]?.status).toBe('cancelled');
      expect((await found(at.world.store, runId)).status).toBe('cancelled');
    });

    test('a crash between the end of the child and the commit of its caller: nothing is done twice', async () => {
      const store = await makeStore();
      const wait = gate();
      wait.open();
      const dying = mortal(
        store,
        ({ run, jobs }) =>
          run.workflow === 'outer' &&
          jobs.some(({ node, status }) => node === 'child' && status === 'completed'),
      );
      const before = stage(dying.store, [GATED], [wait.type]);
      const launched = await before.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      await dying.dead;
      const { runId } = launched.value;
      expect(await found(store, runId)).toMatchObject({ status: 'running' });
      const after = stage(store, [GATED], [wait.type]);
      expect((await after.children(runId)).map(({ status }) => status)).toEqual(['completed']);
      await after.recover(runId);
      await after.engine.settled(runId);
      const run = await found(store, runId);
      expect(run.status).toBe('completed');
      expect(await after.outputs(run)).toEqual({ said: 'hello' });
      expect(await after.children(runId)).toHaveLength(1);
      expect(wait.times()).toBe(1);
    });

    test('a crash while the child runs: the same child is taken up, by whoever comes first', async () => {
      for (const first of ['parent', 'child'] as const) {
        const store = await makeStore();
        const wait = gate();
        wait.open();
        const dying = mortal(
          store,
          ({ run, jobs }) =>
            run.workflow === 'gated' &&
            jobs.some(({ node, status }) => node === 'last' && status === 'completed'),
        );
        const before = stage(dying.store, [GATED], [wait.type]);
        const launched = await before.launch(caller('gated'));
        if (!launched.ok) throw new Error(launched.error.message);
        await dying.dead;
        const { runId } = launched.value;
        const after = stage(store, [GATED], [wait.type]);
        const [child] = await after.children(runId);
        if (first === 'child') await after.recover(child?.id ?? '');
        await after.recover(runId);
        await after.engine.settled(runId);
        const run = await found(store, runId);
        expect(run.status).toBe('completed');
        expect(await after.outputs(run)).toEqual({ said: 'hello' });
        expect((await after.children(runId)).map(({ id }) => id)).toEqual([child?.id]);
        expect(wait.times()).toBe(1);
      }
    });

    test('a child whose caller has ended without it is cancelled when it is taken up', async () => {
      const store = await makeStore();
      const wait = gate();
      wait.open();
      const dying = mortal(
        store,
        ({ run, jobs }) =>
          run.workflow === 'gated' &&
          jobs.some(({ node, status }) => node === 'last' && status === 'completed'),
      );
      const before = stage(dying.store, [GATED], [wait.type]);
      const launched = await before.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      await dying.dead;
      const parent = await found(store, launched.value.runId);
      await store.commit({ run: { ...parent, status: 'failed', ended: 1 }, jobs: [], values: [], logs: [] });
      const after = stage(store, [GATED], [wait.type]);
      const [child] = await after.children(parent.id);
      await after.recover(child?.id ?? '');
      await after.engine.settled(child?.id ?? '');
      expect((await after.children(parent.id))[0]?.status).toBe('cancelled');
    });

    test('SG-8: in a loop every round has a child of its own', async () => {
      const at = stage(await makeStore(), [INNER]);
      const outer = workflow(
        'outer',
        {
          list: { type: 'echo' },
          each: 'each',
          child: workflowTypeId('inner'),
        },
        ['list.in>each.items', 'each.current_item>child.text', 'child.said>each.loop_back'],
        { inputs: { text: 'list.in' }, outputs: { all: 'each.collected_results' } },
      );
      const { run } = await at.run(outer, { inputs: { text: ['a', 'b', 'c'] } });
      expect(run.status).toBe('completed');
      const children = await at.children(run.id);
      expect(children.map(({ inputs }) => inputs.text).sort()).toEqual(['a', 'b', 'c']);
      expect(new Set(children.map(({ parent }) => parent?.job)).size).toBe(3);
      expect(await at.outputs(run)).toEqual({ all: ['a', 'b', 'c'] });
    });
  });
}
