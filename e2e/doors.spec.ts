// The doors in the page: another program of the same address reads and writes this browser's workflows, and the author at
// the editor hears of it.
import { serve } from '../scripts/serve.mjs';
import { builtEditor } from '../scripts/static-files.mjs';
import { memoryStore } from '../src/host/journal/host-store';
import { startServer } from '../src/host/server';
import { createWorld } from '../src/host/world';
import { axeFindings, expect, fakeServer, test } from './fixtures';
import { declared, node, wire, workflow } from './support/documents';
import { door, inCharge, otherProgram } from './support/doors';
import { cards, nameField, openFromStart, openWorkflow, select, undoButton } from './support/editor';

const WORKFLOWS = '/api/flowdrop/workflows';

const greeting = (name: string, words = 'hello') =>
  workflow('greeting', name, {
    nodes: [
      node('text_input.1', 'Words', [0, 0], { defaultValue: words }),
      node('text_output.1', 'Out', [1, 0]),
    ],
    edges: [wire('text_input.1:text', 'text_output.1:text')],
    interface: { inputs: [declared('words', 'text_input.1:data')], outputs: [] },
  });

/** A draft that is stored nowhere, since a node of it has no type. */
const faulty = workflow('greeting', 'Mine', {
  nodes: [node('text_input.1', 'Words', [0, 0]), node('mystery.1', 'Mystery', [1, 0])],
});

