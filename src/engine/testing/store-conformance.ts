import { describe, expect, test } from 'vitest';
import type { JobRow, RunRow, RunStore, StepCommit } from '../ports';
import { interruptStoreConformance } from './interrupt-store-conformance';

/**
 * What every run store promises. Call it from a test file with a fresh, empty store a call.
 *
 * @param name what the store is called in the report.
 */
export function runStoreConformance(name: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`run store: ${name}`, () => {
    interruptStoreConformance(makeStore, { creation, job });

    test('a created run is there with its jobs, values and log, and nothing else is', async () => {
      const store = await makeStore();
      const commit = creation('r1', {
        jobs: [job('r1', 'b', 1), job('r1', 'a', 0)],
        values: [{ v: 1, hash: 'h1', size: 7, json: '{"a":1}' }],
        logs: [line('r1', 1, 'created')],
      });
      await store.create(commit);
      expect(await store.run('r1')).toEqual(commit.run);
      expect(new Set((await store.jobs('r1')).map((row) => row.node))).toEqual(new Set(['a', 'b']));
      expect((await store.jobs('r1')).find((row) => row.node === 'b')).toEqual(commit.jobs[0]);
      expect(await store.value('h1')).toEqual({ a: 1 });
      expect(await store.logs('r1')).toEqual(commit.logs);
      expect(await store.run('r2')).toBeUndefined();
      expect(await store.jobs('r2')).toEqual([]);
      expect(await store.value('h2')).toBeUndefined();
      expect(await store.logs('r2')).toEqual([]);
    });

    test('SG-13, SG-17: what a run of loops records comes back: loops, configuration, starting state, stamps', async () => {
      const store = await makeStore();
      const commit = creation('r1', {
        run: {
          loops: {
            loops: [{ head: 'h', heads: ['g', 'h'], body: ['g', 'h', '__proto__'] }],
            reach: { g: ['g', 'h'], h: ['h'] },
          },
          config: { maxLoopRounds: 3, maxIterations: 4, thread: 't', checkpoints: 'durable' },
          startState: { data: { a: [1, null] }, threadId: 't' },
        },
        jobs: [
          { ...job('r1', 'h', 0), rounds: [{ loop: 'h', round: 2 }], occurrence: 2, serial: 9 },
          { ...job('r1', 'out', 1), rounds: [], occurrence: 0, serial: 1 },
        ],
      });
      await store.create(commit);
      expect(await store.run('r1')).toEqual(commit.run);
      const jobs = await store.jobs('r1');
      expect(jobs.find((row) => row.node === 'h')).toEqual(commit.jobs[0]);
      expect(jobs.find((row) => row.node === 'out')).toEqual(commit.jobs[1]);
    });

    test('SG-12: the latest checkpoint of a thread is the one that was committed last, whatever run it is of', async () => {
      const store = await makeStore();
      const config = { maxLoopRounds: 3, maxIterations: 4, thread: 't', checkpoints: 'durable' } as const;
      const step = (id: string, run: Partial<RunRow>, ...seqs: readonly number[]) => ({
        ...creation(id, { run }),
        checkpoints: seqs.map((seq) => ({ seq, state: { of: id, seq } })),
      });
      const latest = (workflow: string, thread: string) => store.latestOfThread?.(workflow, thread);
      for (const [id, run] of [
        ['r1', { config }],
        ['r2', { config, created: 20 }],
        ['other', { config, workflow: 'wf2' }],
        ['plain', {}],
      ] as const)
        await store.create(creation(id, { run }));
      expect(await latest('wf', 't')).toBeUndefined();
      await store.commit(step('r2', { config, created: 20 }, 3, 4));
      expect(await latest('wf', 't')).toEqual({ seq: 4, state: { of: 'r2', seq: 4 } });
      // Of a run that was made earlier, and written later.
      await store.commit(step('r1', { config }, 2));
      await store.commit(step('r2', { config, created: 20 }));
      await store.commit(step('plain', {}, 9));
      await store.commit(step('other', { config, workflow: 'wf2' }, 7));
      await store.commit(step('r2', { config, created: 20, fence: 0 }, 8));
      expect(await latest('wf', 't')).toEqual({ seq: 2, state: { of: 'r1', seq: 2 } });
      expect(await latest('wf2', 't')).toEqual({ seq: 7, state: { of: 'other', seq: 7 } });
      expect(await latest('wf', 'u')).toBeUndefined();
      expect(await latest('nowhere', 't')).toBeUndefined();
    });

    test('SG-11: checkpoints of a commit are found by their number, and the last one without', async () => {
      const store = await makeStore();
      await store.create(creation('r1'));
      await store.create(creation('r2'));
      expect(await store.checkpoint?.('r1')).toBeUndefined();
      const [a, b, c] = [4, 5, 9].map((seq) => ({
        seq,
        state: { name: `after ${seq}`, state: { data: { seq } } },
      }));
      if (a === undefined || b === undefined || c === undefined) throw new Error('There are three.');
      await store.commit({ ...creation('r1'), checkpoints: [a, b] });
      await store.commit({ ...creation('r1'), checkpoints: [c] });
      expect(await store.checkpoint?.('r1', 5)).toEqual(b);
      expect(await store.checkpoint?.('r1')).toEqual(c);
      expect(await store.checkpoint?.('r1', 7)).toBeUndefined();
      expect(await store.checkpoint?.('r2')).toBeUndefined();
      const stale = { ...creation('r1', { run: { fence: 0 } }), checkpoints: [{ seq: 20, state: {} }] };
      expect(await store.commit(stale)).toMatchObject({ ok: false });
      expect(await store.checkpoint?.('r1')).toEqual(c);
    });

    test('a run is created once; a second creation changes nothing', async () => {
      const store = await makeStore();
      await store.create(creation('r1', { jobs: [job('r1', 'a', 0)] }));
      await expect(
        store.create(creation('r1', { run: { workflowName: 'other' }, jobs: [job('r1', 'z', 0)] })),
      ).rejects.toThrow();
      expect((await store.run('r1'))?.workflowName).toBe('Test');
      expect((await store.jobs('r1')).map((row) => row.node)).toEqual(['a']);
    });

    test('a commit writes the run, the changed jobs, new values and log lines together', async () => {
      const store = await makeStore();
      const a = job('r1', 'a', 0);
      const b = job('r1', 'b', 1);
      await store.create(creation('r1', { jobs: [a, b], logs: [line('r1', 1, 'one')] }));
      const done: JobRow = {
        ...a,
        status: 'completed',
        order: 1,
        attempts: 1,
        outputs: { big: { ref: 'h9', size: 5000, preview: '"x' }, small: { inline: [1, null, { k: 'v' }] } },
        origins: { x: 'wire' },
        inputs: { x: { inline: null } },
        activeBranches: ['yes'],
      };
      const run = runRow('r1', {
        status: 'running',
        passes: 1,
        seq: 3,
        started: 12,
        warnings: [{ code: 'W', message: 'm', node: 'a' }],
      });
      expect(
        await store.commit({
          run,
          jobs: [done],
          values: [{ v: 1, hash: 'h9', size: 5000, json: JSON.stringify('x'.repeat(4998)) }],
          logs: [line('r1', 2, 'two')],
        }),
      ).toEqual({ ok: true, signal: null });
      expect(await store.run('r1')).toEqual(run);
      const rows = new Map((await store.jobs('r1')).map((row) => [row.node, row]));
      expect(rows.get('a')).toEqual(done);
      expect(rows.get('b')).toEqual(b);
      expect(await store.value('h9')).toBe('x'.repeat(4998));
      expect((await store.logs('r1')).map((row) => row.message)).toEqual(['one', 'two']);
      expect((await store.logs('r1', 1)).map((row) => row.message)).toEqual(['two']);
    });

    test('a failed job keeps its envelope, details or none', async () => {
      const store = await makeStore();
      const bare = { message: 'm', code: 'c', node_id: 'a', retryable: false };
      await store.create(creation('r1', { jobs: [job('r1', 'a', 0), job('r1', 'b', 1)] }));
      await store.commit({
        ...creation('r1'),
        jobs: [
          { ...job('r1', 'a', 0), status: 'failed', errorRouted: true, error: bare },
          { ...job('r1', 'b', 1), status: 'failed', error: { ...bare, details: { why: [1] } } },
        ],
      });
      const errors = new Map((await store.jobs('r1')).map((row) => [row.node, row.error]));
      expect(errors.get('a')).toEqual(bare);
      expect(errors.get('b')).toEqual({ ...bare, details: { why: [1] } });
    });

    test('a commit to a run that is not there answers missing and writes nothing', async () => {
      const store = await makeStore();
      expect(await store.commit(creation('r1', { jobs: [job('r1', 'a', 0)] }))).toEqual({
        ok: false,
        reason: 'missing',
      });
      expect(await store.run('r1')).toBeUndefined();
      expect(await store.jobs('r1')).toEqual([]);
    });

    test('ORC-14: an owner with an older fencing number is refused whole', async () => {
      const store = await makeStore();
      const a = job('r1', 'a', 0);
      await store.create(creation('r1', { jobs: [a] }));
      const owned = await store.acquire('r1');
      expect(owned?.fence).toBe(2);
      expect((await store.run('r1'))?.fence).toBe(2);
      const late: StepCommit = {
        run: runRow('r1', { status: 'failed', fence: 1 }),
        jobs: [{ ...a, status: 'failed' }],
        values: [{ v: 1, hash: 'late', size: 1, json: '1' }],
        logs: [line('r1', 9, 'late')],
      };
      expect(await store.commit(late)).toEqual({ ok: false, reason: 'stale' });
      expect((await store.run('r1'))?.status).toBe('pending');
      expect((await store.jobs('r1'))[0]?.status).toBe('idle');
      expect(await store.value('late')).toBeUndefined();
      expect(await store.logs('r1')).toEqual([]);
      expect(await store.commit({ ...late, run: runRow('r1', { status: 'running', fence: 2 }) })).toEqual({
        ok: true,
        signal: null,
      });
    });

    test('ORC-14: of owners that take a run at once, each gets a number of its own and only the last may write', async () => {
      const store = await makeStore();
      await store.create(creation('r1'));
      const owners = await Promise.all([store.acquire('r1'), store.acquire('r1'), store.acquire('r1')]);
      const fences = owners.map((owner) => owner?.fence ?? 0).sort();
      expect(fences).toEqual([2, 3, 4]);
      const results = await Promise.all(
        fences.map((fence) =>
          store.commit({ ...creation('r1'), run: runRow('r1', { status: 'running', fence }) }),
        ),
      );
      expect(results.map((result) => result.ok)).toEqual([false, false, true]);
    });

    test('acquire keeps what the run is and refuses a run that has ended or is not there', async () => {
      const store = await makeStore();
      await store.create(
        creation('r1', {
          run: {
            status: 'paused',
            pauseReason: 'time_budget',
            rerunOf: 'r0',
            initialData: { n: { p: 1 } },
            inputs: { q: [2] },
          },
        }),
      );
      const before = await store.run('r1');
      expect(await store.acquire('r1')).toEqual({ ...before, fence: 2 });
      for (const [id, status] of [
        ['r2', 'completed'],
        ['r3', 'failed'],
        ['r4', 'cancelled'],
      ] as const) {
        await store.create(creation(id, { run: { status } }));
        expect(await store.acquire(id)).toBeUndefined();
        expect((await store.run(id))?.fence).toBe(1);
      }
      expect(await store.acquire('nobody')).toBeUndefined();
    });

    test('INT-16: a paused run is entered once; whoever comes after finds it running', async () => {
      const store = await makeStore();
      await store.create(creation('r1', { run: { status: 'paused' } }));
      const owned = await store.acquire('r1', 'paused');
      expect(owned?.fence).toBe(2);
      await store.commit(creation('r1', { run: { status: 'running', fence: 2 } }));
      expect(await store.acquire('r1', 'paused')).toBeUndefined();
      expect((await store.run('r1'))?.fence).toBe(2);
      expect((await store.acquire('r1'))?.fence).toBe(3);
    });

    test('INT-5: a signal is read by the next commit, and waits until it is answered', async () => {
      const store = await makeStore();
      await store.create(creation('r1'));
      const signal = { id: 's1', type: 'pause', reason: 'by hand' } as const;
      expect(await store.signal('r1', signal)).toEqual({ ok: true, status: 'pending' });
      expect((await store.run('r1'))?.signal).toEqual(signal);
      const commit = creation('r1', { run: { status: 'running' } });
      expect(await store.commit(commit)).toEqual({ ok: true, signal });
      expect(await store.commit(commit)).toEqual({ ok: true, signal });
      expect((await store.run('r1'))?.signal).toEqual(signal);
      expect(await store.commit({ ...commit, answered: 'another' })).toEqual({ ok: true, signal });
      expect(await store.commit({ ...commit, answered: 's1' })).toEqual({ ok: true, signal: null });
      expect((await store.run('r1'))?.signal).toBeNull();
    });

    test('a newer signal is not lost to the answer to an older one', async () => {
      const store = await makeStore();
      await store.create(creation('r1'));
      await store.signal('r1', { id: 's1', type: 'pause', reason: 'a' });
      await store.commit(creation('r1', { run: { status: 'paused' } }));
      const cancel = { id: 's2', type: 'cancel', reason: 'b' } as const;
      await store.signal('r1', cancel);
      expect(
        await store.commit({ ...creation('r1', { run: { status: 'running' } }), answered: 's1' }),
      ).toEqual({ ok: true, signal: cancel });
    });

    test('INT-16: of signals that are raised at once one waits, and the others are refused', async () => {
      const store = await makeStore();
      await store.create(creation('r1', { run: { status: 'running' } }));
      const raised = await Promise.all(
        ['s1', 's2', 's3'].map((id) => store.signal('r1', { id, type: 'cancel', reason: id })),
      );
      expect(raised.filter(({ ok }) => ok)).toEqual([{ ok: true, status: 'running' }]);
      expect(raised.filter(({ ok }) => !ok)).toEqual(
        Array(2).fill({ ok: false, reason: 'pending', waiting: 'cancel' }),
      );
      const kept = (await store.run('r1'))?.signal;
      expect(raised[Number(kept?.id.slice(1)) - 1]?.ok).toBe(true);
      expect(kept?.reason).toBe(kept?.id);
    });

    test('INT-16: a pause that was observed gives way to a cancel, one that waits does not', async () => {
      const store = await makeStore();
      await store.create(creation('r1', { run: { status: 'running' } }));
      const pause = { id: 's1', type: 'pause', reason: 'a' } as const;
      const cancel = { id: 's2', type: 'cancel', reason: 'b' } as const;
      await store.signal('r1', pause);
      expect(await store.signal('r1', cancel)).toEqual({ ok: false, reason: 'pending', waiting: 'pause' });
      await store.commit(creation('r1', { run: { status: 'paused' } }));
      expect(await store.signal('r1', { ...pause, id: 's3' })).toMatchObject({
        ok: false,
        reason: 'pending',
      });
      expect(await store.signal('r1', cancel)).toEqual({ ok: true, status: 'paused' });
      expect((await store.run('r1'))?.signal).toEqual(cancel);
    });

    test('ORC-10: a commit may raise a system pause, but not over a signal that waits', async () => {
      const store = await makeStore();
      const pause = { id: 'p1', type: 'pause', reason: 'scheduler_budget' } as const;
      const paused = creation('r1', {
        run: { status: 'paused', pauseReason: 'scheduler_budget', signal: pause },
      });
      await store.create(creation('r1'));
      expect(await store.commit(paused)).toEqual({ ok: true, signal: pause });
      expect((await store.run('r1'))?.signal).toEqual(pause);
      const cancel = { id: 's2', type: 'cancel', reason: 'b' } as const;
      await store.signal('r1', cancel);
      expect(await store.commit(paused)).toEqual({ ok: true, signal: cancel });
    });

    test('INT-11: a run that has ended takes no signal, and its end leaves none behind', async () => {
      const store = await makeStore();
      await store.create(creation('r1'));
      await store.signal('r1', { id: 's1', type: 'cancel', reason: 'a' });
      expect(await store.commit(creation('r1', { run: { status: 'completed' } }))).toEqual({
        ok: true,
        signal: null,
      });
      expect((await store.run('r1'))?.signal).toBeNull();
      const late = { id: 's2', type: 'cancel', reason: 'a' } as const;
      expect(await store.signal('r1', late)).toEqual({ ok: false, reason: 'ended', status: 'completed' });
      expect(await store.signal('nobody', late)).toEqual({ ok: false, reason: 'missing' });
      expect((await store.run('r1'))?.signal).toBeNull();
    });

    test('runs are listed newest first, by workflow, by status, by page', async () => {
      const store = await makeStore();
      for (const [id, created, workflow, status] of [
        ['r1', 10, 'wa', 'completed'],
        ['r2', 30, 'wb', 'completed'],
        ['r3', 20, 'wa', 'running'],
        ['r4', 40, 'wa', 'completed'],
      ] as const) {
        await store.create(creation(id, { run: { created, workflow, status } }));
      }
      const ids = async (filter: Parameters<RunStore['runs']>[0]) =>
        (await store.runs(filter)).map((run) => run.id);
      expect(await ids({ limit: 10 })).toEqual(['r4', 'r2', 'r3', 'r1']);
      expect(await ids({ limit: 2 })).toEqual(['r4', 'r2']);
      expect(await ids({ limit: 2, before: 30 })).toEqual(['r3', 'r1']);
      expect(await ids({ limit: 10, workflow: 'wa' })).toEqual(['r4', 'r3', 'r1']);
      expect(await ids({ limit: 10, status: 'running' })).toEqual(['r3']);
      expect(await ids({ limit: 10, workflow: 'wa', status: 'completed' })).toEqual(['r4', 'r1']);
      expect(await ids({ limit: 1, workflow: 'wa', status: 'completed' })).toEqual(['r4']);
    });
  });
}

