import { describe, expect, test } from 'vitest';
import type { RunStore } from '../ports';
import { newestJobs } from '../restore';
import { encodeSnapshot } from '../snapshots/document';
import { makeSnapshot } from '../snapshots/make';
import { readValues, webCryptoHash } from '../values';
import { handoverRefusalConformance } from './conformance-handover-refusals';
import { done, LOOP, place, refusalOf, run, SEEDING, snapshot, THREE } from './handover-place';
import { echo, testWorkflow } from './world';

/**
 * What a run that is given a snapshot promises, whatever store it is in.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function handoverConformance(name: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`handover over ${name}`, () => {
    test.each(SEEDING)(
      'INT-10: %s does what remains, and nothing that the snapshot has',
      async (strategy) => {
        const here = place(await makeStore());
        const given = snapshot({ a: done({ text: 'one' }, 1), b: done({ text: 'two' }, 2) });
        const {
          run: row,
          jobs,
          outputs,
          all,
        } = await run(here, { document: THREE, strategy, snapshot: given });
        expect(here.executed).toEqual(['c']);
        expect(row).toMatchObject({ status: 'completed', seeded: { from: 'exec_a', count: 2 } });
        for (const node of ['a', 'b']) {
          const job = jobs.get(node);
          expect(job).toMatchObject({ status: 'completed', started: null });
          expect(job?.injected).toEqual({ from: 'exec_a', at: job?.ended });
        }
        expect(jobs.get('c')).not.toHaveProperty('injected');
        expect(await outputs('b')).toEqual({ text: 'two' });
        expect(await outputs('c')).toMatchObject({ text: 'two' });
        expect(all.map(({ order }) => order).sort()).toEqual([1, 2, 3]);
        // No listener takes a seeded record for work of this run.
        const told = here.world.events.flatMap(({ nodes = [] }) => nodes.map(({ node }) => node));
        expect(new Set(told)).toEqual(new Set(['c']));
      },
    );

    test('INT-10: a run goes from one strategy to another by its snapshot, which says what was injected', async () => {
      const store = await makeStore();
      const first = place(store, (parameters, context) => echo({ ...parameters, text: 'made' }, context));
      const begun = await first.engine.launch(first.catalog, {
        document: THREE,
        caller: 'system',
        strategy: 'flowdrop_runtime:asynchronous',
      });
      if (!begun.ok) throw new Error(begun.error.message);
      await first.engine.pause(begun.value.runId, 'handed over');
      await begun.value.done;
      const paused = await store.run(begun.value.runId);
      const before = first.executed.length;
      expect(paused?.status).toBe('paused');

      const options = { now: 5, hash: webCryptoHash, log: () => undefined };
      const made = await makeSnapshot(store, begun.value.runId, options);
      if (made === undefined) throw new Error('There is no snapshot.');
      const next = place(store);
      const {
        run: row,
        jobs,
        outputs,
      } = await run(next, {
        document: THREE,
        strategy: 'flowdrop_stategraph:stategraph',
        snapshot: encodeSnapshot(made),
      });
      expect(row.seeded).toEqual({ from: begun.value.runId, count: before });
      expect(row.warnings).toEqual([]);
      expect(next.executed).toEqual(['a', 'b', 'c'].slice(before));
      expect(row.status).toBe('completed');
      if (before > 0) expect(await outputs('a')).toMatchObject({ text: 'made' });

      const again = await makeSnapshot(store, row.id, options);
      for (const [node, job] of jobs) {
        if (job.injected === undefined) expect(again?.nodeStates[node]).not.toHaveProperty('injected');
        else expect(again?.nodeStates[node]).toMatchObject({ status: 'completed', injected: true });
      }
    });

    test('INT-10: a node without a job is skipped and told of, and blocks nothing', async () => {
      const here = place(await makeStore());
      const given = snapshot({ a: done({ text: 'one' }), gone: done({ text: 'x' }) });
      const { run: row, logs } = await run(here, { document: THREE, snapshot: given });
      expect(row).toMatchObject({ status: 'completed', seeded: { count: 1 } });
      expect(row.warnings).toMatchObject([{ code: 'SNAPSHOT_NODE_SKIPPED', node: 'gone' }]);
      expect(logs).toMatchObject([{ level: 'warning', message: expect.stringContaining('"gone"') }]);
      expect(here.executed).toEqual(['b', 'c']);
    });

    test('INT-10: only completed nodes seed', async () => {
      const statuses = ['failed', 'skipped', 'idle', 'running', 'interrupted', 'pending'];
      for (const status of statuses) {
        const here = place(await makeStore());
        const given = snapshot({ a: done({ text: 'one' }), b: { status, output: { text: 'stale' } } });
        const { jobs } = await run(here, { document: THREE, snapshot: given });
        expect(here.executed).toEqual(['b', 'c']);
        expect(jobs.get('b')).not.toHaveProperty('injected');
      }
    });

    test('INT-10: where nothing remains, the run is over, and gives its outputs', async () => {
      const here = place(await makeStore());
      const big = 'x'.repeat(9000);
      const document = testWorkflow({ a: 'echo' }, [], {
        interface: { outputs: [{ id: 'out', bindings: [{ nodeId: 'a', portId: 'text' }] }] },
      });
      const { run: row, outputs } = await run(here, {
        document,
        snapshot: snapshot({ a: done({ text: big }) }),
      });
      expect(here.executed).toEqual([]);
      expect(row).toMatchObject({ status: 'completed', skipped: [] });
      expect(await outputs('a')).toEqual({ text: big });
      expect(await readValues(row.outputs ?? {}, (hash) => here.store.value(hash))).toEqual({ out: big });
    });

    test('INT-10: a node that was put above what is done runs, and what is done does not run after it', async () => {
      const here = place(await makeStore());
      const { jobs, run: row } = await run(here, {
        document: THREE,
        snapshot: snapshot({ b: done({ text: 'two' }, 7) }),
      });
      expect(here.executed).toEqual(['a', 'c']);
      expect(jobs.get('b')).toMatchObject({ status: 'completed', occurrence: 0 });
      // INT-8: what does not fit is told, and does not block a handover.
      expect(row.warnings).toMatchObject([{ code: 'ERROR_DEPENDENCY_NOT_MET', node: 'b' }]);
      expect(row.status).toBe('completed');
    });

    test('INT-10: a seeded gateway leaves open the branch that it had chosen, and no other', async () => {
      const document = testWorkflow(
        {
          g: { type: 'gateway', config: { branches: [{ name: 'Yes' }, { name: 'No' }] } },
          yes: 'echo',
          no: 'echo',
        },
        ['g.Yes>yes.trigger', 'g.No>no.trigger'],
      );
      const here = place(await makeStore());
      const { run: row } = await run(here, {
        document,
        snapshot: snapshot({ g: done({ active_branches: ['No'] }, 1) }),
      });
      expect(here.executed).toEqual(['no']);
      expect(row.skipped).toEqual(['yes']);
      const refused = await refusalOf(place(await makeStore()), {
        document,
        snapshot: snapshot({ g: done({}, 1) }),
      });
      expect(refused).toMatchObject({ code: 'SNAPSHOT_UNSUPPORTED', details: ['exec_a'] });
    });

    test('INT-10: a seeded run that its owner leaves is taken over, and still repeats nothing', async () => {
      const store = await makeStore();
      const first = place(store, () => new Promise<never>(() => undefined));
      const begun = await first.engine.launch(first.catalog, {
        document: THREE,
        caller: 'system',
        // The queue takes up again what its owner lost, and has tests of its own.
        strategy: 'flowdrop_runtime:synchronous_pipeline',
        snapshot: snapshot({ a: done({ text: 'one' }, 1) }),
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => first.executed).toEqual(['b']);
      const next = place(store);
      await next.engine.recover(next.catalog, runId);
      await next.engine.settled(runId);
      expect(next.executed).toEqual(['b', 'c']);
      const jobs = newestJobs(await store.jobs(runId));
      expect(jobs.get('a')).toMatchObject({ status: 'completed', injected: { from: 'exec_a' }, order: 1 });
      expect(jobs.get('c')).toMatchObject({ status: 'completed', order: 3 });
    });

    test('INT-10: a loop that is over is not entered again, not even by who takes the run over', async () => {
      const store = await makeStore();
      const over = snapshot({
        s: done({ in: 1 }, 1),
        h: done({ text: 'h' }, 4),
        t: done({ in: 1, text: 't' }, 5),
      });
      const first = place(store, () => new Promise<never>(() => undefined));
      const begun = await first.engine.launch(first.catalog, {
        document: LOOP,
        caller: 'system',
        strategy: 'flowdrop_runtime:synchronous_pipeline',
        snapshot: over,
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => first.executed).toEqual(['z']);
      const next = place(store);
      await next.engine.recover(next.catalog, runId);
      await next.engine.settled(runId);
      expect(next.executed).toEqual(['z']);
      expect((await store.run(runId))?.status).toBe('completed');
      expect((await store.jobs(runId)).map(({ node }) => node).sort()).toEqual(['h', 's', 't', 'z']);
    });

    test('INT-10: a list that was gone through is not gone through again', async () => {
      const document = testWorkflow({ s: 'echo', f: 'foreach', t: 'echo', z: 'echo' }, [
        's.in>f.items',
        'f.current_item>t.in',
        { wire: 't.in>f.loop_back' },
        'f.collected_results>z.in',
      ]);
      const here = place(await makeStore());
      const { outputs, run: row } = await run(here, {
        document,
        snapshot: snapshot({
          s: done({ in: ['x'] }, 1),
          t: done({ in: 'x' }, 5),
          f: done({ loop_active: false, collected_results: ['x'] }, 5),
        }),
      });
      expect(row.status).toBe('completed');
      expect(here.executed).toEqual(['z']);
      expect(await outputs('z')).toMatchObject({ in: ['x'] });
    });

    test('INT-10: a loop that has not begun runs from its beginning', async () => {
      const here = place(await makeStore());
      const { run: row } = await run(here, {
        document: LOOP,
        snapshot: snapshot({ s: done({ in: 1 }, 1) }),
        config: { maxLoopRounds: 2 },
      });
      expect(row.status).toBe('completed');
      expect(here.executed).not.toContain('s');
      expect(here.executed.filter((node) => node === 'h')).toHaveLength(2);
    });
  });
  handoverRefusalConformance(name, makeStore);
}
