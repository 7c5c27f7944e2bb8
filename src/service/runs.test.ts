// Runs launched at the doors of a browser: created by the Service Worker, driven by whichever page there is.
import { describe, expect, test } from 'vitest';
import { createApi } from '../api/create-api';
import { nodeOf } from '../api/testing/world';
import type { Execute } from '../engine/processors/types';
import { isArray, isObject, type Json, own, ownString } from '../model/json';
import { ok } from '../model/problem';
import { createRunStore } from '../store/runs';
import { createTabs } from '../store/tabs';
import { memoryDatabase } from '../store/testing/memory-database';
import { type Browser, browser, CHAIN, realm, TEXT_INPUT } from '../worker/testing/realm';
import { createBrowserWorld } from './browser-world';
import { createAlone } from './locks';

const API = '/api/flowdrop';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
const HTTP_REQUEST = 'flowdrop_node_processor:http_request';
const DIRECT = 'flowdrop_runtime:synchronous';

/** The doors of a Service Worker in this browser. `impatient`: time passes as soon as it is waited for. */
async function doors(inside: Browser, { impatient = false } = {}) {
  const db = await memoryDatabase(inside.factory);
  const tabs = createTabs(inside.channel());
  let ahead = 0;
  let hurried = impatient;
  const world = createBrowserWorld({
    database: async () => ok(db),
    announce: tabs.announce,
    listen: tabs.listen,
    now: () => Date.now() + ahead,
    uuid: () => crypto.randomUUID(),
    log: () => undefined,
    alone: createAlone(inside.manager),
    async sleep(milliseconds) {
      if (hurried) ahead += milliseconds;
      await new Promise((wake) => setTimeout(wake, hurried ? 0 : 5));
    },
  });
  const api = createApi(world);
  const call = async (method: string, path: string, body?: Json) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const reply = await api.fetch(new Request(`http://here.example${path}`, { method, ...sent }));
    const answer: Json = JSON.parse(await reply.text());
    return { status: reply.status, body: answer, data: own(answer, 'data') ?? null };
  };
  const execute = async (body: Json, workflow = 'chain') => {
    const reply = await call('POST', `${API}/workflows/${workflow}/execute`, body);
    return { ...reply, run: ownString(reply.data, 'execution_id') ?? '' };
  };
  const status = async (run: string) =>
    ownString((await call('GET', `${API}/pipeline/${run}/status`)).data, 'status');
  expect((await call('POST', `${API}/workflows`, CHAIN)).status).toBe(201);
  const hurry = () => {
    hurried = true;
  };
  return { call, execute, status, hurry, store: createRunStore(db) };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turns = 0; !(await holds()); turns += 1) {
    if (turns > 2_000) throw new Error('It never held.');
    await new Promise((wake) => setTimeout(wake, 1));
  }
}

/** A processor that waits until it is let go; and how often it has begun. */
function gate() {
  const waiting: (() => void)[] = [];
  const counts = { begun: 0 };
  const execute: Execute = async () => {
    counts.begun += 1;
    await new Promise<void>((go) => waiting.push(go));
    return { outputs: { text: 'a' } };
  };
  return { execute, counts, open: () => waiting.splice(0).forEach((go) => void go()) };
}

