import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from './fixtures';
import { dynamicPort, jsonFile, node, textFile, wire, workflow } from './support/documents';
import {
  canvasOf,
  card,
  cards,
  importDialog,
  importFiles,
  nameField,
  newWorkflow,
  openWorkflow,
  outcome,
  properties,
  run,
  select,
} from './support/editor';

const troubled = workflow('troubled', 'Troubled', {
  nodes: [
    node('text_input.1', 'Words', [0, 0], { defaultValue: 'hello', unknownKey: 1 }),
    node('data_mapper.1', 'Mapper', [1, 0], {
      engine: 'twig',
      dynamicInputs: [dynamicPort('q', 'string')],
      dynamicOutputs: [dynamicPort('out', 'string', '{{ q ')],
    }),
    node('switch_gateway.1', 'Which', [0, 1], { branches: [{ name: 'Small', value: 1 }] }),
    node('mystery.1', 'Mystery', [1, 1], { kept: true }),
    node('note.1', 'Note', [2, 0], {
      content: '# Note\n\nWith a [link](https://example.org/).',
      noteType: 'error',
    }),
    node('idea.1', 'Idea', [2, 1]),
  ],
  edges: [
    wire('text_input.1:text', 'data_mapper.1:q'),
    wire('text_input.1:gone', 'switch_gateway.1:trigger'),
  ],
});

