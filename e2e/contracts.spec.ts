import type { Page } from '@playwright/test';
import { axeFindings, expect, test, watch } from './fixtures';
import { declared, node, workflow } from './support/documents';
import {
  canvasOf,
  card,
  cards,
  handle,
  openFromStart,
  openWorkflow,
  outcome,
  properties,
  run,
  saved,
  select,
  stored,
  undoButton,
} from './support/editor';

const greeting = workflow('greeting', 'Greeting', {
  description: 'Greets whoever is named.',
  nodes: [node('text_output.1', 'Hello', [0, 0])],
  interface: {
    inputs: [
      declared('who', 'text_output.1:text', {
        name: 'Whom to greet',
        description: 'A first name will do.',
        examples: ['Ada', 'Grace'],
        required: true,
      }),
    ],
    outputs: [declared('said', 'text_output.1:text')],
  },
});
const bare = workflow('bare', 'Bare', { nodes: [node('text_output.1', 'Hello', [0, 0])] });

const tab = (page: Page, name: string) => properties(page).getByRole('tab', { name, exact: true });
async function showTab(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Escape');
  await canvasOf(page).press('Escape');
  await tab(page, name).click();
}
const contract = (page: Page) => properties(page).getByRole('region', { name: 'Published contract' });
const version = (page: Page, number: string) =>
  contract(page).getByRole('heading', { name: `Version ${number}` });

