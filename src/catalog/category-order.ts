// The order in which an authoring surface lists categories. SCH-26 orders what is served by category id; a site that gives
// its categories weights sees its palette in the order of those, and of ids where weights are equal.
import { own } from '../model/json';
import type { Category } from './types';

const WEIGHT = 'weight';

/** The weight of a category; what is no whole number counts as 0. */
export function weightOf(category: Category): number {
  const weight = own(category.extra, WEIGHT);
  return typeof weight === 'number' && Number.isSafeInteger(weight) ? weight : 0;
}

/** The category with another weight; 0 is not stored where none was. */
export function withWeight(category: Category, weight: number): Category {
  const { [WEIGHT]: before, ...rest } = category.extra;
  return { ...category, extra: weight === 0 && before === undefined ? rest : { ...rest, [WEIGHT]: weight } };
}

/** What stands for a category that node types name and that has no record. */
export function bareCategory(id: string): Category {
  return { id, label: id, description: '', icon: '', color: '', enabled: true, extra: {} };
}

/** By weight, then by id, without regard to case. */
export function compareCategories(a: Category, b: Category): number {
  return weightOf(a) - weightOf(b) || compareIds(a.id, b.id);
}

/** Ids without regard to case, those that differ in case alone by their letters. */
export function compareIds(a: string, b: string): number {
  return a.localeCompare(b, undefined, { sensitivity: 'base' }) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Moves a category to a place among the others. Answers the categories whose weight changes, as few as pushing to one side
 * takes.
 *
 * @param to position after the move, counted from 0; beyond the ends is at the end.
 */
export function moveCategory(categories: readonly Category[], id: string, to: number): readonly Category[] {
  const ordered = categories.toSorted(compareCategories);
  const moved = ordered.find((category) => category.id === id);
  if (moved === undefined) return [];
  const others = ordered.filter((category) => category !== moved);
  const at = Math.min(Math.max(to, 0), others.length);
  const wanted = [...others.slice(0, at), moved, ...others.slice(at)];
  const down = pushed(wanted.slice(at), wanted[at - 1], 1);
  const up = pushed(wanted.slice(0, at + 1).toReversed(), wanted[at + 1], -1);
  return down.length <= up.length ? down : up;
}

/**
 * Puts the first of a row on the `step` side of what it now stands beside, and pushes those behind it along until one stands
 * rightly. Answers those that changed.
 */
function pushed(row: readonly Category[], beside: Category | undefined, step: 1 | -1): readonly Category[] {
  const changed: Category[] = [];
  let last = beside;
  for (const [i, category] of row.entries()) {
    const stands = last === undefined || compareCategories(category, last) * step > 0;
    if (stands && i > 0) break;
    const placed = last === undefined ? category : fitted(category, last, step);
    if (weightOf(placed) !== weightOf(category)) changed.push(placed);
    last = placed;
  }
  return changed;
}

/** The least change of weight that puts a category on the `step` side of another. */
function fitted(category: Category, beside: Category, step: 1 | -1): Category {
  const same = withWeight(category, weightOf(beside));
  return compareCategories(same, beside) * step > 0 ? same : withWeight(category, weightOf(beside) + step);
}
