import { ArrowLeft } from 'lucide-react';
import { type ComponentType, lazy, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button';
import { hrefOf, navigate, outsideSite, type SiteView, siteRoute } from '../routes';
import { useTitle } from '../use-title';
import { ImportContext } from './import-context';
import { SiteMessages } from './site-messages';
import styles from './site-page.module.css';

/** A part of the site. `item`: what of it is looked at by itself; null for the whole. */
export type SitePart = ComponentType<{ readonly item: string | null }>;

/** The parts that there are, in the order of their tabs. Each is loaded when it is first opened. */
const PARTS: readonly { readonly view: SiteView; readonly Part: SitePart }[] = [
  {
    view: 'node-types',
    Part: lazy(() => import('./node-types/node-types-view').then((m) => ({ default: m.NodeTypesView }))),
  },
  {
    view: 'categories',
    Part: lazy(() => import('./categories/categories-view').then((m) => ({ default: m.CategoriesView }))),
  },
  {
    view: 'lanes',
    Part: lazy(() => import('./lanes/lanes-view').then((m) => ({ default: m.LanesView }))),
  },
  {
    view: 'content',
    Part: lazy(() => import('./content/content-view').then((m) => ({ default: m.ContentView }))),
  },
  {
    view: 'memory',
    Part: lazy(() => import('./memory/memory-view').then((m) => ({ default: m.MemoryView }))),
  },
  {
    view: 'secrets',
    Part: lazy(() => import('./secrets/secrets-view').then((m) => ({ default: m.SecretsView }))),
  },
  {
    view: 'triggers',
    Part: lazy(() => import('./triggers/triggers-view').then((m) => ({ default: m.TriggersView }))),
  },
];

/** What this site has beside its workflows: node types, the categories they stand in, the lanes of their ports. */
export function SitePage({
  view,
  item,
  onImport,
}: {
  readonly view: SiteView;
  readonly item: string | null;
  readonly onImport: () => void;
}) {
  const t = useTranslations('site');
  useTitle(t(`views.${view}`));
  const Part = PARTS.find((one) => one.view === view)?.Part;
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <IconButton label={t('back')} onClick={() => navigate(outsideSite())}>
          <ArrowLeft size={18} aria-hidden />
        </IconButton>
        <h1 className={styles.title}>{t('title')}</h1>
        <nav className={styles.parts} aria-label={t('parts')}>
          {PARTS.map((one) => (
            <a
              key={one.view}
              className={styles.part}
              href={hrefOf(siteRoute(one.view))}
              aria-current={one.view === view ? 'page' : undefined}
            >
              {t(`views.${one.view}`)}
            </a>
          ))}
        </nav>
      </header>
      <main className={styles.main}>
        <ImportContext value={onImport}>
          <SiteMessages>
            <Suspense fallback={null}>{Part !== undefined && <Part item={item} />}</Suspense>
          </SiteMessages>
        </ImportContext>
      </main>
    </div>
  );
}
