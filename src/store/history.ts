// The command log across reloads. Patches are stored without internal keys; opening a draft gives every entry the keys
// that its elements have in the opened document, so that the editor can apply an entry exactly as if it had made it.
import { applyPatches, enablePatches, type Patch } from 'immer';
import { type EdgeKey, type EntryKey, mintKey, type NodeKey, type WorkflowDocument } from '../model/document';
import type { CommandRow, HistoryStep } from './rows';

export type { HistoryStep } from './rows';

import { KEYED_LISTS, type StoredDocument } from './stored-document';

enablePatches();

type ListName = (typeof KEYED_LISTS)[number];
type UnknownRecord = { readonly [key: string]: unknown };

function listName(name: unknown): ListName | undefined {
  return KEYED_LISTS.find((list) => list === name);
}

function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rewrites the elements that a patch brings into the keyed lists; everything else of the patch stays. */
function mapElements(
  patch: Patch,
  change: (list: ListName, element: unknown, index: number | undefined) => unknown,
): Patch {
  const { op, path } = patch;
  const value: unknown = patch.value;
  const wholeList = (list: ListName, held: unknown): unknown =>
    Array.isArray(held) ? held.map((element: unknown) => change(list, element, undefined)) : held;
  if (op === 'remove') return { op, path };
  if (path.length === 0 && isRecord(value)) {
    const entries = Object.entries(value).map(([name, held]) => {
      const list = listName(name);
      return [name, list === undefined ? held : wholeList(list, held)] as const;
    });
    return { op, path, value: Object.fromEntries(entries) };
  }
  const list = listName(path[0]);
  if (list === undefined || path.length > 2) return { op, path, value };
  if (path.length === 1) return { op, path, value: wholeList(list, value) };
  const index = path[1];
  return typeof index === 'number' ? { op, path, value: change(list, value, index) } : { op, path, value };
}

/** The patches without internal keys: keys are minted at load and never stored. */
export function stripKeys(patches: readonly Patch[]): readonly Patch[] {
  return patches
    .filter(({ path }) => !(path.length === 3 && listName(path[0]) !== undefined && path[2] === 'key'))
    .map((patch) =>
      mapElements(patch, (_list, element) =>
        isRecord(element)
          ? Object.fromEntries(Object.entries(element).filter(([name]) => name !== 'key'))
          : element,
      ),
    );
}

/** True where the patches put whole elements, or a whole list, into the document: those need keys. */
function bringsElements(patches: readonly Patch[]): boolean {
  return patches.some(
    ({ op, path }) =>
      op !== 'remove' && path.length <= 2 && (path.length === 0 || listName(path[0]) !== undefined),
  );
}

/** What tells that two elements are the same one at different times: ids of nodes and edges, names of entries. */
function identityOf(list: ListName, element: unknown): unknown {
  if (!isRecord(element)) return undefined;
  return list === 'nodes' || list === 'edges' ? element.id : element.name;
}

/**
 * Applies stored patches to a keyed document, and answers them with keys. An element that is rewritten in place keeps its
 * key; one that arrives takes the key that it has in `other` (the document that the patches lead back to) or a fresh one.
 * Keys stay unique.
 * @throws where a patch does not fit (a damaged log).
 */
function applyStored(
  document: WorkflowDocument,
  patches: readonly Patch[],
  other?: WorkflowDocument,
): { readonly document: WorkflowDocument; readonly patches: readonly Patch[] } {
  if (!bringsElements(patches)) return { document: applyPatches(document, patches), patches };
  let at = document;
  const keyed: Patch[] = [];
  for (const patch of patches) {
    const taken = new Set<string>();
    const known = mapElements(patch, (list, element, index) => {
      if (!isRecord(element)) return element;
      const identity = identityOf(list, element);
      const present = at[list];
      const replaced = patch.op === 'replace' && index !== undefined ? present[index] : undefined;
      if (replaced !== undefined && identityOf(list, replaced) === identity)
        return { ...element, key: replaced.key };
      // A whole list gives way to another: keys of the old one are free. A single element joins those that are there.
      const sources = index === undefined ? [...present, ...(other?.[list] ?? [])] : (other?.[list] ?? []);
      if (index !== undefined) for (const held of present) taken.add(held.key);
      const found = sources.find(
        (candidate) => identityOf(list, candidate) === identity && !taken.has(candidate.key),
      );
      const key: string = found?.key ?? mintKey<NodeKey | EdgeKey | EntryKey>();
      taken.add(key);
      return { ...element, key };
    });
    keyed.push(known);
    at = applyPatches(at, [known]);
  }
  return { document: at, patches: keyed };
}

/** Replays commands on a stored document. @throws where a patch does not fit (a damaged log). */
export function replay(
  document: StoredDocument,
  commands: readonly Pick<CommandRow, 'patches'>[],
): StoredDocument {
  return applyPatches(
    document,
    commands.flatMap((command) => command.patches),
  );
}

/** Takes commands back, the last one first. @throws where a patch does not fit (a damaged log). */
export function takeBack(
  document: StoredDocument,
  commands: readonly Pick<CommandRow, 'inverse'>[],
): StoredDocument {
  return applyPatches(
    document,
    commands.toReversed().flatMap((command) => command.inverse),
  );
}

/**
 * The steps around an opened document, with keys that fit it.
 * @returns `undo` oldest first; `redo` with the one that is redone next last.
 * @throws where a patch does not fit (a damaged log).
 */
export function keyedHistory(
  document: WorkflowDocument,
  done: readonly CommandRow[],
  undone: readonly CommandRow[],
): { readonly undo: readonly HistoryStep[]; readonly redo: readonly HistoryStep[] } {
  const undo: HistoryStep[] = [];
  let at = document;
  for (const row of done.toReversed()) {
    const back = applyStored(at, row.inverse);
    const patches = bringsElements(row.patches)
      ? applyStored(back.document, row.patches, at).patches
      : row.patches;
    undo.push(stepOf(row, patches, back.patches));
    at = back.document;
  }
  const redo: HistoryStep[] = [];
  at = document;
  for (const row of undone) {
    const forth = applyStored(at, row.patches);
    const inverse = bringsElements(row.inverse)
      ? applyStored(forth.document, row.inverse, at).patches
      : row.inverse;
    redo.push(stepOf(row, forth.patches, inverse));
    at = forth.document;
  }
  return { undo: undo.reverse(), redo: redo.reverse() };
}

function stepOf(row: CommandRow, patches: readonly Patch[], inverse: readonly Patch[]): HistoryStep {
  return { name: row.name, params: row.params, at: row.at, patches, inverse };
}
