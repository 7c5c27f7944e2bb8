/**
 * A list that is never changed in place and whose copy with one changed item costs the logarithm of its length: a tree
 * of blocks of 8. The state of a run holds one entry a node in it, so a step costs the same in a graph of five hundred
 * nodes as in one of five. Plain data: it survives JSON.
 */
export type Vector<T> = { readonly length: number; readonly depth: number; readonly root: Block<T> };
type Block<T> = { readonly items: readonly T[] } | { readonly blocks: readonly Block<T>[] };

const BITS = 3;
const WIDTH = 1 << BITS;

/** A vector of these items. */
export function vectorOf<T>(items: readonly T[]): Vector<T> {
  let level: Block<T>[] = [];
  for (let i = 0; i < items.length; i += WIDTH) level.push({ items: items.slice(i, i + WIDTH) });
  let depth = 0;
  while (level.length > 1) {
    const next: Block<T>[] = [];
    for (let i = 0; i < level.length; i += WIDTH) next.push({ blocks: level.slice(i, i + WIDTH) });
    level = next;
    depth += 1;
  }
  return { length: items.length, depth, root: level[0] ?? { items: [] } };
}

/** The item at `index`; `undefined` outside the vector. */
export function itemAt<T>(vector: Vector<T>, index: number): T | undefined {
  if (index < 0 || index >= vector.length) return undefined;
  let block: Block<T> | undefined = vector.root;
  for (let level = vector.depth; block !== undefined && 'blocks' in block; level -= 1) {
    block = block.blocks[(index >> (level * BITS)) & (WIDTH - 1)];
  }
  return block === undefined ? undefined : block.items[index & (WIDTH - 1)];
}

/** A copy with `item` at `index`; the vector itself where the index lies outside. */
export function withItem<T>(vector: Vector<T>, index: number, item: T): Vector<T> {
  if (index < 0 || index >= vector.length) return vector;
  return { ...vector, root: changed(vector.root, vector.depth, index, item) };
}

function changed<T>(block: Block<T>, level: number, index: number, item: T): Block<T> {
  const at = (index >> (level * BITS)) & (WIDTH - 1);
  if ('items' in block) {
    const items = block.items.slice();
    items[index & (WIDTH - 1)] = item;
    return { items };
  }
  const child = block.blocks[at];
  if (child === undefined) return block;
  const blocks = block.blocks.slice();
  blocks[at] = changed(child, level - 1, index, item);
  return { blocks };
}

/** Whether an item is as asked. Costs the length, and makes nothing. */
export function someItem<T>({ root }: Vector<T>, test: (item: T) => boolean): boolean {
  return someIn(root, test);
}

function someIn<T>(block: Block<T>, test: (item: T) => boolean): boolean {
  if ('items' in block) return block.items.some(test);
  return block.blocks.some((child) => someIn(child, test));
}

/** All items, in order. Costs the length. */
export function itemsOf<T>(vector: Vector<T>): T[] {
  const out: T[] = [];
  collect(vector.root, out);
  return out;
}

function collect<T>(block: Block<T>, out: T[]): void {
  if ('items' in block) for (const item of block.items) out.push(item);
  else for (const child of block.blocks) collect(child, out);
}

/** A copy with `item` at the end. */
export function appended<T>(vector: Vector<T>, item: T): Vector<T> {
  const { length, depth, root } = vector;
  const full = length === WIDTH << (depth * BITS);
  const grown: Block<T> = full ? { blocks: [root] } : root;
  const levels = full ? depth + 1 : depth;
  return { length: length + 1, depth: levels, root: withLast(grown, levels, length, item) };
}

function withLast<T>(block: Block<T>, level: number, index: number, item: T): Block<T> {
  if ('items' in block) return { items: [...block.items, item] };
  const at = (index >> (level * BITS)) & (WIDTH - 1);
  const child = block.blocks[at] ?? chain<T>(level - 1);
  return { blocks: [...block.blocks.slice(0, at), withLast(child, level - 1, index, item)] };
}

function chain<T>(level: number): Block<T> {
  return level === 0 ? { items: [] } : { blocks: [] };
}
