import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import { nodesOfRun, openWorkflow, outcome, run } from './support/editor';

const details = (page: Page) => page.getByRole('tabpanel', { name: 'Run' });

test('parsers that load lazily do their work in the worker: Markdown, HTML, front matter, templates', async ({
  page,
}) => {
  const markdown = '---\nkind: note\n---\n# Title\n\nHi <b>you</b>';
  await openWorkflow(
    page,
    workflow('data-nodes', 'Data nodes', {
      nodes: [
        node('text_input.1', 'Source', [0, 0], { defaultValue: markdown }),
        node('markdown_extractor.1', 'Parts', [1, 0]),
        node('markdown_to_html.1', 'To HTML', [2, 0]),
        node('html_to_markdown.1', 'Back again', [3, 0]),
        node('prompt_template.1', 'Words', [2, 1], {
          template: '{{ kind|title }} of {{ "2024-05-06"|date("j M Y") }}',
        }),
      ],
      edges: [
        wire('text_input.1:text', 'markdown_extractor.1:text'),
        wire('markdown_extractor.1:body', 'markdown_to_html.1:text'),
        wire('markdown_to_html.1:html', 'html_to_markdown.1:html'),
        wire('markdown_extractor.1:front_matter', 'prompt_template.1:variables'),
      ],
    }),
  );
  await run(page);
  await expect(outcome(page)).toContainText('The run completed');
  await nodesOfRun(page).getByRole('button', { name: 'To HTML' }).click();
  await expect(details(page).getByText('&lt;b&gt;you&lt;/b&gt;').first()).toBeVisible();
  await nodesOfRun(page).getByRole('button', { name: 'Back again' }).click();
  await expect(details(page).getByText('Hi \\<b>you\\</b>').first()).toBeVisible();
  await nodesOfRun(page).getByRole('button', { name: 'Words' }).click();
  await expect(details(page).getByText('Note of 6 May 2024').first()).toBeVisible();
});

test('content that one run keeps, a later run finds', async ({ page }) => {
  await openWorkflow(
    page,
    workflow('content', 'Content', {
      nodes: [
        node('entity_save.1', 'Keep', [0, 0], {
          entity_type: 'node',
          values: { title: 'A kept thing' },
          requiresConfirmation: 'waive',
        }),
        node('entity_query.1', 'Find', [1, 0], { entity_type: 'node' }),
      ],
      edges: [wire('entity_save.1:trigger', 'entity_query.1:trigger')],
    }),
  );
  await run(page);
  await expect(outcome(page)).toContainText('The run completed');
  await nodesOfRun(page).getByRole('button', { name: 'Find' }).click();
  await expect(details(page).getByText('A kept thing').first()).toBeVisible();
});
