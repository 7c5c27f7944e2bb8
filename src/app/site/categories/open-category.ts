import { decodeCategory, encodeCategory } from '../../../catalog/node-type-record';
import { SHIPPED_CATEGORIES } from '../../../catalog/shipped/categories';
import type { Category } from '../../../catalog/types';
import { sameJson } from '../../../model/json';
import type { SiteEdit, SiteStamp, SiteStore } from '../../../store';

/** A category as it is stored at this moment, and the stamp of the site's record (null: none). */
export type OpenedCategory = { readonly category: Category | undefined; readonly stamp: SiteStamp };

/** The site's record, else what ships under the id. A record that cannot be read counts as none and keeps its stamp. */
export async function openCategory(site: Pick<SiteStore, 'one'>, id: string): Promise<OpenedCategory> {
  const row = await site.one('categories', id);
  const decoded = row === null ? undefined : decodeCategory(row.record);
  return {
    category: decoded?.ok === true ? decoded.value : shippedCategory(id),
    stamp: { kind: 'categories', id, changed: row?.changed ?? null },
  };
}

/** The category that ships under an id. */
export function shippedCategory(id: string): Category | undefined {
  return SHIPPED_CATEGORIES.find((category) => category.id === id);
}

/** `shipped`: as it came; `changed`: the site's record stands over it; `own`: the site's alone. */
export function categoryStanding(category: Category): 'shipped' | 'changed' | 'own' {
  const shipped = shippedCategory(category.id);
  if (shipped === undefined) return 'own';
  return sameJson(encodeCategory(shipped), encodeCategory(category)) ? 'shipped' : 'changed';
}

/** The edit that stores categories; of those that say what ships, the site's record goes. */
export function storingCategories(
  categories: readonly Category[],
): Required<Pick<SiteEdit, 'put' | 'remove'>> {
  const same = categories.filter((category) => categoryStanding(category) === 'shipped');
  return {
    put: { categories: categories.filter((category) => !same.includes(category)) },
    remove: same.map(({ id }) => ({ kind: 'categories', id })),
  };
}
