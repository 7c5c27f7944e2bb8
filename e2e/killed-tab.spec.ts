// A tab that is closed in the middle of a run, with its worker, again and again; another one goes on with it.
import type { Page } from '@playwright/test';
import { expect, fakeServer, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import { allowInternal, openWorkflow, run, stored } from './support/editor';

const ITEMS = 5;

/** Status and job states of the runs in this browser, the newest run first. */
async function runsOf(page: Page) {
  return await page.evaluate(async () => {
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await ask(indexedDB.open('sluice'));
    const tables = db.transaction(['runs', 'jobs']);
    const runs = await ask(tables.objectStore('runs').getAll());
    const jobs = await ask(tables.objectStore('jobs').getAll());
    db.close();
    return runs
      .sort((a, b) => b.created - a.created)
      .map(({ id, status }) => ({
        status: String(status),
        jobs: jobs
          .filter((job) => job.run === id)
          .sort((a, b) => (a.order ?? 999) - (b.order ?? 999))
          .map((job) => `${job.node} ${job.status}${job.error === null ? '' : ` ${job.error.code}`}`),
      }));
  });
}

test('a tab is closed at any request of a run: another one ends it, and nothing is asked twice', async ({
  page,
  context,
}) => {
  let hit: (number: number) => void = () => undefined;
  const server = await fakeServer(() => {
    hit(server.requests.length);
    return { body: '{"ok":true}', delayMs: 60 };
  });
  try {
    await allowInternal(page);
    await openWorkflow(
      page,
      workflow('killed', 'Killed', {
        nodes: [
          node('range.1', 'Numbers', [0, 0], { start: 1, end: ITEMS }),
          node('foreach.1', 'Each', [1, 0]),
          node('prompt_template.1', 'Address', [2, 1], { template: `${server.url}/effect` }),
          node('http_request.1', 'Effect', [3, 0], {
            ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] },
          }),
          node('prompt_template.2', 'Sorry', [3, 1], { template: 'sorry' }),
          node('data_to_json.1', 'All', [4, 0]),
        ],
        edges: [
          wire('range.1:items', 'foreach.1:items'),
          wire('foreach.1:current_item', 'prompt_template.1:variables'),
          wire('prompt_template.1:prompt', 'http_request.1:url'),
          wire('http_request.1:trigger', 'foreach.1:loop_back'),
          wire('http_request.1:error', 'prompt_template.2:variables'),
          wire('prompt_template.2:trigger', 'foreach.1:loop_back'),
          wire('foreach.1:collected_results', 'data_to_json.1:data'),
        ],
      }),
    );
    await stored(page, 'drafts', 'Killed');
    const address = page.url();
    await run(page);
    await expect.poll(async () => (await runsOf(page))[0]?.status, { timeout: 15_000 }).toBe('completed');
    expect(server.requests).toHaveLength(ITEMS);
    const reference = await runsOf(page).then(([first]) => first?.jobs);
    let tab = page;
    for (let at = 1; at <= ITEMS; at += 1) {
      const before = server.requests.length;
      const reached = new Promise<void>((resolve) => {
        hit = (number) => number === before + at && resolve();
      });
      await run(tab);
      await reached;
      // Before the answer, or when it has just come.
      if (at % 2 === 0) await tab.waitForTimeout(60 + at);
      await tab.close();
      tab = await context.newPage();
      await tab.goto(address);
      const rests = async () => {
        const [newest] = await runsOf(tab);
        return newest?.status === 'completed' || newest?.jobs.some((job) => job.includes(' interrupted'));
      };
      await expect.poll(rests, { timeout: 15_000 }).toBe(true);
      const [last] = await runsOf(tab);
      if (last?.status === 'completed') {
        expect([at, last.jobs]).toEqual([at, reference]);
        expect([at, server.requests.length - before]).toEqual([at, ITEMS]);
      } else {
        // The request in flight may have taken effect: a person decides, and nothing is asked until then.
        const over = last?.jobs.filter((job) => job.endsWith(' completed')) ?? [];
        const effects = over.filter((job) => job.startsWith('http_request.1')).length;
        expect([at, last?.status, over]).toEqual([at, 'paused', reference?.slice(0, over.length)]);
        // A tab goes on until it is gone, so the request may be a later one, and may not have left the tab.
        const asked = server.requests.length - before;
        expect([at, asked === effects || asked === effects + 1, effects >= at - 1]).toEqual([at, true, true]);
      }
    }
  } finally {
    await server.close();
  }
});
