import type { Page } from '@playwright/test';
import { axeFindings, expect, fakeServer, test, watch } from './fixtures';
import { node, textFile, wire, workflow } from './support/documents';
import {
  allowInternal,
  card,
  nodesOfRun,
  openWorkflow,
  outcome,
  properties,
  run,
  select,
} from './support/editor';

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const documents = (page: Page, name: string) => page.getByRole('list', { name: `Documents of ${name}` });
const editor = (page: Page) => page.getByRole('dialog', { name: 'Document' });

/** Writes the values of the document that is open. */
async function typeValues(page: Page, text: string): Promise<void> {
  await editor(page).locator('.cm-content').fill(text);
}

test('a first collection is made, searched, edited, copied and deleted, and every step can be taken back', async ({
  page,
}) => {
  await page.goto('/#/site/content');
  await expect(page.getByRole('heading', { name: 'No content yet' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Begin with sample documents' }).click();
  await expect(page.getByRole('list', { name: 'Collections' })).toContainText('3 documents');
  await page.getByRole('link', { name: 'node', exact: true }).click();
  const rows = documents(page, 'node').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('searchbox').fill('party');
  await expect(rows).toHaveCount(1);
  await rows.getByRole('button', { name: 'Edit Summer party' }).click();
  await typeValues(page, '{"title": 1');
  await expect(editor(page).getByText(/^This is not JSON/)).toBeVisible();
  await typeValues(page, '{"title": "Winter party"}');
  expect(await axeFindings(page)).toEqual([]);
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(rows).toContainText(['Winter party']);
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(rows).toContainText(['Summer party']);
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: 'More for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(rows).toHaveCount(4);
  await page.getByRole('link', { name: 'All collections' }).click();
  await page.getByRole('button', { name: 'More for node' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No content yet' })).toBeVisible();
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('list', { name: 'Collections' })).toContainText('4 documents');
});

test('a large collection is brought in, and two tabs never write over each other', async ({
  page,
  context,
  faults,
}) => {
  await page.goto('/#/site/content');
  const many = Array.from({ length: 5_000 }, (_, n) => ({ id: `d${n}`, title: `Title ${n}`, n }));
  await page.getByTestId('import-content').setInputFiles([textFile('orders.json', JSON.stringify(many))]);
  await page.getByRole('dialog').getByRole('button', { name: 'Import' }).click();
  await expect(page.getByText('1 to 50 of 5,000')).toBeVisible();
  await page.getByRole('searchbox').fill('title 4321');
  await page.getByRole('button', { name: 'Edit Title 4321' }).click();
  const other = await context.newPage();
  await watch(other, faults.list);
  await other.goto('/#/site/content/orders');
  await other.getByRole('searchbox').fill('title 4321');
  await other.getByRole('button', { name: 'Edit Title 4321' }).click();
  await typeValues(other, '{"title": "Theirs"}');
  await editor(other).getByRole('button', { name: 'Save' }).click();
  await expect(editor(page).getByText(/has changed this document since/)).toBeVisible();
  await editor(page).getByRole('button', { name: 'Load what is stored' }).click();
  await expect(editor(page).locator('.cm-content')).toContainText('Theirs');
});

test('what a node saves shows without a reload, and the node leads to its collection', async ({
  page,
  context,
  faults,
}) => {
  const other = await context.newPage();
  await watch(other, faults.list);
  await openWorkflow(
    page,
    workflow('keeps', 'Keeps', {
      nodes: [
        node('entity_save.1', 'Keep', [0, 0], {
          entity_type: 'order',
          values: { title: 'A kept order' },
          requiresConfirmation: 'waive',
        }),
      ],
    }),
  );
  await other.goto('/#/site/content/order');
  await expect(other.getByText('There is no collection “order”')).toBeVisible();
  await run(page);
  await expect(documents(other, 'order')).toContainText('A kept order');
  await other.close();
  await select(page, 'entity_save.1');
  await properties(page).getByRole('tab', { name: 'About' }).click();
  await properties(page).getByRole('button', { name: 'Show the collection “order”' }).click();
  await expect(documents(page, 'order')).toContainText('A kept order');
});

test('what a node has to say is shown as plain text, and a loop that talks fills no screen', async ({
  page,
}) => {
  await openWorkflow(
    page,
    workflow('talks', 'Talks', {
      nodes: [
        node('range.1', 'Numbers', [0, 0], { start: 1, end: 40 }),
        node('foreach.1', 'Each', [1, 0]),
        node('text_input.1', 'Words', [1, 1], { defaultValue: '<img src=x onerror=alert(1)>' }),
        node('messenger.1', 'Say', [2, 0], { type: 'warning' }),
      ],
      edges: [
        wire('range.1:items', 'foreach.1:items'),
        wire('foreach.1:current_item', 'messenger.1:trigger'),
        wire('text_input.1:text', 'messenger.1:message'),
        wire('messenger.1:displayed', 'foreach.1:loop_back'),
      ],
    }),
  );
  await run(page);
  await expect(notices(page).getByText('Warning: <img src=x onerror=alert(1)>').first()).toBeVisible();
  await expect(notices(page).getByText(/The run says more/)).toBeVisible();
  await expect(outcome(page)).toContainText('The run completed');
  await expect(card(page, 'messenger.1').getByRole('img', { name: 'Completed, 40 rounds' })).toBeVisible();
  await select(page, 'messenger.1');
  await properties(page).getByRole('tab', { name: 'Data' }).click();
  const round = properties(page).getByRole('spinbutton', { name: 'Round' });
  await expect(round).toHaveText('40 of 40 rounds');
  await expect(properties(page).getByText('false')).toBeVisible();
  await round.press('Home');
  await expect(round).toHaveText('1 of 40 rounds');
  await expect(properties(page).getByText('true')).toBeVisible();
  await round.press('ArrowRight');
  await expect(round).toHaveText('2 of 40 rounds');
  await expect(round).toBeFocused();
});

test('a run is paused, goes on, and a request that a stop cuts off reads as stopped', async ({ page }) => {
  let delayMs = 500;
  const server = await fakeServer(() => ({ body: '{}', delayMs }));
  try {
    await allowInternal(page);
    await openWorkflow(
      page,
      workflow('waits', 'Waits', {
        nodes: [
          node('range.1', 'Numbers', [0, 0], { start: 1, end: 99 }),
          node('foreach.1', 'Each', [1, 0]),
          node('text_input.1', 'Address', [1, 1], { defaultValue: server.url }),
          node('http_request.1', 'Ask', [2, 0], { method: 'GET' }),
        ],
        edges: [
          wire('range.1:items', 'foreach.1:items'),
          wire('foreach.1:current_item', 'http_request.1:trigger'),
          wire('text_input.1:text', 'http_request.1:url'),
          wire('http_request.1:status', 'foreach.1:loop_back'),
        ],
      }),
    );
    await run(page);
    const bar = page.getByRole('banner');
    await bar.getByRole('button', { name: 'Pause the run' }).click();
    await expect(outcome(page)).toContainText('The run is paused. Continue it when you like.');
    await expect(bar.getByRole('button', { name: 'Pause the run' })).toHaveCount(0);
    const asked = server.requests.length;
    delayMs = 60_000;
    await bar.getByRole('button', { name: 'Continue the run' }).click();
    await expect.poll(() => server.requests.length).toBe(asked + 1);
    await bar.getByRole('button', { name: 'Stop' }).click();
    await expect(outcome(page)).toContainText('The run was stopped');
    await expect(card(page, 'http_request.1').getByRole('img', { name: /^Stopped/ })).toBeVisible();
    await nodesOfRun(page)
      .getByRole('button', { name: /^stopped Ask/ })
      .click();
    await expect(page.getByText('Stopped: the run was stopped while this node waited')).toBeVisible();
  } finally {
    await server.close();
  }
});