describe('a launch', () => {
  test('INT-16, ORC-12: without a page makes a pending run, which the next page drives', async () => {
    const inside = browser();
    const { call, execute, status, store } = await doors(inside, { impatient: true });
    // A synchronous strategy is waited for by its nature, so it is the wait that ends.
    const launched = await execute({ orchestrator: PIPELINE, wait: false });
    expect([launched.status, ownString(launched.data, 'status')]).toEqual([202, 'pending']);
    expect(await status(launched.run)).toBe('pending');
    const jobs = await call('GET', `${API}/pipeline/${launched.run}/jobs`);
    expect(own(own(jobs.data, 'status_summary'), 'total')).toBe(3);
    expect((await store.jobs(launched.run)).map((job) => job.started)).toEqual([null, null, null]);

    const page = await realm(inside);
    await page.api.recover();
    await page.finished(launched.run);
    expect(await status(launched.run)).toBe('completed');
    const read = await call('GET', `${API}/pipeline/${launched.run}`);
    expect(read.status).toBe(200);
  });

  test('MAN-19: is waited for while a page drives it, and answers what the run gave', async () => {
    const inside = browser();
    const page = await realm(inside);
    const { execute } = await doors(inside);
    const reply = await execute({ orchestrator: PIPELINE, wait: true });
    expect([reply.status, ownString(reply.data, 'status')]).toEqual([200, 'completed']);
    expect(own(own(reply.data, 'results'), 'third')).toMatchObject({ text: 'hello' });
    expect(page.events.filter(({ finished }) => finished !== undefined)).toHaveLength(1);
  });

  test('whose page goes while it is waited for is answered as it stands', async () => {
    const inside = browser();
    const { execute, hurry } = await doors(inside);
    const held = gate();
    const page = await realm(inside, { [TEXT_INPUT]: held.execute });
    const waiting = execute({ orchestrator: PIPELINE, wait: true });
    await until(() => held.counts.begun === 1);
    page.kill();
    hurry();
    const reply = await waiting;
    expect([reply.status, ownString(reply.data, 'status')]).toEqual([202, 'running']);
  });

  test('by two pages at once is taken by one, and every job is executed once', async () => {
    const inside = browser();
    const held = gate();
    const pages = [
      await realm(inside, { [TEXT_INPUT]: held.execute }),
      await realm(inside, { [TEXT_INPUT]: held.execute }),
    ];
    const { execute, status } = await doors(inside, { impatient: true });
    const { run } = await execute({ orchestrator: 'flowdrop_stategraph:stategraph' });
    await until(() => held.counts.begun > 0);
    held.open();
    await until(async () => (await status(run)) === 'completed');
    expect(held.counts.begun).toBe(1);
    for (const page of pages) page.kill();
  });

  test('ORC-7: direct is begun by a page that finds it, and not done again where it may have taken effect', async () => {
    const inside = browser();
    const { call, execute, status } = await doors(inside, { impatient: true });
    const acts = nodeOf('acts', 'http_request', { url: 'https://example.org/' });
    await call('POST', `${API}/workflows`, { id: 'acts', name: 'Acts', nodes: [acts] });
    const held = gate();
    const { run, status: answered } = await execute({ orchestrator: DIRECT }, 'acts');
    expect(answered).toBe(202);
    const first = await realm(inside, { [HTTP_REQUEST]: held.execute });
    await first.api.recover();
    await until(() => held.counts.begun === 1);
    first.kill();
    const second = await realm(inside, { [HTTP_REQUEST]: held.execute });
    await second.api.recover();
    // It has failed, or a person is asked: nobody knows what had been done.
    await until(async () => ['failed', 'paused'].includes((await status(run)) ?? ''));
    expect(held.counts.begun).toBe(1);
  });

  test('MAN-15, VAL-LAUNCH: that is refused has created nothing', async () => {
    const { call, execute } = await doors(browser());
    const refused = await execute({ inputs: { nothing: 1 } });
    expect([refused.status, ownString(refused.body, 'error_code')]).toEqual([400, 'INPUT_UNDECLARED']);
    const snapshot = await execute({ snapshot: 'nobody' });
    expect([snapshot.status, ownString(snapshot.body, 'error_code')]).toEqual([404, 'SNAPSHOT_NOT_FOUND']);
    expect((await execute({}, 'nobody')).status).toBe(404);
    const listed = await call('GET', `${API}/workflow/chain/pipelines`);
    expect(own(own(listed.body, 'pagination'), 'total')).toBe(0);
  });
});

