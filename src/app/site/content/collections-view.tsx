import { Database, Ellipsis, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu } from '../../../ui/menu';
import { hrefOf, navigate, siteRoute } from '../../routes';
import { useServices } from '../../services';
import { useTitle } from '../../use-title';
import shared from '../site.module.css';
import styles from './content.module.css';
import { ImportButton } from './import-button';
import { NameDialog } from './name-dialog';
import { useCollectionVerbs } from './use-collection-verbs';
import { useContent } from './use-content';

/** The collection that nodes use where nothing else is set. */
const USUAL = 'node';

/** All collections with their counts; where there is none, what this place is for. */
export function CollectionsView() {
  const t = useTranslations('content');
  const { content } = useServices();
  const verbs = useCollectionVerbs();
  useTitle(t('title'));
  const collections = useContent(useCallback(() => content.collections(), [content]));
  /** `null`: a new one. */
  const [naming, setNaming] = useState<string | null>();
  const taken = (name: string) => collections?.some((one) => one.name === name) === true;
  const none = collections?.length === 0;
  return (
    <>
      <div className={shared.head}>
        <div>
          <h2 className={shared.heading}>{t('title')}</h2>
          <p className={shared.text}>{t('text')}</p>
        </div>
        <div className={shared.buttons}>
          <ImportButton />
          <Button
            variant={none ? 'default' : 'primary'}
            icon={<Plus size={16} aria-hidden />}
            onClick={() => setNaming(null)}
          >
            {t('new')}
          </Button>
        </div>
      </div>
      {none && (
        <section className={styles.empty}>
          <Database size={28} aria-hidden />
          <h3>{t('empty.title')}</h3>
          <p>{t('empty.text', { name: USUAL })}</p>
          <Button variant="primary" onClick={() => void verbs.sample(USUAL)}>
            {t('empty.sample')}
          </Button>
        </section>
      )}
      {collections !== null && !none && (
        <ul className={shared.rows} aria-label={t('list')}>
          {collections.map(({ name, count }) => (
            <li key={name} className={shared.row}>
              <span className={shared.swatch}>
                <Database size={17} aria-hidden />
              </span>
              <div className={shared.names}>
                <div className={shared.name}>
                  <a href={hrefOf(siteRoute('content', name))}>{name}</a>
                </div>
                <div className={shared.detail}>{t('count', { count })}</div>
              </div>
              <Menu
                trigger={
                  <IconButton label={t('more', { name })}>
                    <Ellipsis size={18} aria-hidden />
                  </IconButton>
                }
                items={[
                  { id: 'rename', label: t('rename'), onSelect: () => setNaming(name) },
                  { id: 'export', label: t('export'), onSelect: () => void verbs.export(name) },
                  { id: 'line', separator: true },
                  { id: 'remove', label: t('remove'), danger: true, onSelect: () => void verbs.remove(name) },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      {naming !== undefined && (
        <NameDialog
          name={naming}
          taken={taken}
          onClose={() => setNaming(undefined)}
          onName={async (name) => {
            const done = await (naming === null ? verbs.create(name) : verbs.rename(naming, name));
            if (!done) return;
            setNaming(undefined);
            if (naming === null) navigate(siteRoute('content', name));
          }}
        />
      )}
    </>
  );
}