test.describe('a program of the same address', () => {
  test.beforeEach(({ faults }) => faults.ignore(/Failed to load resource/));

  test('creates, reads, lists, searches, updates, validates and deletes', async ({ page, context }) => {
    const program = await otherProgram(context);
    const health = await door(program, 'GET', '/api/flowdrop/health');
    expect([health.status, health.headers['x-sluice-answered-by']]).toEqual([200, 'browser']);

    const created = await door(program, 'POST', WORKFLOWS, greeting('From outside'));
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({ id: 'greeting', name: 'From outside' });
    expect((await door(program, 'POST', WORKFLOWS, greeting('Again'))).body).toMatchObject({
      success: false,
      error_code: 'WORKFLOW_ID_TAKEN',
    });

    // It is a workflow of this browser, in the list and in the editor.
    await openFromStart(page, 'From outside');
    await expect(cards(page)).toHaveCount(2);
    await expect(undoButton(page)).toHaveAccessibleName('Nothing to undo');

    const listed = await door(program, 'GET', `${WORKFLOWS}?search=OUTSIDE`);
    expect(listed.body.pagination).toEqual({ total: 1, limit: 50, offset: 0, has_more: false });
    expect((await door(program, 'GET', `${WORKFLOWS}?search=%25`)).body.data).toEqual([]);

    const updated = await door(program, 'PUT', `${WORKFLOWS}/greeting`, { name: 'Renamed' });
    expect([updated.status, updated.body.data]).toMatchObject([200, { name: 'Renamed' }]);
    const read = await door(program, 'GET', `${WORKFLOWS}/greeting`);
    expect(read.body.data).toEqual(updated.body.data);
    const head = await door(program, 'HEAD', `${WORKFLOWS}/greeting`);
    expect([head.status, head.body]).toEqual([200, '']);

    const twig = {
      ...greeting('Template'),
      nodes: [node('data_mapper.1', 'Mapper', [0, 0], { engine: 'twig', dynamicOutputs: [broken] })],
      edges: [],
      interface: {},
    };
    const verdict = await door(program, 'POST', `${WORKFLOWS}/validate`, twig);
    expect(verdict.body.data).toMatchObject({ valid: false, errors: [{ code: 'R11_EXPRESSION_INVALID' }] });
    const refused = await door(program, 'PUT', `${WORKFLOWS}/greeting`, { ...twig, id: 'greeting' });
    expect([refused.status, refused.body.error_code]).toEqual([422, 'WORKFLOW_INVALID']);

    expect((await door(program, 'DELETE', `${WORKFLOWS}/greeting`)).body).toEqual({
      success: true,
      data: { id: 'greeting' },
    });
    expect((await door(program, 'GET', `${WORKFLOWS}/greeting`)).status).toBe(404);
    await page.goto('/#/');
    await expect(page.getByRole('link', { name: 'Renamed', exact: true })).toHaveCount(0);
  });

  test('is refused as at any host, and reads contract and description', async ({ context }) => {
    const program = await otherProgram(context);
    const codes = async (method: string, path: string, body?: string) => {
      const reply = await door(program, method, path, body);
      return [reply.status, reply.body.error_code];
    };
    expect(await codes('POST', WORKFLOWS, '{"name":')).toEqual([400, 'BODY_NOT_JSON']);
    expect(await codes('POST', WORKFLOWS, '7')).toEqual([400, 'BODY_SCALAR']);
    expect(await codes('POST', WORKFLOWS, '{"nodes":[]}')).toEqual([400, 'NAME_REQUIRED']);
    expect(await codes('POST', WORKFLOWS, `{"name":"x","y":"${'y'.repeat(8 * 1024 * 1024)}"}`)).toEqual([
      400,
      'BODY_TOO_LARGE',
    ]);
    expect(await codes('PUT', `${WORKFLOWS}/nobody`, '{"name":"x"}')).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    expect(await codes('DELETE', '/api/flowdrop/health')).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(await codes('OPTIONS', WORKFLOWS)).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(await codes('GET', '/api/flowdrop/no-such-door')).toEqual([404, 'NOT_FOUND']);

    await door(program, 'POST', WORKFLOWS, greeting('Greeting'));
    const schema = `${WORKFLOWS}/greeting/schema`;
    const first = await door(program, 'GET', schema);
    expect(first.body).toMatchObject({ parameter_schema: { properties: { words: {} } } });
    const etag = first.headers.etag ?? '';
    const same = await door(program, 'GET', schema, undefined, { 'If-None-Match': etag });
    expect([etag.length > 2, same.status, same.body]).toEqual([true, 304, '']);
    expect((await door(program, 'GET', '/compat/flowdrop-editor/workflows')).status).toBe(200);
    // What is no door goes to the server as ever.
    const other = await door(program, 'GET', '/api/other');
    expect(other.headers['x-sluice-answered-by']).toBeUndefined();

    // A tab that is sent to the description shows it.
    await program.goto('/openapi.json');
    await expect(program.locator('body')).toContainText('"openapi":"3.1.0"');
  });

  test('another site cannot send a form to the doors', async ({ page, context, baseURL }) => {
    const program = await otherProgram(context);
    const form =
      `<!doctype html><form method="post" enctype="text/plain" action="${baseURL}${WORKFLOWS}">` +
      `<input name='{"name":"Smuggled","x":"' value='"}'><button>Send</button></form>`;
    const site = await fakeServer(() => ({ body: form, type: 'text/html' }));
    await page.goto(site.url);
    await page.getByRole('button').click();
    await expect(page.locator('body')).toContainText('ORIGIN_NOT_ALLOWED');
    expect((await door(program, 'GET', WORKFLOWS)).body.data).toEqual([]);
    await site.close();
  });

  test('is answered without a network, and by a worker that has just started', async ({ context }) => {
    const program = await otherProgram(context);
    const session = await context.newCDPSession(program);
    await session.send('ServiceWorker.enable');
    await context.setOffline(true);
    expect((await door(program, 'POST', WORKFLOWS, greeting('Offline'))).status).toBe(201);
    await session.send('ServiceWorker.stopAllWorkers');
    expect((await door(program, 'GET', `${WORKFLOWS}/greeting`)).body.data).toMatchObject({
      name: 'Offline',
    });
  });

  test('launches: a page that is open drives the run, and the next one where none is', async ({
    page,
    context,
  }) => {
    const program = await otherProgram(context);
    const execute = `${WORKFLOWS}/greeting/execute`;
    const pipeline = { orchestrator: 'flowdrop_runtime:synchronous_pipeline', inputs: { words: 'hi' } };
    await door(program, 'POST', WORKFLOWS, greeting('Greeting'));
    expect((await door(program, 'POST', execute, { inputs: { nobody: 1 } })).body.error_code).toBe(
      'INPUT_UNDECLARED',
    );
    const waiting = await door(program, 'POST', execute, {
      ...pipeline,
      orchestrator: 'flowdrop_stategraph:stategraph',
    });
    expect([waiting.status, waiting.body.data]).toMatchObject([202, { status: 'pending' }]);

    await openFromStart(page, 'Greeting');
    const run = String(Object(waiting.body.data).execution_id);
    const status = async () => (await door(program, 'GET', `/api/flowdrop/pipeline/${run}/status`)).body.data;
    await expect.poll(status).toMatchObject({ status: 'completed' });
    const waited = await door(program, 'POST', execute, { ...pipeline, wait: true });
    expect([waited.status, waited.body.data]).toMatchObject([200, { status: 'completed' }]);
    await page
      .getByRole('navigation', { name: 'Add and look' })
      .getByRole('button', { name: 'Runs' })
      .click();
    await expect(page.getByRole('button', { name: /^Open the run of/ })).toHaveCount(2);
  });

  test('is answered by nobody once the doors are shut in the settings', async ({ page, context }) => {
    const program = await otherProgram(context);
    await page.goto('/#/settings');
    const doors = page.getByRole('switch', { name: 'Answer other pages of this address' });
    await expect(doors).toBeChecked();
    await expect(page.getByText('This browser answers')).toBeVisible();
    await expect(
      page.getByRole('link', { name: 'Description of this HTTP interface (OpenAPI)' }),
    ).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await doors.click();
    await expect(page.getByText('Switched off: nobody answers.')).toBeVisible();
    await expect.poll(async () => (await door(program, 'GET', WORKFLOWS)).status).toBe(404);
    await doors.click();
    await expect.poll(async () => (await door(program, 'GET', WORKFLOWS)).status).toBe(200);
  });
});