describe('signals', () => {
  test('INT-16: reach a page that drives the run: a pause holds it, a resume lets it go', async () => {
    const inside = browser();
    const { call, execute, status } = await doors(inside, { impatient: true });
    const held = gate();
    await realm(inside, { [TEXT_INPUT]: held.execute });
    const { run } = await execute({ orchestrator: 'flowdrop_stategraph:stategraph' });
    await until(() => held.counts.begun === 1);
    const signal = (name: string) => call('POST', `/flowdrop/api/pipelines/${run}/${name}`, {});
    expect((await signal('pause')).status).toBe(202);
    expect(ownString((await signal('cancel')).body, 'error_code')).toBe('INWARD_SIGNAL_ALREADY_PENDING');
    held.open();
    await until(async () => (await status(run)) === 'paused');
    expect((await signal('resume')).status).toBe(200);
    await until(async () => (await status(run)) === 'completed');
    for (const name of ['pause', 'resume', 'cancel'])
      expect(ownString((await signal(name)).body, 'error_code')).toBe('PIPELINE_TERMINAL');
  });

  test('INT-16: wait in the store where no page is open, each for the next one', async () => {
    const inside = browser();
    const { call, execute, status, store } = await doors(inside, { impatient: true });
    const signal = (run: string, name: string) => call('POST', `/flowdrop/api/pipelines/${run}/${name}`, {});
    expect((await signal('nobody', 'resume')).status).toBe(404);
    const { run } = await execute({ orchestrator: 'flowdrop_stategraph:stategraph' });
    expect(ownString((await signal(run, 'resume')).body, 'error_code')).toBe('NO_ACTIVE_PAUSE');
    expect((await signal(run, 'cancel')).status).toBe(202);
    const stopped = await realm(inside);
    await stopped.api.recover();
    await until(async () => (await status(run)) === 'cancelled');
    expect((await store.jobs(run)).every(({ started }) => started === null)).toBe(true);

    // A run that a page paused before it was closed.
    const held = gate();
    const paused = (await execute({ orchestrator: 'flowdrop_stategraph:stategraph' })).run;
    stopped.kill();
    const page = await realm(inside, { [TEXT_INPUT]: held.execute });
    await page.api.recover();
    await until(() => held.counts.begun > 0 || page.events.some(({ runId }) => runId === paused));
    if ((await status(paused)) !== 'completed') {
      await signal(paused, 'pause');
      held.open();
      await until(async () => (await status(paused)) === 'paused');
      page.kill();
      expect((await signal(paused, 'resume')).status).toBe(200);
      expect(ownString((await signal(paused, 'resume')).body, 'error_code')).toBe('NO_ACTIVE_PAUSE');
      expect(await status(paused)).toBe('paused');
      const next = await realm(inside);
      await next.api.recover();
      await until(async () => (await status(paused)) === 'completed');
    }
  });
});

describe('reading', () => {
  test('API-6: runs are listed newest first, with the total before paging', async () => {
    const inside = browser();
    const { call, execute } = await doors(inside, { impatient: true });
    const runs: string[] = [];
    for (let count = 0; count < 3; count += 1)
      runs.push((await execute({ orchestrator: 'flowdrop_stategraph:stategraph' })).run);
    const page = await call('GET', `${API}/workflow/chain/pipelines?limit=2&offset=1&status=pending`);
    expect(own(own(page.body, 'pagination'), 'total')).toBe(3);
    const ids = isArray(page.data) ? page.data.map((row) => (isObject(row) ? row.id : null)) : [];
    expect(ids).toHaveLength(2);
    expect(ids.at(-1)).toBe(runs[0]);
    const none = await call('GET', `${API}/workflow/chain/pipelines?status=failed`);
    expect([none.data, own(own(none.body, 'pagination'), 'total')]).toEqual([[], 0]);
  });

  test('PIPE-5, SNAP: a job, the log and a snapshot of a run are read, and a new run goes on from the snapshot', async () => {
    const inside = browser();
    const page = await realm(inside);
    const { call, execute, store } = await doors(inside);
    const { run } = await execute({ orchestrator: PIPELINE });
    const [job] = await store.jobs(run);
    expect((await call('GET', `${API}/job/${job?.id}`)).status).toBe(200);
    expect((await call('GET', `${API}/pipeline/${run}/logs`)).status).toBe(200);
    const seeded = await execute({ snapshot: run });
    expect([seeded.status, ownString(seeded.body, 'error_code')]).toEqual([409, 'SNAPSHOT_TERMINAL']);
    const again = await call('POST', `${API}/pipeline/${run}/rerun`);
    expect(again.status).toBe(202);
    await page.finished(ownString(again.data, 'execution_id') ?? '');
  });
});
