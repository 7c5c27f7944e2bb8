import type { Page } from '@playwright/test';
import { expect, fakeServer, test } from './fixtures';
import { addConnection } from './support/models';

async function openExample(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue(name);
}

const run = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
const nodesOfRun = (page: Page) => page.getByRole('navigation', { name: 'Nodes in the order they ran' });

test.describe('running', () => {
  test('a workflow runs with one click and shows its result', async ({ page }) => {
    await openExample(page, 'Greeting from a template');
    await run(page).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of greeting' })).toHaveText(
      'Hello Ada, good to see you.',
    );
    await expect(nodesOfRun(page).getByRole('button')).toHaveText([
      /Result/,
      /States and snapshots/,
      /Name/,
      /Greeting/,
      /Result/,
    ]);
  });

  test('a required input is asked for, remembered, and decides the branch', async ({ page }) => {
    await openExample(page, 'Branch on a text');
    await run(page).click();
    await expect(page.getByText('This input is required.')).toBeVisible();
    await page.getByRole('textbox', { name: /^message/ }).fill('This is URGENT.');
    await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of message' })).toHaveText(
      'We are on it now: “This is URGENT.”',
    );
    await expect(page.getByText('2 nodes were skipped')).toBeVisible();

    await nodesOfRun(page).getByRole('button', { name: 'Ordinary reply' }).click();
    await expect(page.getByText('Skipped: nothing that leads here fired.').first()).toBeVisible();

    await page.reload();
    await page.getByRole('tab', { name: 'Run' }).click();
    await expect(page.getByRole('textbox', { name: /^message/ })).toHaveValue('This is URGENT.');
  });

  test('a failure that an error edge takes over shows its envelope, and every value its origin', async ({
    page,
  }) => {
    await openExample(page, 'Route a failure');
    await run(page).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await nodesOfRun(page).getByRole('button', { name: 'Parse' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Run' });
    await expect(panel.getByText('failed, handled').last()).toBeVisible();
    await expect(panel.getByText('an error edge took over')).toBeVisible();
    await expect(panel.getByText('wire', { exact: true })).toBeVisible();
    await expect(panel.getByText('configured', { exact: true })).toBeVisible();

    await page.getByRole('tab', { name: 'Data' }).click();
    await expect(
      page.getByRole('tabpanel', { name: 'Data' }).getByText('an error edge took over'),
    ).toBeVisible();
  });

  test('the offline model answers without a network', async ({ page, context }) => {
    await openExample(page, 'One model call');
    await run(page).click();
    await page.getByRole('textbox', { name: /^question/ }).fill('What is a sluice?');
    await context.setOffline(true);
    await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of answer' })).not.toHaveText('');
  });

  test('a server that speaks the OpenAI interface is tested, used, and gets the key that was stored', async ({
    page,
  }) => {
    const server = await fakeServer((_request, body) => ({
      body: JSON.stringify({
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          {
            index: 0,
            finish_reason: 'stop',
            message: { role: 'assistant', content: body.includes('What is') ? 'A gate for water.' : 'ready' },
          },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    }));
    try {
      await addConnection(page, { url: server.url, key: 'very-secret', model: 'm' });
      await page.getByRole('button', { name: 'Test Mine' }).click();
      await expect(page.getByText(/It answers, in .* “ready”/)).toBeVisible();

      await openExample(page, 'One model call');
      await run(page).click();
      await page.getByRole('textbox', { name: /^question/ }).fill('What is a sluice?');
      await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
      await expect(page.getByRole('tree', { name: 'Value of answer' })).toHaveText('A gate for water.');
      expect(server.requests.length).toBeGreaterThanOrEqual(2);
      for (const request of server.requests) expect(request.headers.authorization).toBe('Bearer very-secret');
    } finally {
      await server.close();
    }
  });

  test('earlier runs are listed, opened and deleted', async ({ page }) => {
    await openExample(page, 'Calculator and mapper');
    await run(page).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.getByRole('button', { name: 'Runs', exact: true }).click();
    const list = page.getByRole('region', { name: 'Runs' });
    await expect(list.getByRole('button', { name: /^Open the run/ })).toHaveCount(2);
    await page.reload();
    await list
      .getByRole('button', { name: /^Open the run/ })
      .last()
      .click();
    await expect(page.getByRole('tree', { name: 'Value of summary' })).toHaveText(
      /Total 49\.75, 16\.58 on average/,
    );
    await list
      .getByRole('button', { name: /^Delete the run/ })
      .last()
      .click();
    await expect(list.getByRole('button', { name: /^Open the run/ })).toHaveCount(1);
  });
});
