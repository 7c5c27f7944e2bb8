import { describe, expect, test, vi } from 'vitest';
import { CUT_OFF } from '../engine/error-codes';
import type { TokenEvent } from '../engine/ports';
import type { Execute } from '../engine/processors/types';
import { createRunStore } from '../store/runs';
import type { CommandAnswer } from './protocol';
import { browser, CHAIN, type Realm, realm, TEXT_INPUT, TEXT_OUTPUT } from './testing/realm';

function given<T>(answer: CommandAnswer<T>): T {
  if (!answer.success) throw new Error(`${answer.error_code}: ${answer.error}`);
  return answer.data;
}

/** A processor that says when it is entered, and ends when it is told or aborted. */
function gate({ heedsAbort = true } = {}) {
  let enter: () => void = () => undefined;
  let open: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  let aborted: unknown;
  let times = 0;
  const execute: Execute = async (parameters, { signal }) => {
    times += 1;
    enter();
    await new Promise<void>((resolve, reject) => {
      void opened.then(resolve);
      signal.addEventListener('abort', () => {
        aborted = signal.reason;
        if (heedsAbort) reject(signal.reason);
      });
    });
    return { outputs: { text: parameters.text ?? 'from the gate' } };
  };
  return { execute, entered, open: () => open(), aborted: () => aborted, times: () => times };
}

async function statuses({ db }: Realm, runId: string): Promise<{ readonly [node: string]: string }> {
  return Object.fromEntries((await createRunStore(db).jobs(runId)).map((job) => [job.node, job.status]));
}

const CHAT = {
  id: 'chat',
  name: 'Chat',
  nodes: [
    {
      id: 'ask',
      type: 'universalNode',
      position: { x: 0, y: 0 },
      data: {
        label: 'Ask',
        config: { message: 'Hi' },
        metadata: { node_type_id: 'flowdrop_ai_provider_simple_chat' },
      },
    },
  ],
  edges: [],
};

describe('commands', () => {
  test('a launch runs to its end; what is announced is persisted', async () => {
    const one = await realm(browser());
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    expect((await one.finished(execution_id)).finished?.status).toBe('completed');
    const run = await createRunStore(one.db).run(execution_id);
    expect(run).toMatchObject({ status: 'completed', document: CHAIN, workflow: 'chain' });
    const jobs = await createRunStore(one.db).jobs(execution_id);
    expect(jobs.map(({ node, status, order }) => [node, status, order])).toEqual([
      ['first', 'completed', 1],
      ['second', 'completed', 2],
      ['third', 'completed', 3],
    ]);
    expect(jobs[2]?.outputs).toMatchObject({ text: { inline: 'hello' }, length: { inline: 5 } });
    const seqs = one.events.map(({ seq }) => seq);
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b));
    expect(one.events.at(-1)?.seq).toBe(run?.seq);
  });

  test('ORC-2: a launch that asks for no strategy runs with the one that the page is configured with, without a warning', async () => {
    const one = await realm(browser());
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await one.finished(execution_id);
    expect(await createRunStore(one.db).run(execution_id)).toMatchObject({
      strategy: 'flowdrop_runtime:synchronous_pipeline',
      warnings: [],
    });
  });

  test('VAL-LAUNCH: a workflow with an error is refused and creates nothing', async () => {
    const one = await realm(browser());
    const answer = await one.api.launch({
      document: { ...CHAIN, edges: [{ id: 'x', source: 'first', target: 'gone' }] },
    });
    expect(answer).toMatchObject({
      success: false,
      error_code: 'WORKFLOW_INVALID',
      details: [{ code: 'R8_EDGE_TARGET_MISSING' }],
    });
    expect(await one.db.runs.count()).toBe(0);
    expect(await one.db.jobs.count()).toBe(0);
  });

  test('the answer of a model is heard while it comes, by those who listen, and the whole of it is persisted', async () => {
    const one = await realm(browser());
    const heard: TokenEvent[] = [];
    await one.api.subscribeTokens((event) => {
      heard.push(event);
      throw new Error('This page is gone.');
    });
    const { execution_id } = given(
      await one.api.launch({ document: CHAT, initialData: { ask: { message: 'Hi' } } }),
    );
    await one.finished(execution_id);
    const [job] = await createRunStore(one.db).jobs(execution_id);
    const whole = job?.outputs?.response;
    await expect
      .poll(() => heard.map(({ text }) => text).join(''))
      .toBe(whole !== undefined && 'inline' in whole ? whole.inline : undefined);
    expect(heard[0]).toMatchObject({ runId: execution_id, jobId: job?.id, node: 'ask' });
    expect(new Set(heard.map(({ call }) => call)).size).toBe(1);
  });

  test('a document that is none, and runs that are not there, are answered', async () => {
    const one = await realm(browser());
    // @ts-expect-error: whatever a page may send.
    expect(await one.api.launch({ document: [] })).toMatchObject({
      success: false,
      error_code: 'BODY_INVALID',
    });
    expect(await one.api.cancel('gone', 'why')).toMatchObject({
      success: false,
      error_code: 'PIPELINE_NOT_FOUND',
    });
    expect(await one.api.resume('gone')).toMatchObject({ success: false, error_code: 'PIPELINE_NOT_FOUND' });
  });

  test('a command that the database cannot serve is answered, not thrown', async () => {
    const one = await realm(browser());
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    one.db.close();
    expect(await one.api.launch({ document: CHAIN })).toMatchObject({
      success: false,
      error_code: 'INTERNAL_ERROR',
    });
  });

  test('settings and site records hold for the next run', async () => {
    const one = await realm(browser());
    const asked: unknown[] = [];
    await one.api.configure(
      { model: { default: 'browser', connections: [], script: '' }, allowInternalAddresses: false },
      {},
    );
    await one.api.connect({
      builtinComplete: async ({ messages }) => {
        asked.push(messages);
        return { text: 'from the page' };
      },
      builtinAbort: async () => undefined,
    });
    const { execution_id } = given(
      await one.api.launch({ document: CHAT, initialData: { ask: { message: 'Hi' } } }),
    );
    await one.finished(execution_id);
    const [job] = await createRunStore(one.db).jobs(execution_id);
    expect(job?.outputs).toMatchObject({ response: { inline: 'from the page' } });
    expect(asked).toEqual([[{ role: 'user', content: 'Hi' }]]);
  });
});

