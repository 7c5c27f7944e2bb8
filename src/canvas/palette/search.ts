import { bareCategory, compareCategories } from '../../catalog/category-order';
import type { Catalog, NodeType } from '../../catalog/types';

export type PaletteGroup = {
  readonly id: string;
  readonly label: string;
  readonly types: readonly NodeType[];
};

const byText = (a: string, b: string) => a.localeCompare(b, undefined, { sensitivity: 'base' });

/** Where the workflows of this site stand among the node types. */
export type WorkflowGroup = {
  readonly label: string;
  /** The workflow that is being edited: it is not offered to itself. */
  readonly self: string;
};

/**
 * Enabled node types in groups by category (SCH-26: by category id, then name, then id; categories that the site gave
 * weights stand in the order of those first); then, in a group of their own, the
 * workflows that can be run as a node (MAN-9).
 */
export function paletteGroups(
  catalog: Pick<Catalog, 'nodeTypes' | 'categories'>,
  workflows: WorkflowGroup,
): readonly PaletteGroup[] {
  const groups = new Map<string, NodeType[]>();
  const runnable: NodeType[] = [];
  for (const type of catalog.nodeTypes) {
    if (!isOffered(type, workflows.self)) continue;
    if (type.workflow !== undefined) {
      runnable.push(type);
      continue;
    }
    const list = groups.get(type.category) ?? [];
    list.push(type);
    groups.set(type.category, list);
  }
  const sorted = (types: readonly NodeType[]) =>
    types.toSorted((a, b) => byText(a.label, b.label) || byText(a.id, b.id));
  const recordOf = (id: string) =>
    catalog.categories.find((category) => category.id === id) ?? bareCategory(id);
  const byCategory = [...groups]
    .toSorted(([a], [b]) => compareCategories(recordOf(a), recordOf(b)))
    .map(([id, types]) => ({
      id,
      label: catalog.categories.find((category) => category.id === id)?.label ?? id,
      types: sorted(types),
    }));
  return runnable.length === 0
    ? byCategory
    : [...byCategory, { id: 'sluice:workflows', label: workflows.label, types: sorted(runnable) }];
}

/** Whether a type can be added to a workflow. A workflow in itself would only lead back to where it is (MAN-9). */
export function isOffered(type: NodeType, self: string): boolean {
  return type.enabled && (type.workflow === undefined || type.workflow !== self);
}

/** How well a node type answers a query; 0 where it does not. Every word has to be found somewhere. */
export function score(type: NodeType, query: string, category: string): number {
  let total = 0;
  for (const word of query.toLocaleLowerCase().split(/\s+/).filter(Boolean)) {
    const best = Math.max(
      inText(type.label, word) * 4,
      inText(type.id.replaceAll('_', ' '), word) * 3,
      ...type.tags.map((tag) => inText(tag, word) * 2),
      inText(category, word) * 1.5,
      inText(type.description, word),
      isSubsequence(type.label, word) ? 0.5 : 0,
    );
    if (best === 0) return 0;
    total += best;
  }
  return total + asWhole(type.label, query);
}

/** A label that is the query stands before all others, and then one that begins with it. */
function asWhole(label: string, query: string): number {
  const [name, asked] = [label.toLocaleLowerCase(), query.trim().toLocaleLowerCase()];
  if (asked === '' || !name.startsWith(asked)) return 0;
  return name === asked ? 100 : 2;
}

/** 3 at the start of the text, 2 at the start of a word, 1 inside of one. */
function inText(text: string, word: string): number {
  const at = text.toLocaleLowerCase().indexOf(word);
  if (at < 0) return 0;
  if (at === 0) return 3;
  return new RegExp(`[^\\p{L}\\p{N}]${escaped(word)}`, 'u').test(text.toLocaleLowerCase()) ? 2 : 1;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

/** Whether the letters of the word stand in the text in this order: `chin` finds `Chat Input`. */
function isSubsequence(text: string, word: string): boolean {
  if (word.length < 3) return false;
  const letters = text.toLocaleLowerCase();
  let at = -1;
  for (const letter of word) {
    at = letters.indexOf(letter, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Node types that answer a query, best first, then in palette order. */
export function searchTypes(groups: readonly PaletteGroup[], query: string): readonly NodeType[] {
  return groups
    .flatMap((group) => group.types.map((type) => ({ type, score: score(type, query, group.label) })))
    .filter((found) => found.score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map((found) => found.type);
}
