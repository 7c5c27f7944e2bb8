import type { Page } from '@playwright/test';
import { type Meter, painted, type Work } from './metrics';

/** A canvas on a page, and how to find the node that is dragged. */
export type Stage = {
  readonly name: string;
  readonly page: Page;
  readonly meter: Meter;
  readonly node: string;
};

/** Work while the pointer moves, and of the whole gesture: press, moves, release and what follows. */
export type Drag = { readonly moves: Work; readonly gesture: Work };

const MOVES = 120;
const REACH = 60;
/** Where the drag ends, beside where it began, in pixels. */
const STEP = 16;
const SETTLE_MS = 900;

/** Pointer positions of one drag, relative to its start: a slow figure of eight that ends a little beside it. */
function path(towards: 1 | -1): readonly (readonly [number, number])[] {
  return Array.from({ length: MOVES }, (_, index) => {
    const turn = (2 * Math.PI * (index + 1)) / MOVES;
    const along = (towards * STEP * (index + 1)) / MOVES;
    return [REACH * Math.sin(turn) + along, (REACH / 2) * Math.sin(2 * turn)];
  });
}

/** Drags the stage's node once and checks that it went, and that the page saw every move. */
export async function drag({ name, page, meter, node }: Stage, towards: 1 | -1): Promise<Drag> {
  const box = async () => {
    const found = await page.locator(node).boundingBox();
    if (found === null) throw new Error(`${name}: the node is not on the page.`);
    return found;
  };
  const from = await box();
  const start = { x: from.x + from.width / 2, y: from.y + from.height / 2 };
  await page.mouse.move(start.x, start.y);
  await page.evaluate(() => {
    if (Reflect.get(window, 'movesSeen') === undefined) {
      window.addEventListener(
        'mousemove',
        () => Object.assign(window, { movesSeen: Number(Reflect.get(window, 'movesSeen')) + 1 }),
        { capture: true },
      );
    }
    Object.assign(window, { movesSeen: 0 });
  });
  await painted(page);
  let moves: Work | undefined;
  const gesture = await meter.during(async () => {
    await page.mouse.down();
    await painted(page);
    moves = await meter.during(async () => {
      for (const [x, y] of path(towards)) await page.mouse.move(start.x + x, start.y + y);
      await painted(page);
    });
    await page.mouse.up();
    await page.waitForTimeout(SETTLE_MS);
  });
  const to = await box();
  const went = to.x - from.x;
  const seen: unknown = await page.evaluate(() => Reflect.get(window, 'movesSeen'));
  // React Flow takes hold of a node with the first move beyond its threshold, so that one moves nothing yet.
  const due = towards * STEP - (path(towards)[0]?.[0] ?? 0);
  if (Math.abs(went - due) > 1) throw new Error(`${name}: the node went ${went} pixels, not ${due}.`);
  if (seen !== MOVES) throw new Error(`${name}: the page saw ${String(seen)} of ${MOVES} moves.`);
  if (moves === undefined) throw new Error(`${name}: nothing was measured.`);
  return { moves, gesture };
}
