import type { Page } from '@playwright/test';
import { expect, fakeServer, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import {
  allowInternal,
  card,
  nameField,
  nodesOfRun,
  openWorkflow,
  outcome,
  properties,
  run,
  runButton,
  saved,
  select,
  wires,
} from './support/editor';

const badge = (page: Page, id: string, name: string) =>
  card(page, id).getByRole('img', { name, exact: true });
const details = (page: Page) => page.getByRole('tabpanel', { name: 'Run' });

test.describe('what a run shows', () => {
  test('a failure that nothing takes over fails the run, names the node and holds back what follows', async ({
    page,
  }) => {
    await openWorkflow(
      page,
      workflow('failing', 'Failing', {
        nodes: [
          node('text_input.1', 'Words', [0, 0], { defaultValue: 'hello' }),
          node('raise_error.1', 'Trouble', [1, 0], { message: 'The cellar is flooded.', code: 'flood' }),
          node('text_output.1', 'Never', [2, 0]),
        ],
        edges: [
          wire('text_input.1:trigger', 'raise_error.1:trigger'),
          wire('raise_error.1:trigger', 'text_output.1:trigger'),
        ],
      }),
    );
    await run(page);
    await expect(outcome(page)).toContainText('The run failed after');
    await expect(details(page).getByText('Trouble: The cellar is flooded.')).toBeVisible();
    await expect(details(page).getByText('flood', { exact: true })).toBeVisible();
    await expect(badge(page, 'text_input.1', 'Completed')).toBeVisible();
    await expect(badge(page, 'raise_error.1', 'Failed')).toBeVisible();
    await expect(badge(page, 'text_output.1', 'Completed')).toHaveCount(0);
    await nodesOfRun(page).getByRole('button', { name: 'Trouble' }).click();
    await expect(details(page).getByText('Failed: The cellar is flooded.')).toBeVisible();
    await nodesOfRun(page).getByRole('button', { name: 'Never' }).click();
    await expect(details(page).getByText(/^took /)).toHaveCount(0);
  });

  test('a failure goes over the error wire, and the canvas tells it from one that ended the run', async ({
    page,
  }) => {
    await openWorkflow(
      page,
      workflow('routed', 'Routed', {
        nodes: [
          node('raise_error.1', 'Trouble', [0, 0], {
            message: 'The cellar is flooded.',
            ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] },
          }),
          node('prompt_template.1', 'Pumps', [1, 0], { template: 'Pump, because: {{ message|raw }}' }),
          node('text_output.1', 'Otherwise', [1, 1]),
        ],
        edges: [
          wire('raise_error.1:error', 'prompt_template.1:variables'),
          wire('raise_error.1:trigger', 'text_output.1:trigger'),
        ],
      }),
    );
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await expect(badge(page, 'raise_error.1', 'Failed, handled on the error wire')).toBeVisible();
    await expect(badge(page, 'prompt_template.1', 'Completed')).toBeVisible();
    await expect(badge(page, 'text_output.1', 'Not taken')).toBeVisible();
    const passed = page.locator('[data-edge-id]');
    await expect(passed.and(page.locator('[data-kind="error"]'))).toHaveAttribute('data-passed', 'delivered');
    await expect(passed.and(page.locator('[data-kind="trigger"]'))).toHaveAttribute(
      'data-passed',
      'notTaken',
    );
    await nodesOfRun(page).getByRole('button', { name: 'Pumps' }).click();
    await expect(page.getByRole('tree', { name: 'Value of prompt' })).toHaveText(
      'Pump, because: The cellar is flooded.',
    );
  });

  test('one branch is taken, the other dimmed, with a badge that says so', async ({ page }) => {
    await openWorkflow(
      page,
      workflow('branches', 'Branches', {
        nodes: [
          node('text_input.1', 'Words', [0, 0], { defaultValue: 'urgent: come' }),
          node('if_else.1', 'Urgent?', [1, 0], { operator: 'contains', matchText: 'urgent' }),
          node('text_input.2', 'At once', [2, 0], { defaultValue: 'now' }),
          node('text_input.3', 'Some day', [2, 1], { defaultValue: 'later' }),
        ],
        edges: [
          wire('text_input.1:text', 'if_else.1:data'),
          wire('if_else.1:True', 'text_input.2:trigger'),
          wire('if_else.1:False', 'text_input.3:trigger'),
        ],
      }),
    );
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await expect(badge(page, 'text_input.2', 'Completed')).toBeVisible();
    await expect(badge(page, 'text_input.3', 'Not taken')).toBeVisible();
    await expect(card(page, 'text_input.3')).toHaveAttribute('data-skipped', 'true');
    await expect(card(page, 'text_input.2')).toHaveAttribute('data-skipped', 'false');
    await expect(card(page, 'text_input.3')).toHaveAccessibleName('Some day, Text Input, Not taken');
    await nodesOfRun(page).getByRole('button', { name: 'Urgent?' }).click();
    await expect(details(page).getByText('Branch taken: True')).toBeVisible();
  });

  test('a stop node ends the run with its value; what comes after does not run', async ({ page }) => {
    await openWorkflow(
      page,
      workflow('stopping', 'Stopping', {
        nodes: [
          node('text_input.1', 'Words', [0, 0], { defaultValue: 'enough' }),
          node('stop.1', 'Enough', [1, 0]),
          node('text_input.2', 'Two', [1, 1], { defaultValue: 'more' }),
          node('text_input.3', 'Three', [2, 1]),
          node('raise_error.1', 'Too late', [3, 1], { message: 'It went on.' }),
        ],
        edges: [
          wire('text_input.1:text', 'stop.1:value'),
          wire('text_input.1:trigger', 'text_input.2:trigger'),
          wire('text_input.2:text', 'text_input.3:data'),
          // Would fail the run if it came to it.
          wire('text_input.3:trigger', 'raise_error.1:trigger'),
        ],
      }),
    );
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await expect(badge(page, 'stop.1', 'Completed')).toBeVisible();
    await expect(badge(page, 'raise_error.1', 'Not started')).toBeVisible();
    await nodesOfRun(page).getByRole('button', { name: 'Enough' }).click();
    await expect(page.getByRole('tree').filter({ hasText: 'enough' }).first()).toBeVisible();
  });

  test('a request under way is stopped: the server loses its caller, the run says so, the page goes on', async ({
    page,
  }) => {
    let dropped = false;
    const server = await fakeServer((request) => {
      request.socket.on('close', () => {
        dropped = true;
      });
      return { body: '{}', delayMs: 60_000 };
    });
    try {
      await allowInternal(page);
      await openWorkflow(
        page,
        workflow('slow', 'Slow', {
          nodes: [
            node('text_input.1', 'Address', [0, 0], { defaultValue: `${server.url}/slow` }),
            node('http_request.1', 'Slow one', [1, 0]),
            node('text_output.1', 'Never', [2, 0]),
          ],
          edges: [
            wire('text_input.1:text', 'http_request.1:url'),
            wire('http_request.1:body', 'text_output.1:text'),
          ],
        }),
      );
      await run(page);
      await expect(badge(page, 'http_request.1', 'Running')).toBeVisible();
      await expect.poll(() => server.requests.length).toBe(1);

      // While it runs: edits are taken, stored and undone.
      await nameField(page).fill('Still slow');
      await nameField(page).press('Enter');
      await page.getByRole('option', { name: /^Note: / }).dblclick();
      await expect(card(page, 'note.1')).toBeVisible();
      await saved(page);
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(badge(page, 'http_request.1', 'Running')).toBeVisible();

      await page.getByRole('banner').getByRole('button', { name: 'Stop' }).click();
      await expect(outcome(page)).toContainText('The run was stopped after');
      await expect(badge(page, 'http_request.1', 'Running')).toHaveCount(0);
      await expect(badge(page, 'text_output.1', 'Stopped')).toBeVisible();
      await expect.poll(() => dropped).toBe(true);
      await expect(runButton(page)).toBeEnabled();

      await page.reload();
      await page.getByRole('button', { name: 'Runs', exact: true }).click();
      await page
        .getByRole('region', { name: 'Runs' })
        .getByRole('button', { name: /^Open the run/ })
        .click();
      await expect(outcome(page)).toContainText('The run was stopped after');
    } finally {
      await server.close();
    }
  });

  test('large values come in pages, and are loaded when they are asked for', async ({ page }) => {
    const list = Array.from({ length: 2500 }, (_, at) => `entry number ${at}, with some words behind it`);
    await openWorkflow(
      page,
      workflow('large', 'Large', {
        nodes: [
          node('text_input.1', 'Many', [0, 0], { defaultValue: JSON.stringify(list) }),
          node('json_to_data.1', 'Read', [1, 0]),
        ],
        edges: [wire('text_input.1:text', 'json_to_data.1:json')],
      }),
    );
    await run(page);
    await expect(outcome(page)).toContainText('The run completed in');
    await nodesOfRun(page).getByRole('button', { name: 'Read' }).click();
    const values = details(page);
    await expect(values.getByText(/kB stored apart/).first()).toBeVisible();
    await values.getByRole('button', { name: 'Load the value' }).first().click();
    const tree = page.getByRole('tree', { name: 'Value of data' });
    await expect(tree.getByText('2500 items').or(tree.getByText('2,500 items'))).toBeVisible();
    await expect(tree.getByRole('treeitem')).toHaveCount(102);
    await tree.getByText('Show 100 more of 2,400').click();
    await expect(tree.getByRole('treeitem')).toHaveCount(202);
    await expect(tree.getByText('entry number 199, with some words behind it')).toBeVisible();
    await tree.getByRole('treeitem').first().focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await expect(tree.getByRole('treeitem')).toHaveCount(302);
  });

  test('every input says where it came from: a wire, the configuration, a default, the start', async ({
    page,
  }) => {
    await openWorkflow(
      page,
      workflow('origins', 'Origins', {
        nodes: [
          node('chat_input.1', 'Asked', [0, 0]),
          node('if_else.1', 'Compare', [1, 0], { matchText: 'tea' }),
        ],
        edges: [wire('chat_input.1:message', 'if_else.1:data')],
        interface: {
          inputs: [
            { id: 'question', required: true, bindings: [{ nodeId: 'chat_input.1', portId: 'message' }] },
          ],
        },
      }),
    );
    await run(page);
    await page.getByRole('textbox', { name: /^question/ }).fill('tea');
    await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
    await expect(outcome(page)).toContainText('The run completed in');
    const origin = (name: string) =>
      details(page)
        .locator('section', { has: page.getByRole('heading', { name: 'Inputs', exact: true }) })
        .locator('div', { has: page.locator(`code:text-is("${name}")`) })
        .last();
    await nodesOfRun(page).getByRole('button', { name: 'Compare' }).click();
    await expect(origin('data')).toContainText('wire');
    await expect(origin('matchText')).toContainText('configured');
    await expect(origin('operator')).toContainText('default');
    await nodesOfRun(page).getByRole('button', { name: 'Asked' }).click();
    await expect(origin('message')).toContainText('given at the start');
    // The same is told at the node itself.
    await select(page, 'if_else.1');
    await properties(page).getByRole('tab', { name: 'Data' }).click();
    await expect(properties(page).getByText('configured', { exact: true })).toBeVisible();
    await expect(wires(page)).toHaveAttribute('data-passed', 'delivered');
  });
});
