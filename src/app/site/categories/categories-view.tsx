import { ChevronDown, ChevronUp, Ellipsis, Plus, Upload } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  bareCategory,
  compareCategories,
  moveCategory,
  weightOf,
  withWeight,
} from '../../../catalog/category-order';
import { encodeCategory } from '../../../catalog/node-type-record';
import type { Category } from '../../../catalog/types';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { download, fileNameOf } from '../../download';
import { useServices } from '../../services';
import { say } from '../../toasts';
import { useTitle } from '../../use-title';
import { useImport } from '../import-context';
import shared from '../site.module.css';
import { SiteNotice } from '../site-notice';
import { TintedIcon } from '../tinted-icon';
import { type Site, useSite } from '../use-site';
import { useSiteChange } from '../use-site-change';
import { CategoryDialog } from './category-dialog';
import { categoryStanding, openCategory, shippedCategory, storingCategories } from './open-category';
import { RemoveCategoryDialog } from './remove-category-dialog';

/** The groups of the palette: their order, look, and what stands in them. */
export function CategoriesView(_: { readonly item: string | null }) {
  const t = useTranslations('categories');
  const importLabel = useTranslations('site')('import');
  const site = useSite();
  const importFiles = useImport();
  useTitle(t('title'));
  /** `''`: a new one. */
  const [editing, setEditing] = useState<string | null>(null);
  const [removing, setRemoving] = useState<Category | null>(null);
  const ordered = useMemo(() => (site === null ? [] : listed(site)), [site]);
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text')}</p>
        </div>
        <div className={shared.buttons}>
          <Button icon={<Upload size={16} aria-hidden />} onClick={importFiles}>
            {importLabel}
          </Button>
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing('')}>
            {t('new')}
          </Button>
        </div>
      </div>
      <SiteNotice problems={site?.problems ?? []} />
      {site !== null && (
        <ol className={shared.rows} aria-label={t('list')}>
          {ordered.map((category, at) => (
            <Row
              key={category.id}
              category={category}
              site={site}
              at={at}
              last={ordered.length - 1}
              onEdit={setEditing}
              onRemove={setRemoving}
            />
          ))}
        </ol>
      )}
      {editing !== null && site !== null && (
        <CategoryDialog
          id={editing}
          taken={(id) => ordered.some((category) => category.id === id)}
          onClose={() => setEditing(null)}
        />
      )}
      {removing !== null && site !== null && (
        <RemoveCategoryDialog
          category={removing}
          site={site}
          others={ordered.filter(({ id }) => id !== removing.id)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

/** Every category of the palette in its order: those with a record, and those that node types only name. */
function listed({ catalog }: Pick<Site, 'catalog'>): readonly Category[] {
  const known = new Set(catalog.categories.map(({ id }) => id));
  const named = new Set(catalog.nodeTypes.map(({ category }) => category).filter((id) => !known.has(id)));
  return [...catalog.categories, ...[...named].map(bareCategory)].toSorted(compareCategories);
}

function Row({
  category,
  site,
  at,
  last,
  onEdit,
  onRemove,
}: {
  readonly category: Category;
  readonly site: Site;
  readonly at: number;
  readonly last: number;
  readonly onEdit: (id: string) => void;
  readonly onRemove: (category: Category) => void;
}) {
  const t = useTranslations('categories');
  const verbs = useCategoryVerbs(site);
  const { id, label } = category;
  const recorded = site.catalog.categories.includes(category);
  const standing = recorded ? categoryStanding(category) : 'own';
  const count = site.catalog.nodeTypes.filter((nodeType) => nodeType.category === id).length;
  return (
    <li className={shared.row} data-category={id}>
      <TintedIcon icon={category.icon} colour={category.color} />
      <div className={shared.names}>
        <div className={shared.name}>
          <button
            type="button"
            className={shared.link}
            aria-label={t('edit', { label })}
            onClick={() => onEdit(id)}
          >
            {label}
          </button>
          {recorded && standing !== 'shipped' && (
            <Badge tone={standing === 'changed' ? 'warning' : 'accent'}>{t(`standing.${standing}`)}</Badge>
          )}
        </div>
        <div className={shared.detail} title={recorded ? category.description : t('noRecord')}>
          <code>{id}</code> · {t('types', { count })}
          {!recorded && ` · ${t('noRecord')}`}
        </div>
      </div>
      <IconButton
        label={t('up', { label })}
        disabled={at === 0}
        onClick={() => void verbs.move(category, at - 1)}
      >
        <ChevronUp size={17} aria-hidden />
      </IconButton>
      <IconButton
        label={t('down', { label })}
        disabled={at === last}
        onClick={() => void verbs.move(category, at + 1)}
      >
        <ChevronDown size={17} aria-hidden />
      </IconButton>
      <Menu
        trigger={
          <IconButton label={t('more', { label })}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
        items={[
          { id: 'edit', label: t('edit', { label }), onSelect: () => onEdit(id) },
          ...(recorded
            ? [
                {
                  id: 'yaml',
                  label: t('downloadYaml'),
                  onSelect: () => void verbs.download(category, 'yaml'),
                },
                {
                  id: 'json',
                  label: t('downloadJson'),
                  onSelect: () => void verbs.download(category, 'json'),
                },
              ]
            : []),
          ...(standing === 'changed'
            ? [{ id: 'reset', label: t('reset'), onSelect: () => void verbs.reset(category) }]
            : []),
          ...(recorded && standing === 'own'
            ? [{ id: 'remove', label: t('remove'), danger: true, onSelect: () => onRemove(category) }]
            : []),
        ]}
      />
    </li>
  );
}

function useCategoryVerbs(site: Site) {
  const t = useTranslations('categories');
  const services = useServices();
  const change = useSiteChange();
  return {
    /** Stores the weights that change, over what is stored of each at this moment. */
    async move(category: Category, to: number) {
      const moves = moveCategory(listed(site), category.id, to);
      const opened = await Promise.all(moves.map(({ id }) => openCategory(services.site, id)));
      const changed = moves.map((moved, i) => withWeight(opened[i]?.category ?? moved, weightOf(moved)));
      await change(
        { ...storingCategories(changed), expect: opened.map(({ stamp }) => stamp) },
        t('moved', { label: category.label }),
      );
    },
    async reset({ id, label }: Category) {
      const { stamp } = await openCategory(services.site, id);
      await change(
        { remove: [{ kind: 'categories', id }], expect: [stamp] },
        t('wasReset', { label: shippedCategory(id)?.label ?? label }),
      );
    },
    async download(category: Category, form: 'yaml' | 'json') {
      try {
        if (form === 'json') {
          const text = JSON.stringify(encodeCategory(category), null, 2);
          download(`${fileNameOf(category.id)}.json`, `${text}\n`, 'application/json');
          return;
        }
        const { exportCategory } = await import('../../../formats/export');
        const { name, bytes } = exportCategory(category);
        download(name, Uint8Array.from(bytes), 'application/yaml');
      } catch (cause) {
        say(cause instanceof Error ? cause.message : String(cause), { tone: 'danger' });
      }
    },
  };
}
