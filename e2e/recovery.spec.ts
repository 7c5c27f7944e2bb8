// What is stored and what runs, while tabs close, workers end and the browser refuses.
import type { BrowserContext, Page } from '@playwright/test';
import { expect, fakeServer, test, watch } from './fixtures';
import { type Json, node, wire, workflow } from './support/documents';
import {
  allowInternal,
  middle,
  nameField,
  openWorkflow,
  properties,
  runButton,
  select,
  stored,
} from './support/editor';

const one = workflow('one', 'One', { nodes: [node('text_input.1', 'Name', [0, 0])] });

/** Types into the first field of the selected node without waiting for it to be handed on. */
async function type(page: Page, text: string): Promise<void> {
  await select(page, 'text_input.1');
  await properties(page).locator('[data-config-key] textarea, [data-config-key] input').first().click();
  // One burst, whatever else the machine is doing.
  await page.keyboard.insertText(text);
}

const field = (page: Page) =>
  properties(page).locator('[data-config-key] textarea, [data-config-key] input').first();

/** Another tab on the same workflow, once the first has gone. */
async function reopened(context: BrowserContext, url: string, faults: string[]): Promise<Page> {
  const page = await context.newPage();
  await watch(page, faults);
  await page.goto(url);
  await expect(nameField(page)).toHaveValue('One');
  return page;
}

