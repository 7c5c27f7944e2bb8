import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  canvasOf,
  card,
  drag,
  drawWire,
  middle,
  newWorkflow,
  properties,
  runButton,
  said,
  select,
  wires,
} from './support/editor';

const paletteItem = (page: Page, label: string) =>
  page.getByRole('listbox', { name: 'Nodes' }).getByRole('option', { name: new RegExp(`^${label}: `) });

/** Drags a node type out of the palette to a place of the canvas, given in parts of its width and height. */
async function carry(page: Page, label: string, to: readonly [x: number, y: number]): Promise<void> {
  const canvas = await canvasOf(page).boundingBox();
  if (canvas === null) throw new Error('There is no canvas.');
  const item = paletteItem(page, label);
  // Into the middle: at the edge it may lie under the heading of its category.
  await item.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const from = await middle(item);
  const at = { x: canvas.x + canvas.width * to[0], y: canvas.y + canvas.height * to[1] };
  await drag(page, from, at);
  await expect(said(page)).toHaveText(`Added ${label}`);
}

test.describe('drawing by pointer', () => {
  test('three node types are dragged in, wired, configured and run', async ({ page }) => {
    await newWorkflow(page);
    await expect(canvasOf(page).getByText('An empty canvas')).toBeVisible();
    await carry(page, 'Text Input', [0.18, 0.2]);
    await expect(canvasOf(page).getByText('An empty canvas')).toBeHidden();
    await carry(page, 'Prompt Template', [0.5, 0.55]);
    await carry(page, 'Text Output', [0.82, 0.2]);
    await expect(card(page, 'text_input.1')).toBeVisible();
    await expect(card(page, 'prompt_template.1')).toBeVisible();
    await expect(card(page, 'text_output.1')).toBeVisible();

    await drawWire(page, ['text_input.1', 'output:text'], ['prompt_template.1', 'input:variables']);
    await expect(said(page)).toHaveText('Wired Text to Variables');
    await drawWire(page, ['prompt_template.1', 'output:prompt'], ['text_output.1', 'input:text']);
    await expect(wires(page)).toHaveCount(2);

    await select(page, 'text_input.1');
    await properties(page).getByRole('textbox', { name: 'Text', exact: true }).fill('Ada');
    await select(page, 'prompt_template.1');
    const template = properties(page).getByRole('textbox', { name: 'Template' });
    await template.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Good morning, {{ data }}!');
    await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();

    await runButton(page).click();
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of text' }).first()).toHaveText('Good morning, Ada!');
    await expect(card(page, 'prompt_template.1').getByRole('img', { name: 'Completed' })).toBeVisible();
  });

  test('a wire let go on the empty canvas offers what fits, and the node comes wired', async ({ page }) => {
    await newWorkflow(page);
    await carry(page, 'Text Input', [0.2, 0.3]);
    const from = await middle(card(page, 'text_input.1').locator('[data-wires="output:text"]'));
    await drag(page, from, { x: from.x + 180, y: from.y + 60 });
    const list = page.getByRole('dialog', { name: 'Add node for Text' });
    await expect(list).toBeVisible();
    // A number's taker is not among what a text can go to.
    await expect(list.getByRole('option', { name: /^Calculator/ })).toHaveCount(1);
    await list.getByRole('combobox').fill('text output');
    await list.getByRole('option').first().click();
    await expect(said(page)).toHaveText('Added Text Output and wired it');
    await expect(wires(page)).toHaveCount(1);
  });

  test('a double-click in the palette adds, a drop beside the canvas does not', async ({ page }) => {
    await newWorkflow(page);
    await paletteItem(page, 'Note').dblclick();
    await expect(card(page, 'note.1')).toBeVisible();
    const from = await middle(paletteItem(page, 'Idea'));
    await drag(page, from, await middle(page.getByRole('banner')));
    await expect(canvasOf(page).locator('[data-node-id]')).toHaveCount(1);
  });
});
