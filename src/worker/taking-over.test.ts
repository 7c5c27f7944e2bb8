// Several tabs on one run: whatever they ask at once, every job is executed once and the run has one end.
import { describe, expect, test, vi } from 'vitest';
import type { Execute } from '../engine/processors/types';
import { createRunStore } from '../store/runs';
import { type Browser, browser, CHAIN, type Realm, realm, TEXT_INPUT, TEXT_OUTPUT } from './testing/realm';

/** A processor that waits until it is let go, and counts. */
function counted() {
  let times = 0;
  const waiting: (() => void)[] = [];
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const execute: Execute = async (parameters) => {
    times += 1;
    enter();
    await new Promise<void>((resolve) => waiting.push(resolve));
    return { outputs: { text: parameters.text ?? 'a' } };
  };
  return {
    execute,
    entered,
    times: () => times,
    open: () => {
      for (const go of waiting.splice(0)) go();
    },
  };
}

/** A run of `CHAIN` that a person has paused after its first job. */
async function pausedRun(inside: Browser, executors: { readonly [processor: string]: Execute }) {
  const first = counted();
  const one = await realm(inside, { ...executors, [TEXT_INPUT]: first.execute });
  const launched = await one.api.launch({ document: CHAIN });
  if (!launched.success) throw new Error(launched.error);
  const runId = launched.data.execution_id;
  await first.entered;
  await createRunStore(one.db).signal(runId, { id: 'p', type: 'pause', reason: 'lunch' });
  const paused = new Promise<void>((resolve) => {
    void one.api.subscribe((event) => {
      if (event.kind === 'paused') resolve();
    });
  });
  first.open();
  await paused;
  return { one, runId };
}

const stateOf = (at: Realm, runId: string) => createRunStore(at.db).run(runId);
const turns = (n: number) => new Promise((resolve) => setTimeout(resolve, n));

describe('resuming', () => {
  test('INT-16: of tabs that resume at once one does, the others are refused, and no job is executed twice', async () => {
    const inside = browser();
    const second = counted();
    const executors = { [TEXT_OUTPUT]: second.execute };
    const { one, runId } = await pausedRun(inside, executors);
    const two = await realm(inside, executors);
    const three = await realm(inside, executors);
    const answers = await Promise.all([one, one, two, three, two].map(({ api }) => api.resume(runId)));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const answer of answers) {
      if (!answer.success) expect(answer.error_code).toBe('NO_ACTIVE_PAUSE');
    }
    await second.entered;
    // Whoever waits for the lock must not find it free.
    await turns(150);
    expect(second.times()).toBe(1);
    for (let i = 0; i < 40 && (await stateOf(one, runId))?.status !== 'completed'; i += 1) {
      second.open();
      await turns(10);
    }
    expect(await stateOf(one, runId)).toMatchObject({ status: 'completed', fence: 2 });
    expect(second.times()).toBe(2);
  });

  test('a resume and a cancel at once end the run once', async () => {
    const inside = browser();
    const second = counted();
    const executors = { [TEXT_OUTPUT]: second.execute };
    const { one, runId } = await pausedRun(inside, executors);
    const two = await realm(inside, executors);
    await Promise.all([one.api.resume(runId), two.api.cancel(runId, 'enough')]);
    for (let i = 0; i < 40 && (await stateOf(one, runId))?.status !== 'cancelled'; i += 1) {
      second.open();
      await turns(10);
    }
    expect((await stateOf(one, runId))?.status).toBe('cancelled');
    expect(second.times()).toBeLessThanOrEqual(1);
    const ends = [...one.events, ...two.events].filter((event) => event.finished !== undefined);
    expect(ends).toHaveLength(1);
  });
});

test('INT-16: of cancels that several tabs ask for at once one is accepted', async () => {
  const inside = browser();
  const held = counted();
  const one = await realm(inside, { [TEXT_INPUT]: held.execute });
  const two = await realm(inside);
  const launched = await one.api.launch({ document: CHAIN });
  if (!launched.success) throw new Error(launched.error);
  const runId = launched.data.execution_id;
  await held.entered;
  const answers = await Promise.all([one, two, one, two].map(({ api }) => api.cancel(runId, 'stop')));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  for (const answer of answers) {
    if (!answer.success) expect(answer.error_code).toBe('INWARD_SIGNAL_ALREADY_PENDING');
  }
  held.open();
  expect((await one.finished(runId)).finished?.status).toBe('cancelled');
});

test('a run whose steps cannot be written ends as failed once writing works, and is not entered without end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const inside = browser();
    let times = 0;
    const one = await realm(inside, {
      [TEXT_INPUT]: () => {
        times += 1;
        return { outputs: { text: 'x'.repeat(5000) } };
      },
    });
    // A value that is too large for the disk: every other row can be written.
    one.db.values.hook('creating', (_key, row) => {
      if (typeof row === 'object' && row !== null && 'json' in row && String(row.json).startsWith('"xxx'))
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    });
    const launched = await one.api.launch({ document: CHAIN });
    if (!launched.success) throw new Error(launched.error);
    const runId = launched.data.execution_id;
    let run = await stateOf(one, runId);
    for (let i = 0; i < 2_000 && run?.status === 'running'; i += 1) {
      await vi.advanceTimersByTimeAsync(100);
      run = await stateOf(one, runId);
    }
    expect(run).toMatchObject({ status: 'failed', error: { code: 'run_not_stored' } });
    expect(times).toBeLessThanOrEqual(4);
    const jobs = await createRunStore(one.db).jobs(runId);
    expect(jobs.map(({ node, status }) => [node, status])).toEqual([
      ['first', 'cancelled'],
      ['second', 'skipped'],
      ['third', 'skipped'],
    ]);
  } finally {
    vi.useRealTimers();
  }
});