test.describe('declaring ports', () => {
  test('a port is declared where it is, marked, published, and withdrawn again', async ({ page }) => {
    await openWorkflow(page, bare);
    await showTab(page, 'Contract');
    await expect(properties(page).getByText('Nothing is published yet.')).toBeVisible();

    await handle(page, 'text_output.1', 'input:text').click({ button: 'right' });
    await page.getByRole('dialog', { name: 'Port text' }).getByText('Declare as input').click();
    const row = card(page, 'text_output.1').locator('[data-port-row][data-direction="input"]');
    await expect(row.first()).toHaveAttribute('title', /Input of the workflow: text/);
    await expect(version(page, '1.0.0')).toBeVisible();
    await expect(contract(page).locator('[data-contract-entry="text"]')).toContainText('string');

    await canvasOf(page).press('Home');
    await canvasOf(page).press('i');
    const list = page.getByRole('dialog', { name: 'Declare or withdraw which port?' });
    await list.getByRole('combobox').fill('length');
    await page.keyboard.press('Enter');
    await showTab(page, 'Contract');
    await expect(version(page, '1.1.0')).toBeVisible();

    await select(page, 'text_output.1');
    await tab(page, 'Ports').click();
    await properties(page)
      .getByRole('button', { name: 'Withdraw text from the inputs of the workflow' })
      .click();
    await showTab(page, 'Contract');
    await expect(version(page, '2.0.0')).toBeVisible();
    await undoButton(page).click();
    await expect(version(page, '2.1.0')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  });

  test('what callers read is written at the entry, and a bad name is told there', async ({ page }) => {
    await openWorkflow(page, greeting);
    await showTab(page, 'Interface');
    const inputs = properties(page).getByRole('region', { name: 'Inputs' });
    await inputs.getByRole('textbox', { name: 'Name', exact: true }).fill('Who is it');
    await expect(inputs.getByRole('alert')).toContainText('Who is it');
    await inputs.getByRole('textbox', { name: 'Name', exact: true }).fill('who');
    await expect(inputs.getByRole('alert')).toHaveCount(0);

    await inputs.getByRole('textbox', { name: 'Another example' }).fill('42');
    await page.keyboard.press('Enter');
    await inputs.getByRole('checkbox', { name: 'Read example 3 as JSON' }).check();
    await inputs.getByRole('button', { name: 'Remove example 2' }).click();
    await inputs.getByRole('textbox', { name: 'Example 2' }).fill('{');
    await expect(inputs.getByRole('alert')).toContainText('no JSON value');
    await inputs.getByRole('textbox', { name: 'Example 2' }).fill('{"first":"Ada"}');
    await saved(page);
    await showTab(page, 'Contract');
    await expect(contract(page).locator('[data-contract-entry="who"]').first()).toContainText(
      'For example "Ada", {"first":"Ada"}',
    );

    await showTab(page, 'Interface');
    await inputs.getByRole('button', { name: 'Show who on the canvas' }).click();
    await expect(card(page, 'text_output.1')).toHaveAttribute('data-selected', 'true');
    await expect(card(page, 'text_output.1').locator('[data-fit="shown"]')).toHaveCount(1);
  });
});

test.describe('versions', () => {
  test('each is kept, looked at, and comes back as one step that undo takes back', async ({ page }) => {
    await openWorkflow(page, greeting);
    await showTab(page, 'Contract');
    await expect(version(page, '1.0.0')).toBeVisible();
    await showTab(page, 'Interface');
    await properties(page).getByRole('button', { name: 'Remove said' }).click();
    await showTab(page, 'Contract');
    await expect(version(page, '2.0.0')).toBeVisible();
    const history = properties(page).getByRole('region', { name: 'Versions' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await history.getByRole('button', { name: 'Look at version 1.0.0' }).click();
    const dialog = page.getByRole('dialog', { name: 'Version 1.0.0' });
    await expect(dialog.locator('[data-contract-entry="said"]')).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Put this version on the canvas' }).click();
    await expect(version(page, '2.1.0')).toBeVisible();
    await undoButton(page).click();
    await expect(version(page, '3.0.0')).toBeVisible();
    await page.reload();
    await showTab(page, 'Contract');
    await expect(version(page, '3.0.0')).toBeVisible();
    await expect(history.getByRole('listitem')).toHaveCount(4);
  });

  test('what has errors is not published, and says so', async ({ page }) => {
    await openWorkflow(page, greeting);
    await showTab(page, 'Contract');
    await expect(version(page, '1.0.0')).toBeVisible();
    await showTab(page, 'Interface');
    const outputs = properties(page).getByRole('region', { name: 'Outputs' });
    await outputs.getByRole('textbox', { name: 'Name', exact: true }).fill('What was said');
    await saved(page);
    await showTab(page, 'Contract');
    const draft = properties(page).getByRole('region', { name: 'Not published yet' });
    await expect(draft).toContainText('would be 2.0.0');
    await expect(draft).toContainText('Published once the error of the workflow is gone.');
    await expect(draft).toContainText('Output said is gone');
    await expect(version(page, '1.0.0')).toBeVisible();
  });
});

test.describe('a workflow as a node', () => {
  const caller = workflow('caller', 'Caller', { nodes: [node('text_input.1', 'Name', [0, 0])] });

  test('it stands in the palette, is wired, tells which version it was wired by and when that breaks', async ({
    page,
    context,
    faults,
  }) => {
    await openWorkflow(page, greeting);
    await stored(page, 'versions', '1.0.0');
    await openWorkflow(page, caller);
    const list = page.getByRole('listbox', { name: 'Nodes' });
    const offered = list.getByRole('group', { name: 'Workflows' }).getByRole('option');
    await expect(offered).toHaveCount(1);
    await offered.dblclick();
    await expect(cards(page)).toHaveCount(2);
    const called = 'flowdrop_workflow_executor_flowdrop_workflow_greeting.1';
    await expect(handle(page, called, 'input:who')).toBeVisible();
    await tab(page, 'About').click();
    await expect(properties(page)).toContainText('Wired by version 1.0.0, the one that is published.');
    await saved(page);

    const other = await context.newPage();
    await watch(other, faults.list);
    await openFromStart(other, 'Greeting');
    await showTab(other, 'Interface');
    const inputs = properties(other).getByRole('region', { name: 'Inputs' });
    await inputs.getByRole('textbox', { name: 'Name', exact: true }).fill('name');
    await showTab(other, 'Contract');
    await expect(version(other, '2.0.0')).toBeVisible();
    await other.close();

    await expect(handle(page, called, 'input:name')).toBeVisible();
    await expect(properties(page)).toContainText('it breaks what callers relied on');
    await expect(properties(page)).toContainText('Input who is gone');
    await page.getByRole('tab', { name: /^Problems/ }).click();
    await page.getByRole('button', { name: 'Accept version 2.0.0' }).first().click();
    await expect(properties(page)).toContainText('Wired by version 2.0.0, the one that is published.');
    await properties(page).getByRole('link', { name: 'Greeting' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Greeting');
    // A workflow is not offered to itself.
    await expect(list.getByRole('group', { name: 'Workflows' })).toHaveCount(0);
  });
});

test.describe('launching', () => {
  test('declared inputs are asked for in the words of their author, and refused at the field', async ({
    page,
  }) => {
    await openWorkflow(page, greeting);
    await run(page);
    const form = page.getByRole('form', { name: 'Inputs' });
    await expect(form.getByText('This input is required.')).toBeVisible();
    const field = form.getByRole('textbox', { name: /^Whom to greet/ });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByText('A first name will do.')).toBeVisible();
    await form.getByRole('button', { name: /Ada/ }).click();
    await form.getByRole('button', { name: 'Run' }).click();
    await expect(outcome(page)).toContainText('completed');
  });

  test('a value that the contract does not take is refused at its field, in the words of every door', async ({
    page,
  }) => {
    await openWorkflow(
      page,
      workflow('sum', 'Sum', {
        nodes: [node('calculator.1', 'Add', [0, 0], { operation: 'add' })],
        interface: { inputs: [declared('numbers', 'calculator.1:values')] },
      }),
    );
    await page.getByRole('tab', { name: 'Run' }).click();
    const form = page.getByRole('form', { name: 'Inputs' });
    await form.getByRole('textbox', { name: /^numbers/ }).fill('"three"');
    await form.getByRole('button', { name: 'Run' }).click();
    await expect(form.getByText('The value must be of type array.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: /^numbers/ })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByText('It accepts "numbers".')).toBeVisible();
    await form.getByRole('textbox', { name: /^numbers/ }).fill('[1, 2]');
    await form.getByRole('button', { name: 'Run' }).click();
    await expect(outcome(page)).toContainText('completed');
  });
});
