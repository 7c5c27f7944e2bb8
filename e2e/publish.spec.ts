import type { Page } from '@playwright/test';
import { axeFindings, expect, test } from './fixtures';
import { declared, node, textFile, wire, workflow } from './support/documents';
import {
  canvasOf,
  card,
  everythingStored,
  importDialog,
  importFiles,
  nameField,
  newWorkflow,
  openFromStart,
  openWorkflow,
  saved,
} from './support/editor';
import { publishHost, type TestHost } from './support/host';

// A host process starts in seconds, on a busy machine in more.
test.describe.configure({ timeout: 90_000 });

const FLOW = workflow('greeting_flow', 'Greeting flow', {
  description: 'Says hello.',
  nodes: [
    node('text_input.1', 'Name', [0, 0], { defaultValue: 'Ada' }),
    node('prompt_template.1', 'Words', [1, 0], { template: 'Hello {{ text }}' }),
    node('text_output.1', 'Result', [2, 0]),
  ],
  edges: [
    wire('prompt_template.1:prompt', 'text_output.1:text'),
    wire('text_input.1:text', 'text_output.1:trigger'),
  ],
  interface: { inputs: [declared('name', 'text_input.1:data', { name: 'Your name' })] },
});

let host: TestHost;
test.beforeAll(async ({ baseURL }) => {
  host = await publishHost(new URL(baseURL ?? '').origin);
});
test.afterAll(() => host.end());
// A browser notes it as an error that the host has nothing under an id yet, and every refusal.
test.beforeEach(async ({ faults }) => {
  faults.ignore(/status of (404|409)/);
  const { data } = await host.ask('GET', '/workflows?limit=100');
  for (const { id } of Array.isArray(data) ? data : []) await host.ask('DELETE', `/workflows/${id}`);
});

const dialog = (page: Page) => page.getByRole('dialog', { name: /^Publish “/ });
const publishButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^Publish/ });
const send = (page: Page, name = 'Publish') => dialog(page).getByRole('button', { name, exact: true }).last();
const reasons = (page: Page) => dialog(page).getByRole('list', { name: 'Reasons' });

/** Adds a server in the settings. */
async function addServer(
  page: Page,
  { name = 'Staging', address = host.url, token = 'editor-token', publisher = 'acme' } = {},
): Promise<void> {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Address' }).fill(address);
  await form.getByLabel('Token').fill(token);
  await form.getByRole('textbox', { name: 'Publisher' }).fill(publisher);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('list', { name: 'Servers' }).getByText(name, { exact: true })).toBeVisible();
}

async function publish(page: Page): Promise<void> {
  await publishButton(page).click();
  await send(page).click();
}

test('a workflow is published from the page to a host process and read back node for node', async ({
  page,
}) => {
  await addServer(page);
  await openWorkflow(page, FLOW);
  await publish(page);
  await expect(dialog(page).getByText('Published. It is live on Staging as greeting_flow.')).toBeVisible();
  await expect(dialog(page).getByRole('list', { name: 'Gates' }).getByText('passed')).toHaveCount(7);

  const { status, data } = await host.ask('GET', '/workflows/greeting_flow');
  expect(status).toBe(200);
  expect(data).toMatchObject({
    id: 'greeting_flow',
    name: FLOW.name,
    description: FLOW.description,
    uid: 'e',
  });
  const { nodes, edges, interface: declares } = Object(data);
  expect(nodes.map(strip)).toEqual(FLOW.nodes.map(strip));
  expect(edges).toEqual(FLOW.edges);
  expect(declares.inputs).toMatchObject([
    { id: 'name', name: 'Your name', bindings: [{ nodeId: 'text_input.1', portId: 'data' }] },
  ]);

  // Again after a change: what was published from here and not touched since is replaced.
  await dialog(page).getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByRole('banner').getByText('Live on Staging, same as here').first()).toBeVisible();
  await nameField(page).fill('Greeting, second');
  await nameField(page).press('Enter');
  await saved(page);
  await expect(
    page.getByRole('banner').getByText('Live on Staging, changed here since').first(),
  ).toBeVisible();
  await publishButton(page).click();
  await send(page, 'Publish changes').click();
  await expect(dialog(page).getByText('has been replaced')).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow')).data).toMatchObject({
    name: 'Greeting, second',
  });
  expect((await host.ask('GET', '/workflows')).data).toHaveLength(1);

  // It is remembered, also on the list of workflows and after a reload.
  await page.goto('/#/');
  await page.reload();
  await expect(page.getByText('Live on Staging', { exact: true })).toBeVisible();
});

