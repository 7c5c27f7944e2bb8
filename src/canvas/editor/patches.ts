import type { Patch } from 'immer';
import type { EdgeKey, EntryKey, NodeKey, WorkflowDocument } from '../../model/document';
import { mintKey } from '../../model/document';
import type { LogEntry } from './types';

/** The lists of a document whose items carry internal keys. */
const LISTS = ['nodes', 'edges', 'inputs', 'outputs'] as const;
type ListName = (typeof LISTS)[number];
type Keyed = { readonly key: string };

export type PatchPair = { readonly patches: readonly Patch[]; readonly inverse: readonly Patch[] };

/**
 * The patches of an edit with every added or removed list item as one patch of its own. Immer describes a removal from the
 * middle of a list by rewriting all that follows, which would put a whole workflow into each entry of the log.
 */
export function compactPatches(
  before: WorkflowDocument,
  after: WorkflowDocument,
  pair: PatchPair,
): PatchPair {
  let { patches, inverse } = pair;
  for (const list of LISTS) {
    if (!patches.some((patch) => changesLength(patch, list))) continue;
    const own = listPatches(list, before[list], after[list]);
    if (own === null) continue;
    const others = (patch: Patch) => patch.path[0] !== list;
    patches = [...patches.filter(others), ...own.patches];
    inverse = [...own.inverse, ...inverse.filter(others)];
  }
  return { patches, inverse };
}

function changesLength(patch: Patch, list: ListName): boolean {
  if (patch.path[0] !== list) return false;
  if (patch.path.length === 1) return true;
  return patch.path.length === 2 && (patch.op !== 'replace' || patch.path[1] === 'length');
}

/** `null`: the items that stay are in another order, so item-wise patches cannot tell it. */
function listPatches(list: ListName, before: readonly Keyed[], after: readonly Keyed[]): PatchPair | null {
  const afterKeys = new Set(after.map((item) => item.key));
  const beforeKeys = new Set(before.map((item) => item.key));
  const stayedBefore = before.filter((item) => afterKeys.has(item.key));
  const stayedAfter = after.filter((item) => beforeKeys.has(item.key));
  if (stayedBefore.length !== stayedAfter.length) return null;
  if (stayedBefore.some((item, at) => item.key !== stayedAfter[at]?.key)) return null;
  const removed = indexed(before, (item) => !afterKeys.has(item.key));
  const added = indexed(after, (item) => !beforeKeys.has(item.key));
  const changed = indexed(stayedAfter, (item, at) => item !== stayedBefore[at]);
  return {
    patches: [
      ...removed.toReversed().map(([at]): Patch => ({ op: 'remove', path: [list, at] })),
      ...changed.map(([at, value]): Patch => ({ op: 'replace', path: [list, at], value })),
      ...added.map(([at, value]): Patch => ({ op: 'add', path: [list, at], value })),
    ],
    inverse: [
      ...added.toReversed().map(([at]): Patch => ({ op: 'remove', path: [list, at] })),
      ...changed.map(([at]): Patch => ({ op: 'replace', path: [list, at], value: stayedBefore[at] })),
      ...removed.map(([at, value]): Patch => ({ op: 'add', path: [list, at], value })),
    ],
  };
}

function indexed<T>(items: readonly T[], keep: (item: T, at: number) => boolean): (readonly [number, T])[] {
  return items.map((item, at) => [at, item] as const).filter(([at, item]) => keep(item, at));
}

/** One step out of two that follow each other: a value that both replaced is kept once. */
export function mergeEntries(older: LogEntry, newer: LogEntry): LogEntry {
  const patches = [...older.patches];
  for (const patch of newer.patches) {
    const last = patches.at(-1);
    if (last !== undefined && last.op === 'replace' && patch.op === 'replace' && samePath(last, patch)) {
      patches[patches.length - 1] = patch;
    } else patches.push(patch);
  }
  const inverse: Patch[] = [...newer.inverse];
  for (const patch of older.inverse) {
    const last = inverse.at(-1);
    if (last !== undefined && last.op === 'replace' && patch.op === 'replace' && samePath(last, patch)) {
      inverse[inverse.length - 1] = patch;
    } else inverse.push(patch);
  }
  return { name: newer.name, params: newer.params, patches, inverse, at: newer.at };
}

function samePath(a: Patch, b: Patch): boolean {
  return a.path.length === b.path.length && a.path.every((step, at) => step === b.path[at]);
}

/**
 * A log that another page wrote, with fresh keys: internal keys are unique in one page only, so those that its patches
 * carry could meet keys of this page.
 */
export function rekeyLog(entries: readonly LogEntry[]): LogEntry[] {
  const fresh = new Map<string, string>();
  const keyFor = (key: string) => {
    const known = fresh.get(key);
    if (known !== undefined) return known;
    const minted: string = mintKey<NodeKey | EdgeKey | EntryKey>();
    fresh.set(key, minted);
    return minted;
  };
  const rekey = (patch: Patch): Patch => {
    const list = LISTS.find((name) => name === patch.path[0]);
    if (list === undefined || patch.value === undefined) return patch;
    if (patch.path.length === 1 && Array.isArray(patch.value)) {
      return { ...patch, value: patch.value.map((item: unknown) => withKey(item, keyFor)) };
    }
    return patch.path.length === 2 ? { ...patch, value: withKey(patch.value, keyFor) } : patch;
  };
  return entries.map((entry) => ({
    ...entry,
    patches: entry.patches.map(rekey),
    inverse: entry.inverse.map(rekey),
  }));
}

function withKey(item: unknown, keyFor: (key: string) => string): unknown {
  if (typeof item !== 'object' || item === null || !('key' in item) || typeof item.key !== 'string')
    return item;
  return { ...item, key: keyFor(item.key) };
}
