// The lanes and shapes of a site: changed on their page, stored as an overlay, seen on every canvas.
import type { Page } from '@playwright/test';
import { axeFindings, expect, test, watch } from './fixtures';
import { dynamicPort, jsonFile, node, textFile, wire, workflow } from './support/documents';
import {
  drawWire,
  dropFiles,
  everythingStored,
  handle,
  importDialog,
  importFiles,
  openWorkflow,
  stored,
  wires,
} from './support/editor';

const bar = (page: Page) => page.getByRole('region', { name: 'Save the changes' });
const store = (page: Page) => bar(page).getByRole('button', { name: 'Save', exact: true });
const lane = (page: Page, id: string) => page.locator(`[data-lane="${id}"]`);
const cell = (page: Page, from: string, to: string) =>
  page.getByRole('button', { name: new RegExp(`^${from} into ${to}:`) });

async function openLanes(page: Page): Promise<void> {
  await page.goto('/#/site/lanes');
  await expect(page.getByRole('tab', { name: 'Lanes' })).toBeVisible();
}

async function part(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

async function addOrder(page: Page): Promise<void> {
  await part(page, 'Lanes');
  await page.getByRole('button', { name: 'Add a lane' }).click();
  const form = page.getByRole('form', { name: 'Add a lane' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Order');
  await expect(form.getByRole('textbox', { name: 'Id' })).toHaveValue('order');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(lane(page, 'order')).toContainText('added here');
}

async function allow(page: Page, from: string, to: string): Promise<void> {
  await part(page, 'What flows into what');
  await cell(page, from, to).click();
  await expect(cell(page, from, to)).toHaveAttribute('aria-pressed', 'true');
}

async function storeAll(page: Page): Promise<void> {
  await store(page).click();
  await expect(page.getByText('Lanes saved')).toBeVisible();
}

/** A mapper whose output `order` is on the lane of the site, and a text output. */
const orders = (edges = false) =>
  workflow('wf_orders', 'Orders', {
    nodes: [
      node('data_mapper.1', 'Mapper', [0, 0], {
        dynamicOutputs: [dynamicPort('order', 'order', 'data')],
        engine: 'expression_language',
      }),
      node('text_output.1', 'Out', [1, 0]),
    ],
    edges: edges ? [wire('data_mapper.1:order', 'text_output.1:text')] : [],
  });

test('a lane is added and let into another: previewed at once, stored when told, there after a reload', async ({
  page,
}) => {
  await openLanes(page);
  await addOrder(page);
  const preview = page.getByRole('region', { name: 'Preview of the lanes' });
  await expect(preview.locator('[data-node-id="gives"]').getByText('Order', { exact: true })).toBeVisible();
  await preview.getByRole('combobox', { name: 'From' }).selectOption('Order');
  await preview.getByRole('combobox', { name: 'Into' }).selectOption('Text');
  await expect(preview.getByText('“Text” takes Text, “Order” gives Order.')).toBeVisible();
  await allow(page, 'Order', 'Text');
  await expect(preview.getByText('May be wired')).toBeVisible();
  await page.getByRole('textbox', { name: 'Why may it?' }).fill('Orders print as text');
  await expect(preview.getByText('Why: Orders print as text')).toBeVisible();
  expect(await everythingStored(page, 'lanes')).not.toContain('order');
  await storeAll(page);
  await stored(page, 'lanes', 'Orders print as text');
  // Only what differs is stored.
  expect(await everythingStored(page, 'lanes')).not.toContain('messages');
  await page.reload();
  await expect(lane(page, 'order')).toContainText('added here');
});

test('what a change does to stored workflows is said before it is stored, and storing is taken back', async ({
  page,
}) => {
  const lanes = {
    dataTypes: [{ id: 'order', name: 'Order' }],
    compatibilityRules: [{ from: 'order', to: 'string' }],
  };
  await page.goto('/');
  await importFiles(page, [textFile('lanes.json', JSON.stringify(lanes)), jsonFile(orders(true))]);
  await expect(importDialog(page)).toContainText('Lanes came along');
  await importDialog(page).getByRole('button', { name: 'Done' }).click();
  await openLanes(page);
  await part(page, 'What flows into what');
  await cell(page, 'Order', 'Text').focus();
  await page.keyboard.press('Space');
  await expect(bar(page).getByText('1 wire in 1 workflow would no longer fit.')).toBeVisible();
  await expect(bar(page).getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '#/w/wf_orders');
  await store(page).click();
  const ask = page.getByRole('dialog', { name: 'Save although wires would no longer fit?' });
  await expect(ask).toContainText('“Mapper: order” (Order) into “Out: Text” (Text)');
  expect(await everythingStored(page, 'lanes')).toContain('compatibilityRules');
  await ask.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Lanes saved').locator('..').getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Order', 'Text')).toHaveAttribute('aria-pressed', 'true');
  await stored(page, 'lanes', 'compatibilityRules');
  await expect(store(page)).toBeDisabled();
});

test('a malformed overlay is refused with its place, and nothing of it is stored', async ({ page }) => {
  await openLanes(page);
  await part(page, 'As text');
  const text = page.getByRole('textbox', { name: 'Lanes and shapes as JSON' });
  await expect(text).toHaveAttribute('contenteditable', 'true');
  await text.fill(
    '{"dataTypes": [{"id": "order"}, {"name": "Nameless"}], "compatibilityRules": [{"from": "order"}]}',
  );
  const verdict = page.getByText('Cannot be stored:').locator('..');
  await expect(verdict).toContainText('dataTypes[1].id');
  await store(page).click();
  await expect(bar(page).getByRole('alert')).toContainText('compatibilityRules[0].to');
  expect(await everythingStored(page, 'lanes')).not.toContain('Nameless');
  await text.fill('{"dataTypes": [');
  await expect(store(page)).toBeDisabled();
  await text.fill('{"dataTypes": [{"id": "order"}]}');
  await storeAll(page);
  await stored(page, 'lanes', 'order');

  // A lane without an id, and one that is there, are refused at the field.
  await part(page, 'Lanes');
  await page.getByRole('button', { name: 'Add a lane' }).click();
  const form = page.getByRole('form', { name: 'Add a lane' });
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(form.getByRole('alert')).toHaveText('"id" is a text that is not empty.');
  await form.getByRole('textbox', { name: 'Id' }).fill('order');
  await expect(form.getByRole('alert')).toHaveText('There is a lane with this id already: order.');
});

test('a colour that is hard to see says so and is mended; undo and redo; a draft survives a reload', async ({
  page,
}) => {
  await openLanes(page);
  await page.getByRole('button', { name: 'Edit Text' }).click();
  const row = lane(page, 'string');
  await row.getByRole('textbox', { name: 'Colour', exact: true }).fill('yellow');
  await expect(row.getByText(/^Light 1\.\d:1, needs 3:1$/)).toBeVisible();
  await expect(row.getByText(/^Dark \d+\.\d:1, stands out$/)).toBeVisible();
  const drawn = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--lane-string'));
  expect(await drawn()).toContain('yellow');
  await row.getByRole('button', { name: 'Take the nearest colour that stands out' }).click();
  await expect(row.getByText(/^Light \d\.\d:1, stands out$/)).toBeVisible();
  await page.reload();
  await expect(bar(page)).toContainText('Unsaved changes');
  await expect(lane(page, 'string')).toContainText('changed here');
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lane(page, 'string')).not.toContainText('changed here');
  await expect(bar(page)).toContainText('Everything is saved');
  await bar(page).getByRole('button', { name: 'Redo' }).click();
  await lane(page, 'string').getByRole('button', { name: 'Put Text back' }).click();
  await expect(store(page)).toBeDisabled();
});

