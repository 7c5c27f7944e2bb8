import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { RunRow } from '../engine/ports';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import type { SavedSnapshot } from './ports';
import { useRuns } from './run-context';
import styles from './states-panel.module.css';
import { useRepeat } from './use-repeat';
import { useRunStates } from './use-run-states';

/** The stored snapshots of the workflow's runs, and how to store that of the run that is looked at. */
export function SnapshotList({ run }: { readonly run: RunRow }) {
  const t = useTranslations('strategies');
  const app = useTranslations('app');
  const { source } = useRuns();
  const { value: snapshots, again } = useRunStates((states) => states.snapshots(run.workflow), run.workflow);
  const [told, setTold] = useState<{ readonly text: string; readonly back?: () => Promise<void> } | null>(
    null,
  );

  async function save() {
    const saved = await (await source.states?.())?.save(run.id);
    setTold({ text: t(saved === true ? 'saved' : 'notSaved') });
    again();
  }

  async function remove({ run: of }: SavedSnapshot) {
    const back = await (await source.states?.())?.remove(of);
    setTold(back === undefined ? null : { text: t('removed'), back });
    again();
  }

  const mine = snapshots?.some((one) => one.run === run.id) === true;
  return (
    <section className={styles.part} aria-label={t('snapshots')}>
      <h4 className={styles.title}>{t('snapshots')}</h4>
      <p className={styles.quiet}>{t('snapshotsHelp')}</p>
      <div className={styles.buttons}>
        <Button size="small" onClick={() => void save()}>
          {t(mine ? 'saveAgain' : 'save')}
        </Button>
        <span role="status">{told?.text}</span>
        {told?.back !== undefined && (
          <Button
            size="small"
            onClick={() => {
              setTold(null);
              void told.back?.().then(again);
            }}
          >
            {app('undoIt')}
          </Button>
        )}
      </div>
      {snapshots?.length === 0 && <p className={styles.quiet}>{t('noSnapshots')}</p>}
      {snapshots !== null && snapshots.length > 0 && (
        <ul className={styles.list}>
          {snapshots.map((one) => (
            <Row key={one.run} one={one} run={run} onRemove={() => void remove(one)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({
  one,
  run,
  onRemove,
}: {
  readonly one: SavedSnapshot;
  readonly run: RunRow;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('strategies');
  const format = useFormatter();
  const repeat = useRepeat();
  const time = format.dateTime(one.changed, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li className={styles.row}>
      <span>
        {t('of', { time })} {one.run === run.id && <Badge tone="accent">{t('thisRun')}</Badge>}
        <span className={styles.quiet}>
          {' '}
          {one.ended ? t('endedSnapshot') : t('done', { done: one.done, count: one.nodes })}
        </span>
      </span>
      <span className={styles.buttons}>
        {!one.ended && (
          <Button
            size="small"
            aria-label={t('fromOf', { time })}
            // What its run was given is in it.
            onClick={() => void repeat({ snapshot: one.payload })}
          >
            {t('from')}
          </Button>
        )}
        <IconButton size="small" label={t('remove', { time })} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
    </li>
  );
}
