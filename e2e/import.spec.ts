import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';

type FileOf = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };

function workflow(id: string, title: string, extra: Record<string, unknown> = {}): FileOf {
  const node = {
    id: 'text_input.1',
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: 'Text', config: {}, metadata: { node_type_id: 'text_input' } },
  };
  const document = { id, name: title, description: '', nodes: [node], edges: [], metadata: {}, ...extra };
  return { name: `${id}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(document)) };
}

async function importFiles(page: Page, files: readonly FileOf[]): Promise<void> {
  await page.getByTestId('import-files').setInputFiles([...files]);
}

const name = (page: Page) => page.getByRole('textbox', { name: 'Name of the workflow' });

test.describe('import and export', () => {
  test('a single file opens; the same file again asks first', async ({ page }) => {
    await page.goto('/');
    await importFiles(page, [workflow('one', 'One')]);
    await expect(name(page)).toHaveValue('One');

    await page.getByRole('link', { name: 'All workflows' }).click();
    await importFiles(page, [workflow('one', 'One again')]);
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await expect(dialog.getByText('“One again” is here already')).toBeVisible();
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(name(page)).toHaveValue('One again (copy)');
  });

  test('replacing keeps the old one one undo away', async ({ page }) => {
    await page.goto('/');
    await importFiles(page, [workflow('one', 'One')]);
    await expect(name(page)).toHaveValue('One');
    await page.getByRole('link', { name: 'All workflows' }).click();
    await importFiles(page, [workflow('one', 'Two')]);
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await dialog.getByRole('combobox').selectOption('Replace it');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(name(page)).toHaveValue('Two');
    await page.getByRole('button', { name: 'Undo: Replace the workflow' }).click();
    await expect(name(page)).toHaveValue('One');
  });

  test('several files stay on the list, marked as new; what is broken is reported and stops nothing', async ({
    page,
  }) => {
    await page.goto('/');
    await importFiles(page, [
      workflow('a', 'First'),
      workflow('b', 'Second'),
      { name: 'broken.json', mimeType: 'application/json', buffer: Buffer.from('{"nodes": [') },
    ]);
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await expect(dialog.getByText('2 workflows were imported')).toBeVisible();
    await expect(dialog.getByText('Refused')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const yours = page.getByRole('list', { name: 'Your workflows' });
    await expect(yours.getByRole('listitem').filter({ hasText: 'new' })).toHaveCount(2);
  });

  test('a workflow with an unknown node type opens with a placeholder and a problem', async ({ page }) => {
    await page.goto('/');
    const nodes = [
      {
        id: 'x.1',
        type: 'universalNode',
        position: { x: 0, y: 0 },
        data: { label: 'Mystery', config: { kept: true }, metadata: { node_type_id: 'no_such_type' } },
      },
    ];
    await importFiles(page, [workflow('u', 'Unknown', { nodes })]);
    const dialog = page.getByRole('dialog', { name: 'Import' });
    await expect(dialog.getByText(/node type "no_such_type" is not known here/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Open Unknown' }).click();
    await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
  });

  test('files dropped on the page are imported under an overlay that says so', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const { buffer } = workflow('d', 'Dropped');
    const transfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'd.json', { type: 'application/json' }));
      return data;
    }, buffer.toString());
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop to import')).toBeVisible();
    await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
    await expect(name(page)).toHaveValue('Dropped');
    await expect(page.getByText('Drop to import')).toBeHidden();
  });

  test('what is exported comes back the same', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Branch on a text' }).click();
    await expect(name(page)).toHaveValue('Branch on a text');
    for (const kind of ['Export as JSON', 'Export as bundle', 'Export for Drupal (YAML)']) {
      const download = page.waitForEvent('download');
      await page.getByRole('banner').getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name: kind }).click();
      const file = await download;
      const buffer = await readFile(await file.path());
      expect(buffer.length).toBeGreaterThan(500);
      await page.getByRole('link', { name: 'All workflows' }).click();
      await importFiles(page, [
        { name: file.suggestedFilename(), mimeType: 'application/octet-stream', buffer },
      ]);
      const dialog = page.getByRole('dialog', { name: 'Import' });
      const go = dialog.getByRole('button', { name: 'Import', exact: true });
      await go.or(name(page)).first().waitFor();
      if (await go.isVisible()) await go.click();
      const open = dialog.getByRole('button', { name: /^Open Branch on a text/ });
      await open.or(name(page)).first().waitFor();
      if (await open.isVisible()) await open.click();
      await expect(name(page)).toHaveValue(/^Branch on a text/);
      await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
    }
  });
});