test('a shape gives a lane a schema; what is no schema keeps it from being stored', async ({ page }) => {
  await openLanes(page);
  await part(page, 'Shapes');
  await page.getByRole('button', { name: 'Add a shape' }).click();
  const form = page.getByRole('form', { name: 'Add a shape' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Tool');
  await expect(form.getByRole('alert')).toContainText('"tool" is a lane that every rule is built from');
  await form.getByRole('textbox', { name: 'Name' }).fill('Parcel');
  await form.getByRole('button', { name: 'Add', exact: true }).click();
  const row = page.locator('[data-shape="parcel"]');
  const schema = row.getByRole('textbox', { name: 'JSON Schema' });
  await expect(schema).toHaveAttribute('contenteditable', 'true');
  await schema.fill('{"type": "object", "properties": {"code": {"type": "string"}}, "wobble": true');
  await expect(row.getByRole('alert')).toContainText('No JSON');
  await expect(store(page)).toBeDisabled();
  await schema.press('ControlOrMeta+End');
  await schema.press('}');
  await storeAll(page);
  await stored(page, 'lanes', 'wobble');
  await part(page, 'What flows into what');
  await expect(cell(page, 'Parcel', 'Object')).toHaveAccessibleName(/allowed, a shape is an object/);
  await expect(cell(page, 'Object', 'Parcel')).toHaveAccessibleName(/refused/);
  await part(page, 'Shapes');
  await page.getByRole('combobox', { name: 'Gives' }).selectOption('Parcel');
  await page.getByRole('combobox', { name: 'Takes' }).selectOption('Error');
  await expect(page.getByText('“message” is needed and not declared')).toBeVisible();
});

test('an open canvas follows what another tab stores', async ({ page, context, faults }) => {
  await openWorkflow(page, orders());
  const port = handle(page, 'data_mapper.1', 'output:order').locator('..');
  await expect(port).toHaveAttribute('title', /Anything/);
  const lanes = await context.newPage();
  await watch(lanes, faults.list);
  await openLanes(lanes);
  await addOrder(lanes);
  await storeAll(lanes);
  await expect(port).toHaveAttribute('title', /Order/);
  await drawWire(page, ['data_mapper.1', 'output:order'], ['text_output.1', 'input:text']);
  await expect(page.getByText('“Text” takes Text, “order” gives Order.').first()).toBeVisible();
  await expect(wires(page)).toHaveCount(0);
  await allow(lanes, 'Order', 'Text');
  await store(lanes).click();
  await expect(store(lanes)).toBeDisabled();
  await drawWire(page, ['data_mapper.1', 'output:order'], ['text_output.1', 'input:text']);
  await expect(wires(page)).toHaveCount(1);
});

test('of two tabs that change lanes neither overwrites the other unseen', async ({
  page,
  context,
  faults,
}) => {
  await openLanes(page);
  const other = await context.newPage();
  await watch(other, faults.list);
  await openLanes(other);
  await allow(other, 'Number', 'Text');
  await allow(page, 'Number', 'List');
  await storeAll(page);
  await expect(other.getByText('Another tab has saved other lanes')).toBeVisible();
  await expect(store(other)).toBeDisabled();
  await bar(other).getByRole('button', { name: 'Both: mine laid over theirs' }).click();
  await storeAll(other);
  await expect(cell(page, 'Number', 'Text')).toHaveAttribute('aria-pressed', 'true');
  await expect(cell(page, 'Number', 'List')).toHaveAttribute('aria-pressed', 'true');
});

test('what is exported is imported again, and can be taken out', async ({ page }) => {
  await openLanes(page);
  await addOrder(page);
  await storeAll(page);
  const wait = page.waitForEvent('download');
  await bar(page).getByRole('button', { name: 'Export' }).click();
  const download = await wait;
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString('utf8');
  await bar(page).getByRole('button', { name: 'Put all back as shipped' }).click();
  await storeAll(page);
  await expect(lane(page, 'order')).toHaveCount(0);
  await dropFiles(page, [textFile(download.suggestedFilename(), text)]);
  await expect(importDialog(page)).toContainText('Lanes came along');
  await expect(importDialog(page)).not.toContainText('Nothing was imported');
  await expect(lane(page, 'order')).toHaveCount(1);
  await importDialog(page).getByRole('button', { name: 'Take them out again' }).click();
  await expect(lane(page, 'order')).toHaveCount(0);
  await importDialog(page).getByRole('button', { name: 'Done' }).click();

  await dropFiles(page, [textFile('port-config.json', '{"dataTypes": [{"name": "No id"}]}')]);
  await expect(importDialog(page)).toContainText('dataTypes[0].id');
});

for (const { theme, width, parts } of [
  { theme: 'dark', width: 900, parts: ['Lanes', 'What flows into what'] },
  { theme: 'light', width: 390, parts: ['Shapes', 'As text'] },
] as const) {
  test(`the page is sound for assistive technology, ${theme} and ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 800 });
    await openLanes(page);
    await addOrder(page);
    for (const name of parts) {
      await part(page, name);
      await expect(page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
      expect(await axeFindings(page), name).toEqual([]);
    }
    await part(page, 'What flows into what');
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
}
