import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, fakeServer, test } from './fixtures';
import { type FileOf, textFile } from './support/documents';
import {
  allowInternal,
  card,
  dropFiles,
  everythingStored,
  importDialog,
  nodesOfRun,
  openFromStart,
  outcome,
  runButton,
} from './support/editor';

const root = join(import.meta.dirname, '..');
const fixture = (path: string): FileOf =>
  textFile(path.split('/').at(-1) ?? '', readFileSync(join(root, 'tests/fixtures', path), 'utf8'));

/** Files of a site's export, its three workflows, and what is known of them. */
type Export = {
  readonly files: () => readonly FileOf[];
  readonly clean: { readonly name: string; readonly model: string };
  /** One whose node type asks for a processor that is nowhere. */
  readonly broken: { readonly name: string; readonly node: string; readonly processor: string };
  /** One that asks a second time where the first answer is empty. */
  readonly twice: {
    readonly name: string;
    readonly warnings: readonly string[];
    readonly hosts: readonly [places: string, facts: string];
    readonly input: string;
    readonly first: string;
    readonly second: string;
    readonly executed: number;
    readonly widget: string;
  };
};

const own: Export = {
  files: () => [
    fixture('validation/one_call.yml'),
    fixture('validation/missing_panel.yml'),
    textFile(
      'flowdrop_node_type.flowdrop_node_type.site_panel.yml',
      fixture('validation/site_panel.type.yml').buffer.toString('utf8'),
    ),
    fixture('run/twice.yml'),
  ],
  clean: { name: 'One call', model: 'model.1' },
  broken: { name: 'Missing panel', node: 'site_panel.1', processor: 'site_module:panel' },
  twice: {
    name: 'Ask twice',
    warnings: ['W_DATA_COLLISION'],
    hosts: ['http://places.test', 'http://facts.test'],
    input: 'place',
    first: 'http_request.1',
    second: 'http_request.2',
    executed: 10,
    widget: 'place_card',
  },
};

const examples = join(root, '../shared/examples/drupal');
const site: Export = {
  files: () =>
    readdirSync(examples)
      .filter((name) => name.endsWith('.yml'))
      .map((name) => textFile(name, readFileSync(join(examples, name), 'utf8'))),
  clean: { name: 'Workshop — one AI call', model: 'flowdrop_ai_provider_simple_chat.1' },
  broken: {
    name: 'Setup Wizard',
    node: 'aincient_flows_aincient_capability_onboarding_panel.1',
    processor: 'aincient_flows:aincient_capability:onboarding_panel',
  },
  twice: {
    name: 'Weather (demo tool)',
    warnings: [
      'W_DATA_COLLISION',
      'W_DATA_COLLISION',
      'W_PORT_UNDECLARED',
      'W_PORT_UNDECLARED',
      'W_PORT_UNDECLARED',
    ],
    hosts: ['https://geocoding-api.open-meteo.com', 'https://api.open-meteo.com'],
    input: 'location',
    first: 'http_request.3',
    second: 'http_request.1',
    executed: 10,
    widget: 'weather_card',
  },
};

/** Drops everything and closes the report. */
async function bring(page: Page, files: readonly FileOf[]): Promise<void> {
  await page.goto('/');
  await dropFiles(page, files);
  await expect(importDialog(page).getByText('3 workflows were imported')).toBeVisible();
  await importDialog(page).getByRole('button', { name: 'Done' }).click();
}

const problems = (page: Page) =>
  page.getByRole('list', { name: 'Problems', exact: true }).getByRole('listitem');

async function runFirstInput(page: Page, text: string): Promise<void> {
  await page.getByRole('tab', { name: 'Run' }).click();
  const form = page.getByRole('form', { name: 'Inputs' });
  await form.getByRole('textbox').first().fill(text);
  await form.getByRole('button', { name: 'Run' }).click();
}

/** How many nodes a run executed: those that took time. */
async function executed(page: Page): Promise<readonly string[]> {
  const items = nodesOfRun(page).getByRole('listitem');
  const texts = await items.allInnerTexts();
  return texts.filter((text) => /\d\s?(ms|s|min)\b/.test(text));
}

