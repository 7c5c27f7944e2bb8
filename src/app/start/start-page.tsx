import { Plus, Settings, Shapes, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DraftSummary } from '../../store';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { EXAMPLES } from '../examples';
import { late } from '../late';
import { Mark } from '../mark';
import { usePublishing } from '../publish/use-publishing';
import { hrefOf, navigate, SETTINGS, siteRoute } from '../routes';
import { useTitle } from '../use-title';
import { ExampleCard } from './example-card';
import styles from './start-page.module.css';
import { UnreadableDrafts } from './unreadable-drafts';
import { useDrafts } from './use-drafts';
import { useStartVerbs } from './use-start-verbs';
import { CardSkeleton, WorkflowCard } from './workflow-card';

const NameDialog = late(async () => (await import('./name-dialog')).NameDialog);

/** The first page: one's workflows, and examples to begin with. A first visitor sees what this is, then the examples. */
export function StartPage({
  fresh,
  onImport,
}: {
  readonly fresh: ReadonlySet<string>;
  readonly onImport: () => void;
}) {
  const t = useTranslations('start');
  const list = useDrafts();
  useTitle(null);
  const first = list.state === 'ready' && list.drafts.length === 0;
  return (
    <div className={styles.page}>
      <Header />
      <main className={styles.main} id="content">
        {list.state === 'failed' && <p role="alert">{t('failedList', { message: list.message })}</p>}
        {list.state === 'ready' && list.unreadable.length > 0 && (
          <UnreadableDrafts drafts={list.unreadable} />
        )}
        {first ? (
          <Welcome onImport={onImport} />
        ) : (
          <Yours drafts={list.state === 'ready' ? list.drafts : null} fresh={fresh} onImport={onImport} />
        )}
        {list.state !== 'loading' && <Examples lead={first} />}
      </main>
    </div>
  );
}

function Header() {
  const app = useTranslations('app');
  const t = useTranslations('start');
  return (
    <header className={styles.header}>
      <a className={styles.brand} href={hrefOf({ page: 'start' })}>
        <Mark size={22} />
        {app('name')}
      </a>
      <div className={styles.pages}>
        <Button
          variant="quiet"
          aria-label={t('site')}
          icon={<Shapes size={18} aria-hidden />}
          onClick={() => navigate(siteRoute())}
        >
          {t('siteShort')}
        </Button>
        <Button variant="quiet" icon={<Settings size={18} aria-hidden />} onClick={() => navigate(SETTINGS)}>
          {t('settings')}
        </Button>
      </div>
    </header>
  );
}

function Welcome({ onImport }: { readonly onImport: () => void }) {
  const t = useTranslations('start');
  const verbs = useStartVerbs();
  return (
    <section className={styles.welcome}>
      <h1 className={styles.claim}>{t('whatTitle')}</h1>
      <p className={styles.what}>{t('what')}</p>
      <div className={styles.buttons}>
        <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={verbs.create}>
          {t('new')}
        </Button>
        <Button icon={<Upload size={16} aria-hidden />} onClick={onImport}>
          {t('import')}
        </Button>
      </div>
    </section>
  );
}

function Examples({ lead }: { readonly lead: boolean }) {
  const t = useTranslations('start');
  const verbs = useStartVerbs();
  return (
    <section className={styles.section} aria-labelledby="examples">
      <div>
        <h2 id="examples" className={styles.heading}>
          {lead ? t('firstStep') : t('examplesTitle')}
        </h2>
        <p className={styles.sub}>{t('examplesText')}</p>
      </div>
      <ul className={styles.grid}>
        {EXAMPLES.map((example) => (
          <ExampleCard key={example.id} example={example} onOpen={() => verbs.openExample(example)} />
        ))}
      </ul>
    </section>
  );
}

/** `drafts` is null while they are read. */
function Yours({
  drafts,
  fresh,
  onImport,
}: {
  readonly drafts: readonly DraftSummary[] | null;
  readonly fresh: ReadonlySet<string>;
  readonly onImport: () => void;
}) {
  const t = useTranslations('start');
  const verbs = useStartVerbs();
  const publishing = usePublishing();
  const liveOf = (id: string) =>
    (publishing?.live.get(id) ?? []).flatMap((copy) => {
      const server = publishing?.servers.find((one) => one.id === copy.server)?.name;
      return server === undefined ? [] : [{ server, copy }];
    });
  const [query, setQuery] = useState('');
  const [renaming, setRenaming] = useState<DraftSummary | null>(null);
  // STORE-15: a literal part of the name, in any case.
  const wanted = query.trim().toLowerCase();
  const shown = drafts?.filter(({ head }) => head.name.toLowerCase().includes(wanted)) ?? null;
  const marked = shown?.toSorted((a, b) => Number(fresh.has(b.id)) - Number(fresh.has(a.id))) ?? null;
  return (
    <section className={styles.section}>
      <div className={styles.toolbar}>
        <h1 className={styles.title}>{t('title')}</h1>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t('search')}
          placeholder={t('search')}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button icon={<Upload size={16} aria-hidden />} onClick={onImport}>
            {t('import')}
          </Button>
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={verbs.create}>
            {t('new')}
          </Button>
        </div>
      </div>
      {shown?.length === 0 && (
        <p className={styles.none}>
          {t('noMatch', { query: query.trim() })}{' '}
          <Button size="small" onClick={() => setQuery('')}>
            {t('clearSearch')}
          </Button>
        </p>
      )}
      <ul className={styles.grid} aria-label={t('yours')} aria-busy={drafts === null}>
        {marked === null
          ? [1, 2, 3, 4].map((n) => <CardSkeleton key={n} />)
          : marked.map((draft) => (
              <WorkflowCard
                key={draft.id}
                draft={draft}
                fresh={fresh.has(draft.id)}
                live={liveOf(draft.id)}
                actions={{ ...verbs, rename: setRenaming }}
              />
            ))}
      </ul>
      {renaming !== null && (
        <NameDialog
          name={renaming.head.name}
          onClose={() => setRenaming(null)}
          onName={(name) => verbs.rename(renaming, name)}
        />
      )}
    </section>
  );
}
