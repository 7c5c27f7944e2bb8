// What somebody meets who has never seen the page: ways back, pages that scroll once, hints that are still true.
import { expect, test } from './fixtures';
import { newWorkflow, properties, runButton, said, saved } from './support/editor';

test('the way back from the pages of the site leads to the workflow, however many of them were looked at', async ({
  page,
}) => {
  await newWorkflow(page);
  await saved(page);
  const workflow = page.url();
  await page.getByRole('button', { name: 'Edit node types' }).click();
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('link', { name: 'Lanes' }).click();
  await expect(page.getByRole('heading', { name: 'Lanes', level: 2 })).toBeVisible();
  await page.getByRole('link', { name: 'Node types' }).click();
  await page.getByRole('link', { name: 'HTTP Request' }).click();
  await expect(page.getByRole('heading', { name: 'HTTP Request', level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(workflow);
});

test('a page of the site has one scrollbar', async ({ page }) => {
  for (const path of ['node-types', 'node-types/http_request', 'categories', 'lanes']) {
    await page.goto(`/#/site/${path}`);
    await expect(page.locator('main').getByRole('heading', { level: 2 }).first()).toBeVisible();
    const beyond = await page.evaluate(
      () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
    );
    expect(beyond, path).toBe(0);
  }
});

test('an empty canvas says that there is nothing to run, and a refusal goes with the first edit', async ({
  page,
}) => {
  await newWorkflow(page);
  await runButton(page).click();
  const panel = page.getByRole('tabpanel', { name: 'Run' });
  await expect(panel.getByRole('alert')).toContainText('Nothing was started');
  await expect(panel).toContainText('Nothing to run yet');
  await page.getByRole('combobox', { name: 'Search nodes' }).fill('text input');
  await page.keyboard.press('Enter');
  await expect(said(page).filter({ hasText: 'Added Text Input' })).toHaveCount(1);
  await expect(panel.getByRole('alert')).toHaveCount(0);
  await expect(properties(page).getByRole('heading', { level: 2 })).toHaveText('Text Input');
});