for (const [title, given, present] of [
  ['files of the shapes that sites export', own, true],
  ['the export of a real site', site, existsSync(examples)],
] as const) {
  test.describe(title, () => {
    test.skip(!present, 'the examples are not beside this repository');

    test('dropped together are three drafts, and the report tells what was in every file', async ({
      page,
    }) => {
      const files = given.files();
      await page.goto('/');
      await dropFiles(page, files);
      const dialog = importDialog(page);
      await expect(dialog.getByText('3 workflows were imported')).toBeVisible();
      for (const { name } of files) await expect(dialog.getByText(name, { exact: true })).toBeVisible();
      await expect(dialog.getByText('Refused')).toHaveCount(0);
      await dialog.getByRole('button', { name: 'Done' }).click();
      const yours = page.getByRole('list', { name: 'Your workflows' });
      await expect(yours.getByRole('link')).toHaveCount(3);
      for (const { name } of [given.clean, given.broken, given.twice]) {
        await expect(yours.getByRole('link', { name, exact: true })).toBeVisible();
      }
    });

    test('the clean one has no problem and runs, three nodes', async ({ page }) => {
      await bring(page, given.files());
      await openFromStart(page, given.clean.name);
      await expect(page.getByRole('button', { name: 'No problems' })).toBeVisible();
      await runFirstInput(page, 'hello');
      await expect(outcome(page)).toContainText('The run completed in');
      expect(await executed(page)).toHaveLength(3);
      await nodesOfRun(page)
        .getByRole('button', { name: /Chat Output/ })
        .click();
      await expect(page.getByRole('tree', { name: 'Value of message' }).first()).toHaveText(/offline/i);
    });

    test('the one without its processor has one error, Run is refused and nothing is made', async ({
      page,
    }) => {
      await bring(page, given.files());
      await openFromStart(page, given.broken.name);
      await expect(page.getByRole('button', { name: '1 problem' })).toBeVisible();
      await page.getByRole('tab', { name: /^Problems/ }).click();
      await expect(problems(page)).toHaveCount(1);
      await expect(problems(page)).toContainText('R1_PLUGIN_MISSING');
      await expect(problems(page)).toContainText(given.broken.processor);
      await expect(card(page, given.broken.node)).toHaveAttribute('data-broken', 'true');
      await runButton(page).click();
      await expect(page.getByText(/Nothing was started/).first()).toBeVisible();
      expect(await everythingStored(page, 'runs')).toMatch(/\n\[\]\n\[\]$/);
      expect(await everythingStored(page, 'jobs')).toMatch(/\n\[\]\n\[\]$/);
    });

    test('the one that asks twice has warnings alone', async ({ page }) => {
      await bring(page, given.files());
      await openFromStart(page, given.twice.name);
      const { warnings } = given.twice;
      await page.getByRole('tab', { name: /^Problems/ }).click();
      await expect(problems(page)).toHaveCount(warnings.length);
      await expect(problems(page).getByLabel('Error')).toHaveCount(0);
      const codes = (await problems(page).allInnerTexts()).map((text) => /[RW]\d*_[A-Z_]+/.exec(text)?.[0]);
      expect(codes.toSorted()).toEqual(warnings);
    });

    for (const found of [true, false]) {
      test(`its first answer ${found ? 'found' : 'empty'}: ${found ? 'the second request is skipped' : 'the second one is asked'}`, async ({
        page,
      }) => {
        const { twice } = given;
        const place = { name: 'Köln', lat: 50.9, lon: 7, latitude: 50.9, longitude: 7 };
        const places = await fakeServer((request) => ({
          body: JSON.stringify({
            results: found || places.requests.length > 1 ? [{ ...place, at: request.url }] : [],
          }),
        }));
        const facts = await fakeServer(() => ({
          body: JSON.stringify({
            kind: 3,
            days: ['2026-06-01', '2026-06-02'],
            current: { temperature_2m: 21.5, weather_code: 3, wind_speed_10m: 9 },
            daily: {
              time: ['2026-06-01', '2026-06-02'],
              temperature_2m_min: [11, 12],
              temperature_2m_max: [21, 22],
              weather_code: [0, 61],
            },
          }),
        }));
        try {
          await allowInternal(page);
          const files = given.files().map(({ name, buffer }) => {
            const text = buffer.toString('utf8');
            return textFile(
              name,
              text.replaceAll(twice.hosts[0], places.url).replaceAll(twice.hosts[1], facts.url),
            );
          });
          await bring(page, files);
          await openFromStart(page, twice.name);
          await runFirstInput(page, 'Köln am Rhein');
          await expect(outcome(page)).toContainText('The run completed in');
          expect(await executed(page)).toHaveLength(found ? twice.executed - 1 : twice.executed);
          expect(places.requests).toHaveLength(found ? 1 : 2);
          expect(facts.requests).toHaveLength(1);
          const badge = card(page, twice.second).getByRole('img', {
            name: found ? 'Not taken' : 'Completed',
          });
          await expect(badge).toBeVisible();
          await expect(card(page, twice.first).getByRole('img', { name: 'Completed' })).toBeVisible();
          await nodesOfRun(page)
            .getByRole('button', { name: /Chat Output/ })
            .click();
          await expect(page.getByRole('tree', { name: 'Value of message' }).first()).toContainText(
            twice.widget,
          );
        } finally {
          await places.close();
          await facts.close();
        }
      });
    }
  });
}
