import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { node, textFile, workflow } from './support/documents';
import { card, cards, importDialog, importFiles, nameField } from './support/editor';

/** A node type of a site, drawn as a tool. */
const toolType = `id: site_sum
label: "Site sum"
description: "Adds numbers"
category: tools
icon: "mdi:calculator-variant-outline"
plugin_version: 1.0.0
enabled: true
parameters:
  values: { configurable: false, connectable: true, required: true }
outputs:
  result: { exposed: true }
  operation: { exposed: false }
  values: { exposed: false }
  precision: { exposed: false }
tags: {}
executor_plugin: "flowdrop_node_processor:calculator"
visual_type: tool
supported_visual_types: [tool]
unified_input_exposed: false
unified_output_exposed: false
tool_exposed: true
confirmation: {}
reserved_port_exposure: {}
`;

const drawn = [
  {
    node: node('text_input.1', 'Plain', [0, 0]),
    visual: 'default',
    inputs: ['Value', 'Trigger'],
    outputs: ['Text', 'Trigger'],
  },
  {
    node: node('chat_input.1', 'Simple one', [1, 0], { nodeType: 'simple' }),
    visual: 'simple',
    inputs: ['Message', 'History', 'Session', 'Message id', 'Trigger'],
    outputs: ['Message', 'History', 'Session', 'Message id', 'Trigger'],
  },
  {
    node: node('text_output.1', 'Square one', [2, 0], { nodeType: 'square' }),
    visual: 'square',
    inputs: ['Text', 'Trigger'],
    outputs: ['Text', 'Length', 'Trigger'],
  },
  {
    node: node('site_sum.1', 'Tool one', [3, 0]),
    visual: 'tool',
    inputs: ['Numbers', 'Trigger'],
    outputs: ['Result', 'Trigger'],
  },
  {
    node: node('switch_gateway.1', 'Gateway one', [0, 1], {
      branches: [
        { name: 'Small', value: 1 },
        { name: 'Large', value: 2 },
      ],
    }),
    visual: 'gateway',
    inputs: ['Value', 'Trigger'],
    outputs: ['Small', 'Large', 'default', 'Trigger'],
  },
  {
    node: node('stop.1', 'Terminal one', [1, 1]),
    visual: 'terminal',
    inputs: ['Value', 'Trigger'],
    outputs: [],
  },
  {
    node: node('data_mapper.1', 'Own ports', [2, 1], {
      engine: 'twig',
      dynamicInputs: [{ name: 'b', label: 'Second letter', dataType: 'string' }],
      dynamicOutputs: [{ name: 'out', label: 'Out', dataType: 'number', value: '1' }],
    }),
    visual: 'default',
    inputs: ['Second letter', 'Trigger'],
    outputs: ['Out', 'Trigger'],
  },
] as const;

/** The port names of one side of a card, top to bottom, as the tooltips tell them. */
async function portNames(page: Page, id: string, side: 'input' | 'output'): Promise<readonly string[]> {
  const titles = await card(page, id)
    .locator(`[data-direction="${side}"]`)
    .evaluateAll((rows) =>
      rows
        .map((row) => ({ title: row.getAttribute('title') ?? '', top: row.getBoundingClientRect().top }))
        .sort((a, b) => a.top - b.top)
        .map(({ title }) => title),
    );
  return titles.map((title) => title.slice(0, title.indexOf(':')));
}

test.describe('how nodes are drawn', () => {
  test('every visual type shows its title and its ports in order', async ({ page }) => {
    const document = workflow('looks', 'Looks', {
      nodes: [
        ...drawn.map((one) => one.node),
        node('note.1', 'Note', [0, 2], { content: '# Read me\n\nSome **bold** words.', noteType: 'warning' }),
        node('idea.1', 'Idea', [1, 2], { instanceTitle: 'A thought', instanceDescription: 'Try it twice.' }),
        node('mystery.1', 'Nobody knows', [2, 2], { kept: true }),
      ],
    });
    await page.goto('/');
    await importFiles(page, [
      textFile('flowdrop_node_type.flowdrop_node_type.site_sum.yml', toolType),
      textFile('looks.json', JSON.stringify(document)),
    ]);
    await importDialog(page).getByRole('button', { name: 'Open Looks' }).click();
    await expect(nameField(page)).toHaveValue('Looks');
    await expect(cards(page)).toHaveCount(document.nodes.length);

    for (const { node: one, visual, inputs, outputs } of drawn) {
      const found = card(page, one.id);
      await expect(found, one.id).toHaveAttribute('data-visual', visual);
      await expect(found.getByText(one.data.label, { exact: true })).toBeVisible();
      expect(await portNames(page, one.id, 'input'), `inputs of ${one.id}`).toEqual(inputs);
      expect(await portNames(page, one.id, 'output'), `outputs of ${one.id}`).toEqual(outputs);
      if (visual === 'square') continue;
      for (const [side, names] of [
        ['input', inputs],
        ['output', outputs],
      ] as const) {
        const rows = found.locator(`[data-direction="${side}"]`);
        for (const [at, name] of names.entries()) await expect(rows.nth(at)).toContainText(name);
      }
    }

    const note = card(page, 'note.1');
    await expect(note).toHaveAttribute('data-visual', 'note');
    await expect(note.getByRole('heading', { name: 'Read me' })).toBeVisible();
    await expect(note.locator('strong')).toHaveText('bold');
    await expect(note.getByText('Warning')).toBeVisible();
    const idea = card(page, 'idea.1');
    await expect(idea).toHaveAttribute('data-visual', 'idea');
    await expect(idea.getByText('A thought')).toBeVisible();
    await expect(idea.getByText('Try it twice.')).toBeVisible();

    const placeholder = card(page, 'mystery.1');
    await expect(placeholder).toHaveAttribute('data-broken', 'true');
    await expect(placeholder.getByText('Nobody knows')).toBeVisible();
    await expect(placeholder.getByText('Unknown node type mystery')).toBeVisible();
    await expect(placeholder).toHaveAccessibleName('Nobody knows, mystery, 1 error');
  });

  test('a node takes the look that is chosen for it, and its wires stay at its ports', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Greeting from a template' }).click();
    await card(page, 'text_input.1').locator('header').click();
    const panel = page.getByRole('complementary', { name: 'Properties' });
    await panel.getByText('Execution', { exact: true }).click();
    await panel.getByRole('combobox', { name: /visual|look|drawn|type/i }).selectOption({ label: 'square' });
    await expect(card(page, 'text_input.1')).toHaveAttribute('data-visual', 'square');
    await expect
      .poll(async () => {
        const wire = page.locator('[data-edge-id] path').nth(1);
        const start = await wire.evaluate((path) => {
          if (!(path instanceof SVGPathElement)) return null;
          const { x, y } = path.getPointAtLength(0);
          const matrix = path.getScreenCTM();
          return matrix === null ? null : new DOMPoint(x, y).matrixTransform(matrix).toJSON();
        });
        const box = await card(page, 'text_input.1').locator('[data-wires="output:text"]').boundingBox();
        if (start === null || box === null) return 'missing';
        const near = Math.hypot(start.x - (box.x + box.width), start.y - (box.y + box.height / 2)) < 14;
        return near ? 'joined' : 'apart';
      })
      .toBe('joined');
  });
});
