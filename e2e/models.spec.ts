import type { Page } from '@playwright/test';
import { expect, fakeServer, test } from './fixtures';
import { declared, node, wire, workflow } from './support/documents';
import { card, everythingStored, nodesOfRun, openWorkflow, outcome, run, stored } from './support/editor';
import { addConnection } from './support/models';

const KEY = 'sk-canary-4f1d';

const chat = workflow('chat', 'Chat', {
  nodes: [
    node('chat_input.1', 'Question', [0, 0]),
    node('flowdrop_ai_provider_simple_chat.1', 'Model', [1, 0], { systemPrompt: 'Answer in one word.' }),
    node('chat_output.1', 'Answer', [2, 0]),
  ],
  edges: [
    wire('chat_input.1:message', 'flowdrop_ai_provider_simple_chat.1:message'),
    wire('flowdrop_ai_provider_simple_chat.1:response', 'chat_output.1:message'),
  ],
  interface: { inputs: [declared('question', 'chat_input.1:message', { required: true })] },
});

const answer = (content: string) =>
  JSON.stringify({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });

async function ask(page: Page, question: string): Promise<void> {
  await run(page);
  await page.getByRole('textbox', { name: /^question/ }).fill(question);
  await page.getByRole('form', { name: 'Inputs' }).getByRole('button', { name: 'Run' }).click();
}

test.describe('chat models', () => {
  test('the key of a server reaches the server alone: not the page again, no table, no other storage', async ({
    page,
  }) => {
    const server = await fakeServer(() => ({ body: answer('Water.') }));
    try {
      await addConnection(page, { url: server.url, key: KEY });
      await openWorkflow(page, chat);
      await ask(page, 'What goes through a sluice?');
      await expect(outcome(page)).toContainText('The run completed in');
      await nodesOfRun(page).getByRole('button', { name: 'Answer' }).click();
      await expect(page.getByRole('tree', { name: 'Value of message' }).first()).toHaveText('Water.');
      const [request] = server.requests;
      expect(request?.url).toBe('/v1/chat/completions');
      expect(request?.headers.authorization).toBe(`Bearer ${KEY}`);
      expect(JSON.parse(request?.body ?? '{}')).toMatchObject({
        model: 'small-one',
        messages: [
          { role: 'system', content: 'Answer in one word.' },
          { role: 'user', content: 'What goes through a sluice?' },
        ],
      });

      await page.goto('/#/settings');
      await expect(page.getByText(/key stored/)).toBeVisible();
      await page.getByRole('button', { name: 'Edit Mine' }).click();
      const form = page.getByRole('dialog', { name: 'Edit “Mine”' });
      await expect(form.getByText('A key is stored. Type a new one to replace it.')).toBeVisible();
      await expect(form.getByLabel('API key')).toHaveValue('');
      expect(await page.content()).not.toContain(KEY);
      const rows = await everythingStored(page);
      // The search sees what it should: the address, and the secret's row with a key that cannot be taken out.
      expect(rows).toContain(server.url);
      expect(rows).toContain('model:mine');
      expect(rows).toContain('"extractable":false');
      expect(rows).not.toContain(KEY);
      expect(rows).not.toContain([...Buffer.from(KEY)].join(','));
      expect(rows).not.toContain(Buffer.from(KEY).toString('base64').replace(/=+$/, ''));
      const kept = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(kept).not.toContain(KEY);

      await form.getByRole('button', { name: 'Forget the key' }).click();
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText(/no key/)).toBeVisible();
      await expect
        .poll(async () => (await everythingStored(page, 'secrets')).includes('model:mine'))
        .toBe(false);
    } finally {
      await server.close();
    }
  });

  test('a wrong key is said at the node, with what the server answered and without the key', async ({
    page,
    faults,
  }) => {
    faults.ignore(/status of 401/);
    const server = await fakeServer(() => ({
      status: 401,
      body: JSON.stringify({
        error: { message: 'Incorrect API key provided.', type: 'invalid_request_error' },
      }),
    }));
    try {
      await addConnection(page, { url: server.url, key: 'sk-wrong' });
      await page.getByRole('button', { name: 'Test Mine' }).click();
      await expect(page.getByText(/^No answer: The model at .* does not accept the key/)).toBeVisible();
      await openWorkflow(page, chat);
      await ask(page, 'Hello?');
      await expect(outcome(page)).toContainText('The run failed after');
      const panel = page.getByRole('tabpanel', { name: 'Run' });
      await expect(panel.getByText(/^Model: .*key/i)).toBeVisible();
      await expect(
        card(page, 'flowdrop_ai_provider_simple_chat.1').getByRole('img', { name: 'Failed' }),
      ).toBeVisible();
      expect(await panel.textContent()).not.toContain('sk-wrong');
      expect(await everythingStored(page)).not.toContain('sk-wrong');
    } finally {
      await server.close();
    }
  });

  test('a server that cannot be reached is said as such', async ({ page, faults }) => {
    faults.ignore(/ERR_CONNECTION_REFUSED/);
    const server = await fakeServer(() => ({ body: '{}' }));
    await server.close();
    await addConnection(page, { url: server.url, key: KEY });
    await page.getByRole('button', { name: 'Test Mine' }).click();
    await expect(page.getByText(/^No answer: The model could not be reached/)).toBeVisible();
    await openWorkflow(page, chat);
    await ask(page, 'Hello?');
    await expect(outcome(page)).toContainText('The run failed after');
    await expect(
      page.getByRole('tabpanel', { name: 'Run' }).getByText(/^Model: .*(reach|connect|allow)/i),
    ).toBeVisible();
  });

  test('the model of the browser is offered where there is one, and answers', async ({ page }) => {
    await page.addInitScript(() => {
      Reflect.set(globalThis, 'LanguageModel', {
        availability: async () => 'available',
        params: async () => ({ defaultTopK: 3, maxTemperature: 2 }),
        create: async (options: { initialPrompts?: { role: string; content: string }[] }) => ({
          prompt: async (question: string) =>
            `heard "${question}" after ${(options.initialPrompts ?? []).map(({ role }) => role).join(', ')}`,
          destroy: () => undefined,
        }),
      });
    });
    await page.goto('/#/settings');
    const choice = page.getByRole('radio', { name: /model of this browser/ });
    await expect(choice).toBeEnabled();
    await choice.check();
    await stored(page, 'settings', 'browser');
    await openWorkflow(page, chat);
    await ask(page, 'Anybody there?');
    await expect(outcome(page)).toContainText('The run completed in');
    await nodesOfRun(page).getByRole('button', { name: 'Answer' }).click();
    await expect(page.getByRole('tree', { name: 'Value of message' }).first()).toHaveText(
      'heard "Anybody there?" after system',
    );
  });

  test('where the browser has no model, that is said and it cannot be chosen', async ({ page }) => {
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'LanguageModel'));
    await page.goto('/#/settings');
    await expect(page.getByText('This browser has none.')).toBeVisible();
    await expect(page.getByRole('radio', { name: /model of this browser/ })).toBeDisabled();
  });

  test('the offline stand-in says that it is one', async ({ page }) => {
    await openWorkflow(page, chat);
    await ask(page, 'Who are you?');
    await expect(outcome(page)).toContainText('The run completed in');
    await nodesOfRun(page).getByRole('button', { name: 'Answer' }).click();
    await expect(page.getByRole('tree', { name: 'Value of message' }).first()).toHaveText(/offline/i);
  });
});
