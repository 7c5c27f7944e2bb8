// What starts workflows: a trigger gets a schedule, fires while the page is open, is run by hand, and says what happened.
import { axeFindings, expect, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import { openWorkflow, saved, select } from './support/editor';

const REPORT = workflow('report', 'Report', {
  nodes: [node('trigger.1', 'Every morning', [0, 0]), node('text_output.1', 'Out', [1, 0])],
  edges: [wire('trigger.1:trigger', 'text_output.1:trigger')],
});

test('a schedule is set up in words, fires by itself, and its history leads to the run', async ({ page }) => {
  await openWorkflow(page, REPORT);
  await saved(page);
  await select(page, 'trigger.1');
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Change Every morning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Every morning' });
  await dialog.getByLabel('What starts it').selectOption('On a schedule');
  await dialog.getByLabel('How often').selectOption('on some days of the week');
  await dialog.getByLabel('Time zone').fill('Europe/Berlin');
  await expect(dialog.getByText('every weekday at 09:00, Europe/Berlin')).toBeVisible();
  await dialog.getByLabel('How often').selectOption('a cron expression');
  await dialog.getByLabel('Cron expression').fill('0 0 30 2 *');
  await expect(dialog.getByText('not one that can ever be met')).toBeVisible();
  await dialog.getByLabel('Cron expression').fill('* * * * * *');
  await dialog.getByRole('button', { name: 'Store' }).click();
  await page.getByRole('button', { name: 'All triggers' }).click();
  const row = page.getByRole('list', { name: 'Triggers' }).getByRole('listitem');
  await expect(row.getByRole('link', { name: 'Report' })).toBeVisible();
  await expect(row).toContainText('Next:');
  // It fires by itself, every second.
  await expect(row).toContainText(/ran (once|\d+ times)/, { timeout: 20_000 });
  await row.getByRole('switch').click();
  await expect(row).toContainText('It is off.');
  expect(await axeFindings(page)).toEqual([]);
  await row.getByRole('button', { name: 'Run Every morning now' }).click();
  await expect(page.getByText('A run has begun.')).toBeVisible();
  await row.getByRole('button', { name: 'Change Every morning' }).click();
  await expect(dialog.getByText('Started by hand.')).toBeVisible();
  await dialog
    .getByRole('link', { name: /^Run \d+$/ })
    .first()
    .click();
  await expect(page).toHaveURL(/#\/w\/report\?run=/);
});

test('what a person deletes from the content starts what waits for that', async ({ page }) => {
  await openWorkflow(page, REPORT);
  await saved(page);
  await select(page, 'trigger.1');
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Change Every morning' }).click();
  const dialog = page.getByRole('dialog', { name: 'Every morning' });
  await dialog.getByLabel('What starts it').selectOption({ value: 'event' });
  await dialog.getByLabel('Event', { exact: true }).selectOption('content was deleted');
  await dialog.getByRole('button', { name: 'Store' }).click();
  await page.goto('/#/site/content');
  await page.getByRole('button', { name: 'Begin with sample documents' }).click();
  await page.getByRole('link', { name: 'node', exact: true }).click();
  await page.getByRole('button', { name: 'More for Welcome' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.goto('/#/site/triggers');
  const row = page.getByRole('list', { name: 'Triggers' }).getByRole('listitem');
  await expect(row).toContainText('ran once', { timeout: 20_000 });
});
