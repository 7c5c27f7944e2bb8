import { expect, test } from './fixtures';
import { declared, node, wire, workflow } from './support/documents';
import { nodesOfRun, openWorkflow, outcome, runButton, stored } from './support/editor';

const CALLED = 'flowdrop_workflow_executor_flowdrop_workflow_shout.1';

const shout = workflow('shout', 'Shout', {
  nodes: [node('text_processor.1', 'Upper', [0, 0], { operation: 'uppercase' })],
  interface: {
    inputs: [declared('text', 'text_processor.1:text')],
    outputs: [declared('loud', 'text_processor.1:text')],
  },
});

const caller = workflow('caller', 'Caller', {
  nodes: [
    node('text_input.1', 'Text', [0, 0], { defaultValue: 'hello' }),
    node(CALLED, 'Make it loud', [1, 0]),
    node('text_output.1', 'Say', [2, 0]),
  ],
  edges: [wire('text_input.1:text', `${CALLED}:text`), wire(`${CALLED}:loud`, 'text_output.1:text')],
  interface: { inputs: [], outputs: [declared('said', 'text_output.1:text')] },
});

test('a workflow runs as a node of another; each run leads to the other', async ({ page }) => {
  await openWorkflow(page, shout);
  await stored(page, 'versions', '1.0.0');
  await openWorkflow(page, caller);
  await page.getByRole('tab', { name: 'Run' }).click();
  await runButton(page).click();
  await expect(outcome(page)).toContainText('The run completed');
  const panel = page.getByRole('tabpanel', { name: 'Run' });
  await expect(panel).toContainText('HELLO');
  await nodesOfRun(page)
    .getByRole('button', { name: /Make it loud/ })
    .click();
  await page.getByRole('link', { name: 'Show the run of “Shout”' }).first().click();
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Shout');
  await expect(outcome(page)).toContainText('The run completed');
  await expect(panel).toContainText('HELLO');
  await panel.getByRole('link', { name: 'Part of a run of “Caller”' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the workflow' })).toHaveValue('Caller');
  await expect(outcome(page)).toContainText('The run completed');
});