describe('INT-5: cancel', () => {
  test('INT-5: reaches the processor that runs here as an abort', async () => {
    const held = gate();
    const one = await realm(browser(), { [TEXT_INPUT]: held.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    expect((await one.api.cancel(execution_id, 'by hand')).success).toBe(true);
    expect((await one.finished(execution_id)).finished?.status).toBe('cancelled');
    expect(held.aborted()).toBeInstanceOf(DOMException);
    expect((await createRunStore(one.db).run(execution_id))?.status).toBe('cancelled');
  });

  test('INT-5: reaches the processor that runs in another tab', async () => {
    const inside = browser();
    const held = gate();
    const one = await realm(inside, { [TEXT_INPUT]: held.execute });
    const two = await realm(inside);
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    expect((await two.api.cancel(execution_id, 'from the other tab')).success).toBe(true);
    expect((await one.finished(execution_id)).finished?.status).toBe('cancelled');
    expect(held.aborted()).toBeInstanceOf(DOMException);
  });

  test('INT-16: a second signal while one waits, and one of an ended run, are refused', async () => {
    const held = gate({ heedsAbort: false });
    const one = await realm(browser(), { [TEXT_OUTPUT]: held.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    expect((await one.api.cancel(execution_id, 'a')).success).toBe(true);
    expect(await one.api.cancel(execution_id, 'b')).toMatchObject({
      success: false,
      error_code: 'INWARD_SIGNAL_ALREADY_PENDING',
    });
    // INT-5: the job in flight ends as it ends; the run is cancelled between jobs.
    held.open();
    expect((await one.finished(execution_id)).finished?.status).toBe('cancelled');
    expect(await statuses(one, execution_id)).toMatchObject({ second: 'completed' });
    expect(await one.api.cancel(execution_id, 'late')).toMatchObject({
      success: false,
      error_code: 'PIPELINE_TERMINAL',
    });
  });
});

test('INT-5: a page that never answers does not hold up a cancel', async () => {
  const one = await realm(browser());
  const takenBack: string[] = [];
  let asked: (id: string) => void = () => undefined;
  const question = new Promise<string>((resolve) => {
    asked = resolve;
  });
  await one.api.configure(
    { model: { default: 'browser', connections: [], script: '' }, allowInternalAddresses: false },
    {},
  );
  await one.api.connect({
    builtinComplete: ({ id }) => {
      asked(id);
      return new Promise(() => undefined);
    },
    builtinAbort: async (id) => void takenBack.push(id),
  });
  const { execution_id } = given(
    await one.api.launch({ document: CHAT, initialData: { ask: { message: 'Hi' } } }),
  );
  const id = await question;
  await one.api.cancel(execution_id, 'by hand');
  expect((await one.finished(execution_id)).finished?.status).toBe('cancelled');
  expect(takenBack).toEqual([id]);
  // INT-5: the job ends as it ended; its code tells that nothing of its own went wrong.
  const [cutOff] = (await createRunStore(one.db).jobs(execution_id)).filter(({ error }) => error !== null);
  expect(cutOff).toMatchObject({ status: 'failed', error: { code: CUT_OFF } });
});

test('INT-5: a pause is observed between two jobs, wherever it is asked for, and the run is resumed', async () => {
  const inside = browser();
  const held = gate();
  const one = await realm(inside, { [TEXT_INPUT]: held.execute });
  const two = await realm(inside);
  const { execution_id } = given(await one.api.launch({ document: CHAIN }));
  await held.entered;
  expect(await two.api.pause(execution_id, 'lunch')).toMatchObject({ success: true });
  expect(await one.api.pause(execution_id, 'again')).toMatchObject({
    error_code: 'INWARD_SIGNAL_ALREADY_PENDING',
  });
  held.open();
  const store = createRunStore(one.db);
  await expect.poll(async () => (await store.run(execution_id))?.status).toBe('paused');
  expect(await store.run(execution_id)).toMatchObject({
    pauseReason: null,
    signal: { type: 'pause', reason: 'lunch' },
  });
  expect(await statuses(one, execution_id)).toMatchObject({ first: 'completed', third: 'idle' });
  expect(await two.api.resume(execution_id)).toMatchObject({ success: true });
  expect((await two.finished(execution_id)).finished?.status).toBe('completed');
  expect(await one.api.pause(execution_id, 'late')).toMatchObject({ error_code: 'PIPELINE_TERMINAL' });
});

describe('a driver that is gone', () => {
  test('another tab takes the run over, and what had ended is not executed again', async () => {
    const inside = browser();
    const first = gate();
    first.open();
    const second = gate();
    const one = await realm(inside, { [TEXT_INPUT]: first.execute, [TEXT_OUTPUT]: second.execute });
    const two = await realm(inside, { [TEXT_INPUT]: first.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await second.entered;
    expect(first.times()).toBe(1);
    one.kill();
    expect((await two.finished(execution_id)).finished?.status).toBe('completed');
    expect(first.times()).toBe(1);
    expect(await statuses(two, execution_id)).toEqual({
      first: 'completed',
      second: 'completed',
      third: 'completed',
    });
    expect((await createRunStore(two.db).run(execution_id))?.fence).toBe(2);
  });

  test('a tab that starts later takes it over at once', async () => {
    const inside = browser();
    const held = gate();
    const one = await realm(inside, { [TEXT_OUTPUT]: held.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    one.kill();
    const two = await realm(inside);
    expect(await two.api.recover()).toEqual([execution_id]);
    expect((await two.finished(execution_id)).finished?.status).toBe('completed');
    expect(await two.api.recover()).toEqual([]);
  });

  test('a run that is driven is not taken over', async () => {
    const inside = browser();
    const held = gate();
    const one = await realm(inside, { [TEXT_INPUT]: held.execute });
    const two = await realm(inside);
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    expect(await two.api.recover()).toEqual([]);
    held.open();
    expect((await one.finished(execution_id)).finished?.status).toBe('completed');
    expect(held.times()).toBe(1);
    expect((await createRunStore(two.db).run(execution_id))?.fence).toBe(1);
  });

  test('a run that cannot be continued ends as failed and says why', async () => {
    const inside = browser();
    const held = gate();
    const one = await realm(inside, { [TEXT_INPUT]: held.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    one.kill();
    const two = await realm(inside);
    const [job] = await createRunStore(two.db).jobs(execution_id);
    if (job !== undefined) await two.db.jobs.delete(job.id);
    expect(await two.api.recover()).toEqual([]);
    expect((await two.finished(execution_id)).kind).toBe('failed');
    expect(await createRunStore(two.db).run(execution_id)).toMatchObject({
      status: 'failed',
      error: { code: 'run_not_restorable' },
    });
  });

  test('a cancel of a run whose driver is gone ends it', async () => {
    const inside = browser();
    const held = gate();
    const one = await realm(inside, { [TEXT_INPUT]: held.execute });
    const { execution_id } = given(await one.api.launch({ document: CHAIN }));
    await held.entered;
    one.kill();
    const two = await realm(inside);
    expect((await two.api.cancel(execution_id, 'by hand')).success).toBe(true);
    expect((await two.finished(execution_id)).finished?.status).toBe('cancelled');
  });
});
