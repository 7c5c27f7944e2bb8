/*
 * The editor with a workflow of 500 nodes and 1000 edges against React Flow by itself with as many (browser/bare.tsx), both
 * built for production, in one Chromium, in turns: the scripting time of dragging one node. All nodes are in view, the
 * zoom and the size of the canvas are the same, and so is the way of the pointer. Beside it, without a goal: from
 * navigation to a canvas that is drawn, and one keystroke in a configuration at 500 nodes against 20.
 *
 *   npx tsx bench/drag.bench.ts [--reuse]      --reuse: measure what the last run built under .cache/bench
 *
 * Ends with exit code 1 where the editor's scripting time is more than one and a half times the bare page's, on either of two
 * clocks: the time that the page's main thread had a processor, and the time on the wall, which other work lengthens.
 * CHROMIUM_PATH names the browser (/usr/bin/chromium otherwise); ROUNDS the rounds measured.
 */
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { buildPages, serveFolder } from './browser/build';
import { type Drag, drag, type Stage } from './browser/drag';
import { meterOf, painted, type Work } from './browser/metrics';
import { median, report, spread } from './figures';
import { sampleNodeId, sampleWorkflow } from './sample';

const NODES = 500;
const EDGES = 1000;
const FEW = 20;
const GOAL = 1.5;
const ROUNDS = Number(process.env.ROUNDS ?? 9);
const STARTS = 5;
const KEYS = 16;
/** In the middle of the sample. */
const DRAGGED = 262;

const sluiceNode = (index: number) => `.react-flow__node:has([data-node-id="${sampleNodeId(index)}"])`;

/** A context has a renderer process of its own, so that no page's work is counted as another's. */
async function open(browser: Browser): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  return { context, page };
}

/** Once so many nodes are drawn, measured and shown, and wires with them: milliseconds from navigation to that frame. */
async function usable(page: Page, nodes: number): Promise<number> {
  const at = await page.waitForFunction(
    (count) => {
      const drawn = document.querySelectorAll<HTMLElement>('.react-flow__node');
      if (drawn.length !== count || document.querySelector('.react-flow__edge-path') === null) return false;
      return [...drawn].every((node) => node.style.visibility !== 'hidden') ? performance.now() : false;
    },
    nodes,
    { timeout: 60_000, polling: 'raf' },
  );
  return Number(await at.jsonValue());
}

/** Gives the editor a workflow through its own import, and waits for its canvas. */
async function bring(page: Page, url: string, nodes: number, edges: number): Promise<string> {
  const id = `bench-${nodes}`;
  await page.goto(url);
  await page.getByTestId('import-files').setInputFiles({
    name: `${id}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(sampleWorkflow(id, nodes, edges))),
  });
  await page.waitForURL(new RegExp(`#/w/${id}`));
  await usable(page, nodes);
  return `${url}/#/w/${id}`;
}

/** Milliseconds from navigation to a canvas that is drawn; the page's files come from the browser's cache where it keeps them. */
async function starts(page: Page, url: string, nodes: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round <= STARTS; round += 1) {
    await page.goto('about:blank');
    await page.goto(url, { waitUntil: 'commit' });
    const ms = await usable(page, nodes);
    await page.waitForTimeout(800);
    if (round > 0) times.push(ms);
  }
  return times;
}

type Viewport = { readonly x: number; readonly y: number; readonly zoom: number };
async function viewportOf(page: Page): Promise<Viewport> {
  return page.locator('.react-flow__viewport').evaluate((element) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform);
    return { x: e, y: f, zoom: a };
  });
}

/** How many nodes lie wholly on the canvas. */
async function inView(page: Page): Promise<number> {
  return page.locator('.react-flow').evaluate((canvas) => {
    const around = canvas.getBoundingClientRect();
    return [...canvas.querySelectorAll('.react-flow__node')].filter((node) => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      return left >= around.left && right <= around.right && top >= around.top && bottom <= around.bottom;
    }).length;
  });
}

type Typing = { readonly key: number[]; readonly edit: number[]; readonly store: number[] };

