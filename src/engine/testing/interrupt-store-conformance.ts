import { expect, test } from 'vitest';
import { openInterrupt } from '../interrupts/request';
import type { InterruptRow } from '../interrupts/row';
import type { JobRow, RunRow, RunStore, StepCommit } from '../ports';

/** How a test makes rows. */
export type Rows = {
  readonly creation: (
    id: string,
    parts?: { readonly run?: Partial<RunRow>; readonly jobs?: readonly JobRow[] },
  ) => StepCommit;
  readonly job: (run: string, node: string, priority: number) => JobRow;
};

/** An open question of job `{run}-{node}`. */
export function question(
  run: string,
  node: string,
  id: string,
  changes: Partial<InterruptRow> = {},
): InterruptRow {
  const by = {
    id,
    run,
    workflow: 'wf',
    node,
    job: `${run}-${node}`,
    session: null,
    initiator: null,
    now: 20,
  };
  return { ...openInterrupt({ type: 'confirmation', message: 'Go on?' }, by), ...changes };
}

/** What every run store promises of interrupts. */
export function interruptStoreConformance(
  makeStore: () => RunStore | Promise<RunStore>,
  { creation, job }: Rows,
): void {
  /** A run whose jobs have asked: interrupted jobs, paused run, open questions, in one commit. */
  async function asked(...questions: readonly InterruptRow[]): Promise<RunStore> {
    const store = await makeStore();
    await store.create(creation('r1', { jobs: [job('r1', 'a', 0), job('r1', 'b', 1)] }));
    await store.commit({
      ...creation('r1', {
        run: { status: 'paused', asked: true },
        jobs: questions.map((row) => ({
          ...job('r1', row.node, 0),
          status: 'interrupted',
          interrupt: row.id,
        })),
      }),
      interrupts: questions,
    });
    return store;
  }
  const statusOf = async (store: RunStore, node: string) =>
    (await store.jobs('r1')).find((row) => row.node === node)?.status;
  const answer =
    (response: string, by = 'ada') =>
    (row: InterruptRow): InterruptRow | undefined =>
      row.status === 'pending'
        ? { ...row, status: 'resolved', response, resolved: 30, resolvedBy: by }
        : undefined;

  test('INT-1: a question is stored by the commit that interrupts its job, with every member', async () => {
    const whole = question('r1', 'a', 'i1', {
      type: 'form',
      schema: { type: 'object' },
      options: [{ value: 'x', label: 'X' }],
      context: { hint: [1, null] },
      defaultValue: { a: 1 },
      expires: 99,
      initiator: 'ada',
      about: 'hash',
    });
    const store = await asked(whole);
    expect(await store.interrupts.get('i1')).toEqual(whole);
    expect((await store.jobs('r1')).find((row) => row.node === 'a')?.interrupt).toBe('i1');
    expect((await store.run('r1'))?.asked).toBe(true);
    expect(await store.interrupts.get('i2')).toBeUndefined();
  });

  test('INT-1: an owner with an older fencing number asks nothing', async () => {
    const store = await makeStore();
    await store.create(creation('r1', { jobs: [job('r1', 'a', 0)] }));
    await store.acquire('r1');
    const stale = { ...creation('r1', { run: { asked: true } }), interrupts: [question('r1', 'a', 'i1')] };
    expect(await store.commit(stale)).toMatchObject({ ok: false });
    expect(await store.interrupts.get('i1')).toBeUndefined();
  });

  test('INT-3: an answer puts the job back to pending in the same transaction, whatever else is open', async () => {
    const store = await asked(question('r1', 'a', 'i1'), question('r1', 'b', 'i2'));
    const written = await store.interrupts.update('i1', answer('yes'));
    expect(written).toMatchObject({ status: 'resolved', response: 'yes', resolvedBy: 'ada' });
    expect(await store.interrupts.get('i1')).toEqual(written);
    expect([await statusOf(store, 'a'), await statusOf(store, 'b')]).toEqual(['pending', 'interrupted']);
  });

  test('INT-3: a change that settles nothing leaves the job as it is, and so does one that is refused', async () => {
    const store = await asked(question('r1', 'a', 'i1'));
    await store.interrupts.update('i1', (row) => ({ ...row, message: 'Really?' }));
    expect(await statusOf(store, 'a')).toBe('interrupted');
    expect(await store.interrupts.update('i1', () => undefined)).toBeUndefined();
    expect(await store.interrupts.update('nobody', answer('yes'))).toBeUndefined();
    expect((await store.interrupts.get('i1'))?.message).toBe('Really?');
  });

  test('INT-3: of two answers at once one is taken, and the other finds it', async () => {
    const store = await asked(question('r1', 'a', 'i1'));
    const [one, other] = await Promise.all([
      store.interrupts.update('i1', answer('one')),
      store.interrupts.update('i1', answer('other')),
    ]);
    expect([one, other].filter((row) => row !== undefined)).toHaveLength(1);
    expect((await store.interrupts.get('i1'))?.response).toBe((one ?? other)?.response);
  });

  test('INT-3: a job that is in flight is not put back: its owner will find the answer', async () => {
    const store = await makeStore();
    await store.create(creation('r1', { jobs: [{ ...job('r1', 'a', 0), status: 'running' }] }));
    await store.commit({
      ...creation('r1', { run: { asked: true, status: 'running' } }),
      interrupts: [question('r1', 'a', 'i1')],
    });
    await store.interrupts.update('i1', answer('fast'));
    expect(await statusOf(store, 'a')).toBe('running');
  });

  test('INT-18: the end of a run withdraws what is open, and leaves what was answered', async () => {
    const store = await asked(question('r1', 'a', 'i1'), question('r1', 'b', 'i2'));
    await store.interrupts.update('i2', answer('yes'));
    await store.commit(creation('r1', { run: { status: 'cancelled', ended: 40, asked: true } }));
    expect(await store.interrupts.get('i1')).toMatchObject({ status: 'cancelled', resolved: 40 });
    expect(await store.interrupts.get('i2')).toMatchObject({ status: 'resolved', response: 'yes' });
    expect(await store.interrupts.due(1_000, 10)).toEqual([]);
  });

  test('INT-23: due are the open ones whose expiry is positive and past, and the expired ones that nobody has read', async () => {
    const store = await asked(
      question('r1', 'a', 'never', { expires: null }),
      question('r1', 'a', 'zero', { expires: 0 }),
      question('r1', 'a', 'later', { expires: 500 }),
      question('r1', 'a', 'past', { expires: 100 }),
      question('r1', 'b', 'silent', { expires: 90 }),
    );
    await store.interrupts.update('silent', (row) => ({ ...row, status: 'expired', resolved: 95 }));
    const due = async (now: number, limit = 10) =>
      (await store.interrupts.due(now, limit)).map(({ id }) => id);
    expect(await due(100)).toEqual(['silent', 'past']);
    expect(await due(500, 1)).toEqual(['silent']);
    expect(await store.interrupts.soonest()).toBe(90);
    await store.interrupts.update('silent', (row) => ({ ...row, taken: 120 }));
    await store.interrupts.update('past', answer('late'));
    expect(await due(499)).toEqual([]);
    expect(await store.interrupts.soonest()).toBe(500);
    await store.interrupts.update('later', answer('yes'));
    expect(await store.interrupts.soonest()).toBeUndefined();
  });

  test('INT-22: they are listed by run, by job and by status, the oldest first', async () => {
    const store = await asked(
      question('r1', 'a', 'new', { created: 50 }),
      question('r1', 'b', 'old', { created: 40 }),
    );
    await store.interrupts.update('new', answer('yes'));
    const ids = async (filter: Parameters<RunStore['interrupts']['list']>[0]) =>
      (await store.interrupts.list(filter)).map(({ id }) => id);
    expect(await ids({})).toEqual(['old', 'new']);
    expect(await ids({ run: 'r1' })).toEqual(['old', 'new']);
    expect(await ids({ run: 'r2' })).toEqual([]);
    expect(await ids({ job: 'r1-b' })).toEqual(['old']);
    expect(await ids({ status: 'pending' })).toEqual(['old']);
    expect(await ids({ run: 'r1', status: 'resolved' })).toEqual(['new']);
  });
}