/** Looks at the page as it stands, with the name of what is looked at. */
async function look(page: Page, what: string): Promise<void> {
  await test.step(what, async () => expect(await axeFindings(page), what).toEqual([]));
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no serious finding of axe, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    // Axe looks at every element and its contrast: seconds on a busy machine.
    test.slow();

    test('the list of workflows, its menu and its dialog', async ({ page }) => {
      await openWorkflow(page, troubled);
      await page.goto('/#/');
      await expect(page.getByRole('link', { name: 'Troubled', exact: true })).toBeVisible();
      await look(page, 'the list');
      await page.getByRole('button', { name: 'More for Troubled' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, 'the menu of a card');
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await look(page, 'the rename dialog');
    });

    test('the empty editor and its menu', async ({ page }) => {
      await newWorkflow(page);
      await look(page, 'an empty editor');
      await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await look(page, 'the menu of the editor');
    });

    test('the editor with problems, the outline and a list over the canvas', async ({ page }) => {
      await openWorkflow(page, troubled);
      await page.getByRole('banner').getByRole('button', { name: 'Publish' }).click();
      await expect(page.getByRole('dialog', { name: 'Publish “Troubled”' })).toBeVisible();
      await look(page, 'the dialog that publishes, without a server');
      await page.keyboard.press('Escape');
      await page.getByRole('tab', { name: /^Problems/ }).click();
      await expect(page.getByRole('list', { name: 'Problems', exact: true })).toBeVisible();
      await look(page, 'an editor with problems');
      await page.getByRole('button', { name: 'Outline' }).click();
      await look(page, 'the outline');
      await canvasOf(page).press('Home');
      await canvasOf(page).press('w');
      await expect(page.getByRole('dialog', { name: 'Wire from which port?' })).toBeVisible();
      await look(page, 'a list over the canvas');
    });

    test('the interface of a workflow', async ({ page }) => {
      await openWorkflow(page, troubled);
      await properties(page).getByRole('tab', { name: 'Interface' }).click();
      await properties(page).getByRole('combobox', { name: 'Declare an input' }).selectOption({ index: 1 });
      await look(page, 'the interface');
      await properties(page).getByRole('tab', { name: 'Contract' }).click();
      await expect(properties(page).getByRole('region', { name: 'Not published yet' })).toBeVisible();
      await look(page, 'the contract');
    });

    test('the properties of nodes, tab by tab', async ({ page }) => {
      await openWorkflow(page, troubled);
      for (const [id, tabs] of [
        ['data_mapper.1', ['Config', 'Ports', 'Data', 'About']],
        ['switch_gateway.1', ['Config']],
        ['mystery.1', ['Config']],
      ] as const) {
        await select(page, id);
        for (const tab of tabs) {
          await properties(page).getByRole('tab', { name: tab }).click();
          await look(page, `${tab} of ${id}`);
        }
      }
    });

    test('a run that fails, its log and the earlier runs', async ({ page }) => {
      await openWorkflow(
        page,
        workflow('failing', 'Failing', {
          nodes: [
            node('text_input.1', 'Words', [0, 0], { defaultValue: '[1, {"a": null}]' }),
            node('json_to_data.1', 'Read', [1, 0]),
            node('raise_error.1', 'Trouble', [2, 0], { message: 'No.' }),
          ],
          edges: [
            wire('text_input.1:text', 'json_to_data.1:json'),
            wire('json_to_data.1:data', 'raise_error.1:trigger'),
          ],
        }),
      );
      await run(page);
      await expect(outcome(page)).toContainText('The run failed after');
      await page.getByRole('button', { name: 'Runs', exact: true }).click();
      await look(page, 'a failed run');
      await page
        .getByRole('navigation', { name: 'Nodes in the order they ran' })
        .getByRole('button', { name: 'Read' })
        .click();
      await look(page, 'a node of a run');
      await page.getByRole('tab', { name: 'Log' }).click();
      await look(page, 'the log');
    });

    test('the report of an import, the question about taken ids, and the keys', async ({ page }) => {
      await page.goto('/');
      await importFiles(page, [jsonFile(troubled), textFile('broken.json', '{')]);
      await expect(importDialog(page).getByText('1 workflow was imported')).toBeVisible();
      await look(page, 'the report');
      await importDialog(page).getByRole('button', { name: 'Done' }).click();
      await importFiles(page, [jsonFile(troubled)]);
      await expect(importDialog(page).getByText('“Troubled” is here already')).toBeVisible();
      await look(page, 'the question');
      await importDialog(page).getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Troubled', exact: true }).click();
      await expect(nameField(page)).toHaveValue('Troubled');
      await expect(cards(page)).toHaveCount(troubled.nodes.length);
      await canvasOf(page).press('?');
      await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
      await look(page, 'the keys');
    });

    test('settings of a server, and the question before everything is deleted', async ({ page }) => {
      await page.goto('/#/settings');
      await page.getByRole('button', { name: 'Add a connection' }).click();
      const model = page.getByRole('dialog', { name: 'Add a model connection' });
      await model.getByRole('textbox', { name: 'Name' }).fill('Mine');
      await model.getByRole('textbox', { name: 'Base address' }).fill('nowhere');
      await look(page, 'the form of a model connection');
      await model.getByRole('textbox', { name: 'Base address' }).fill('http://127.0.0.1:9');
      await model.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('radio', { name: /^Mine/ })).toBeChecked();
      await look(page, 'the settings with a model connection');
      await page.goto('/#/site/secrets');
      await page.getByRole('button', { name: 'Add a secret' }).click();
      await look(page, 'the form of a secret');
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('MAIL_KEY');
      await page.getByRole('dialog').getByLabel('Value').fill('canary');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('button', { name: 'Replace MAIL_KEY' })).toBeVisible();
      await look(page, 'the secrets');
      await page.goto('/#/settings');
      await page.getByRole('button', { name: 'Add a server' }).click();
      const form = page.getByRole('dialog', { name: 'Add a server' });
      await form.getByRole('textbox', { name: 'Address' }).fill('http://flows.example.org');
      await look(page, 'the form of a server to publish to');
      await form.getByRole('textbox', { name: 'Name' }).fill('Staging');
      await form.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:9');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('list', { name: 'Servers' })).toBeVisible();
      await look(page, 'the list of servers');
      await page.getByRole('button', { name: 'Delete everything' }).click();
      await expect(page.getByRole('dialog', { name: 'Delete everything in this browser?' })).toBeVisible();
      await look(page, 'the question');
    });
  });
}

test('a narrow screen: everything stays within it, panels overlay the canvas', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await openWorkflow(page, troubled);
  await expect(card(page, 'text_input.1')).toBeVisible();
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await look(page, 'a narrow editor');
});
