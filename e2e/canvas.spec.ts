import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import {
  canvasOf,
  card,
  cards,
  drag,
  handle,
  middle,
  openWorkflow,
  outcome,
  properties,
  run,
  said,
  saved,
  undoButton,
  wires,
} from './support/editor';

const pair = workflow('pair', 'Pair', {
  nodes: [
    node('text_input.1', 'Words', [0, 0], { defaultValue: 'hello' }),
    node('text_output.1', 'First', [1, 0]),
    node('text_output.2', 'Second', [1, 1]),
    node('calculator.1', 'Sum', [0, 1]),
  ],
  edges: [wire('text_input.1:text', 'text_output.1:text')],
});

const names = (page: Page) => wires(page).locator('> title');
const place = async (page: Page, id: string) => {
  const box = await card(page, id).boundingBox();
  if (box === null) throw new Error(`${id} is not on the screen.`);
  return box;
};

test.describe('the ends of wires', () => {
  /** A little before the port that a wire enters, where its end is taken hold of. */
  const endOf = async (page: Page, id: string, port: string) => {
    const { x, y } = await middle(handle(page, id, port));
    return { x: x - 20, y };
  };

  test('an end is moved to another port in one step, and back by undo', async ({ page }) => {
    await openWorkflow(page, pair);
    const before = await names(page).textContent();
    await drag(
      page,
      await endOf(page, 'text_output.1', 'input:text'),
      await middle(handle(page, 'text_output.2', 'input:text')),
    );
    await expect(said(page)).toHaveText('Wired Text to Text');
    await expect(wires(page)).toHaveCount(1);
    const second = await middle(handle(page, 'text_output.2', 'input:text'));
    const box = await wires(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(second.y - 12);
    await undoButton(page).click();
    await expect(undoButton(page)).toBeDisabled();
    await expect(names(page)).toHaveText(before ?? '');
  });

  test('an end that is let go on nothing, or where it is refused, stays where it was', async ({ page }) => {
    await openWorkflow(page, pair);
    const end = await endOf(page, 'text_output.1', 'input:text');
    await drag(page, end, { x: end.x, y: end.y - 90 });
    await expect(wires(page)).toHaveCount(1);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await drag(page, end, await middle(handle(page, 'calculator.1', 'input:values')));
    await expect(said(page)).toHaveText(/^Not wired\. /);
    await expect(undoButton(page)).toBeDisabled();
  });

  test('a click on a port lists where it can go, and the choice is wired', async ({ page }) => {
    await openWorkflow(page, pair);
    await handle(page, 'text_input.1', 'output:text').click();
    const list = page.getByRole('dialog', { name: 'Wire Text to' });
    await list.getByRole('option', { name: /^Second · Text/ }).click();
    await expect(list).toBeHidden();
    await expect(wires(page)).toHaveCount(2);
    await expect(said(page)).toHaveText('Wired Text to Text');
  });
});

test.describe('notes', () => {
  const noted = workflow('noted', 'Noted', {
    nodes: [
      {
        ...node('note.1', 'Note', [0, 0], { content: 'Before', noteType: 'warning' }),
        width: 240,
        height: 120,
      },
      node('text_input.1', 'Words', [1, 0]),
    ],
  });
  const field = (page: Page) => page.getByRole('textbox', { name: 'Text of the note' });

  test('are written where they stand: Ctrl+Enter keeps, Escape gives up, leaving keeps', async ({ page }) => {
    await openWorkflow(page, noted);
    const note = card(page, 'note.1');
    await note.dblclick();
    await expect(field(page)).toBeFocused();
    await field(page).fill('**After**');
    await field(page).press('Control+Enter');
    await expect(field(page)).toHaveCount(0);
    await expect(canvasOf(page)).toBeFocused();
    await expect(note.locator('strong')).toHaveText('After');

    await page.keyboard.press('F2');
    await field(page).fill('Never');
    await field(page).press('Escape');
    await expect(note.locator('strong')).toHaveText('After');

    await note.dblclick();
    await field(page).fill('Left');
    await card(page, 'text_input.1').locator('header').click();
    await expect(note).toContainText('Left');

    await undoButton(page).click();
    await undoButton(page).click();
    await expect(note).toContainText('Before');
    await expect(undoButton(page)).toBeDisabled();
  });

  test('keep the size that they are pulled to', async ({ page }) => {
    await openWorkflow(page, noted);
    await card(page, 'note.1').click();
    const before = await place(page, 'note.1');
    const corner = canvasOf(page).locator('.react-flow__resize-control.handle.bottom.right');
    const from = await middle(corner);
    await drag(page, from, { x: from.x + 60, y: from.y + 40 });
    await expect.poll(async () => (await place(page, 'note.1')).width - before.width).toBeGreaterThan(40);
    const wide = await place(page, 'note.1');
    await saved(page);
    await page.reload();
    await expect(cards(page)).toHaveCount(2);
    const { width, height } = await place(page, 'note.1');
    expect(width / height).toBeCloseTo(wide.width / wide.height, 1);
    await undoButton(page).click();
    await expect
      .poll(async () => {
        const now = await place(page, 'note.1');
        return now.width / now.height;
      })
      .toBeCloseTo(before.width / before.height, 1);
  });
});

test.describe('looking around', () => {
  const wide = workflow('wide', 'Wide', {
    nodes: Array.from({ length: 14 }, (_, index) =>
      node(`text_output.${index + 1}`, `Step ${index + 1}`, [index, index % 2]),
    ),
  });
  const zoom = (page: Page) => canvasOf(page).locator('xpath=..').locator('output');

  test('zoom and fit by their buttons; from afar the titles are what is left', async ({ page }) => {
    await openWorkflow(page, wide);
    await expect(canvasOf(page)).toHaveAttribute('data-zoom', 'far');
    const shown = await card(page, 'text_output.1').evaluate(
      (element) => getComputedStyle(element, '::after').content,
    );
    expect(shown).toBe('"Step 1"');
    const fitted = await zoom(page).textContent();
    for (let press = 0; press < 4; press += 1) {
      const last = await zoom(page).textContent();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await expect(zoom(page)).not.toHaveText(last ?? '');
    }
    await expect(canvasOf(page)).not.toHaveAttribute('data-zoom', 'far');
    await page.getByRole('button', { name: 'Show everything' }).click();
    await expect(zoom(page)).toHaveText(fitted ?? '');
    for (const id of ['text_output.1', 'text_output.14']) {
      await expect(card(page, id)).toBeInViewport({ ratio: 0.99 });
    }
  });

  test('the minimap holds the whole graph', async ({ page }) => {
    await openWorkflow(page, wide);
    const map = canvasOf(page).locator('.react-flow__minimap');
    const around = await map.boundingBox();
    const drawn = map.locator('.react-flow__minimap-node');
    await expect(drawn).toHaveCount(14);
    for (const one of await drawn.all()) {
      const box = await one.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(around?.x ?? Infinity);
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(
        (around?.x ?? 0) + (around?.width ?? 0),
      );
    }
  });

  test('a box drawn with Shift takes what it touches', async ({ page }) => {
    await openWorkflow(page, pair);
    const first = await place(page, 'text_input.1');
    const sum = await place(page, 'calculator.1');
    await page.keyboard.down('Shift');
    await drag(
      page,
      { x: first.x - 20, y: first.y - 20 },
      { x: sum.x + sum.width / 2, y: sum.y + sum.height / 2 },
    );
    await page.keyboard.up('Shift');
    await expect(cards(page).and(page.locator('[data-selected="true"]'))).toHaveCount(2);
    await expect(card(page, 'text_output.1')).toHaveAttribute('data-selected', 'false');
  });

  test('keys show where they act: a frame around the canvas, a ring around the node', async ({ page }) => {
    await openWorkflow(page, pair);
    await canvasOf(page).focus();
    await page.keyboard.press(']');
    const lead = canvasOf(page).locator('[data-lead="true"]');
    await expect(lead).toHaveCount(1);
    const ring = () => lead.evaluate((element) => getComputedStyle(element).outlineStyle);
    const frame = () =>
      canvasOf(page).evaluate((element) => getComputedStyle(element, '::after').borderTopStyle);
    expect([await ring(), await frame()]).toEqual(['solid', 'solid']);
    await card(page, 'calculator.1').locator('header').click();
    expect([await ring(), await frame()]).toEqual(['none', 'none']);
  });
});

test('a run shows which wires it went along, whatever made their target run', async ({ page }) => {
  await openWorkflow(
    page,
    workflow('passage', 'Passage', {
      nodes: [
        node('text_input.1', 'Words', [0, 0], { defaultValue: 'urgent: come' }),
        node('if_else.1', 'Urgent?', [1, 0], { operator: 'contains', matchText: 'urgent' }),
        node('text_input.2', 'Either way', [2, 0], { defaultValue: 'now' }),
      ],
      edges: [
        wire('text_input.1:text', 'if_else.1:data'),
        wire('if_else.1:True', 'text_input.2:trigger'),
        wire('if_else.1:False', 'text_input.2:trigger'),
      ],
    }),
  );
  await run(page);
  await expect(outcome(page)).toContainText('The run completed in');
  const passed = (id: string) => canvasOf(page).locator(`[data-edge-id="${id}"]`);
  await expect(passed('if_else.1:True>text_input.2:trigger')).toHaveAttribute('data-passed', 'delivered');
  await expect(passed('if_else.1:False>text_input.2:trigger')).toHaveAttribute('data-passed', 'notTaken');
  await expect(passed('text_input.1:text>if_else.1:data')).toHaveAttribute('data-passed', 'delivered');
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 1024, height: 800 } });

  type Spot = { readonly x: number; readonly y: number };
  /** One finger from here to there. */
  async function swipe(touch: CDPSession, from: Spot, to: Spot): Promise<void> {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
    for (let step = 1; step <= 8; step += 1) {
      const at = { x: from.x + ((to.x - from.x) * step) / 8, y: from.y + ((to.y - from.y) * step) / 8 };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at] });
    }
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }

  test('the canvas is moved, a node is moved, a wire is drawn, a node is added', async ({
    page,
    context,
  }) => {
    await openWorkflow(page, pair);
    const touch = await context.newCDPSession(page);

    await test.step('one finger on the canvas moves it', async () => {
      const before = await place(page, 'calculator.1');
      const below = { x: before.x + before.width / 2, y: before.y + before.height + 60 };
      await swipe(touch, below, { x: below.x + 24, y: below.y - 40 });
      await expect.poll(async () => Math.round((await place(page, 'calculator.1')).y - before.y)).toBe(-40);
      await expect(undoButton(page)).toBeDisabled();
    });

    await test.step('one finger on a node moves the node', async () => {
      const before = await place(page, 'calculator.1');
      const head = await middle(card(page, 'calculator.1').locator('header'));
      await swipe(touch, head, { x: head.x, y: head.y + 60 });
      await expect.poll(async () => (await place(page, 'calculator.1')).y - before.y).toBeGreaterThan(30);
      await expect(undoButton(page)).toBeEnabled();
    });

    await test.step('one finger from port to port draws a wire', async () => {
      await swipe(
        touch,
        await middle(handle(page, 'text_input.1', 'output:text')),
        await middle(handle(page, 'text_output.2', 'input:text')),
      );
      await expect(wires(page)).toHaveCount(2);
    });

    await test.step('a node is pulled out of the palette', async () => {
      const item = page.getByRole('option', { name: /^If\/Else/ });
      await item.evaluate((element) => element.scrollIntoView({ block: 'center' }));
      const from = await middle(item);
      const box = await canvasOf(page).boundingBox();
      await swipe(touch, from, { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: from.y });
      await expect(cards(page)).toHaveCount(5);
    });
  });
});

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 600, height: 900 } });

  test('the workflow is looked at and not changed', async ({ page }) => {
    await openWorkflow(page, pair);
    const apart = async () =>
      Math.round((await place(page, 'calculator.1')).y - (await place(page, 'text_input.1')).y);
    const before = await apart();
    const head = await middle(card(page, 'text_input.1').locator('header'));
    await drag(
      page,
      await middle(handle(page, 'text_input.1', 'output:text')),
      await middle(handle(page, 'text_output.2', 'input:text')),
    );
    await handle(page, 'text_output.2', 'output:text').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await drag(page, head, { x: head.x, y: head.y + 80 });
    await canvasOf(page).focus();
    await page.keyboard.press('Delete');
    await page.keyboard.press('a');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(cards(page)).toHaveCount(4);
    await expect(wires(page)).toHaveCount(1);
    expect(await apart()).toBe(before);
    await expect(properties(page).getByRole('textbox')).toHaveCount(0);
  });
});
