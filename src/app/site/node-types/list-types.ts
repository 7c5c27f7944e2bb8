// What the list of node types shows: groups by category, filtered and searched.
import { bareCategory, compareCategories, compareIds } from '../../../catalog/category-order';
import { type Standing, standingOf } from '../../../catalog/edit-node-type';
import type { Category, NodeType } from '../../../catalog/types';
import type { Site } from '../use-site';

export const FILTERS = ['all', 'on', 'off', 'changed', 'own'] as const;
export type Filter = (typeof FILTERS)[number];

export type ListedType = {
  readonly nodeType: NodeType;
  /** `workflow`: made of a stored workflow (MAN-9), not of a record. */
  readonly standing: Standing | 'workflow';
  /** Its processor is part of Sluice, so it can run. */
  readonly provided: boolean;
};

export type TypeGroup = {
  readonly id: string;
  readonly label: string;
  readonly category: Category | undefined;
  readonly types: readonly ListedType[];
};

/** How a type of the catalog stands, the site's records known. */
export function standingIn(nodeType: NodeType, site: Pick<Site, 'records'>): ListedType['standing'] {
  if (nodeType.workflow !== undefined) return 'workflow';
  const standing = standingOf(nodeType);
  const recorded = site.records.nodeTypes?.some(({ id }) => id === nodeType.id) ?? false;
  return standing === 'own' && !recorded ? 'workflow' : standing;
}

/** The node types of a site in groups, in the order of their categories, by label within one. */
export function listTypes(
  site: Pick<Site, 'records' | 'catalog'>,
  query: string,
  filter: Filter,
): readonly TypeGroup[] {
  const words = query.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const { categories } = site.catalog;
  const groups = new Map<string, ListedType[]>();
  for (const nodeType of site.catalog.nodeTypes) {
    const standing = standingIn(nodeType, site);
    const category = categories.find(({ id }) => id === nodeType.category);
    if (!passes(filter, nodeType, standing) || !answers(nodeType, category, words)) continue;
    const list = groups.get(nodeType.category) ?? [];
    const provided = site.catalog.processor(nodeType.executor_plugin) !== undefined;
    list.push({ nodeType, standing, provided });
    groups.set(nodeType.category, list);
  }
  return [...groups]
    .map(([id, types]): TypeGroup => {
      const category = categories.find((one) => one.id === id);
      return {
        id,
        label: category?.label ?? id,
        category,
        types: types.toSorted(
          ({ nodeType: a }, { nodeType: b }) => compareIds(a.label, b.label) || compareIds(a.id, b.id),
        ),
      };
    })
    .toSorted((a, b) => compareCategories(standIn(a), standIn(b)));
}

function standIn({ id, category }: TypeGroup): Category {
  return category ?? bareCategory(id);
}

function passes(filter: Filter, nodeType: NodeType, standing: ListedType['standing']): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'on':
      return nodeType.enabled;
    case 'off':
      return !nodeType.enabled;
    case 'changed':
    case 'own':
      return standing === filter;
  }
}

function answers(nodeType: NodeType, category: Category | undefined, words: readonly string[]): boolean {
  const text = [
    nodeType.label,
    nodeType.id,
    nodeType.executor_plugin,
    nodeType.description,
    category?.label ?? nodeType.category,
    ...nodeType.tags,
  ]
    .join('\n')
    .toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
