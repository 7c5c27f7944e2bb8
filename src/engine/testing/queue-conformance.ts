import { describe, expect, test } from 'vitest';
import type { JobRow, RunRow, RunStore, StepCommit } from '../ports';
import { leftOver, resumes, wakes } from '../queue/judge';
import type { ClaimRequest, QueuePlace } from '../queue/types';

const LEASE = 30_000;
const PATIENCE = 60_000;
const NOW = 1_000_000;

/**
 * What every queue of runs promises. Call it from a test file with a fresh, empty store a call.
 *
 * @param name what the store is called in the report.
 */
export function queueConformance(name: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`queue of runs: ${name}`, () => {
    test('ORC-14: a run and its place in the queue are made in one transaction: both, or neither', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      expect(await store.queue.entry('r1')).toEqual({
        v: 1,
        run: 'r1',
        due: NOW,
        turn: expect.any(Number),
        reason: 'launched',
        claim: null,
      });
      await expect(store.create(queuedRun('r1', { due: NOW + 5 }))).rejects.toThrow();
      expect(await store.queue.entry('r1')).toMatchObject({ due: NOW });
      expect(await store.queue.enqueue('nobody', leftOver(NOW))).toBe(false);
      expect(await store.queue.entry('nobody')).toBeUndefined();
    });

    test('runs of other strategies are not in it', async () => {
      const store = await makeStore();
      const { queue: _, ...commit } = queuedRun('r1', { strategy: 'flowdrop_runtime:synchronous_pipeline' });
      await store.create(commit);
      await store.commit({ ...commit, run: { ...commit.run, status: 'completed' } });
      expect(await store.queue.outlook()).toEqual({ due: undefined, claims: [] });
      expect(await store.queue.claim(request('w'))).toBeUndefined();
    });

    test('ORC-14: of workers that claim at once each is given another run, and nobody a second time', async () => {
      const store = await makeStore();
      const ids = Array.from({ length: 40 }, (_, i) => `r${String(i).padStart(2, '0')}`);
      for (const id of ids) await store.create(queuedRun(id));
      const workers = Array.from({ length: 50 }, (_, i) => `w${i}`);
      const claims = await Promise.all(workers.map((worker) => store.queue.claim(request(worker))));
      const given = claims.flatMap((claim) => (claim === undefined ? [] : [claim.run.id]));
      expect([...given].sort()).toEqual(ids);
      for (const claim of claims) {
        if (claim === undefined) continue;
        expect(claim.run.fence).toBe(2);
        expect(claim.entry.claim).toEqual({
          worker: workers[claims.indexOf(claim)],
          fence: 2,
          until: NOW + LEASE,
        });
        expect(await store.run(claim.run.id)).toEqual(claim.run);
        expect(await store.queue.entry(claim.run.id)).toEqual(claim.entry);
      }
    });

    test('ORC-14: a claim raises the fencing number: who had the run before writes nothing any more', async () => {
      const store = await makeStore();
      const commit = queuedRun('r1');
      await store.create(commit);
      await store.queue.claim(request('w'));
      expect(await store.commit({ ...commit, run: { ...commit.run, status: 'running' } })).toEqual({
        ok: false,
        reason: 'stale',
      });
      expect(await store.queue.entry('r1')).toMatchObject({ claim: { worker: 'w' } });
      expect((await store.run('r1'))?.status).toBe('pending');
    });

    test('what is due longest goes first, of several that are due at once who came first; nobody before it is due', async () => {
      const store = await makeStore();
      for (const [id, due] of [
        ['late', NOW + 1],
        ['b', NOW - 10],
        ['c', NOW - 10],
        ['a', NOW - 20],
        ['d', NOW - 10],
      ] as const)
        await store.create(queuedRun(id, { due }));
      const order: string[] = [];
      for (let i = 0; i < 5; i += 1) order.push((await store.queue.claim(request(`w${i}`)))?.run.id ?? '-');
      expect(order).toEqual(['a', 'b', 'c', 'd', '-']);
      expect((await store.queue.outlook()).due).toBe(NOW + 1);
      expect((await store.queue.claim(request('w9', { now: NOW + 1 })))?.run.id).toBe('late');
    });

    test('a run that is put back waits behind those that are due as long', async () => {
      const store = await makeStore();
      for (const id of ['a', 'b', 'c']) await store.create(queuedRun(id));
      const order: string[] = [];
      for (let turn = 0; turn < 7; turn += 1) {
        const claim = await store.queue.claim(request('w'));
        if (claim === undefined) break;
        order.push(claim.run.id);
        await store.commit(slice(claim.run, { due: NOW, reason: 'scheduler_budget' }));
      }
      expect(order.join('')).toBe('abcabca');
    });

    test('a run that is asked for by name is claimed whether it is due or not, and no other', async () => {
      const store = await makeStore();
      await store.create(queuedRun('first'));
      await store.create(queuedRun('later', { due: NOW + 1_000 }));
      expect((await store.queue.claim(request('w', { run: 'later' })))?.run.id).toBe('later');
      expect(await store.queue.claim(request('v', { run: 'later' }))).toBeUndefined();
      expect(await store.queue.claim(request('v', { run: 'nobody' }))).toBeUndefined();
      expect((await store.queue.entry('first'))?.claim).toBeNull();
    });

    test('INT-12: the commit that pauses a run for its budget puts it back, with the reason; a stale one does not', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      const claim = await claimed(store, 'w');
      const place: QueuePlace = { due: NOW + 7, reason: 'time_budget' };
      expect(await store.commit(slice({ ...claim, fence: 1 }, place))).toMatchObject({ ok: false });
      expect(await store.queue.entry('r1')).toMatchObject({ claim: { worker: 'w' } });
      expect(await store.commit(slice(claim, place))).toMatchObject({ ok: true });
      expect(await store.queue.entry('r1')).toMatchObject({ ...place, claim: null });
    });

    test.each([
      ['completed', null],
      ['failed', null],
      ['cancelled', null],
      ['paused', null],
    ] as const)(
      'INT-11, INT-12: the commit that leaves a run %s takes it out of the queue',
      async (status, pauseReason) => {
        const store = await makeStore();
        await store.create(queuedRun('r1'));
        await store.create(queuedRun('r2', { due: NOW + 1 }));
        const run = await claimed(store, 'w');
        await store.commit(step(run, { status: 'running' }));
        expect(await store.queue.entry('r1')).toMatchObject({ claim: { worker: 'w' } });
        await store.commit(step(run, { status, pauseReason }));
        expect(await store.queue.entry('r1')).toBeUndefined();
        expect(await store.queue.outlook()).toEqual({ due: NOW + 1, claims: [] });
      },
    );

    describe('the lease of another worker', () => {
      const held = async (inFlight: boolean) => {
        const store = await makeStore();
        await store.create({ ...queuedRun('r1'), jobs: [job('r1', 'a')] });
        const run = await claimed(store, 'first');
        await store.commit({
          ...step(run, { status: 'running' }),
          jobs: [{ ...job('r1', 'a'), status: inFlight ? 'running' : 'completed' }],
        });
        return store;
      };
      const over = NOW + LEASE;
      test.each([
        ['keeps a run while it lasts', true, over - 1, {}, false],
        ['keeps it while it lasts between jobs too', false, over - 1, {}, false],
        ['is over between jobs: the fencing number keeps its holder off', false, over, {}, true],
        ['is over between jobs, whether its holder lives or not', false, over, { alive: ['first'] }, true],
        ['is over, but a job is in flight and may go on', true, over, { silent: ['first'] }, false],
        [
          'is over, and so is the time that a job may go on, of which nobody can tell',
          true,
          over + PATIENCE,
          { silent: ['first'] },
          true,
        ],
        [
          'is over for long, but whoever asks has not heard of its holder',
          true,
          over + PATIENCE,
          { silent: ['other'] },
          false,
        ],
        [
          'is over for long, but its holder lives and has a job in flight',
          true,
          over + PATIENCE,
          { alive: ['first'] },
          false,
        ],
        ['ends with its holder, at once', true, NOW + 1, { gone: ['first'] }, true],
        ['does not end with another one', true, over - 1, { gone: ['other'] }, false],
      ] as const)('ORC-14: %s', async (_, inFlight, now, known, free) => {
        const store = await held(inFlight);
        const claim = await store.queue.claim(request('second', { now, ...known }));
        expect(claim !== undefined).toBe(free);
        const owner = free ? 'second' : 'first';
        expect(await store.queue.entry('r1')).toMatchObject({ claim: { worker: owner } });
        expect((await store.run('r1'))?.fence).toBe(free ? 3 : 2);
      });

      test('ORC-14: of workers that take over at once, one does', async () => {
        const store = await held(true);
        const known = { now: over, gone: ['first'] };
        const taken = await Promise.all(
          ['a', 'b', 'c', 'd'].map((worker) => store.queue.claim(request(worker, known))),
        );
        expect(taken.filter((claim) => claim !== undefined)).toHaveLength(1);
        expect((await store.run('r1'))?.fence).toBe(3);
      });

      test('what a worker claimed and does not drive is its leftover; what it drives is not', async () => {
        const store = await held(true);
        expect(await store.queue.claim(request('first', { held: ['r1'] }))).toBeUndefined();
        expect((await store.queue.claim(request('first')))?.run).toMatchObject({ id: 'r1', fence: 3 });
      });
    });

    test('a lease is renewed by its holder alone, and not once another has the run', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      await claimed(store, 'first');
      const mine = { worker: 'first', fence: 2, until: NOW + 2 * LEASE };
      expect(await store.queue.renew('r1', mine)).toBe(true);
      expect(await store.queue.renew('r1', { ...mine, worker: 'other', until: 0 })).toBe(false);
      expect(await store.queue.renew('nobody', mine)).toBe(false);
      expect((await store.queue.entry('r1'))?.claim).toEqual(mine);
      expect(await store.queue.claim(request('second', { now: NOW + LEASE }))).toBeUndefined();
      expect(await store.queue.claim(request('second', { now: NOW + 2 * LEASE }))).toBeDefined();
      expect(await store.queue.renew('r1', mine)).toBe(false);
      expect((await store.queue.entry('r1'))?.claim?.worker).toBe('second');
    });

    test('a release puts a run back for anybody, once, and only by who has it', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      await claimed(store, 'w');
      const place: QueuePlace = { due: NOW + 5, reason: 'store_failed' };
      expect(await store.queue.release('r1', 1, place)).toBe(false);
      expect(await store.queue.release('r1', 2, place)).toBe(true);
      expect(await store.queue.release('r1', 2, place)).toBe(false);
      expect(await store.queue.entry('r1')).toMatchObject({ ...place, claim: null });
      expect(await store.queue.claim(request('v'))).toBeUndefined();
      expect((await store.queue.claim(request('v', { now: NOW + 5 })))?.run.fence).toBe(3);
    });

    test('INT-16: of persons that resume a pause at once one does, and it is in the queue once', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      const run = await claimed(store, 'w');
      await store.signal('r1', { id: 's1', type: 'pause', reason: 'lunch' });
      await store.commit(step(run, { status: 'paused' }));
      const resumed = await Promise.all([1, 2, 3].map(() => store.queue.enqueue('r1', resumes(NOW))));
      expect(resumed.filter(Boolean)).toHaveLength(1);
      expect(await store.queue.entry('r1')).toMatchObject({ reason: 'resumed', claim: null });
      // The pause is answered: another one may be asked for before its turn.
      expect((await store.run('r1'))?.signal).toBeNull();
      expect(await store.signal('r1', { id: 's2', type: 'pause', reason: 'again' })).toMatchObject({
        ok: true,
      });
    });

    test('INT-12: a pause without a reason is not put back but by a person; one of a budget is in the queue already', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      await store.commit(step(await claimed(store, 'w'), { status: 'paused' }));
      expect(await store.queue.enqueue('r1', leftOver(NOW))).toBe(false);
      expect(await store.queue.enqueue('r1', wakes(NOW))).toBe(false);
      expect(await store.queue.entry('r1')).toBeUndefined();
      await store.create(queuedRun('r2'));
      await store.commit(slice(await claimed(store, 'w'), { due: NOW, reason: 'scheduler_budget' }));
      expect(await store.queue.enqueue('r2', leftOver(NOW))).toBe(false);
      expect(await store.queue.enqueue('r2', resumes(NOW))).toBe(true);
      expect(await store.queue.enqueue('r2', resumes(NOW))).toBe(false);
      expect(await store.queue.entry('r2')).toMatchObject({ reason: 'resumed' });
    });

    test('ORC-14: a run is not put into the queue a second time, nor while somebody has it, nor once it has ended', async () => {
      const store = await makeStore();
      const asked: unknown[] = [];
      const always = () => {
        asked.push(1);
        return { due: NOW, reason: 'left' } as const;
      };
      await store.create(queuedRun('r1'));
      expect(await store.queue.enqueue('r1', leftOver(NOW))).toBe(false);
      const run = await claimed(store, 'w');
      expect(await store.queue.enqueue('r1', always)).toBe(false);
      await store.commit(step(run, { status: 'completed' }));
      expect(await store.queue.enqueue('r1', always)).toBe(false);
      expect(asked).toEqual([]);
      expect(await store.queue.entry('r1')).toBeUndefined();
    });

    test('INT-16: a person pauses a run that a budget has put back: it takes the place of that pause', async () => {
      const store = await makeStore();
      await store.create(queuedRun('r1'));
      const signal = { id: 'budget:1', type: 'pause', reason: 'scheduler_budget' } as const;
      const back = slice(await claimed(store, 'w'), { due: NOW, reason: 'scheduler_budget' });
      await store.commit({ ...back, run: { ...back.run, signal } });
      const pause = { id: 's1', type: 'pause', reason: 'lunch' } as const;
      expect(await store.signal('r1', pause)).toEqual({ ok: true, status: 'paused' });
      expect(await store.signal('r1', { ...pause, id: 's2' })).toMatchObject({
        ok: false,
        reason: 'pending',
      });
      expect((await store.queue.claim(request('w')))?.run.signal).toEqual(pause);
    });
  });
}

