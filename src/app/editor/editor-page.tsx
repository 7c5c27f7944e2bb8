import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { useFaultText } from '../fault-text';
import { NoticePage } from '../notice-page';
import { navigate, START } from '../routes';
import { useServices } from '../services';
import { downloadRaw } from '../unreadable';
import { EditorSkeleton } from './editor-skeleton';
import { EditorView } from './editor-view';
import { type OpenEditor, type OpenFailure, openEditor } from './open-editor';
import { SelectionPart } from './parts';

type Loaded =
  | { readonly state: 'loading' }
  | { readonly state: 'open'; readonly open: OpenEditor }
  | { readonly state: 'failed'; readonly fault: OpenFailure };

/** The editor of one workflow: opens its draft with its history, and lets go of it on leaving. */
export function EditorPage({
  id,
  run,
  onEditor,
  onImport,
}: {
  readonly id: string;
  /** A run to look at. */
  readonly run: string | null;
  /** Tells which editor is on the screen, so that a crash can offer its document. */
  readonly onEditor: (open: OpenEditor | null) => void;
  readonly onImport: () => void;
}) {
  const services = useServices();
  const [loaded, setLoaded] = useState<Loaded>({ state: 'loading' });
  const [round, setRound] = useState(0);
  const reload = useMemo(() => () => setRound((n) => n + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` asks for another reading.
  useEffect(() => {
    let ended = false;
    let mine: OpenEditor | null = null;
    setLoaded({ state: 'loading' });
    // The panel stands beside the canvas: it comes with it, not a moment later.
    const panel = SelectionPart.load().catch(() => undefined);
    Promise.all([openEditor(services, id), panel]).then(([result]) => {
      if (ended) {
        if (result.ok) result.value.close();
        return;
      }
      if (!result.ok) {
        setLoaded({ state: 'failed', fault: result.error });
        return;
      }
      mine = result.value;
      onEditor(mine);
      setLoaded({ state: 'open', open: mine });
    });
    return () => {
      ended = true;
      onEditor(null);
      // Fields of the page that goes hand on what was typed: they end after this effect does.
      const closing = mine;
      queueMicrotask(() => closing?.close());
    };
  }, [services, id, round, onEditor]);

  if (loaded.state === 'loading') return <EditorSkeleton />;
  if (loaded.state === 'failed') return <Failed id={id} fault={loaded.fault} />;
  return <EditorView key={round} open={loaded.open} run={run} onReload={reload} onImport={onImport} />;
}

function Failed({ id, fault }: { readonly id: string; readonly fault: OpenFailure }) {
  const t = useTranslations('app');
  const services = useServices();
  const faultText = useFaultText();
  const missing = fault.reason === 'missing';
  return (
    <NoticePage
      title={missing ? t('missing.title') : t('unreadable.title')}
      text={missing ? t('missing.text', { id }) : t('unreadable.text')}
      {...(missing ? {} : { detail: faultText(brief(fault)) })}
    >
      <Button variant="primary" onClick={() => navigate(START)}>
        {t('missing.back')}
      </Button>
      {!missing && (
        <Button onClick={() => void downloadRaw(services.db, id)}>{t('unreadable.download')}</Button>
      )}
    </NoticePage>
  );
}

/** The first problems of a damaged row say enough. */
function brief(fault: OpenFailure): OpenFailure {
  return fault.reason === 'unreadable' ? { ...fault, problems: fault.problems.slice(0, 3) } : fault;
}