test.describe('typing, then going', () => {
  for (const [how, go] of [
    ['the tab is closed', (page: Page) => page.close()],
    ['the tab is closed and may ask', (page: Page) => page.close({ runBeforeUnload: true })],
    ['another address is opened', (page: Page) => page.goto('about:blank').then(() => page.close())],
    ['the page is reloaded', (page: Page) => page.reload().then(() => page.close())],
  ] as const) {
    test(`nothing is lost when ${how} at once`, async ({ page, context, faults }) => {
      await openWorkflow(page, one);
      const url = page.url();
      await type(page, 'typed to the end');
      const closed = page.waitForEvent('close');
      await go(page);
      await closed;
      const next = await reopened(context, url, faults.list);
      await select(next, 'text_input.1');
      await expect(field(next)).toHaveValue('typed to the end');
      await next
        .getByRole('banner')
        .getByRole('button', { name: /^Undo: / })
        .click();
      await expect(field(next)).toHaveValue('');
      await next.reload();
      await select(next, 'text_input.1');
      await expect(field(next)).toHaveValue('');
    });
  }

  test('nothing is lost when another page of the app is opened at once', async ({ page }) => {
    await openWorkflow(page, one);
    await type(page, 'typed to the end');
    await page.goBack();
    await stored(page, 'commands', 'typed to the end');
  });

  test('what a full disk refused is there again when the disk has room', async ({ page }) => {
    await openWorkflow(page, one);
    const url = page.url();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await type(page, 'refused');
    await expect(page.getByText('The browser has no room left.')).toBeVisible();
    page.on('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.goto(url);
    await select(page, 'text_input.1');
    await expect(field(page)).toHaveValue('refused');
  });
});

test.describe('a run', () => {
  /** `count` requests in a row; a failure takes the error wire, and the chain goes on. */
  function requests(url: string, count: number) {
    const nodes: Json[] = [];
    const edges: Json[] = [];
    for (let n = 1; n <= count; n += 1) {
      nodes.push(node(`text_input.${n}`, `Address ${n}`, [n, 1], { defaultValue: `${url}/job-${n}` }));
      nodes.push(
        node(`http_request.${n}`, `Request ${n}`, [n, 0], {
          ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] },
        }),
      );
      edges.push(wire(`text_input.${n}:text`, `http_request.${n}:url`));
      if (n === 1) continue;
      edges.push(wire(`http_request.${n - 1}:json`, `http_request.${n}:body`));
      edges.push(wire(`http_request.${n - 1}:error`, `http_request.${n}:body`));
    }
    // The last one may be the one in flight when a page goes: its failure is taken up too.
    nodes.push(node('text_output.1', 'Taken up', [count + 1, 0], {}));
    edges.push(wire(`http_request.${count}:error`, 'text_output.1:text'));
    return workflow('one', 'One', { nodes, edges });
  }

  const ended = (page: Page) =>
    page.getByRole('tabpanel', { name: 'Run' }).getByText(/^The run completed in/);

  /**
   * Where a request was cut off, a person decides: it may have taken effect, so it is treated as failed, and its error wire
   * goes on. Looks at the newest run as long as `done` does not hold.
   */
  async function decideUntil(page: Page, done: () => Promise<boolean> | boolean): Promise<void> {
    const rail = page.getByRole('button', { name: 'Runs', exact: true });
    const newest = page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first();
    // The editor remembers whether the list is open.
    await expect(async () => {
      if (!(await newest.isVisible())) await rail.click();
      await expect(newest).toBeVisible({ timeout: 3000 });
    }).toPass();
    await newest.getByRole('button').first().click();
    const panel = page.getByRole('tabpanel', { name: 'Run' });
    const asked = panel.getByRole('region', { name: 'Waits for an answer' }).first();
    await expect
      .poll(
        async () => {
          if (await done()) return true;
          const failed = asked.getByRole('radio', { name: /failed/ });
          if (!(await failed.isVisible())) return false;
          await failed.check();
          await asked.getByRole('button', { name: 'Answer' }).click();
          return done();
        },
        { timeout: 30_000 },
      )
      .toBe(true);
  }

  /** Every node's requests: a job that has ended is never executed again. */
  function expectOnce(seen: readonly { readonly url: string }[], count: number): void {
    const urls = seen.map(({ url }) => url);
    expect(urls).toEqual([...new Set(urls)]);
    expect(urls.length).toBeLessThanOrEqual(count);
  }

  test('goes on in the next page when its page is gone, and no job is executed twice', async ({
    page,
    context,
    faults,
  }) => {
    test.slow();
    const count = 12;
    const server = await fakeServer(() => ({ body: '{"ok":true}', delayMs: 60 }));
    try {
      await allowInternal(page);
      await openWorkflow(page, requests(server.url, count));
      const url = page.url();
      await runButton(page).click();
      let at = page;
      await expect.poll(() => server.requests.length).toBeGreaterThanOrEqual(2);
      for (const seen of [5, 8]) {
        await at.close();
        at = await reopened(context, url, faults.list);
        await decideUntil(at, () => server.requests.length >= seen);
      }
      await at.close();
      at = await reopened(context, url, faults.list);
      await decideUntil(at, async () => (await stateOfRun(at)) === 'completed');
      expectOnce(server.requests, count);
    } finally {
      await server.close();
    }
  });

  test('goes on in a new worker when its worker is ended without a word', async ({ page }) => {
    const count = 6;
    await page.addInitScript(() => {
      const made: Worker[] = [];
      Reflect.set(window, '__workers', made);
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          if (options?.name === 'engine') made.push(this);
        }
      };
    });
    const server = await fakeServer(() => ({ body: '{"ok":true}', delayMs: 80 }));
    try {
      await allowInternal(page);
      await openWorkflow(page, requests(server.url, count));
      await runButton(page).click();
      await expect.poll(() => server.requests.length).toBeGreaterThanOrEqual(2);
      await page.evaluate(() => {
        const made: Worker[] = Reflect.get(window, '__workers');
        made.at(-1)?.terminate();
      });
      await decideUntil(page, () => ended(page).isVisible());
      expectOnce(server.requests, count);
    } finally {
      await server.close();
    }
  });

  test('one double click is one press: Run starts one run and does not stop it, Stop does not start another', async ({
    page,
  }) => {
    const server = await fakeServer(() => ({ body: '{"ok":true}', delayMs: 20_000 }));
    try {
      await allowInternal(page);
      await openWorkflow(page, requests(server.url, 1));
      await runButton(page).dblclick();
      await expect.poll(() => server.requests.length).toBe(1);
      expect(await stateOfRun(page)).toBe('running');
      const stop = page.getByRole('banner').getByRole('button', { name: 'Stop' });
      const at = await middle(stop);
      await stop.click();
      await expect(runButton(page)).toBeVisible();
      // The second press of a double click whose first one has ended the run already.
      await page.mouse.move(at.x, at.y);
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await expect(runButton(page)).toBeEnabled();
      expect(await stateOfRun(page)).toBe('cancelled');
      expect(server.requests.length).toBe(1);
    } finally {
      await server.close();
    }
  });

  test('ends at once when it is cancelled, however often and wherever it is looked at', async ({
    page,
    context,
    faults,
  }) => {
    const server = await fakeServer(() => ({ body: '{"ok":true}', delayMs: 20_000 }));
    try {
      await allowInternal(page);
      await openWorkflow(page, requests(server.url, 6));
      const other = await reopened(context, page.url(), faults.list);
      await runButton(page).click();
      await expect.poll(() => server.requests.length).toBeGreaterThanOrEqual(1);
      await page.getByRole('banner').getByRole('button', { name: 'Stop' }).dblclick();
      await expect.poll(() => stateOfRun(other)).toBe('cancelled');
      expect(server.requests.length).toBe(1);
    } finally {
      await server.close();
    }
  });
});

