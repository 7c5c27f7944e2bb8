// Questions to people: each asked in the run panel with the control that answers it, over a reload, in both themes.
import type { Page } from '@playwright/test';
import { axeFindings, expect, fakeServer, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import {
  allowInternal,
  openWorkflow,
  outcome,
  properties,
  run,
  select,
  stored,
  undoButton,
} from './support/editor';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Run' });
const question = (page: Page, message: string) =>
  panel(page)
    .getByRole('region', { name: 'Waits for an answer' })
    .filter({ has: page.getByText(message, { exact: true }) });

/** Looks at the newest run of the workflow. */
async function lookAtRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  const first = page.getByRole('region', { name: 'Runs' }).getByRole('listitem').first();
  await first.getByRole('button').first().click();
}

const FORM = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name', description: 'As on the passport' },
    nights: { type: 'integer', title: 'Nights', minimum: 1 },
    breakfast: { type: 'boolean', title: 'Breakfast' },
  },
  required: ['name', 'nights'],
};

test('each kind of question is answered in the run panel, and the run goes on, also after a reload', async ({
  page,
}) => {
  await openWorkflow(
    page,
    workflow('asks', 'Asks', {
      nodes: [
        node('confirmation.1', 'Sure', [0, 0], { message: 'Shall we?', confirm_label: 'Go ahead' }),
        node('choice_input.1', 'Colour', [1, 0], {
          message: 'Which colour?',
          options: [
            { value: 'red', label: 'Red' },
            { value: 'blue', label: 'Blue', description: 'Like the sea' },
          ],
        }),
        node('text_input_interrupt.1', 'Words', [2, 0], {
          message: 'What name shall it have?',
          min_length: 3,
        }),
        node('form_input.1', 'Booking', [3, 0], { message: 'Who comes?', schema: FORM }),
        node('review_input.1', 'Look', [4, 0], {
          message: 'Are these right?',
          original: { title: 'Hom', price: 10 },
          proposed: { title: 'Home', price: 12 },
        }),
      ],
      edges: [
        wire('confirmation.1:trigger', 'choice_input.1:trigger'),
        wire('choice_input.1:trigger', 'text_input_interrupt.1:trigger'),
        wire('text_input_interrupt.1:trigger', 'form_input.1:trigger'),
        wire('form_input.1:trigger', 'review_input.1:trigger'),
      ],
    }),
  );
  await stored(page, 'drafts', 'Asks');
  await run(page);
  const sure = question(page, 'Shall we?');
  await expect(sure).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await sure.getByRole('button', { name: 'Go ahead' }).click();

  const colour = question(page, 'Which colour?');
  await expect(colour.getByText('Like the sea')).toBeVisible();
  await page.reload();
  await lookAtRun(page);
  await expect(colour.getByRole('button', { name: 'Answer' })).toBeDisabled();
  await colour.getByRole('radio', { name: 'Blue' }).check();
  await colour.getByRole('button', { name: 'Answer' }).click();

  const words = question(page, 'What name shall it have?');
  await words.getByRole('textbox', { name: 'Your answer' }).fill('ab');
  await words.getByRole('button', { name: 'Answer' }).click();
  await expect(words.getByRole('alert')).toContainText('at least 3 characters');
  await words.getByRole('textbox', { name: 'Your answer' }).fill('Abel');
  await words.getByRole('button', { name: 'Answer' }).click();

  const who = question(page, 'Who comes?');
  await who.getByRole('textbox', { name: /^Name/ }).fill('Ada');
  await who.getByRole('textbox', { name: /^Nights/ }).fill('3');
  await who.getByRole('checkbox', { name: 'Breakfast' }).check();
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await axeFindings(page)).toEqual([]);
  await who.getByRole('button', { name: 'Answer' }).click();

  const look = question(page, 'Are these right?');
  await look.getByRole('checkbox', { name: /^Accept title/i }).check();
  await page.setViewportSize({ width: 900, height: 900 });
  expect(await axeFindings(page)).toEqual([]);
  await look.getByRole('button', { name: 'Submit' }).click();
  await expect(outcome(page)).toContainText('The run completed in');
  await stored(page, 'interrupts', '"nights":3,"breakfast":true');
  await stored(page, 'interrupts', '"summary":{"accepted":1,"rejected":1,"total":2}');
});

test('a step that was cut off asks whether it is run again', async ({ page, context }) => {
  let asked: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const server = await fakeServer(() => {
    asked();
    return { body: '{"ok":true}', delayMs: server.requests.length === 1 ? 5000 : 0 };
  });
  try {
    await allowInternal(page);
    await openWorkflow(
      page,
      workflow('cut', 'Cut off', {
        nodes: [
          node('prompt_template.1', 'Address', [0, 0], { template: `${server.url}/effect` }),
          node('http_request.1', 'Effect', [1, 0]),
        ],
        edges: [wire('prompt_template.1:prompt', 'http_request.1:url')],
      }),
    );
    await select(page, 'http_request.1');
    await properties(page).getByRole('tab', { name: 'About' }).click();
    const again = properties(page).getByRole('switch', { name: 'Run again after a crash' });
    await again.click();
    await expect(again).toBeChecked();
    await undoButton(page).click();
    await expect(again).not.toBeChecked();
    await stored(page, 'drafts', 'Cut off');
    const address = page.url();
    await run(page);
    await reached;
    await page.close();
    const next = await context.newPage();
    await next.goto(address);
    const cut = question(
      next,
      '"Effect" was cut off and may have taken effect. Run it again, or treat it as failed?',
    );
    await lookAtRun(next);
    await cut.getByRole('radio', { name: /^Run it again/ }).check();
    await cut.getByRole('button', { name: 'Answer' }).click();
    await expect(outcome(next)).toContainText('The run completed in');
    expect(server.requests).toHaveLength(2);
  } finally {
    await server.close();
  }
});
