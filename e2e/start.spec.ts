import { axeFindings, expect, test } from './fixtures';

test.describe('the start page', () => {
  test('a first visitor sees what this is, and opens an example', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Draw a workflow, run it, see every value',
    );
    await page.getByRole('button', { name: 'Greeting from a template' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue(
      'Greeting from a template',
    );
    await expect(page).toHaveTitle('Greeting from a template · Sluice');
    await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
  });

  test('every example opens without a problem', async ({ page }) => {
    await page.goto('/');
    const examples = page.getByRole('region', { name: 'Start from an example' }).getByRole('button');
    await expect(examples.first()).toBeVisible();
    const names = await examples.allInnerTexts();
    expect(names.length).toBeGreaterThanOrEqual(5);
    for (const name of names) {
      await page.goto('/#/');
      await page
        .getByRole('region', { name: /xamples?$/ })
        .getByRole('button', { name, exact: true })
        .click();
      await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue(name);
      await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
    }
  });

  test('workflows are renamed, duplicated, searched, deleted and brought back', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New workflow' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toBeVisible();
    await page.getByRole('link', { name: 'All workflows' }).click();

    const yours = page.getByRole('list', { name: 'Your workflows' });
    await page.getByRole('button', { name: 'More for New workflow' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Invoices');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(yours.getByRole('link', { name: 'Invoices' })).toBeVisible();

    await page.getByRole('button', { name: 'More for Invoices' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await expect(yours.getByRole('link')).toHaveText(['Invoices (copy)', 'Invoices']);

    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('COPY');
    await expect(yours.getByRole('link')).toHaveText(['Invoices (copy)']);
    await page.getByRole('searchbox', { name: 'Search workflows' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Show all' }).click();

    await page.getByRole('button', { name: 'More for Invoices (copy)' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(yours.getByRole('link')).toHaveText(['Invoices']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(yours.getByRole('link', { name: 'Invoices (copy)' })).toBeVisible();
  });

  test('addresses that lead nowhere say so and lead back', async ({ page }) => {
    await page.goto('/#/w/not-here');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This workflow is not here');
    await page.goto('/#/nowhere/at/all');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here');
    await page.getByRole('button', { name: 'Go to your workflows' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Draw a workflow, run it, see every value',
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`accessibility, ${colorScheme}`, () => {
      test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

      test('start and settings have no serious finding', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('button', { name: 'Branch on a text' })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
        await page.goto('/#/settings');
        await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      });

      test('the editor with its run form has no serious finding', async ({ page }) => {
        await page.goto('/');
        await page.getByRole('button', { name: 'Branch on a text' }).click();
        await page.getByRole('tab', { name: 'Run' }).click();
        await expect(page.getByRole('textbox', { name: /^message/ })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      });

      test('the values of a run and the command palette have no serious finding', async ({ page }) => {
        await page.goto('/');
        await page.getByRole('button', { name: 'Calculator and mapper' }).click();
        await page.getByRole('button', { name: 'Outline' }).click();
        await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
        const nodes = page.getByRole('navigation', { name: 'Nodes in the order they ran' });
        await nodes.getByRole('button', { name: 'Prices' }).click();
        expect(await axeFindings(page)).toEqual([]);
        await page.keyboard.press('Control+k');
        await expect(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
        expect(await axeFindings(page)).toEqual([]);
      });
    });
  }

  test('the theme is kept, and is there before the first paint of the next visit', async ({ page }) => {
    await page.goto('/#/settings');
    await page.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  });
});