/** Scripting time of one keystroke in a node's title field: until the next frame, of the edit once typing rests, of storing. */
async function keystrokes(page: Page, index: number): Promise<Typing> {
  const meter = await meterOf(page);
  await page.locator(sluiceNode(index)).click();
  const field = page.locator('[data-config-key="instanceTitle"] input');
  await field.click();
  await field.press('End');
  const times: Typing = { key: [], edit: [], store: [] };
  for (let round = 0; round < KEYS + 4; round += 1) {
    await page.waitForTimeout(500);
    const key = await meter.during(async () => {
      await page.keyboard.press(round % 2 === 0 ? 'x' : 'Backspace');
      await painted(page);
    });
    // After 300 ms without a key the edit is made, judged, drawn and written to the draft.
    const edit = await meter.during(() => page.waitForTimeout(750));
    // After 800 ms without an edit the draft, if it has no errors, becomes the stored workflow.
    const store = await meter.during(() => page.waitForTimeout(1500));
    if (round < 4) continue;
    times.key.push(key.script);
    times.edit.push(edit.script);
    times.store.push(store.script);
  }
  return times;
}

const folders = await buildPages(process.argv.includes('--reuse'));
const servers = { sluice: await serveFolder(folders.sluice), bare: await serveFolder(folders.bare) };
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
try {
  const sluice = await open(browser);
  const address = await bring(sluice.page, servers.sluice.url, NODES, EDGES);
  await sluice.page.waitForTimeout(1500);
  const box = await sluice.page.locator('.react-flow').boundingBox();
  if (box === null) throw new Error('The canvas is on the page.');
  const view = await viewportOf(sluice.page);
  const query = new URLSearchParams({
    nodes: String(NODES),
    edges: String(EDGES),
    left: String(box.x),
    top: String(box.y),
    width: String(box.width),
    height: String(box.height),
    x: String(view.x),
    y: String(view.y),
    zoom: String(view.zoom),
  });
  const stages: Stage[] = [
    { name: 'Sluice', page: sluice.page, meter: await meterOf(sluice.page), node: sluiceNode(DRAGGED) },
  ];
  for (const [name, extra] of [
    ['React Flow', ''],
    ['React Flow, minimap and background', '&extras'],
  ] as const) {
    const { page } = await open(browser);
    await page.goto(`${servers.bare.url}/bare.html?${query}${extra}`);
    await usable(page, NODES);
    stages.push({
      name,
      page,
      meter: await meterOf(page),
      node: `.react-flow__node[data-id="${sampleNodeId(DRAGGED)}"]`,
    });
  }
  for (const { name, page } of stages) {
    const { zoom } = await viewportOf(page);
    const seen = await inView(page);
    const wires = await page.locator('.react-flow__edge-path').count();
    console.log(`${name}: ${seen} of ${NODES} nodes in view, ${wires} edges drawn, zoom ${zoom.toFixed(4)}`);
    if (seen !== NODES || wires !== EDGES || Math.abs(zoom - view.zoom) > 1e-6) {
      throw new Error('The canvases do not show the same.');
    }
  }

  const drags = new Map<string, Drag[]>(stages.map(({ name }) => [name, []]));
  for (let round = 0; round < ROUNDS + 2; round += 1) {
    // Taking turns at going first.
    for (const stage of round % 2 === 0 ? stages : stages.toReversed()) {
      await stage.page.bringToFront();
      const done = await drag(stage, round % 2 === 0 ? 1 : -1);
      // Two rounds warm up.
      if (round > 1) drags.get(stage.name)?.push(done);
    }
  }
  const of = (name: string, pick: (drag: Drag) => number) => (drags.get(name) ?? []).map(pick);
  const aspects: readonly (readonly [string, (work: Work) => number])[] = [
    ['script', (work) => work.script],
    ['wall', (work) => work.scriptWall],
    ['task', (work) => work.task],
    ['layout', (work) => work.layout],
    ['style', (work) => work.style],
  ];
  console.log(`\nDrag of one node, 120 moves, ms: median of ${ROUNDS} rounds (quartiles)`);
  for (const { name } of stages) {
    for (const [aspect, pick] of aspects) {
      const moves = spread(of(name, ({ moves }) => pick(moves)));
      const gesture = spread(of(name, ({ gesture }) => pick(gesture)));
      console.log(
        `${name.padEnd(36)} ${aspect.padEnd(7)} moves ${moves.padEnd(26)} whole gesture ${gesture}`,
      );
    }
  }
  // A round's drags follow one another closely, so their ratio is steadier than that of two medians.
  const ratios = (peer: string, part: keyof Drag, clock: 'script' | 'scriptWall' = 'script') => {
    const theirs = of(peer, (one) => one[part][clock]);
    return of('Sluice', (one) => one[part][clock]).map((ms, round) => ms / (theirs[round] ?? Number.NaN));
  };
  for (const { name } of stages.slice(1)) {
    const own = spread(ratios(name, 'moves'), 2);
    const wall = spread(ratios(name, 'moves', 'scriptWall'), 2);
    console.log(`Scripting while moving, to ${name}: ${own} times; by the clock on the wall ${wall}`);
  }

  const started = { sluice: await starts(sluice.page, address, NODES) };
  const barePage = stages[1]?.page;
  if (barePage === undefined) throw new Error('The bare page is there.');
  const bareStarted = await starts(barePage, barePage.url(), NODES);
  console.log(`\nFrom navigation to a drawn canvas of ${NODES} nodes, ms: median of ${STARTS} (quartiles)`);
  console.log(`Sluice      ${spread(started.sluice, 0)}`);
  console.log(`React Flow  ${spread(bareStarted, 0)}`);

  const small = await open(browser);
  await bring(small.page, servers.sluice.url, FEW, 2 * FEW - 6);
  await sluice.page.bringToFront();
  const many = await keystrokes(sluice.page, DRAGGED + 1);
  await small.page.bringToFront();
  const few = await keystrokes(small.page, 3);
  console.log(`\nOne keystroke in a configuration, scripting ms: median of ${KEYS} (quartiles)`);
  for (const [nodes, typing] of [
    [NODES, many],
    [FEW, few],
  ] as const) {
    console.log(
      [
        `${nodes} nodes`.padEnd(10),
        `until the next frame ${spread(typing.key, 2)}`,
        `the edit ${spread(typing.edit, 2)}`,
        `storing ${spread(typing.store, 2)}`,
      ].join('   '),
    );
  }

  report([
    {
      what: `drag of one node among ${NODES}, scripting while moving`,
      against: 'React Flow with default nodes',
      ratio: median(ratios('React Flow', 'moves')),
      goal: { at: 'most', ratio: GOAL },
    },
    {
      what: 'the same by the clock on the wall',
      against: 'React Flow with default nodes',
      ratio: median(ratios('React Flow', 'moves', 'scriptWall')),
      goal: { at: 'most', ratio: GOAL },
    },
    {
      what: 'the same with press and release',
      against: 'React Flow with default nodes',
      ratio: median(ratios('React Flow', 'gesture')),
      goal: null,
    },
    {
      what: 'drag, scripting while moving',
      against: 'React Flow with minimap and background',
      ratio: median(ratios('React Flow, minimap and background', 'moves')),
      goal: null,
    },
    {
      what: `navigation to a canvas of ${NODES} nodes`,
      against: 'React Flow with default nodes',
      ratio: median(started.sluice) / median(bareStarted),
      goal: null,
    },
    {
      what: `keystroke to paint at ${NODES} nodes`,
      against: `the same at ${FEW}`,
      ratio: median(many.key) / median(few.key),
      goal: null,
    },
    {
      what: `the edit when typing rests at ${NODES} nodes`,
      against: `the same at ${FEW}`,
      ratio: median(many.edit) / median(few.edit),
      goal: null,
    },
    {
      what: `storing after the edit at ${NODES} nodes`,
      against: `the same at ${FEW}`,
      ratio: median(many.store) / median(few.store),
      goal: null,
    },
  ]);
} finally {
  await browser.close();
  servers.sluice.close();
  servers.bare.close();
}