function runRow(id: string, changes: Partial<RunRow> = {}): RunRow {
  return {
    v: 1,
    id,
    workflow: 'wf',
    workflowName: 'Test',
    strategy: 'flowdrop_runtime:synchronous_pipeline',
    status: 'pending',
    pauseReason: null,
    error: null,
    document: { id: 'wf', nodes: [], edges: [] },
    initialData: {},
    inputs: {},
    outputs: null,
    warnings: [],
    skipped: [],
    passes: 0,
    created: 10,
    started: null,
    ended: null,
    fence: 1,
    signal: null,
    seq: 1,
    ...changes,
  };
}

type Parts = { readonly run?: Partial<RunRow> } & Partial<Pick<StepCommit, 'jobs' | 'values' | 'logs'>>;

function creation(id: string, { run, jobs = [], values = [], logs = [] }: Parts = {}): StepCommit {
  return { run: runRow(id, run), jobs, values, logs };
}

function job(run: string, node: string, priority: number): JobRow {
  return {
    v: 1,
    id: `${run}-${node}`,
    run,
    node,
    nodeType: 'type',
    processor: 'test:type',
    label: node,
    status: 'idle',
    errorRouted: false,
    skipReason: null,
    priority,
    order: null,
    attempts: 0,
    inputs: null,
    origins: null,
    outputs: null,
    activeBranches: null,
    error: null,
    created: 10,
    started: null,
    ended: null,
  };
}

function line(run: string, seq: number, message: string) {
  return { v: 1, run, seq, at: 10, level: 'info', message } as const;
}
