import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { canvasOf, card, cards, nodesOfRun, said, wires } from './support/editor';

/** Fails the test if a pointer is used anywhere. */
async function withoutPointer(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const kind of ['pointerdown', 'mousedown', 'touchstart', 'wheel']) {
      window.addEventListener(
        kind,
        (event) => {
          if (event.isTrusted) console.error(`a pointer was used: ${kind}`);
        },
        { capture: true },
      );
    }
  });
}

/** Presses Tab until the focus is on what is looked for. */
async function tabTo(page: Page, what: ReturnType<Page['locator']>, most = 60): Promise<void> {
  await expect(what).toHaveCount(1);
  for (let presses = 0; presses < most; presses += 1) {
    if (await what.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(what).toBeFocused();
}

/** Walks over the nodes by a key until one is the lead. */
async function walkTo(page: Page, id: string, key: string): Promise<void> {
  const lead = canvasOf(page).locator('[data-lead="true"]');
  for (let presses = await cards(page).count(); presses > 0; presses -= 1) {
    const before = (await lead.getAttribute('data-node-id')) ?? '';
    if (before === id) break;
    await page.keyboard.press(key);
    await expect(lead).not.toHaveAttribute('data-node-id', before);
  }
  await expect(card(page, id)).toHaveAttribute('data-lead', 'true');
}

/** Opens a list by a key, types a query, and takes the first entry. */
async function pick(page: Page, dialog: string | RegExp, query: string): Promise<void> {
  const list = page.getByRole('dialog', { name: dialog });
  await expect(list.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(query);
  await expect(list.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(list).toBeHidden();
}

test.describe('drawing by keyboard', () => {
  test('a workflow is made, wired, configured and run without a pointer', async ({ page }) => {
    await withoutPointer(page);
    await page.goto('/');
    await tabTo(page, page.getByRole('button', { name: 'New workflow' }));
    await page.keyboard.press('Enter');
    await tabTo(page, canvasOf(page));

    for (const [query, id] of [
      ['text input', 'text_input.1'],
      ['prompt', 'prompt_template.1'],
      ['text output', 'text_output.1'],
    ] as const) {
      await page.keyboard.press('a');
      await pick(page, 'Add node', query);
      await expect(card(page, id)).toBeVisible();
      await expect(canvasOf(page)).toBeFocused();
    }
    await expect(cards(page)).toHaveCount(3);

    await walkTo(page, 'text_input.1', 'PageDown');
    await page.keyboard.press('w');
    await pick(page, 'Wire from which port?', 'text output');
    await pick(page, /^Wire Text to/, 'prompt variables');
    await expect(said(page)).toHaveText('Wired Text to Variables');
    await expect(canvasOf(page)).toBeFocused();

    await page.keyboard.press(']');
    await expect(card(page, 'prompt_template.1')).toHaveAttribute('data-lead', 'true');
    await page.keyboard.press('w');
    await pick(page, 'Wire from which port?', 'prompt output');
    await pick(page, /^Wire .* to/, 'text output text');
    await expect(wires(page)).toHaveCount(2);

    await page.keyboard.press('Enter');
    const template = page.getByRole('textbox', { name: 'Template' });
    await expect(template).toBeFocused();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Dear {{ data }}.');
    // Escape gives Tab back to the page; from there the canvas is reached by Tab again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await expect(template).not.toBeFocused();
    await tabTo(page, canvasOf(page), 120);
    await page.keyboard.press('[');
    await expect(card(page, 'text_input.1')).toHaveAttribute('data-lead', 'true');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toBeFocused();
    await page.keyboard.type('Grace');
    await tabTo(page, canvasOf(page), 120);

    await page.keyboard.press('r');
    await expect(page.getByText(/^The run completed in/)).toBeVisible();
    await expect(page.getByRole('tree', { name: 'Value of text' }).first()).toHaveText('Dear Grace.');
    await tabTo(page, nodesOfRun(page).getByRole('button', { name: 'Prompt Template' }), 120);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tree', { name: 'Value of prompt' })).toHaveText('Dear Grace.');
  });

  test('nodes are walked, moved, renamed, duplicated and removed by keys; each is said', async ({ page }) => {
    await withoutPointer(page);
    await page.goto('/');
    await tabTo(page, page.getByRole('button', { name: 'Greeting from a template' }));
    await page.keyboard.press('Enter');
    await tabTo(page, canvasOf(page));
    await page.keyboard.press('Home');
    const first = card(page, 'text_input.1');
    await expect(first).toHaveAttribute('data-lead', 'true');
    await expect(canvasOf(page)).toHaveAttribute(
      'aria-activedescendant',
      (await first.getAttribute('id')) ?? '',
    );

    await page.keyboard.press('Shift+ArrowDown');
    await expect(said(page)).toHaveText(/^Name moved to -?\d+, -?\d+$/);
    await page.keyboard.press('F2');
    await page.keyboard.type('Who');
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('Renamed to Who');
    await expect(canvasOf(page)).toBeFocused();

    await page.keyboard.press('Control+d');
    await expect(said(page)).toHaveText('Node duplicated');
    await expect(cards(page)).toHaveCount(4);
    await page.keyboard.press('Delete');
    await expect(said(page)).toHaveText('1 node removed');
    await expect(cards(page)).toHaveCount(3);

    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+W');
    await pick(page, 'Remove which wire?', '');
    await expect(said(page)).toHaveText('Wire removed');
    await page.keyboard.press('Control+z');
    await expect(said(page)).toHaveText('Undone');
    await expect(wires(page)).toHaveCount(2);
    await page.keyboard.press('Control+a');
    await expect(said(page)).toHaveText('3 nodes selected');
    // Tab leaves the canvas, as everywhere.
    await page.keyboard.press('Tab');
    await expect(canvasOf(page)).not.toBeFocused();
  });

  test('the command palette has the actions, and the list of keys can be called up', async ({ page }) => {
    await withoutPointer(page);
    await page.goto('/');
    await tabTo(page, page.getByRole('button', { name: 'Greeting from a template' }));
    await page.keyboard.press('Enter');
    await tabTo(page, canvasOf(page));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
    await page.keyboard.type('select all');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: '3 items selected' })).toBeVisible();
    await tabTo(page, canvasOf(page), 120);
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByText('Wire from this node')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
  });
});
