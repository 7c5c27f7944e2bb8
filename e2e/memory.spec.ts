import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import { openWorkflow, outcome, run } from './support/editor';

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const entry = (page: Page) => page.getByRole('dialog', { name: /^What is remembered as / });

/** Remembers a conversation and a count for the user, waits for an hour, and says what is remembered then. */
const diary = workflow('diary', 'Diary', {
  nodes: [
    node('text_input.1', 'Words', [0, 0], { defaultValue: 'Remember the milk' }),
    node('text_input.2', 'Name', [0, 1], { defaultValue: 'shopping' }),
    node('conversation_buffer.1', 'Diary', [1, 0], { key: 'diary', scope: 'user', backend: 'entity' }),
    node('memory_write.1', 'Write', [1, 1], { scope: 'workflow' }),
    node('delay.1', 'Later', [2, 0], { value: 1, unit: 'hours' }),
    node('memory_read.1', 'Read', [3, 1], { scope: 'workflow', default_value: 'nothing' }),
  ],
  edges: [
    wire('text_input.1:text', 'conversation_buffer.1:content'),
    wire('text_input.1:text', 'memory_write.1:value'),
    wire('text_input.2:text', 'memory_write.1:key'),
    wire('conversation_buffer.1:trigger', 'delay.1:trigger'),
    wire('text_input.2:text', 'memory_read.1:key'),
    wire('delay.1:trigger', 'memory_read.1:trigger'),
  ],
});

test('what a run remembers outlives it and a reload, is shown, corrected and forgotten, and a wait can be skipped', async ({
  page,
}) => {
  await openWorkflow(page, diary);
  await run(page);
  await expect(outcome(page)).toContainText('The run waits until');
  // Nothing of the wait is in the page.
  await page.reload();
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  await page
    .getByRole('region', { name: 'Runs' })
    .getByRole('button', { name: /^Open the run/ })
    .click();
  await expect(outcome(page)).toContainText('The run waits until');
  await page.getByRole('button', { name: 'Continue the run' }).click();
  await expect(outcome(page)).toContainText('The run completed');

  await page.goto('/#/site/memory');
  const memories = page.getByRole('list', { name: 'Memories' });
  await expect(memories.getByRole('listitem')).toHaveCount(2);
  expect(await axeFindings(page)).toEqual([]);
  await memories.getByRole('link', { name: 'Of the workflow “Diary”' }).click();
  await page.getByRole('button', { name: 'Look at shopping', exact: true }).click();
  await entry(page).locator('.cm-content').fill('"Remember');
  await expect(entry(page).getByText(/^This is not JSON/)).toBeVisible();
  await entry(page).locator('.cm-content').fill('"Remember the bread"');
  expect(await axeFindings(page)).toEqual([]);
  await entry(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText('Remember the bread');
  // The focus is where the dialog was opened from, be it a button or a menu.
  await expect(page.getByRole('button', { name: 'Look at shopping', exact: true })).toBeFocused();
  const more = page.getByRole('button', { name: /shopping$/ }).last();
  await more.click();
  await page.getByRole('menuitem', { name: 'Look at shopping' }).click();
  await expect(entry(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(entry(page)).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.getByRole('link', { name: 'All memories' }).click();
  await memories.getByRole('link', { name: 'Yours' }).click();
  await expect(page.getByRole('list', { name: 'Entries' })).toContainText('conversation, 1 message');
  await page.getByRole('button', { name: 'Look at diary', exact: true }).click();
  await expect(entry(page).getByRole('list', { name: 'Messages' })).toContainText('Remember the milk');
  await entry(page).getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('link', { name: 'All memories' }).click();
  await page.getByRole('button', { name: 'Forget everything' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing is remembered' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await notices(page).getByRole('button', { name: 'Undo' }).last().click();
  await expect(memories.getByRole('listitem')).toHaveCount(2);
});
