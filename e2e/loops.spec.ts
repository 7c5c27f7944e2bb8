import { expect, test } from './fixtures';
import { declared, node, wire, workflow } from './support/documents';
import { nodesOfRun, openWorkflow, outcome, run } from './support/editor';

test('a list is gone through, round by round, and its results go on', async ({ page }) => {
  await openWorkflow(
    page,
    workflow('loop', 'Loop', {
      nodes: [
        node('range.1', 'Numbers', [0, 0], { start: 1, end: 3 }),
        node('foreach.1', 'Each', [1, 0]),
        node('data_to_json.1', 'Body', [2, 0]),
        node('data_to_json.2', 'All', [2, 1]),
      ],
      edges: [
        wire('range.1:items', 'foreach.1:items'),
        wire('foreach.1:current_item', 'data_to_json.1:data'),
        wire('data_to_json.1:json', 'foreach.1:loop_back'),
        wire('foreach.1:collected_results', 'data_to_json.2:data'),
      ],
      outputs: [declared('results', 'data_to_json.2:json')],
    }),
  );
  await run(page);
  await expect(outcome(page)).toContainText('The run completed');
  const jobs = nodesOfRun(page).getByRole('button');
  await expect(jobs).toHaveText([
    /Result/,
    /States and snapshots/,
    /Numbers/,
    /Each/,
    /Body/,
    /Each.*Round 2/,
    /Body.*Round 2/,
    /Each.*Round 3/,
    /Body.*Round 3/,
    /Each.*Round 4/,
    /All/,
  ]);
  await jobs.nth(8).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByRole('tabpanel', { name: 'Data' }).getByRole('spinbutton')).toHaveText(
    '3 of 3 rounds',
  );
});