/** A node without what is derived from its type. */
function strip(one: unknown) {
  const { id, position, data } = Object(one);
  return { id, position, label: data.label, config: data.config, type: data.metadata.node_type_id };
}

test('an id that is taken is said with what differs; replace, or publish as a copy', async ({ page }) => {
  await host.ask('POST', '/workflows', {
    ...FLOW,
    name: 'Somebody else’s',
    nodes: [node('text_input.1', 'Name', [0, 0], { defaultValue: 'Bob' })],
    edges: [],
    interface: {},
  });
  await addServer(page);
  await openWorkflow(page, FLOW);
  await publish(page);
  await expect(dialog(page).getByText('The id greeting_flow is taken on Staging.')).toBeVisible();
  const differences = dialog(page).getByRole('list', { name: 'Differences' });
  await expect(differences.getByText('Name: “Greeting flow” here, “Somebody else’s” there')).toBeVisible();
  await expect(differences.getByText('Name (text_input.1): configuration (defaultValue)')).toBeVisible();
  await expect(differences.getByText('Words (prompt_template.1) is here only')).toBeVisible();
  await expect(differences.getByText('Declared inputs and outputs: name')).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow')).data).toMatchObject({ name: 'Somebody else’s' });

  await dialog(page).getByRole('button', { name: 'Publish as a copy' }).click();
  await expect(dialog(page).getByText('It is live on Staging as greeting_flow_copy.')).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow_copy')).data).toMatchObject({
    name: 'Greeting flow',
  });

  await dialog(page).getByRole('textbox', { name: 'Id on the server' }).fill('greeting_flow');
  await send(page).click();
  await dialog(page).getByRole('button', { name: 'Replace it' }).click();
  await expect(dialog(page).getByText('has been replaced')).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow')).data).toMatchObject({ name: 'Greeting flow' });
});

test('a change on the server since the last publication is noticed; what is live is compared and taken down', async ({
  page,
}) => {
  await addServer(page);
  await openWorkflow(page, FLOW);
  await publish(page);
  await expect(dialog(page).getByText('Published.')).toBeVisible();
  await host.ask('PUT', '/workflows/greeting_flow', { name: 'Changed there' });
  await send(page, 'Publish changes').click();
  await expect(
    dialog(page).getByText('greeting_flow was changed on Staging since you published it.'),
  ).toBeVisible();
  await expect(dialog(page).getByText('Name: “Greeting flow” here, “Changed there” there')).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow')).data).toMatchObject({ name: 'Changed there' });
  await dialog(page).getByRole('button', { name: 'Compare' }).click();
  await expect(dialog(page).getByText(/^Contract there: \d+\.\d+\.\d+$/)).toBeVisible();

  await dialog(page).getByRole('button', { name: 'Take down' }).click();
  await expect(dialog(page).getByText('Take it down from Staging?', { exact: false })).toBeVisible();
  await dialog(page).getByRole('alert').getByRole('button', { name: 'Take down' }).click();
  await expect(dialog(page).getByText('It is taken down.', { exact: false })).toBeVisible();
  expect((await host.ask('GET', '/workflows/greeting_flow')).status).toBe(404);
  await expect(dialog(page).getByText('Not published to Staging from here.')).toBeVisible();
});

for (const [token, may] of [
  ['editor-token', false],
  ['confirmer-token', true],
] as const) {
  test(`an untrusted publisher: the offer to confirm is ${may ? '' : 'not '}made with the ${token}`, async ({
    page,
    faults,
  }) => {
    // 422 is what a probe of the import door is answered.
    faults.ignore(/status of (403|422)/);
    await addServer(page, { token, publisher: 'stranger' });
    await openWorkflow(page, FLOW);
    await publish(page);
    await expect(dialog(page).getByText('Staging refused the workflow.', { exact: false })).toBeVisible();
    await expect(reasons(page)).toContainText('BUNDLE_PUBLISHER_UNTRUSTED');
    const confirm = dialog(page).getByRole('button', { name: 'Publish all the same' });
    await expect(
      dialog(page).getByText(may ? /you may confirm it/ : /your token may not confirm one/),
    ).toBeVisible();
    expect((await host.ask('GET', '/workflows')).data).toEqual([]);
    if (may) {
      await confirm.click();
      await expect(dialog(page).getByText('Published.', { exact: false })).toBeVisible();
      expect((await host.ask('GET', '/workflows/greeting_flow')).status).toBe(200);
    } else await expect(confirm).toHaveCount(0);
  });
}

