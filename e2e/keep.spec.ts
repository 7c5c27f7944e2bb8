import type { Page } from '@playwright/test';
import { expect, test, watch } from './fixtures';

const name = (page: Page) => page.getByRole('textbox', { name: 'Name of the workflow' });

async function rename(page: Page, to: string): Promise<void> {
  await name(page).fill(to);
  await name(page).press('Enter');
}

async function openNew(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Greeting from a template' }).click();
  await expect(name(page)).toHaveValue('Greeting from a template');
}

test.describe('keeping work', () => {
  test('an edit is there after a reload, and can be undone then', async ({ page }) => {
    await openNew(page);
    await rename(page, 'Kept');
    await expect(page.getByText(/^saved /)).toBeVisible();
    await page.reload();
    await expect(name(page)).toHaveValue('Kept');
    await page.getByRole('button', { name: 'Undo: Rename workflow' }).click();
    await expect(name(page)).toHaveValue('Greeting from a template');
    await page.reload();
    await expect(name(page)).toHaveValue('Greeting from a template');
    await page.getByRole('button', { name: 'Redo: Rename workflow' }).click();
    await expect(name(page)).toHaveValue('Kept');
  });

  test('panels stand after a reload as they were left', async ({ page }) => {
    await openNew(page);
    await page.getByRole('button', { name: 'Outline' }).click();
    await page
      .getByRole('button', { name: 'Close the properties' })
      .or(page.getByRole('complementary').getByRole('button', { name: 'Close' }))
      .first()
      .click();
    await page.getByRole('tab', { name: 'Log' }).click();
    const splitter = page.getByRole('separator', { name: 'Height of the lower panel' });
    const before = Number(await splitter.getAttribute('aria-valuenow'));
    await splitter.press('Shift+ArrowUp');
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 40));
    await page.waitForTimeout(600);
    await page.reload();
    await expect(page.getByRole('region', { name: 'Outline' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Open the properties' })).toBeVisible();
    await expect(splitter).toHaveAttribute('aria-valuenow', String(before + 40));
    await expect(page.getByRole('tab', { name: 'Log' })).toHaveAttribute('aria-selected', 'true');
  });

  test('a second tab never overwrites: it says so, and keeps its own as a copy', async ({
    page,
    context,
    faults,
  }) => {
    await openNew(page);
    const other = await context.newPage();
    await watch(other, faults.list);
    await other.goto(page.url());
    await expect(name(other)).toHaveValue('Greeting from a template');

    await rename(page, 'From the first tab');
    await expect(other.getByText('This workflow was changed in another tab.')).toBeVisible();
    await rename(other, 'From the second tab');
    await expect(other.getByText('This workflow was changed in another tab.')).toBeVisible();
    await page.reload();
    await expect(name(page)).toHaveValue('From the first tab');

    const original = page.url();
    await other.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await expect(name(other)).toHaveValue('From the second tab (copy)');
    expect(other.url()).not.toBe(original);
  });

  test('a second tab can load what the first one wrote, and go on from there', async ({
    page,
    context,
    faults,
  }) => {
    await openNew(page);
    const other = await context.newPage();
    await watch(other, faults.list);
    await other.goto(page.url());
    await expect(name(other)).toHaveValue('Greeting from a template');
    await rename(page, 'From the first tab');
    await other.getByRole('button', { name: 'Load the other version' }).click();
    await expect(name(other)).toHaveValue('From the first tab');
    await rename(other, 'From the second tab');
    await expect(page.getByText('This workflow was changed in another tab.')).toBeVisible();
  });

  test('a write that fails is said once, with a way out, and the next edit stores everything', async ({
    page,
  }) => {
    await openNew(page);
    await page.evaluate(() => {
      const put = IDBObjectStore.prototype.put;
      Reflect.set(window, '__put', put);
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The disk is full.', 'QuotaExceededError');
      };
    });
    await rename(page, 'Not stored yet');
    await expect(page.getByText('The browser has no room left.')).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the workflow' }).click();
    expect((await saved).suggestedFilename()).toBe('not-stored-yet.json');

    await page.evaluate(() => {
      IDBObjectStore.prototype.put = Reflect.get(window, '__put');
    });
    await rename(page, 'Stored again');
    await expect(page.getByText('The browser has no room left.')).toBeHidden();
    await expect(page.getByText(/^saved /)).toBeVisible();
    await page.reload();
    await expect(name(page)).toHaveValue('Stored again');
    await page.getByRole('button', { name: 'Undo: Rename workflow' }).click();
    // Both renamings are one step of history; the one that was refused is in it.
    await expect(name(page)).toHaveValue('Greeting from a template');
  });
});
