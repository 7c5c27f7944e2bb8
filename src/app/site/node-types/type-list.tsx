import { Plus, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeType } from '../../../catalog/types';
import { Button } from '../../../ui/button';
import { Select, TextInput } from '../../../ui/inputs';
import { useTitle } from '../../use-title';
import { useImport } from '../import-context';
import shared from '../site.module.css';
import { SiteNotice } from '../site-notice';
import { useSite } from '../use-site';
import { CreateDialog } from './create-dialog';
import { FILTERS, type Filter, listTypes } from './list-types';
import styles from './node-types.module.css';
import { RemoveDialog } from './remove-dialog';
import { TypeRow } from './type-row';
import { useTypeVerbs } from './use-type-verbs';

/** All node types by category, with search, filter, and what can be done to each. */
export function TypeList() {
  const t = useTranslations('nodeTypes');
  const site = useSite();
  useTitle(t('title'));
  const verbs = useTypeVerbs();
  const importFiles = useImport();
  const [query, setQuery] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const [creating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<NodeType | null>(null);
  const wanted = useDeferredValue(query);
  const groups = useMemo(
    () => (site === null ? null : listTypes(site, wanted, filter)),
    [site, wanted, filter],
  );
  const count = groups?.reduce((sum, group) => sum + group.types.length, 0) ?? 0;
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text')}</p>
        </div>
        <div className={shared.buttons}>
          <ImportButton onClick={importFiles} />
          <Button
            variant="primary"
            icon={<Plus size={16} aria-hidden />}
            disabled={site === null}
            onClick={() => setCreating(true)}
          >
            {t('new')}
          </Button>
        </div>
      </div>
      <SiteNotice problems={site?.problems ?? []} />
      <div className={styles.tools}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <Select
          className={styles.filter}
          aria-label={t('show')}
          value={filter}
          options={FILTERS.map((one) => ({ value: one, label: t(`filter.${one}`) }))}
          onChange={(event) => setFilter(FILTERS.find((one) => one === event.target.value) ?? 'all')}
        />
        <span role="status" className={shared.quiet}>
          {groups !== null && t('count', { count })}
        </span>
      </div>
      {groups?.length === 0 && (
        <p className={shared.line}>
          {t('none')}
          <Button
            size="small"
            onClick={() => {
              setQuery('');
              setFilter('all');
            }}
          >
            {t('showAll')}
          </Button>
        </p>
      )}
      {groups?.map((group) => (
        <section key={group.id} aria-labelledby={`group-${group.id}`} className={styles.group}>
          <h3 id={`group-${group.id}`} className={styles.groupName}>
            {group.label}
          </h3>
          <ul className={shared.rows}>
            {group.types.map((type) => (
              <TypeRow
                key={type.nodeType.id}
                type={type}
                category={group.category}
                verbs={verbs}
                onRemove={setRemoving}
              />
            ))}
          </ul>
        </section>
      ))}
      {creating && site !== null && (
        <CreateDialog catalog={site.catalog} onClose={() => setCreating(false)} />
      )}
      {removing !== null && (
        <RemoveDialog
          nodeType={removing}
          onRemove={() => void verbs.remove(removing)}
          onClose={() => setRemoving(null)}
        />
      )}
    </>
  );
}

function ImportButton({ onClick }: { readonly onClick: () => void }) {
  const t = useTranslations('site');
  return (
    <Button icon={<Upload size={16} aria-hidden />} onClick={onClick}>
      {t('import')}
    </Button>
  );
}
