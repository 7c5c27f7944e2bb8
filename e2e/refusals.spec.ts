import { expect, test } from './fixtures';
import { node, wire, workflow } from './support/documents';
import {
  canvasOf,
  card,
  drawWire,
  handle,
  openWorkflow,
  properties,
  said,
  select,
  wires,
} from './support/editor';

const sums = workflow('sums', 'Sums', {
  nodes: [
    node('text_input.1', 'Words', [0, 0]),
    node('calculator.1', 'Sum', [0, 1]),
    node('text_output.1', 'Shown', [1, 0]),
    node('http_request.1', 'Fetch', [1, 1], {
      ports: { inputs: [{ id: 'trigger', exposed: false }], outputs: [] },
    }),
  ],
  edges: [wire('text_input.1:text', 'text_output.1:text')],
});

test.describe('wiring that is refused', () => {
  test('says why in words, where it happened and to the screen reader', async ({ page }) => {
    await openWorkflow(page, sums);
    const cases = [
      [
        'a node to itself',
        ['text_input.1', 'output:text'],
        ['text_input.1', 'input:trigger'],
        'Words cannot be wired to itself.',
      ],
      [
        'the same twice',
        ['text_input.1', 'output:text'],
        ['text_output.1', 'input:text'],
        '“Text” is already wired to “Text”.',
      ],
      [
        'lanes that do not go together',
        ['calculator.1', 'output:result'],
        ['text_output.1', 'input:text'],
        '“Text” takes Text, “Result” gives Number.',
      ],
      [
        'two outputs',
        ['text_input.1', 'output:text'],
        ['calculator.1', 'output:result'],
        'Result is an output too. Wires go from an output to an input.',
      ],
    ] as const;
    for (const [name, from, to, words] of cases) {
      await test.step(name, async () => {
        await drawWire(page, from, to);
        await expect(said(page)).toHaveText(`Not wired. ${words}`);
        await expect(page.getByText(`Not wired ${words}`)).toBeVisible();
        await expect(wires(page)).toHaveCount(1);
      });
    }
    await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Nothing to undo' })).toBeVisible();
  });

  test('ports that fit stand out while a wire is dragged, the others step back', async ({ page }) => {
    await openWorkflow(page, sums);
    const standing = (id: string, port: string) =>
      handle(page, id, port).locator('xpath=ancestor::*[@data-fit][1]').getAttribute('data-fit');
    await drawWire(page, ['calculator.1', 'output:result'], ['http_request.1', 'input:url'], {
      hold: async () => {
        expect(await standing('calculator.1', 'output:result')).toBe('from');
        expect(await standing('text_output.1', 'input:trigger')).toBe('fits');
        expect(await standing('text_input.1', 'input:data')).toBe('fits');
        expect(await standing('text_output.1', 'input:text')).toBe('no');
        expect(await standing('http_request.1', 'input:url')).toBe('no');
        expect(await standing('calculator.1', 'input:trigger')).toBe('no');
      },
    });
    await expect(said(page)).toHaveText('Not wired. “Address” takes Text, “Result” gives Number.');
    expect(await standing('text_output.1', 'input:trigger')).toBe('idle');
  });

  test('a hidden port is neither drawn nor offered, until it is exposed', async ({ page }) => {
    await openWorkflow(page, sums);
    await expect(handle(page, 'http_request.1', 'input:url')).toBeVisible();
    await expect(handle(page, 'http_request.1', 'input:trigger')).toHaveCount(0);

    await select(page, 'calculator.1');
    await canvasOf(page).press('w');
    await page
      .getByRole('dialog', { name: 'Wire from which port?' })
      .getByRole('option', { name: 'Result' })
      .click();
    const list = page.getByRole('dialog', { name: 'Wire Result to' });
    await expect(list.getByRole('option', { name: /^Shown · Trigger/ })).toBeVisible();
    await expect(list.getByRole('option', { name: /^Fetch · Address/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expect(list.getByRole('option', { name: /^Fetch · Trigger/ })).toHaveCount(0);
    await page.keyboard.press('Escape');

    await select(page, 'http_request.1');
    await properties(page).getByRole('tab', { name: 'Ports' }).click();
    await properties(page)
      .getByRole('region', { name: 'Inputs' })
      .getByRole('switch', { name: 'Expose Trigger' })
      .click();
    await expect(handle(page, 'http_request.1', 'input:trigger')).toBeVisible();
    await drawWire(page, ['calculator.1', 'output:result'], ['http_request.1', 'input:trigger']);
    await expect(wires(page)).toHaveCount(2);
  });

  test('the list says why an entry does not fit, and choosing it says it again', async ({ page }) => {
    await openWorkflow(page, sums);
    await select(page, 'calculator.1');
    await canvasOf(page).press('w');
    await page
      .getByRole('dialog', { name: 'Wire from which port?' })
      .getByRole('option', { name: 'Result' })
      .click();
    const list = page.getByRole('dialog', { name: 'Wire Result to' });
    const refused = list.getByRole('option', { name: /^Shown · Text/ });
    await expect(refused).toHaveText(/“Text” takes Text, “Result” gives Number\.$/);
    await list.getByRole('combobox').fill('shown text');
    await expect(refused).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(said(page)).toHaveText('Not wired. “Text” takes Text, “Result” gives Number.');
    await expect(wires(page)).toHaveCount(1);
    await expect(card(page, 'calculator.1')).toBeVisible();
  });
});