test('who names no publisher is told so, with where to name one', async ({ page, faults }) => {
  faults.ignore(/status of (403|422)/);
  await addServer(page, { publisher: '' });
  const servers = page.getByRole('region', { name: 'Servers' });
  await servers.getByRole('button', { name: 'Check connection to Staging' }).click();
  await expect(servers.getByRole('status')).toContainText('You name no publisher');
  await openWorkflow(page, FLOW);
  await publish(page);
  await expect(dialog(page)).toContainText('Nothing says who publishes.');
});

test('what the host has against a node is shown at the node, until it is dismissed', async ({
  page,
  faults,
}) => {
  faults.ignore(/status of 422/);
  // There the processor of one node type is another, which the host does not have.
  await host.ask('PUT', '/node-types/prompt_template', {
    label: 'Prompt Template',
    executor_plugin: 'acme_module:gone',
  });
  try {
    await addServer(page);
    await openWorkflow(page, FLOW);
    await publish(page);
    const reason = reasons(page).getByRole('button', { name: /Words \(prompt_template\.1\)/ });
    await expect(reason.first()).toBeVisible();
    await expect(
      dialog(page).getByRole('list', { name: 'Gates' }).getByText('not asked').first(),
    ).toBeVisible();
    expect((await host.ask('GET', '/workflows')).data).toEqual([]);
    expect(await axeFindings(page)).toEqual([]);

    await reason.first().click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(card(page, 'prompt_template.1')).toHaveAttribute('data-selected', 'true');
    const mark = card(page, 'prompt_template.1').getByRole('img', { name: /acme_module:gone/ });
    await expect(mark).toBeVisible();
    await expect(card(page, 'text_input.1').getByRole('img', { name: /acme_module/ })).toHaveCount(0);
    // The list can be had again, and lets go only when asked to.
    const notice = page.getByText('Staging refused this workflow:', { exact: false });
    await expect(notice).toBeVisible();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await expect(reasons(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(mark).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
    await expect(mark).toHaveCount(0);
    await expect(notice).toHaveCount(0);
  } finally {
    await host.ask('DELETE', '/node-types/prompt_template');
  }
});

test('a processor that the host lacks is the verdict of its own gate', async ({ page, faults }) => {
  faults.ignore(/status of 422/);
  await addServer(page);
  await page.goto('/');
  const bundle = {
    format: 'flowdrop.bundle/v1',
    payload: {
      publisher: 'acme',
      capabilities: { processors: ['acme_module:gone'] },
      flow: {
        id: 'from_bundle',
        label: 'From a bundle',
        nodes: [node('text_input.1', 'In', [0, 0])],
        edges: [],
      },
    },
    confirm_publisher: true,
  };
  await importFiles(page, [textFile('b.json', JSON.stringify(bundle))]);
  const open = importDialog(page).getByRole('button', { name: 'Open From a bundle' });
  await open.or(nameField(page)).first().waitFor();
  if (await open.isVisible()) await open.click();
  await expect(nameField(page)).toHaveValue('From a bundle');
  await publish(page);
  await expect(reasons(page)).toContainText('The processor "acme_module:gone" is not available here.');
  await expect(
    dialog(page).getByRole('listitem').filter({ hasText: 'Every processor is there' }).getByText('refused'),
  ).toBeVisible();
});

test('a wrong token, a host that is down, and a page that is not let in are said with the way out', async ({
  page,
  faults,
}) => {
  faults.ignore(/status of 40[13]|net::ERR|CORS policy/);
  const walled = await publishHost(undefined);
  try {
    await addServer(page, { token: 'nobody-has-this' });
    await addServer(page, { name: 'Down', address: 'http://127.0.0.1:9' });
    await addServer(page, { name: 'Walled', address: walled.url });
    await addServer(page, { name: 'Good' });
    const check = async (name: string) => {
      await page.getByRole('button', { name: `Check connection to ${name}` }).click();
      return page.getByRole('listitem').filter({ hasText: name }).getByRole('status');
    };
    await expect(await check('Staging')).toContainText('does not know this token');
    await expect(await check('Down')).toContainText('No connection to http://127.0.0.1:9.');
    await expect(await check('Walled')).toContainText(`--allow-origin ${new URL(page.url()).origin}`);
    await expect(await check('Good')).toContainText('You may publish there.');
    await expect(await check('Good')).toContainText('It has everything that your workflows need.');
    expect(await axeFindings(page)).toEqual([]);

    await openWorkflow(page, FLOW);
    await publishButton(page).click();
    for (const [name, words] of [
      ['Staging', 'The server does not know the token.'],
      ['Down', 'No connection to http://127.0.0.1:9.'],
      ['Walled', 'does not let this page in'],
    ] as const) {
      await dialog(page).getByRole('combobox', { name: 'Server' }).selectOption({ label: name });
      await send(page).click();
      await expect(dialog(page).getByText(words, { exact: false })).toBeVisible();
      await expect(dialog(page).getByText('Nothing was sent.', { exact: false })).toBeVisible();
    }
    expect((await host.ask('GET', '/workflows')).data).toEqual([]);
  } finally {
    await walled.end();
  }
});

test('addresses that a page may not call are refused with the reason', async ({ page }) => {
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('textbox', { name: 'Name' }).fill('X');
  for (const [address, words] of [
    ['http://flows.example.org', 'Use https.'],
    ['https://me:pw@flows.example.org', 'Leave name and password out of the address.'],
    ['flows', 'An address looks like'],
  ] as const) {
    await form.getByRole('textbox', { name: 'Address' }).fill(address);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText(words, { exact: false })).toBeVisible();
  }
});

test('a workflow with errors is not sent; the errors lead to the list of problems', async ({ page }) => {
  await addServer(page);
  await openWorkflow(page, { ...FLOW, nodes: [...FLOW.nodes, node('mystery.1', 'Mystery', [0, 1])] });
  await publishButton(page).click();
  await expect(send(page)).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Show the problems' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Problems', exact: true })).toBeVisible();
});

