import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, own } from '../../model/json';
import type { RunStore } from '../ports';
import { makeSnapshot } from '../snapshots/make';
import { webCryptoHash } from '../values';
import { done, EVERY, LOOP, place, refusalOf, run, SEEDING, snapshot, THREE } from './handover-place';
import { echo, testWorkflow } from './world';

/**
 * Which snapshots a run refuses, and what it takes along of one, whatever store it is in.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function handoverRefusalConformance(
  name: string,
  makeStore: () => RunStore | Promise<RunStore>,
): void {
  describe(`handover over ${name}`, () => {
    test.each<[string, JsonObject]>([
      ['its head alone', { s: done({}, 1), h: done({}, 2) }],
      ['a head that was entered again', { h: { status: 'running', executionOrder: 4 }, t: done({}, 3) }],
      ['a tail of the round before', { h: done({}, 4), t: done({}, 3) }],
      ['no order', { h: done({}), t: done({}) }],
    ])('INT-15: a snapshot from the middle of a loop is refused: %s', async (_, states) => {
      const refused = await refusalOf(place(await makeStore()), {
        document: LOOP,
        snapshot: snapshot(states),
      });
      expect(refused).toMatchObject({ status: 422, code: 'SNAPSHOT_UNSUPPORTED', details: ['exec_a'] });
      expect(refused?.message).toContain('exec_a');
    });

    test('INT-15: direct execution cannot seed, and refuses any snapshot, also one of nothing', async () => {
      const each: readonly JsonObject[] = [{}, { a: done({}) }, { gone: done({}) }];
      for (const states of each) {
        const refused = await refusalOf(place(await makeStore()), {
          document: THREE,
          strategy: 'flowdrop_runtime:synchronous',
          snapshot: snapshot(states),
        });
        expect(refused).toMatchObject({ status: 422, code: 'SNAPSHOT_UNSUPPORTED' });
        expect(refused?.message).toContain('exec_a');
      }
    });

    test.each<[string, Json, string]>([
      ['a text', 'x', 'SNAPSHOT_INVALID'],
      ['null', null, 'SNAPSHOT_INVALID'],
      ['no nodes', { executionId: 'exec_a', status: 'paused' }, 'SNAPSHOT_INVALID'],
      ['another workflow', snapshot({}, { workflowId: 'other' }), 'SNAPSHOT_WORKFLOW_MISMATCH'],
    ])('INT-15: what cannot be taken up is refused under every strategy: %s', async (_, given, code) => {
      for (const strategy of SEEDING) {
        const refused = await refusalOf(place(await makeStore()), {
          document: THREE,
          strategy,
          snapshot: given,
        });
        expect(refused).toMatchObject({ status: 422, code });
      }
    });

    test.each(EVERY)('INT-15: without a snapshot %s starts fresh', async (strategy) => {
      const here = place(await makeStore());
      const { run: row, all } = await run(here, { document: THREE, strategy });
      expect(here.executed).toEqual(['a', 'b', 'c']);
      expect(row).not.toHaveProperty('seeded');
      for (const job of all) expect(job).not.toHaveProperty('injected');
    });

    test.each(['completed', 'failed', 'cancelled'])(
      'INT-14: a snapshot of a run that has ended as %s is refused by name and status',
      async (status) => {
        for (const strategy of SEEDING) {
          const refused = await refusalOf(place(await makeStore()), {
            document: THREE,
            strategy,
            snapshot: snapshot({ a: done({}) }, { status }),
          });
          expect(refused).toMatchObject({ status: 409, code: 'SNAPSHOT_TERMINAL' });
          for (const part of ['exec_a', status]) expect(refused?.message).toContain(part);
        }
      },
    );

    test('INT-8: a snapshot of another version is told of, and one without a version is not', async () => {
      const codes = async (workflowVersion: string) => {
        const given = snapshot({ a: done({ text: 'x' }) }, { workflowVersion });
        const { run: row } = await run(place(await makeStore()), { document: THREE, snapshot: given });
        return row.warnings.map(({ code }) => code);
      };
      expect(await codes('0000000000000000')).toEqual(['ERROR_VERSION_MISMATCH']);
      expect(await codes('')).toEqual([]);
    });

    test('INT-10: input and thread are those of the snapshot where the caller gives none', async () => {
      const document = testWorkflow({ a: 'echo', b: 'echo' }, ['a.text>b.text'], {
        interface: { inputs: [{ id: 'name', bindings: [{ nodeId: 'b', portId: 'in' }] }] },
      });
      const given = snapshot(
        { a: done({ text: 'one' }) },
        { initialInput: { name: 'Ada', dropped: 1 }, threadId: 't' },
      );
      const strategy = 'flowdrop_stategraph:stategraph';
      const { run: row, outputs } = await run(place(await makeStore()), {
        document,
        strategy,
        snapshot: given,
      });
      expect(row).toMatchObject({ inputs: { name: 'Ada' }, config: { thread: 't' } });
      expect(await outputs('b')).toMatchObject({ in: 'Ada', text: 'one' });
      const other = await run(place(await makeStore()), {
        document,
        strategy,
        snapshot: given,
        inputs: { name: 'Bob' },
        thread: 'u',
      });
      expect(other.run).toMatchObject({ inputs: { name: 'Bob' }, config: { thread: 'u' } });
    });

    test('SG-12, INT-10: the state is what seeded nodes had put there, and no checkpoint beside it', async () => {
      const here = place(await makeStore());
      const document = testWorkflow({ r: 'remember', b: 'echo' }, ['r.in>b.in']);
      const { run: row } = await run(here, {
        document,
        strategy: 'flowdrop_stategraph:stategraph',
        checkpoint: 'none:1',
        snapshot: snapshot({ r: done({ in: 1, state_update: { data: { k: 1 }, messages: ['m'] } }, 1) }),
      });
      expect(row.warnings).toEqual([]);
      const last = await here.store.checkpoint?.(row.id);
      expect(own(last?.state, 'state')).toMatchObject({ data: { k: 1 }, messages: ['m'] });
    });

    test.each(EVERY)(
      'INT-17: the end of a %s run leaves no signal that it did not observe, and keeps its outcome',
      async (strategy) => {
        const store = await makeStore();
        let go: () => void = () => undefined;
        const here = place(
          store,
          () =>
            new Promise((resolve) => {
              go = () => resolve({ outputs: {} });
            }),
        );
        const document = testWorkflow({ last: 'echo' });
        const begun = await here.engine.launch(here.catalog, { document, caller: 'system', strategy });
        if (!begun.ok) throw new Error(begun.error.message);
        const { runId } = begun.value;
        await expect.poll(() => here.executed).toEqual(['last']);
        expect((await here.engine.pause(runId, 'too late')).ok).toBe(true);
        expect((await store.run(runId))?.signal).toMatchObject({ type: 'pause' });
        go();
        await begun.value.done;
        expect(await store.run(runId)).toMatchObject({
          status: 'completed',
          signal: null,
          pauseReason: null,
        });
        const later = await here.engine.resume(here.catalog, runId);
        expect(later).toMatchObject({ ok: false, error: { code: 'PIPELINE_TERMINAL' } });
      },
    );

    test('INT-17: a paused run keeps its pause, which is what it is resumed by', async () => {
      const store = await makeStore();
      let go: () => void = () => undefined;
      const here = place(store, (parameters, context) =>
        context.node.id === 'a'
          ? new Promise((resolve) => {
              go = () => resolve({ outputs: {} });
            })
          : echo(parameters, context),
      );
      const begun = await here.engine.launch(here.catalog, { document: THREE, caller: 'system' });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => here.executed).toEqual(['a']);
      const paused = await here.engine.pause(runId, 'by hand');
      go();
      await begun.value.done;
      const signalId = paused.ok ? paused.value.signalId : '';
      expect(await store.run(runId)).toMatchObject({ status: 'paused', signal: { id: signalId } });
      expect(await here.engine.resume(here.catalog, runId)).toEqual({
        ok: true,
        value: { status: 200, signalId },
      });
      await here.engine.settled(runId);
      expect(await store.run(runId)).toMatchObject({ status: 'completed', signal: null });
    });

    test('INT-13: what a cancel leaves behind says so, and closes no thread', async () => {
      const store = await makeStore();
      const here = place(
        store,
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      const strategy = 'flowdrop_stategraph:stategraph';
      const begun = await here.engine.launch(here.catalog, {
        document: THREE,
        caller: 'system',
        strategy,
        thread: 't',
        state: { data: { k: 1 } },
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => here.executed).toEqual(['a']);
      expect((await here.engine.cancel(here.catalog, runId, 'stopped by hand')).ok).toBe(true);
      await begun.value.done;
      const last = await store.checkpoint?.(runId);
      expect(own(last?.state, 'state')).toMatchObject({
        isComplete: true,
        error: null,
        status: 'cancelled',
        data: { k: 1 },
      });
      const made = await makeSnapshot(store, runId, { now: 1, hash: webCryptoHash, log: () => undefined });
      expect(made?.status).toBe('cancelled');
      const turn = await run(place(store), { document: THREE, strategy, thread: 't' });
      expect(turn.run.status).toBe('completed');
      expect(turn.run.startState).toMatchObject({ status: null, isComplete: false, data: { k: 1 } });
    });
  });
}
