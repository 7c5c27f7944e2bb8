// How a run is driven, what its nodes shared step by step, and going on from there and from a snapshot.
import { axeFindings, expect, test } from './fixtures';
import { door, inCharge } from './support/doors';
import { nodesOfRun } from './support/editor';

const SNAPSHOTS = '/api/flowdrop-runtime/snapshot';

test('a run as a state graph is looked into state by state, and gone on with', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Greeting from a template', exact: true }).click();
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  const form = page.getByRole('form', { name: 'Inputs' });
  await form.getByText('How it runs: Pipeline').click();
  await form.getByLabel('How it runs').selectOption({ label: 'State graph' });
  await expect(form.getByText(/Good for conversations/)).toBeVisible();
  await form.getByLabel('Thread').fill('ada');
  await form.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText(/^The run completed in/)).toBeVisible();

  await nodesOfRun(page).getByRole('button', { name: 'States and snapshots' }).click();
  const states = page.getByRole('region', { name: 'States and snapshots' });
  await expect(states.getByRole('status')).toHaveText('State 4 of 4 at the end');
  // INT-14: an end is not gone on with.
  await expect(states.getByText(/an end is not gone on with/)).toBeVisible();
  await expect(states.getByRole('button', { name: 'Start a run from this state' })).toHaveCount(0);
  await states.getByRole('button', { name: 'State before' }).click();
  await expect(states.getByRole('status')).toHaveText('State 3 of 4 after Result');
  await expect(states.getByText('currentNodeId', { exact: true })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await states.getByRole('button', { name: 'Start a run from this state' }).click();
  // The new run is looked at, as any that was launched.
  await expect(states).toHaveCount(0);
  await expect(page.getByText(/^The run completed in/)).toBeVisible();
  await nodesOfRun(page).getByRole('button', { name: 'States and snapshots' }).click();
  await expect(states.getByRole('status')).toHaveText(/at the end$/);

  // A turn on the thread: the form is ready for it.
  await states.getByRole('button', { name: 'New turn on the thread “ada”' }).click();
  await expect(form.getByLabel('Thread')).toHaveValue('ada');
  await form.getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText(/^The run completed in/)).toBeVisible();

  await nodesOfRun(page).getByRole('button', { name: 'States and snapshots' }).click();
  const snapshots = page.getByRole('region', { name: 'Snapshots', exact: true });
  await snapshots.getByRole('button', { name: 'Save a snapshot of this run' }).click();
  await expect(snapshots.getByText('there is nothing left to continue')).toBeVisible();
  await snapshots.getByRole('button', { name: /^Delete the snapshot of/ }).click();
  await expect(snapshots.getByText('No snapshot of this workflow is saved.')).toBeVisible();
  await snapshots.getByRole('button', { name: 'Undo' }).click();
  await expect(snapshots.getByText('this run')).toBeVisible();

  // The same, as it would be of a run that stopped before its last node.
  await inCharge(page);
  const listed = Object(await door(page, 'GET', SNAPSHOTS)).body.data;
  const { snapshot } = Object(await door(page, 'GET', `${SNAPSHOTS}/${listed[0].execution_id}`)).body.data;
  const nodes = Object(snapshot.node_states ?? snapshot.nodeStates);
  const last = Object.keys(nodes).find((id) => id.startsWith('text_output')) ?? '';
  const open = { ...nodes, [last]: { ...nodes[last], status: 'pending', output: undefined } };
  const key = 'node_states' in snapshot ? 'node_states' : 'nodeStates';
  const stored = await door(page, 'POST', SNAPSHOTS, { ...snapshot, status: 'paused', [key]: open });
  expect(stored.status).toBe(200);
  await nodesOfRun(page).getByRole('button', { name: 'Result' }).first().click();
  await nodesOfRun(page).getByRole('button', { name: 'States and snapshots' }).click();
  await expect(snapshots.getByText('2 of 3 nodes done')).toBeVisible();
  await snapshots.getByRole('button', { name: /^Continue from the snapshot of/ }).click();
  await expect(page.getByText(/^The run completed in/)).toBeVisible();
  await expect.poll(async () => (await door(page, 'GET', SNAPSHOTS)).body.data).toHaveLength(1);
});

test('what drives runs is chosen once in the settings', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByLabel('How runs are driven').selectOption({ label: 'Direct' });
  await expect(page.getByText(/One pass in memory/)).toBeVisible();
  await page.goto('/#/');
  await page.getByRole('button', { name: 'Greeting from a template', exact: true }).click();
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  await expect(page.getByText('How it runs: Direct')).toBeVisible();
  await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
  await expect(page.getByText(/^The run completed in/)).toBeVisible();

  // ORC-7, in the words of the page, with the way to the loop.
  await page.goto('/#/');
  await page.getByRole('button', { name: 'A line for each guest', exact: true }).click();
  await page.getByRole('banner').getByRole('button', { name: 'Run', exact: true }).click();
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing was started' });
  await expect(refused).toContainText('Direct goes through a workflow once');
  await expect(refused.getByRole('button', { name: 'Show the problems' })).toHaveCount(0);
  await refused.getByRole('button', { name: /^Show/ }).click();
  await expect(page.getByRole('complementary', { name: 'Properties' })).toContainText('Each guest');
});