test('an answer that is lost is told as unknown, and asking the server settles it', async ({
  page,
  faults,
}) => {
  faults.ignore(/net::ERR/);
  await addServer(page);
  await openWorkflow(page, FLOW);
  await page.route('**/api/flowdrop/workflows/import', async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await publish(page);
  await expect(dialog(page).getByText('The answer was lost', { exact: false })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Ask the server' }).click();
  await expect(
    dialog(page).getByText('It is live on Staging as greeting_flow.', { exact: false }),
  ).toBeVisible();
});

test('the first server is added from the dialog, which the card of a workflow opens too', async ({
  page,
}) => {
  await newWorkflow(page);
  await nameField(page).fill('Plain');
  await nameField(page).press('Enter');
  await saved(page);
  await page.goto('/#/');
  await page.getByRole('button', { name: 'More for Plain' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
  await expect(dialog(page).getByText('No server yet.', { exact: false })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add a server' }).click();
  const form = page.getByRole('dialog', { name: 'Add a server' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Here');
  await form.getByRole('textbox', { name: 'Address' }).fill(host.url);
  await form.getByLabel('Token').fill('confirmer-token');
  await form.getByRole('textbox', { name: 'Publisher' }).fill('acme');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('combobox', { name: 'Server' })).toBeVisible();
  await send(page).click();
  await expect(dialog(page).getByText('Published.', { exact: false })).toBeVisible();
  expect(page.url()).not.toContain('publish');
});

test('a token is in no table in clear, in no export, and nowhere on the page', async ({ page }) => {
  const canary = 'confirmer-token';
  await addServer(page, { token: canary });
  const onPage = () => page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(localStorage));
  expect(await onPage()).not.toContain(canary);
  await openWorkflow(page, FLOW);
  await publish(page);
  await expect(dialog(page).getByText('Published.', { exact: false })).toBeVisible();
  expect(await onPage()).not.toContain(canary);
  expect(await everythingStored(page)).not.toContain(canary);
  await page.goto('/#/settings');
  await page.getByRole('button', { name: 'Change Staging' }).click();
  const form = page.getByRole('dialog', { name: 'Change Staging' });
  await expect(form.getByLabel('Token')).toHaveValue('');
  await expect(form.getByText('A token is stored.', { exact: false })).toBeVisible();
  await form.getByRole('button', { name: 'Cancel' }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export everything' }).click();
  const stream = await (await downloading).createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString('latin1')).not.toContain(canary);

  await page.getByRole('button', { name: 'Remove Staging' }).click();
  await page.getByRole('dialog', { name: 'Remove Staging?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('No server yet.', { exact: false })).toBeVisible();
  expect(await everythingStored(page, 'settings')).not.toContain('greeting_flow');
  await openFromStart(page, FLOW.name);
  await expect(canvasOf(page)).toBeVisible();
});
