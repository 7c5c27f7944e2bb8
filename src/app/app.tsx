import { Direction } from 'radix-ui';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { IntlProvider, useTranslations } from 'use-intl';
import type { OpenFault } from '../store';
import { Button } from '../ui/button';
import { iconBook } from '../ui/icon-book';
import { loadMenus } from '../ui/menu';
import { TooltipProvider } from '../ui/tooltip';
import { EditorSkeleton } from './editor/editor-skeleton';
import type { OpenEditor } from './editor/open-editor';
import { ErrorBoundary } from './error-boundary';
import { downloadDocument } from './export-workflow';
import { whenIdle } from './idle';
import { type ImportHandle, ImportHost } from './import/import-host';
import { late } from './late';
import en from './messages/en';
import { NoticePage } from './notice-page';
import { navigate, parseRoute, START, useRoute } from './routes';
import { openServices, type Services, ServicesProvider } from './services';
import { loadCatalog } from './site-catalog';
import { StartPage } from './start/start-page';
import { StoragePage } from './storage-page';
import { Toaster } from './toasts';
import { useDirection } from './use-direction';
import { useTitle } from './use-title';

const editorPage = () => import('./editor/editor-page').then((module) => ({ default: module.EditorPage }));
const EditorPage = lazy(editorPage);
const SettingsPage = late(async () => (await import('./settings/settings-page')).SettingsPage);
const SitePage = late(async () => (await import('./site/site-page')).SitePage);

/** What an editor needs besides its draft. It loads while the database opens, or while a person looks at the first page. */
function loadEditor(): void {
  const parts = [
    editorPage(),
    loadCatalog(),
    iconBook.ready(),
    import('../canvas/panels'),
    import('./late-messages'),
  ];
  for (const part of parts) part.catch(() => undefined);
}

/** What a person may want next, wherever they are. */
function loadNext(): void {
  loadEditor();
  loadMenus().catch(() => undefined);
}

/** The whole app: texts, services, pages. */
export function App() {
  const direction = useDirection();
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <IntlProvider locale={regionOf(navigator.languages)} messages={en} timeZone={timeZone}>
      <Direction.Provider dir={direction}>
        <TooltipProvider>
          <WithServices />
          <Toaster />
        </TooltipProvider>
      </Direction.Provider>
    </IntlProvider>
  );
}

/** The first English region that the person prefers, for dates and numbers. */
function regionOf(languages: readonly string[]): 'en' | `en-${string}` {
  return languages.find((language): language is `en-${string}` => language.startsWith('en-')) ?? 'en';
}

type Opening =
  | { readonly state: 'opening' }
  | { readonly state: 'open'; readonly services: Services }
  | { readonly state: 'failed'; readonly fault: OpenFault; readonly editor: OpenEditor | null };

function WithServices() {
  const editor = useRef<OpenEditor | null>(null);
  const onEditor = useCallback((open: OpenEditor | null) => {
    editor.current = open;
  }, []);
  const [opening, setOpening] = useState<Opening>({ state: 'opening' });
  const asked = useRef(false);
  useEffect(() => {
    // Once a page: the engine's worker and the database connection outlive every view.
    if (asked.current) return;
    asked.current = true;
    if (parseRoute(window.location.hash).page === 'editor') loadEditor();
    // The editor goes with its page; what was in it is kept for the notice.
    const fail = (fault: OpenFault) => setOpening({ state: 'failed', fault, editor: editor.current });
    openServices({ onSuperseded: fail, onBlocked: fail }).then(
      (result) => (result.ok ? setOpening({ state: 'open', services: result.value }) : fail(result.error)),
      (cause: unknown) =>
        fail({ code: 'failed', message: cause instanceof Error ? cause.message : String(cause) }),
    );
  }, []);
  if (opening.state === 'opening') return null;
  if (opening.state === 'failed') return <StoragePage fault={opening.fault} editor={opening.editor} />;
  return (
    <ServicesProvider services={opening.services}>
      <Pages onEditor={onEditor} />
    </ServicesProvider>
  );
}

function Pages({ onEditor }: { readonly onEditor: (open: OpenEditor | null) => void }) {
  const route = useRoute();
  const [editor, setEditor] = useState<OpenEditor | null>(null);
  const hold = useCallback(
    (open: OpenEditor | null) => {
      setEditor(open);
      onEditor(open);
    },
    [onEditor],
  );
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => whenIdle(loadNext), []);
  const imports = useRef<ImportHandle>(null);
  const choose = () => imports.current?.choose();
  return (
    <ErrorBoundary
      resetKey={route.page === 'editor' ? route.workflow : route.page}
      onDownload={
        editor === null ? undefined : () => downloadDocument(editor.editor.store.getState().document)
      }
    >
      {route.page === 'start' && <StartPage fresh={fresh} onImport={choose} />}
      {route.page === 'editor' && (
        <Suspense fallback={<EditorSkeleton />}>
          <EditorPage
            key={route.workflow}
            id={route.workflow}
            run={route.run}
            onEditor={hold}
            onImport={choose}
          />
        </Suspense>
      )}
      {route.page === 'settings' && <SettingsPage />}
      {route.page === 'site' && <SitePage view={route.view} item={route.item} onImport={choose} />}
      {route.page === 'unknown' && <UnknownPage path={route.path} />}
      <ImportHost ref={imports} onBrought={(ids) => setFresh(new Set(ids))} />
    </ErrorBoundary>
  );
}

function UnknownPage({ path }: { readonly path: string }) {
  const t = useTranslations('app.unknownPage');
  useTitle(t('title'));
  return (
    <NoticePage title={t('title')} text={t('text', { path })}>
      <Button variant="primary" onClick={() => navigate(START)}>
        {t('back')}
      </Button>
    </NoticePage>
  );
}