function request(worker: string, changes: Partial<ClaimRequest> = {}): ClaimRequest {
  const now = changes.now ?? NOW;
  return {
    worker,
    now,
    until: now + LEASE,
    gone: [],
    alive: [],
    silent: [],
    held: [],
    patience: PATIENCE,
    ...changes,
  };
}

async function claimed(store: RunStore, worker: string): Promise<RunRow> {
  const claim = await store.queue.claim(request(worker));
  if (claim === undefined) throw new Error('There is nothing to claim.');
  return claim.run;
}

function step(run: RunRow, changes: Partial<RunRow>): StepCommit {
  return { run: { ...run, signal: null, ...changes }, jobs: [], values: [], logs: [] };
}

function slice(run: RunRow, place: QueuePlace): StepCommit {
  return {
    ...step(run, { status: 'paused', pauseReason: place.reason }),
    queue: { kind: 'put', place },
  };
}

export function queuedRun(
  id: string,
  { due = NOW, ...changes }: Partial<RunRow> & { readonly due?: number } = {},
): StepCommit & { readonly queue: NonNullable<StepCommit['queue']> } {
  const run: RunRow = {
    v: 1,
    id,
    workflow: 'wf',
    workflowName: 'Test',
    strategy: 'flowdrop_runtime:asynchronous',
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
    created: NOW,
    started: null,
    ended: null,
    fence: 1,
    signal: null,
    seq: 1,
    ...changes,
  };
  return { run, jobs: [], values: [], logs: [], queue: { kind: 'put', place: { due, reason: 'launched' } } };
}

function job(run: string, node: string): JobRow {
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
    priority: 0,
    order: null,
    attempts: 0,
    inputs: null,
    origins: null,
    outputs: null,
    activeBranches: null,
    error: null,
    created: NOW,
    started: null,
    ended: null,
  };
}
