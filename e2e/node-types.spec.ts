import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFindings, expect, test, watch } from './fixtures';
import { node, textFile, workflow } from './support/documents';
import {
  canvasOf,
  card,
  cards,
  dropFiles,
  handle,
  importDialog,
  importFiles,
  newWorkflow,
  openFromStart,
  openWorkflow,
  properties,
  select,
} from './support/editor';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 });
const row = (page: Page, id: string) => page.locator(`[data-type="${id}"]`);
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const palette = (page: Page) => page.getByRole('listbox', { name: 'Nodes' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const label = (page: Page) =>
  page.getByRole('region', { name: 'What it is' }).getByRole('textbox', { name: 'Label' });
const preview = (page: Page) => page.getByRole('complementary', { name: 'Preview' });

async function undo(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).last().click();
  await expect(toast(page, 'Taken back')).toBeVisible();
}

async function openList(page: Page): Promise<void> {
  await page.goto('/#/site/node-types');
  await expect(heading(page, 'Node types')).toBeVisible();
}

async function openType(page: Page, id: string): Promise<void> {
  await page.goto(`/#/site/node-types/${id}`);
  await expect(label(page)).toBeVisible();
}

/** Makes a node type on the calculator and stays on its page. */
async function makeAdder(page: Page): Promise<void> {
  await openList(page);
  await page.getByRole('button', { name: 'New node type' }).click();
  const dialog = page.getByRole('dialog', { name: 'New node type' });
  await dialog
    .getByRole('combobox', { name: 'Processor' })
    .selectOption({ value: 'flowdrop_node_processor:calculator' });
  await dialog.getByRole('textbox', { name: 'Label' }).fill('Adder');
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toHaveValue('adder');
  await dialog.getByRole('button', { name: 'Make node type' }).click();
  await expect(heading(page, 'Adder')).toBeVisible();
}

const using = workflow('sums', 'Sums', {
  nodes: [node('adder.1', 'Sum', [0, 0], { operation: 'multiply', precision: 4 })],
});

test('the site is reached from the start page, the menu and the commands', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Node types and categories' }).click();
  await expect(heading(page, 'Node types')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Parts of the site' })
    .getByRole('link', { name: 'Categories' })
    .click();
  await expect(heading(page, 'Categories')).toBeVisible();

  await openWorkflow(page, workflow('one', 'One', { nodes: [node('calculator.1', 'Sum', [0, 0])] }));
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Node types and categories' }).click();
  await expect(heading(page, 'Node types')).toBeVisible();

  await openFromStart(page, 'One');
  await canvasOf(page).press('ControlOrMeta+k');
  const commands = page.getByRole('dialog', { name: 'Commands' });
  await commands.getByRole('combobox').fill('Open node types');
  await expect(commands.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Node types')).toBeVisible();
});

test('a node type is reached from the palette and from a node of it', async ({ page }) => {
  await openWorkflow(page, workflow('one', 'One', { nodes: [node('calculator.1', 'Sum', [0, 0])] }));
  await page.getByRole('button', { name: 'Edit node types' }).click();
  await expect(heading(page, 'Node types')).toBeVisible();

  await openFromStart(page, 'One');
  await select(page, 'calculator.1');
  await properties(page).getByRole('tab', { name: 'About' }).click();
  await properties(page).getByRole('button', { name: 'Edit this node type' }).click();
  await expect(heading(page, 'Calculator')).toBeVisible();
});

test('SCH-26: a type that is off leaves the palette, its nodes keep working, and undo brings it back', async ({
  page,
}) => {
  await openWorkflow(page, workflow('one', 'One', { nodes: [node('calculator.1', 'Sum', [0, 0])] }));
  await openList(page);
  await page.getByRole('searchbox', { name: 'Search node types' }).fill('calc');
  await expect(page.locator('[data-type]')).toHaveCount(1);
  await page.getByRole('switch', { name: 'Calculator is on' }).click();
  await expect(row(page, 'calculator')).toContainText('Changed');
  await expect(row(page, 'calculator')).toContainText('Off');

  await openFromStart(page, 'One');
  await expect(card(page, 'calculator.1')).toHaveAttribute('data-broken', 'false');
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('calculator');
  await expect(page.getByText('No node matches "calculator".')).toBeVisible();

  await openList(page);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Off');
  await expect(page.locator('[data-type]')).toHaveCount(1);
  await page.getByRole('button', { name: 'More for Calculator' }).click();
  await page.getByRole('menuitem', { name: 'Reset to shipped' }).click();
  await expect(page.getByText('No node type matches.')).toBeVisible();
  await undo(page);
  await expect(row(page, 'calculator')).toBeVisible();
  await page.getByRole('switch', { name: 'Calculator is on' }).click();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Changed here');
  await expect(page.getByText('No node type matches.')).toBeVisible();
});

test('a type of one’s own: gates, defaults and look are seen in the preview, then on the canvas', async ({
  page,
}) => {
  await makeAdder(page);
  await expect(preview(page).getByRole('combobox', { name: 'Operation' })).toBeVisible();
  await expect(preview(page).getByRole('textbox', { name: 'Decimals' })).toBeVisible();
  await expect(preview(page).locator('[data-wires="input:operation"]')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Form: Decimals' }).uncheck();
  await page.getByRole('checkbox', { name: 'Wire: Operation' }).uncheck();
  await expect(preview(page).getByRole('textbox', { name: 'Decimals' })).toBeHidden();
  await expect(preview(page).locator('[data-wires="input:operation"]')).toBeHidden();
  await page.getByRole('button', { name: 'Default of Operation' }).click();
  await page.getByRole('combobox', { name: 'Default of Operation' }).selectOption({ label: 'multiply' });
  await page.getByRole('checkbox', { name: 'Offered: Decimals' }).uncheck();

  await page.getByRole('button', { name: 'Choose icon' }).click();
  const icons = page.getByRole('dialog', { name: 'Choose an icon' });
  await icons.getByRole('searchbox', { name: 'Search icons' }).fill('rocket');
  await icons.getByRole('button', { name: 'rocket', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Icon' })).toHaveValue('mdi:rocket');

  await label(page).fill('Multiplier');
  await save(page).click();
  await expect(toast(page, 'Saved “Multiplier”')).toBeVisible();
  await expect(save(page)).toBeDisabled();

  await newWorkflow(page);
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('multiplier');
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(1);
  await expect(handle(page, 'adder.1', 'input:operation')).toHaveCount(0);
  await expect(handle(page, 'adder.1', 'input:precision')).toHaveCount(1);
  await expect(properties(page).getByRole('combobox', { name: 'Operation' })).toHaveValue(/./);
  await expect(
    properties(page).getByRole('combobox', { name: 'Operation' }).locator('option:checked'),
  ).toHaveText('multiply');
});

test('what is wrong stands at its field, and nothing is stored while it is', async ({ page }) => {
  await openType(page, 'calculator');
  await label(page).fill('');
  await expect(page.getByText('A node type needs a label.')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('button', { name: '1 field needs a look before this can be saved.' }).click();
  await expect(label(page)).toBeFocused();
  await label(page).fill('Sums');
  await page.getByRole('button', { name: 'Default of Decimals' }).click();
  await page.getByRole('textbox', { name: 'Default of Decimals' }).fill('1.5');
  await expect(page.getByText('Default of precision must be of type integer')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.getByRole('button', { name: 'Use the one of the processor' }).click();
  await save(page).click();
  await expect(toast(page, 'Saved “Sums”')).toBeVisible();
});

test('an open workflow follows a change of its types, and nothing that is configured is lost', async ({
  page,
  context,
}) => {
  await makeAdder(page);
  await openWorkflow(page, using);
  await expect(handle(page, 'adder.1', 'input:precision')).toHaveCount(1);
  const other = await context.newPage();
  const faults: string[] = [];
  await watch(other, faults);
  await openType(other, 'adder');
  await other.getByRole('checkbox', { name: 'Wire: Decimals' }).uncheck();
  await other.getByRole('checkbox', { name: 'Form: Operation' }).uncheck();
  await label(other).fill('Adding machine');
  await save(other).click();
  await expect(toast(other, 'Saved “Adding machine”')).toBeVisible();

  await expect(handle(page, 'adder.1', 'input:precision')).toHaveCount(0);
  await expect(card(page, 'adder.1')).toContainText('Adding machine');
  await expect(page.getByRole('banner').getByRole('button', { name: /1 problem/ })).toBeVisible();
  await select(page, 'adder.1');
  await expect(properties(page).getByText('Other stored keys')).toBeVisible();

  await undo(other);
  await expect(handle(page, 'adder.1', 'input:precision')).toHaveCount(1);
  await expect(
    properties(page).getByRole('combobox', { name: 'Operation' }).locator('option:checked'),
  ).toHaveText('multiply');
  await expect(properties(page).getByRole('textbox', { name: 'Decimals' })).toHaveValue('4');
  await expect(page.getByRole('banner').getByRole('button', { name: /No problems/ })).toBeVisible();
  expect(faults).toEqual([]);
});

test('two tabs that edit one type: the later one is told and decides', async ({ page, context }) => {
  await makeAdder(page);
  const other = await context.newPage();
  await openType(other, 'adder');
  await label(page).fill('Mine');
  await label(other).fill('Theirs');
  await save(other).click();
  const notice = page.getByText('This node type was changed elsewhere meanwhile');
  await expect(notice).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await expect(label(page)).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Load the other version' }).click();
  await expect(label(page)).toHaveValue('Theirs');
  await expect(notice).toBeHidden();

  await label(page).fill('Mine after all');
  await label(other).fill('Theirs again');
  await save(other).click();
  await page.getByRole('button', { name: 'Save mine over it' }).click();
  await expect(toast(page, 'Saved “Mine after all”')).toBeVisible();
  // The other tab had nothing unsaved, so it follows.
  await expect(label(other)).toHaveValue('Mine after all');
});

test('unsaved changes are there again after going away, and can be dropped', async ({ page }) => {
  await openType(page, 'calculator');
  await page.getByRole('textbox', { name: 'Description' }).first().fill('Left in the middle');
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(heading(page, 'Categories')).toBeVisible();
  await page.reload();
  await openType(page, 'calculator');
  await expect(page.getByText('Your unsaved changes from before are back.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).toHaveValue('Left in the middle');
  await page.getByRole('button', { name: 'Discard changes' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Description' }).first()).not.toHaveValue(
    'Left in the middle',
  );
});

test('deleting a type says which workflows have nodes of it, and can be taken back', async ({ page }) => {
  await makeAdder(page);
  await openWorkflow(page, using);
  await openList(page);
  await page.getByRole('button', { name: 'More for Adder' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete “Adder”?' });
  await expect(dialog.getByText('Sums: 1 node')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row(page, 'adder')).toBeHidden();
  await undo(page);
  await expect(row(page, 'adder')).toBeVisible();

  await row(page, 'adder').getByRole('link', { name: 'Adder' }).click();
  await page.getByRole('button', { name: 'More for Adder' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(heading(page, 'Adder (copy)')).toBeVisible();
  await page.getByRole('button', { name: 'More for Adder (copy)' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(heading(page, 'Node types')).toBeVisible();
  await expect(row(page, 'adder')).toBeVisible();
  await expect(row(page, 'adder_2')).toBeHidden();
});

test('a type and a category are downloaded and dropped back in', async ({ page }) => {
  await makeAdder(page);
  const files: { name: string; text: string }[] = [];
  for (const form of ['Download for Drupal (YAML)', 'Download as JSON']) {
    await page.getByRole('button', { name: 'More for Adder' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: form }).click();
    const file = await download;
    files.push({ name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') });
  }
  expect(files.map(({ name }) => name)).toEqual([
    'flowdrop_node_type.flowdrop_node_type.adder.yml',
    'adder.json',
  ]);
  for (const { name, text } of files) {
    await openList(page);
    await page.getByRole('button', { name: 'More for Adder' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(row(page, 'adder')).toBeHidden();
    await dropFiles(page, [textFile(name, text)]);
    await importDialog(page).getByRole('button', { name: 'Done' }).click();
    await expect(row(page, 'adder')).toBeVisible();
    await expect(row(page, 'adder')).toContainText('flowdrop_node_processor:calculator');
  }
});

test('SCH-33: while the parameters of a processor cannot be told, they are kept and everything else is edited', async ({
  page,
}) => {
  await page.goto('/');
  const record = {
    id: 'lost',
    label: 'Lost',
    executor_plugin: 'gone:gone',
    parameters: {
      loop_back: { configurable: false, connectable: true, required: false, exposed_by_default: true },
      term: {
        configurable: true,
        connectable: true,
        required: true,
        exposed_by_default: true,
        default: 'dogs',
      },
    },
  };
  await importFiles(page, [textFile('lost.json', JSON.stringify(record))]);
  await importDialog(page).getByRole('button', { name: 'Done' }).click();
  await openType(page, 'lost');
  await expect(page.getByText('Parameters are read-only')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Wire: term' })).toBeDisabled();
  await expect(page.getByRole('checkbox', { name: 'Wire: term' })).toBeChecked();
  await label(page).fill('Found');
  await save(page).click();
  await expect(toast(page, 'Saved “Found”')).toBeVisible();
  await page.getByRole('button', { name: 'More for Found' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as JSON' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ label: 'Found', parameters: record.parameters });
});

test('categories: made, moved to the top of the palette, and deleted with what is in them', async ({
  page,
}) => {
  await makeAdder(page);
  await page.goto('/#/site/categories');
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = page.getByRole('dialog', { name: 'New category' });
  await dialog.getByRole('textbox', { name: 'Label' }).fill('An own group');
  await expect(dialog.getByRole('textbox', { name: 'Id' })).toHaveValue('an_own_group');
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('no colour;');
  await expect(dialog.getByText('Write a colour such as #1f5fd6.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Colour', exact: true }).fill('#b3261e');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const order = page.getByRole('list', { name: 'Categories in order' }).getByRole('listitem');
  const own = page.locator('[data-category="an_own_group"]');
  await expect(own).toContainText('empty');

  await openType(page, 'adder');
  await page.getByRole('combobox', { name: 'Category' }).selectOption({ label: 'An own group' });
  await save(page).click();
  await expect(toast(page, 'Saved “Adder”')).toBeVisible();
  await page.getByRole('link', { name: 'Categories' }).click();
  await expect(own).toContainText('1 node type');
  await expect(order.first()).not.toContainText('An own group');
  for (let left = 30; left > 0; left -= 1) {
    const up = own.getByRole('button', { name: 'Move An own group up' });
    if (await up.isDisabled()) break;
    const above = await order.allInnerTexts();
    await up.click();
    await expect.poll(() => order.allInnerTexts()).not.toEqual(above);
  }
  await expect(order.first()).toContainText('An own group');

  await newWorkflow(page);
  await expect(palette(page).getByRole('group').first()).toHaveAccessibleName('An own group');
  await expect(palette(page).getByRole('group').first().getByRole('option')).toHaveCount(1);

  await page.goto('/#/site/categories');
  await page.getByRole('button', { name: 'More for An own group' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const asked = page.getByRole('dialog', { name: 'Delete “An own group”?' });
  await asked.getByRole('combobox', { name: 'Move to' }).selectOption({ label: 'Data' });
  await asked.getByRole('button', { name: 'Delete' }).click();
  await expect(own).toBeHidden();
  await openType(page, 'adder');
  await expect(page.getByRole('combobox', { name: 'Category' }).locator('option:checked')).toHaveText('Data');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`no serious finding of axe, ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });
    test.slow();

    const look = (page: Page, what: string) =>
      test.step(what, async () => expect(await axeFindings(page), what).toEqual([]));

    test('the list of node types, and a new one', async ({ page }) => {
      await openList(page);
      await expect(row(page, 'calculator')).toBeVisible();
      await look(page, 'the list');
      await page.getByRole('button', { name: 'New node type' }).click();
      await look(page, 'a new node type');
    });

    test('the editor of a type, and the icons', async ({ page }) => {
      await openType(page, 'calculator');
      await page.getByRole('button', { name: 'Default of Operation' }).click();
      await label(page).fill('');
      await look(page, 'the editor of a type');
      await page.getByRole('button', { name: 'Choose icon' }).click();
      await expect(page.getByRole('button', { name: 'abacus', exact: true })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search icons' }).fill('robot');
      await look(page, 'the icons');
    });

    test('the categories, and a new one', async ({ page }) => {
      await page.goto('/#/site/categories');
      await expect(heading(page, 'Categories')).toBeVisible();
      await look(page, 'the categories');
      await page.getByRole('button', { name: 'New category' }).click();
      await look(page, 'a new category');
    });
  });
}
