import { Download, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import type { LaneRecords } from '../../../catalog/lane-overlay';
import type { Problem } from '../../../model/problem';
import { sameLaneRecords } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { IconButton } from '../../../ui/icon-button';
import { download } from '../../download';
import { useFaultText } from '../../fault-text';
import { say } from '../../toasts';
import { ImpactLines, ImpactNote } from './impact-note';
import styles from './lanes.module.css';
import { laneText } from './lanes-text';
import { type ImpactState, useImpact } from './use-impact';
import type { LanesWorld } from './use-lanes';

/** Whether something waits to be stored, what storing would do, and the buttons for it. */
export function StoreBar({ world }: { readonly world: LanesWorld }) {
  const t = useTranslations('lanes.bar');
  const { desk, site } = world;
  const state = useStore(desk.store);
  const { impact, now } = useImpact(site, state.stored, state.draft);
  const [asking, setAsking] = useState<Extract<ImpactState, { state: 'known' }> | null>(null);
  const clean = sameLaneRecords(state.stored, state.draft);
  const save = async () => {
    setAsking(null);
    const before = await desk.save();
    if (before === null) return;
    say(t('stored'), { action: { label: t('takeBack'), run: () => void takeBack(before) } });
  };
  const takeBack = async (before: LaneRecords) => {
    if (await desk.takeBack(before)) say(t('takenBack'));
  };
  const press = async () => {
    const found = await now();
    if (found.state === 'known' && found.workflows.some(({ lost }) => lost.length > 0)) setAsking(found);
    else await save();
  };
  return (
    <section className={styles.bar} aria-label={t('label')}>
      <div className={styles.barRow}>
        <p role="status" className={styles.barText}>
          {state.unread.size > 0 ? t('unread') : clean ? t('clean') : t('changed')}
        </p>
        <div className={styles.buttons}>
          <IconButton size="small" label={t('undo')} disabled={state.past.length === 0} onClick={desk.undo}>
            <Undo2 size={16} aria-hidden />
          </IconButton>
          <IconButton size="small" label={t('redo')} disabled={state.future.length === 0} onClick={desk.redo}>
            <Redo2 size={16} aria-hidden />
          </IconButton>
          <Button
            size="small"
            variant="quiet"
            icon={<RotateCcw size={14} aria-hidden />}
            disabled={state.draft.overlay === undefined && state.draft.shapes.length === 0}
            onClick={() => {
              desk.edit(() => ({ overlay: undefined, shapes: [] }));
              say(t('resetAllDone'), { action: { label: t('takeBack'), run: desk.undo } });
            }}
          >
            {t('resetAll')}
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={<Download size={14} aria-hidden />}
            disabled={state.draft.overlay === undefined && state.draft.shapes.length === 0}
            onClick={() => download('flowdrop-lanes.json', laneText(state.draft), 'application/json')}
          >
            {t('export')}
          </Button>
          <Button size="small" disabled={clean && state.unread.size === 0} onClick={desk.discard}>
            {t('drop')}
          </Button>
          <Button
            size="small"
            variant="primary"
            disabled={clean || state.saving || state.unread.size > 0 || state.theirs !== null}
            onClick={() => void press()}
          >
            {state.saving ? t('storing') : t('store')}
          </Button>
        </div>
      </div>
      <Refusal world={world} />
      <Theirs world={world} />
      <ImpactNote impact={impact} />
      {asking !== null && <Ask asking={asking} onGo={() => void save()} onEnd={() => setAsking(null)} />}
    </section>
  );
}

function Ask({
  asking,
  onGo,
  onEnd,
}: {
  readonly asking: Extract<ImpactState, { state: 'known' }>;
  readonly onGo: () => void;
  readonly onEnd: () => void;
}) {
  const t = useTranslations('lanes.impact');
  const app = useTranslations('app');
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onEnd()}
      title={t('ask')}
      closeLabel={app('close')}
      footer={
        <>
          <Button onClick={onEnd}>{t('cancel')}</Button>
          <Button variant="primary" onClick={onGo}>
            {t('go')}
          </Button>
        </>
      }
    >
      <ImpactLines impact={asking} />
    </Dialog>
  );
}

/** Why it was not stored: the same words as the door's, with the place. */
function Refusal({ world }: { readonly world: LanesWorld }) {
  const t = useTranslations('lanes.bar');
  const faultText = useFaultText();
  const refusal = useStore(world.desk.store, (state) => state.refusal);
  if (refusal === null) return null;
  return (
    <div role="alert" className={styles.refusal}>
      {refusal.reason === 'malformed' ? (
        <>
          <strong>{t('refused')}</strong>
          <Problems problems={refusal.problems} />
        </>
      ) : (
        t('fault', { message: faultText(refusal) })
      )}
    </div>
  );
}

/** Problems of records, each with its place. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <ul className={styles.problems}>
      {problems.map(({ path, message }) => (
        <li key={`${path} ${message}`}>
          {path !== '' && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}

function Theirs({ world }: { readonly world: LanesWorld }) {
  const t = useTranslations('lanes.theirs');
  const { desk } = world;
  const theirs = useStore(desk.store, (state) => state.theirs);
  if (theirs === null) return null;
  return (
    <div role="alert" className={styles.theirs}>
      <span>
        <strong>{t('title')}</strong> {t('text')}
      </span>
      <span className={styles.buttons}>
        <Button size="small" onClick={() => desk.settle('theirs')}>
          {t('theirs')}
        </Button>
        <Button size="small" onClick={() => desk.settle('both')}>
          {t('both')}
        </Button>
      </span>
    </div>
  );
}
