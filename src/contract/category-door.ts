import type { Category } from '../catalog/types';
import { answered } from '../model/envelope';
import type { JsonObject } from '../model/json';

/**
 * META-1: one row for each enabled category, in the order given, with exactly `name` (the machine name), `label`, `icon`,
 * `color` and `description`. A disabled category has no row.
 */
export function categoryRows(categories: readonly Category[]): readonly JsonObject[] {
  return categories
    .filter(({ enabled }) => enabled)
    .map(({ id, label, icon, color, description }) => ({ name: id, label, icon, color, description }));
}

/** META-1: the body of the category list, in the envelope that every door uses. */
export function categoriesAnswer(categories: readonly Category[]): JsonObject {
  return answered(categoryRows(categories));
}