test.describe('an author whose workflow a program changes', () => {
  test.beforeEach(({ faults }) => faults.ignore(/Failed to load resource/));

  test('sees it at once, and can undo it', async ({ page, context }) => {
    const program = await otherProgram(context);
    await door(program, 'POST', WORKFLOWS, greeting('One'));
    await openFromStart(page, 'One');
    await select(page, 'text_input.1');
    const more = greeting('Two');
    await door(program, 'PUT', `${WORKFLOWS}/greeting`, {
      ...more,
      nodes: [...more.nodes, node('note.1', 'Note', [0, 1], { content: 'From outside' })],
    });
    await expect(nameField(page)).toHaveValue('Two');
    await expect(cards(page)).toHaveCount(3);
    // Where the author was looking stays.
    await expect(page.locator('[data-node-id="text_input.1"]')).toHaveAttribute('data-selected', 'true');
    await expect(undoButton(page)).toHaveAccessibleName('Undo: Changed from outside');
    await undoButton(page).click();
    await expect(nameField(page)).toHaveValue('One');
    await expect
      .poll(async () => (await door(program, 'GET', `${WORKFLOWS}/greeting`)).body.data)
      .toMatchObject({ name: 'One' });
    // The history is there after a reload too.
    await page.reload();
    await page.getByRole('banner').getByRole('button', { name: 'Redo: Changed from outside' }).click();
    await expect(nameField(page)).toHaveValue('Two');
  });

  test('with edits that are not stored is asked, and takes the new one', async ({ page, context }) => {
    const program = await otherProgram(context);
    await openWorkflow(page, faulty);
    expect((await door(program, 'POST', WORKFLOWS, greeting('Theirs'))).status).toBe(201);
    await expect(page.getByRole('alert')).toContainText('Another program changed this workflow');
    await expect(nameField(page)).toHaveValue('Mine');
    await expect(page.getByRole('button', { name: 'Take the new one' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Take the new one' }).click();
    await expect(nameField(page)).toHaveValue('Theirs');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await undoButton(page).click();
    await expect(nameField(page)).toHaveValue('Mine');
  });

  test('keeps mine, which is stored once it has no faults', async ({ page, context }) => {
    const program = await otherProgram(context);
    await openWorkflow(page, faulty);
    await door(program, 'POST', WORKFLOWS, greeting('Theirs'));
    // The question is there after a reload, until it is answered.
    await expect(page.getByRole('alert')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Keep mine', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect((await door(program, 'GET', `${WORKFLOWS}/greeting`)).body.data).toMatchObject({ name: 'Theirs' });
    await select(page, 'mystery.1');
    await page.keyboard.press('Delete');
    await expect
      .poll(async () => (await door(program, 'GET', `${WORKFLOWS}/greeting`)).body.data)
      .toMatchObject({ name: 'Mine' });
  });

  test('keeps both', async ({ page, context }) => {
    const program = await otherProgram(context);
    await openWorkflow(page, faulty);
    await door(program, 'POST', WORKFLOWS, greeting('Theirs'));
    await page.getByRole('button', { name: 'Keep both, mine as a copy' }).click();
    await expect(nameField(page)).toHaveValue('Mine (copy)');
    await openFromStart(page, 'Theirs');
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('hears that it was deleted, and brings it back', async ({ page, context }) => {
    const program = await otherProgram(context);
    await door(program, 'POST', WORKFLOWS, greeting('One'));
    await openFromStart(page, 'One');
    await door(program, 'DELETE', `${WORKFLOWS}/greeting`);
    await expect(page.getByRole('alert')).toContainText('This workflow was deleted elsewhere');
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect.poll(async () => (await door(program, 'GET', `${WORKFLOWS}/greeting`)).status).toBe(200);
    await nameField(page).fill('Goes on');
    await nameField(page).press('Enter');
    await expect
      .poll(async () => (await door(program, 'GET', `${WORKFLOWS}/greeting`)).body.data)
      .toMatchObject({ name: 'Goes on' });
  });
});

test('where a host serves the editor the doors are its own, also from the next load on when it comes later', async ({
  browser,
}) => {
  const dist = process.env.SLUICE_DIST ?? builtEditor;
  const files = await serve({ port: 4950 + Math.floor(Math.random() * 40), dist });
  const context = await browser.newContext({ baseURL: files.url });
  const stopFiles = () =>
    new Promise((resolve) => {
      files.server.closeAllConnections();
      files.server.close(resolve);
    });
  try {
    const page = await otherProgram(context);
    expect((await door(page, 'POST', WORKFLOWS, { ...greeting('Here'), id: 'here' })).status).toBe(201);
    await stopFiles();

    const { port } = new URL(files.url);
    const host = await startServer({
      world: createWorld({ store: memoryStore(), log: () => undefined }),
      dist,
      hostname: '127.0.0.1',
      port: Number(port),
      onlyLocalNames: true,
    });
    if (!host.ok) throw new Error(host.error);
    try {
      await page.goto('/');
      await inCharge(page);
      await expect
        .poll(async () => (await door(page, 'GET', '/api/flowdrop/health')).headers['x-sluice-answered-by'])
        .toBeUndefined();
      expect((await door(page, 'GET', WORKFLOWS)).body.data).toEqual([]);
      await door(page, 'POST', WORKFLOWS, { ...greeting('There'), id: 'there' });
      expect((await door(page, 'GET', `${WORKFLOWS}/there`)).status).toBe(200);
      // The browser's own list has nothing of the host's, and the settings say who answers.
      await page.goto('/#/');
      await expect(page.getByRole('link', { name: 'Here', exact: true })).toBeVisible();
      await expect(page.getByRole('link', { name: 'There', exact: true })).toHaveCount(0);
      await page.goto('/#/settings');
      await expect(page.getByText('A server answers at this address')).toBeVisible();
      // A host that is out of reach is not stood in for.
      await context.setOffline(true);
      await expect(door(page, 'GET', `${WORKFLOWS}/here`)).rejects.toThrow(/Failed to fetch/);
    } finally {
      await context.close();
      await host.value.close();
    }
  } finally {
    await context.close();
    await stopFiles();
  }
});

const broken = {
  name: 'out',
  label: 'out',
  description: '',
  dataType: 'string',
  required: false,
  value: '{{ q ',
};
