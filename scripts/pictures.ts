// `npm run pictures`: takes the pictures of docs/images from the built editor, so that they never show what is not there.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium, root } from './ensure.mjs';
import { serve } from './serve.mjs';

const out = join(root, 'docs/images');
mkdirSync(out, { recursive: true });
const { server, url } = await serve({ port: 4290 });
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

async function page(width: number, theme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: theme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const opened = await context.newPage();
  await opened.goto(url);
  return opened;
}

async function openExample(at: Page, name: string): Promise<void> {
  await at
    .getByRole('button', { name: new RegExp(name) })
    .first()
    .click();
  await at.locator('.react-flow__node').first().waitFor();
}

/** Runs the open workflow with its first input filled, and waits for its end. */
async function run(at: Page, text: string): Promise<void> {
  await at.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  const dock = at.getByRole('tabpanel', { name: 'Run' });
  const field = dock.getByRole('textbox').first();
  if (await field.isVisible().catch(() => false)) {
    await field.fill(text);
    await dock.getByRole('button', { name: 'Run', exact: true }).click();
  }
  await at.getByText('Completed', { exact: false }).first().waitFor();
}

async function shot(at: Page, name: string): Promise<void> {
  await at.waitForTimeout(600);
  await at.screenshot({ path: join(out, `${name}.png`) });
  console.log(`docs/images/${name}.png`);
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 900]) {
    const at = await page(width, theme);
    if (width === 1440) await shot(at, theme === 'light' ? 'start' : 'start-dark');
    await openExample(at, 'Branch on a text');
    await run(at, 'This is urgent: the door is open.');
    if (width === 1440) await at.getByText('Is it urgent?').first().click();
    await shot(at, `editor-${theme}${width === 900 ? '-900' : ''}`);
    await at.context().close();
  }
}

const ran = await page(1440, 'light');
await openExample(ran, 'Route a failure');
await run(ran, 'broken');
await shot(ran, 'run');
await ran.context().close();

const wrong = await page(1440, 'light');
await openExample(wrong, 'Greeting from a template');
await wrong.locator('.react-flow__edge').first().waitFor({ state: 'attached' });
await wrong.getByText('Prompt Template', { exact: true }).last().click();
await wrong.locator('[data-config-key="template"] .cm-content').click();
await wrong.keyboard.press('End');
await wrong.keyboard.type(' {% nope');
await wrong
  .getByRole('button', { name: /problem/i })
  .first()
  .click();
await wrong.waitForTimeout(1500);
await shot(wrong, 'problems');

await browser.close();
server.close();