/** How the newest run stands in the store. */
async function stateOfRun(page: Page): Promise<unknown> {
  return await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('sluice');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('runs').objectStore('runs').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.at(-1)?.status);
          };
        };
      }),
  );
}

test.describe('a browser that refuses', () => {
  test('without a database the page says what that means', async ({ page }) => {
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sluice cannot open its storage' })).toBeVisible();
    await expect(page.getByText(/Private windows and blocked site data do this/)).toBeVisible();
  });

  test('a tab that holds an older database open is named, and the page goes on when it lets go', async ({
    page,
    context,
  }) => {
    const holder = await context.newPage();
    await holder.goto('/favicon.svg');
    await holder.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('sluice', 1);
          opening.onsuccess = () => {
            Reflect.set(window, '__held', opening.result);
            resolve();
          };
        }),
    );
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Another tab is in the way' })).toBeVisible();
    await holder.evaluate(() => {
      const held: IDBDatabase = Reflect.get(window, '__held');
      held.close();
    });
    await expect(page.getByRole('heading', { name: /^Draw a workflow/ })).toBeVisible();
  });

  test('a database that is deleted while a workflow is open leaves the workflow to be downloaded', async ({
    page,
    context,
  }) => {
    await openWorkflow(page, one);
    await nameField(page).fill('Still here');
    await nameField(page).press('Enter');
    const other = await context.newPage();
    await other.goto('/favicon.svg');
    await other.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('sluice').onsuccess = resolve;
        }),
    );
    await expect(page.getByRole('heading', { name: 'The stored workflows were deleted' })).toBeVisible();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the workflow' }).click();
    expect((await file).suggestedFilename()).toBe('still-here.json');
  });

  test('an engine that does not load is told at the run, and editing goes on', async ({ page, faults }) => {
    faults.ignore(/missing-engine|Failed to load resource/);
    await page.addInitScript(() => {
      const Original = window.Worker;
      window.Worker = class extends Original {
        constructor(url: string | URL, options?: WorkerOptions) {
          const broken = options?.name === 'engine' && Reflect.get(window, '__mended') !== true;
          super(broken ? '/assets/missing-engine.js' : url, options);
        }
      };
    });
    await openWorkflow(page, one);
    await runButton(page).click();
    await expect(page.getByText(/The engine did not answer/)).toBeVisible();
    await page.evaluate(() => Reflect.set(window, '__mended', true));
    await runButton(page).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
  });

  test('a damaged workflow is shown as such, can be taken along, and holds up no other', async ({ page }) => {
    await openWorkflow(page, one);
    const url = page.url();
    await page.goto('/#/');
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('sluice');
          opening.onsuccess = () => {
            const writing = opening.result.transaction('drafts', 'readwrite');
            writing.objectStore('drafts').put({ v: 1, id: 'one', head: 'garbage' });
            writing.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        }),
    );
    await page.reload();
    const notice = page.getByRole('region', { name: 'A workflow cannot be read' });
    await expect(notice).toBeVisible();
    const file = page.waitForEvent('download');
    await notice.getByRole('button', { name: 'Download what is stored' }).click();
    expect((await file).suggestedFilename()).toBe('unreadable-one.json');
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'This workflow cannot be read' })).toBeVisible();
  });
});
