import { expect, type Page } from '@playwright/test';
import { stored } from './editor';

/** Adds a connection to a server of OpenAI's protocol, which then answers, and waits until it is stored. */
export async function addConnection(
  page: Page,
  {
    url,
    key,
    name = 'Mine',
    model = 'small-one',
  }: { url: string; key: string; name?: string; model?: string },
): Promise<void> {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const form = page.getByRole('dialog', { name: 'Add a model connection' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Base address' }).fill(`${url}/v1`);
  await form.getByLabel('API key').fill(key);
  await form.getByRole('combobox', { name: 'Default model' }).fill(model);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeChecked();
  await stored(page, 'settings', model);
}
