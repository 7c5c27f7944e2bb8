import type { NodeType } from '../../../catalog/types';
import type { SiteEdit } from '../../../store';
import { standingIn } from '../node-types/list-types';
import type { Site } from '../use-site';

/** What stands in a category, and what of it could go with it. */
export type CategoryContent = {
  readonly nodeTypes: readonly NodeType[];
  /** Types that have no record of the site alone: they can be moved and not deleted. */
  readonly lasting: readonly NodeType[];
};

/** The node types of a category. Types that workflows are stand where their workflow puts them, and follow no record. */
export function contentOf(site: Pick<Site, 'catalog' | 'records'>, category: string): CategoryContent {
  const nodeTypes = site.catalog.nodeTypes.filter(
    (nodeType) => nodeType.category === category && standingIn(nodeType, site) !== 'workflow',
  );
  return { nodeTypes, lasting: nodeTypes.filter((nodeType) => standingIn(nodeType, site) !== 'own') };
}

/** The one edit that deletes a category: its types are moved to another one, or go with it. */
export function removingCategory(
  content: CategoryContent,
  category: string,
  what: { readonly moveTo: string } | 'delete',
): SiteEdit {
  const remove = [{ kind: 'categories' as const, id: category }];
  if (what === 'delete') {
    const gone = content.nodeTypes.filter((nodeType) => !content.lasting.includes(nodeType));
    return { remove: [...remove, ...gone.map(({ id }) => ({ kind: 'nodeTypes' as const, id }))] };
  }
  return {
    put: { nodeTypes: content.nodeTypes.map((nodeType) => ({ ...nodeType, category: what.moveTo })) },
    remove,
  };
}
