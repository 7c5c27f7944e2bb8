import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from './fixtures';
import { type FileOf, jsonFile, node, textFile, wire, workflow } from './support/documents';
import {
  cards,
  dropFiles,
  everythingStored,
  importDialog,
  importFiles,
  nameField,
  openWorkflow,
  wires,
} from './support/editor';

const folder = join(import.meta.dirname, '../tests/fixtures/formats');
const fixture = async (name: string): Promise<FileOf> => ({
  name: basename(name),
  mimeType: 'application/octet-stream',
  buffer: await readFile(join(folder, name)),
});
const priceFiles = [
  'flowdrop_node_category.flowdrop_node_category.shop.yml',
  'flowdrop_node_type.flowdrop_node_type.http_request.yml',
  'flowdrop_node_type.flowdrop_node_type.price_panel.yml',
  'flowdrop_workflow.flowdrop_workflow.price_check.yml',
];

async function exportAs(page: Page, kind: string): Promise<FileOf> {
  const download = page.waitForEvent('download');
  await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: kind }).click();
  const file = await download;
  return {
    name: file.suggestedFilename(),
    mimeType: 'application/octet-stream',
    buffer: await readFile(await file.path()),
  };
}

async function openImported(page: Page, name: string): Promise<void> {
  const open = importDialog(page).getByRole('button', { name: `Open ${name}`, exact: true });
  await open.or(nameField(page)).first().waitFor();
  if (await open.isVisible()) await open.click();
  await expect(nameField(page)).toHaveValue(name);
}

test.describe('every written form', () => {
  for (const [file, name, nodes, edges] of [
    ['greeting.bundle.json', 'Greeting', 5, 3],
    ['greeting.workflow.json', 'Greeting', 5, 3],
  ] as const) {
    test(`${file} opens whole`, async ({ page }) => {
      await page.goto('/');
      await importFiles(page, [await fixture(file)]);
      await openImported(page, name);
      await expect(cards(page)).toHaveCount(nodes);
      await expect(wires(page)).toHaveCount(edges);
      await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
    });
  }

  test('an archive of a site opens like its files, and what came along can be taken out again', async ({
    page,
  }) => {
    const entries: Record<string, Uint8Array> = { 'config/sync/readme.txt': strToU8('hello') };
    for (const name of priceFiles) entries[`config/sync/${name}`] = await readFile(join(folder, name));
    await page.goto('/');
    await importFiles(page, [
      { name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(entries)) },
    ]);
    const dialog = importDialog(page);
    await expect(dialog.getByText('1 workflow was imported')).toBeVisible();
    await expect(dialog.getByText('2 node types came along')).toBeVisible();
    for (const name of priceFiles)
      await expect(dialog.getByText(`site.zip/config/sync/${name}`)).toBeVisible();
    expect(await everythingStored(page, 'nodeTypes')).toContain('price_panel');

    await dialog.getByRole('button', { name: 'Take them out again' }).click();
    await expect(dialog.getByText('2 node types came along')).toBeHidden();
    expect(await everythingStored(page, 'nodeTypes')).not.toContain('price_panel');
  });

  test('the report tells what is unknown, repaired and refused, each with its place', async ({ page }) => {
    const unknown = workflow('odd', 'Odd', {
      nodes: [
        node('mystery.1', 'Mystery', [0, 0]),
        { ...node('text_input.1', 'Words', [1, 0]), position: { x: 'far' } },
      ],
    });
    await page.goto('/');
    await dropFiles(page, [
      jsonFile(unknown),
      textFile('broken.json', '{"id": "a", "nodes": [}'),
      textFile('picture.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ]);
    const dialog = importDialog(page);
    await expect(dialog.getByText('1 workflow was imported')).toBeVisible();
    const lines = dialog.getByRole('listitem');
    await expect(lines.filter({ hasText: 'Unknown here' })).toContainText(
      'The node type "mystery" is not known here',
    );
    await expect(lines.filter({ hasText: 'Repaired' }).first()).toContainText('position');
    const refused = lines.filter({ hasText: 'Refused' });
    await expect(refused.filter({ hasText: 'Not JSON: expected' })).toContainText('line 1');
    await expect(refused).toHaveCount(2);
  });

  test('a taken id: left out, copied, or replaced', async ({ page }) => {
    const one = workflow('same', 'First', { nodes: [node('text_input.1', 'Words', [0, 0])] });
    await openWorkflow(page, one);
    for (const [choice, names] of [
      ['Leave it out', ['First']],
      ['Import as a copy', ['Second (copy)', 'First']],
      ['Replace it', ['Second', 'Second (copy)']],
    ] as const) {
      await page.goto('/#/');
      await importFiles(page, [jsonFile({ ...one, name: 'Second' })]);
      const dialog = importDialog(page);
      await expect(dialog.getByText('“Second” is here already')).toBeVisible();
      await dialog.getByRole('combobox', { name: 'What should happen with “Second”?' }).selectOption(choice);
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      const done = dialog.getByRole('button', { name: 'Done' });
      await done.or(nameField(page)).first().waitFor();
      if (await done.isVisible()) await done.click();
      await page.goto('/#/');
      const links = page.getByRole('list', { name: 'Your workflows' }).getByRole('link');
      await expect(links).toHaveCount(names.length);
      expect((await links.allInnerTexts()).toSorted()).toEqual(names.toSorted());
    }
  });

  test('each kind of export, imported and exported again, is the same file', async ({ page }) => {
    const rich = workflow('rich', 'Rich', {
      description: 'With "quotes", umlauts (äöü) and an emoji 🌊.',
      nodes: [
        node('text_input.1', 'Wörter', [0, 0], { defaultValue: 'a\nb: "c"' }),
        node('switch_gateway.1', 'Which', [1, 0], {
          branches: [
            { name: 'Yes', value: true },
            { name: 'No', value: null },
          ],
          ports: { inputs: [{ id: 'trigger', exposed: false }], outputs: [] },
        }),
        node('note.1', 'Note', [0, 1], { content: '# Title\n\n- 1\n- yes\n', noteType: 'success' }),
      ],
      edges: [wire('text_input.1:text', 'switch_gateway.1:expression')],
      interface: {
        inputs: [{ id: 'words', required: true, bindings: [{ nodeId: 'text_input.1', portId: 'data' }] }],
      },
    });
    await openWorkflow(page, rich);
    for (const kind of ['Export as JSON', 'Export as bundle', 'Export for Drupal (YAML)']) {
      const first = await exportAs(page, kind);
      await page.getByRole('link', { name: 'All workflows' }).click();
      await page.getByRole('button', { name: /^More for Rich/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await expect(page.getByRole('link', { name: 'Rich', exact: true })).toHaveCount(0);
      await importFiles(page, [first]);
      await openImported(page, 'Rich');
      const second = await exportAs(page, kind);
      expect(second.name).toBe(first.name);
      expect(second.buffer.toString('utf8')).toBe(first.buffer.toString('utf8'));
      expect(second.buffer.toString('utf8')).toContain('Wörter');
    }
  });
});
