// The editor's page as tests speak of it.
import { expect, type Locator, type Page } from '@playwright/test';
import { type FileOf, jsonFile, type Workflow } from './documents';

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name of the workflow' });
export const canvasOf = (page: Page) => page.getByRole('application', { name: /^Canvas of / });
export const runButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: 'Run', exact: true });
export const properties = (page: Page) => page.getByRole('complementary', { name: 'Properties' });
export const importDialog = (page: Page) => page.getByRole('dialog', { name: 'Import' });
export const nodesOfRun = (page: Page) =>
  page.getByRole('navigation', { name: 'Nodes in the order they ran' });
export const undoButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(Undo: |Nothing to undo)/ });
export const redoButton = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /^(Redo: |Nothing to redo)/ });

/** The card of a node by its id. */
export const card = (page: Page, id: string) => canvasOf(page).locator(`[data-node-id="${id}"]`);
export const cards = (page: Page) => canvasOf(page).locator('[data-node-id]');
export const wires = (page: Page) => canvasOf(page).locator('[data-edge-id]');

/** A port's handle: `output:text`. */
export const handle = (page: Page, id: string, port: string) =>
  card(page, id).locator(`.react-flow__handle[data-wires="${port}"]`);

/** What the canvas said last to those who cannot see it. */
export const said = (page: Page) => page.locator('[aria-live="polite"][role="status"]');

export async function newWorkflow(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'New workflow' }).or(beginEmpty(page)).first().click();
  await expect(nameField(page)).toBeVisible();
}
const beginEmpty = (page: Page) => page.getByRole('button', { name: 'begin with an empty canvas' });

export async function importFiles(page: Page, files: readonly FileOf[]): Promise<void> {
  await page.getByTestId('import-files').setInputFiles([...files]);
}

/** Drops files on the page, as from a folder. */
export async function dropFiles(page: Page, files: readonly FileOf[]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const transfer = await page.evaluateHandle(
    (list) => {
      const data = new DataTransfer();
      for (const { name, text } of list) data.items.add(new File([text], name));
      return data;
    },
    files.map(({ name, buffer }) => ({ name, text: buffer.toString('utf8') })),
  );
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

/** Imports one workflow and opens it, whether or not the import had something to report. */
export async function openWorkflow(page: Page, document: Workflow): Promise<void> {
  await page.goto('/');
  await importFiles(page, [jsonFile(document)]);
  const open = importDialog(page).getByRole('button', { name: `Open ${document.name}`, exact: true });
  await open.or(nameField(page)).first().waitFor();
  if (await open.isVisible()) await open.click();
  await expect(nameField(page)).toHaveValue(document.name);
  await expect(cards(page)).toHaveCount(document.nodes.length);
}

/** Opens a workflow from the list of the start page. */
export async function openFromStart(page: Page, name: string): Promise<void> {
  await page.goto('/#/');
  await page.getByRole('list', { name: 'Your workflows' }).getByRole('link', { name, exact: true }).click();
  await expect(nameField(page)).toHaveValue(name);
}

/** The middle of an element, in client coordinates, once it stands still: the canvas may be on its way to a new node. */
export async function middle(of: Locator): Promise<{ readonly x: number; readonly y: number }> {
  const element = await of.elementHandle();
  await element?.waitForElementState('stable');
  const box = await of.boundingBox();
  if (box === null) throw new Error('The element is not on the screen.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses at one place, moves in steps, and lets go at another. */
export async function drag(
  page: Page,
  from: { readonly x: number; readonly y: number },
  to: { readonly x: number; readonly y: number },
  options: { readonly hold?: () => Promise<void> } = {},
): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 5 });
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await options.hold?.();
  await page.mouse.up();
}

/** Draws a wire by pointer: `text_input.1`, `output:text` to `text_output.1`, `input:text`. */
export async function drawWire(
  page: Page,
  from: readonly [id: string, port: string],
  to: readonly [id: string, port: string],
  options: { readonly hold?: () => Promise<void> } = {},
): Promise<void> {
  await drag(page, await middle(handle(page, ...from)), await middle(handle(page, ...to)), options);
}

/** Selects a node by a click on its title. */
export async function select(page: Page, id: string): Promise<void> {
  await card(page, id).locator('header').first().click();
  await expect(card(page, id)).toHaveAttribute('data-selected', 'true');
}

/** The sentence on how the run that is looked at stands. */
export const outcome = (page: Page) => page.getByRole('tabpanel', { name: 'Run' }).getByRole('status');

/** Runs a workflow that asks for nothing. */
export async function run(page: Page): Promise<void> {
  await runButton(page).click();
}

/** Runs by the form with these inputs. */
export async function runWith(page: Page, inputs: { readonly [label: string]: string }): Promise<void> {
  await page.getByRole('tab', { name: 'Run' }).click();
  const form = page.getByRole('form', { name: 'Inputs' });
  for (const [label, text] of Object.entries(inputs)) {
    await form.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(text);
  }
  await form.getByRole('button', { name: 'Run' }).click();
}

/** Lets nodes reach this computer. */
export async function allowInternal(page: Page): Promise<void> {
  await page.goto('/#/settings');
  const allow = page.getByRole('switch', { name: 'Allow internal addresses' });
  await allow.click();
  await expect(allow).toBeChecked();
  await stored(page, 'settings', 'allowInternalAddresses');
}

/** Waits until a table holds a text; what a person sees may be ahead of what is stored. */
export async function stored(page: Page, table: string, text: string): Promise<void> {
  await expect
    .poll(async () => (await everythingStored(page, table)).includes(text), {
      message: `${table} holds ${text}`,
    })
    .toBe(true);
}

/** Every row of the database (of one table, where named) with its keys, as text. Binary is written byte by byte and as text. */
export async function everythingStored(page: Page, table?: string): Promise<string> {
  return await page.evaluate(async (only) => {
    const parts: string[] = [];
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const write = (value: unknown): unknown => {
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) {
        const bytes = value instanceof ArrayBuffer ? new Uint8Array(value) : new Uint8Array(value.buffer);
        return { bytes: [...bytes].join(','), text: new TextDecoder('latin1').decode(bytes) };
      }
      if (value instanceof CryptoKey) return { key: value.type, extractable: value.extractable };
      if (Array.isArray(value)) return value.map(write);
      if (value instanceof Map || value instanceof Set) return [...value].map(write);
      if (typeof value === 'object' && value !== null) {
        return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, write(one)]));
      }
      return value;
    };
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await ask(indexedDB.open(name));
      for (const table of [...db.objectStoreNames].filter((one) => only === undefined || one === only)) {
        const store = db.transaction(table).objectStore(table);
        const [keys, rows] = await Promise.all([ask(store.getAllKeys()), ask(store.getAll())]);
        parts.push(`${name}/${table}`, JSON.stringify(write(keys)), JSON.stringify(write(rows)));
      }
      db.close();
    }
    return parts.join('\n');
  }, table);
}

/** Waits until the last edit is stored. */
export async function saved(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByText(/^saved /)).toBeVisible();
}
