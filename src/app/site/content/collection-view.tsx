import { ArrowLeft, ChevronLeft, ChevronRight, Download, Ellipsis, Plus } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import type { ContentRow } from '../../../engine/ports';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Select, TextInput } from '../../../ui/inputs';
import { Menu } from '../../../ui/menu';
import { hrefOf, siteRoute } from '../../routes';
import { useServices } from '../../services';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import styles from './content.module.css';
import { DocumentDialog } from './document-dialog';
import { listed, type Sort } from './documents';
import { ImportButton } from './import-button';
import { useCollectionVerbs } from './use-collection-verbs';
import { useContent } from './use-content';

const PAGE = 50;
const SORTS: readonly Sort[] = ['changed', 'label', 'id'];

/** The documents of one collection: searched, sorted, a page at a time. */
export function CollectionView({ name }: { readonly name: string }) {
  const t = useTranslations('content');
  const words = useTranslations('content.documents');
  useTitle(name);
  const { content } = useServices();
  const verbs = useCollectionVerbs();
  const found = useContent(
    useCallback(async () => {
      const [documents, collections] = await Promise.all([content.documents(name), content.collections()]);
      return { ...documents, known: collections.some((one) => one.name === name) };
    }, [content, name]),
  );
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<Sort>('changed');
  const [at, setAt] = useState(0);
  /** `null`: a new one. */
  const [editing, setEditing] = useState<ContentRow | null>();
  const wanted = useDeferredValue(search);
  const rows = found?.rows ?? NONE;
  const shown = useMemo(() => listed(rows, { search: wanted, sort }), [rows, wanted, sort]);
  const from = Math.min(at, Math.max(0, Math.ceil(shown.length / PAGE) - 1)) * PAGE;
  const page = shown.slice(from, from + PAGE);
  return (
    <>
      <a className={styles.back} href={hrefOf(siteRoute('content'))}>
        <ArrowLeft size={15} aria-hidden /> {words('back')}
      </a>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{name}</h2>
          <p className={shared.quiet}>{found !== null && t('count', { count: rows.length })}</p>
        </div>
        <div className={shared.buttons}>
          <ImportButton into={name} />
          {rows.length > 0 && (
            <Button icon={<Download size={16} aria-hidden />} onClick={() => void verbs.export(name)}>
              {t('export')}
            </Button>
          )}
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setEditing(null)}>
            {words('add')}
          </Button>
        </div>
      </div>
      {found !== null && found.unreadable > 0 && (
        <div className={shared.notice} role="alert">
          <p>{t('unreadable', { count: found.unreadable })}</p>
        </div>
      )}
      {rows.length > 0 && (
        <search className={styles.tools}>
          <TextInput
            type="search"
            aria-label={words('search')}
            placeholder={words('search')}
            value={search}
            onChange={({ target }) => {
              setSearch(target.value);
              setAt(0);
            }}
          />
          <Select
            aria-label={words('sort')}
            value={sort}
            options={SORTS.map((value) => ({ value, label: words(`sorts.${value}`) }))}
            onChange={({ target }) => setSort(SORTS.find((one) => one === target.value) ?? 'changed')}
          />
          <span className="visually-hidden" role="status">
            {wanted !== '' && words('found', { count: shown.length })}
          </span>
        </search>
      )}
      {found !== null && rows.length === 0 && (
        <p className={styles.none}>{found.known ? words('none') : words('gone', { name })}</p>
      )}
      {rows.length > 0 && shown.length === 0 && (
        <p className={styles.none}>
          {words('noMatch', { query: wanted })}{' '}
          <Button size="small" onClick={() => setSearch('')}>
            {words('showAll')}
          </Button>
        </p>
      )}
      {page.length > 0 && (
        <ul className={shared.rows} aria-label={words('list', { name })}>
          {page.map((row) => (
            <DocumentRow key={row.id} row={row} onEdit={setEditing} />
          ))}
        </ul>
      )}
      {shown.length > PAGE && (
        <nav className={styles.pages} aria-label={words('list', { name })}>
          <IconButton label={words('before')} disabled={from === 0} onClick={() => setAt(from / PAGE - 1)}>
            <ChevronLeft size={18} aria-hidden />
          </IconButton>
          <span>{words('page', { from: from + 1, to: from + page.length, count: shown.length })}</span>
          <IconButton
            label={words('next')}
            disabled={from + PAGE >= shown.length}
            onClick={() => setAt(from / PAGE + 1)}
          >
            <ChevronRight size={18} aria-hidden />
          </IconButton>
        </nav>
      )}
      {editing !== undefined && (
        <DocumentDialog
          key={editing?.id ?? ''}
          collection={name}
          row={editing}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  );
}

const NONE: readonly ContentRow[] = [];

function DocumentRow({
  row,
  onEdit,
}: {
  readonly row: ContentRow;
  readonly onEdit: (row: ContentRow) => void;
}) {
  const t = useTranslations('content');
  const words = useTranslations('content.documents');
  const format = useFormatter();
  const now = useNow();
  const verbs = useCollectionVerbs();
  const name = row.label || row.id;
  return (
    <li className={shared.row}>
      <div className={shared.names}>
        <div className={shared.name}>
          <button
            type="button"
            className={shared.link}
            aria-label={words('edit', { name })}
            onClick={() => onEdit(row)}
          >
            {row.label === '' ? <span className={shared.off}>{words('unlabelled')}</span> : row.label}
          </button>
          {row.bundle !== '' && <Badge>{row.bundle}</Badge>}
          {!row.published && <Badge tone="warning">{words('hidden')}</Badge>}
        </div>
        <div className={shared.detail}>
          <code>{row.id}</code> ·{' '}
          {words('changed', {
            when: format.relativeTime(row.changed * 1000, Math.max(now.getTime(), row.changed * 1000)),
          })}{' '}
          · <code>{JSON.stringify(row.values).slice(0, 200)}</code>
        </div>
      </div>
      <Menu
        trigger={
          <IconButton label={t('more', { name })}>
            <Ellipsis size={18} aria-hidden />
          </IconButton>
        }
        items={[
          { id: 'edit', label: words('edit', { name }), onSelect: () => onEdit(row) },
          { id: 'duplicate', label: words('duplicate'), onSelect: () => void verbs.duplicate(row) },
          { id: 'line', separator: true },
          { id: 'remove', label: t('remove'), danger: true, onSelect: () => void verbs.delete(row) },
        ]}
      />
    </li>
  );
}
