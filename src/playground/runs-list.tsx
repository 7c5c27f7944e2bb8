import { Trash2 } from 'lucide-react';
import { useFormatter, useNow, useTranslations } from 'use-intl';
import { isTerminal } from '../model/status';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import type { RunSummary } from './ports';
import { useRunState, useRuns } from './run-context';
import styles from './runs-list.module.css';
import { StatusMark } from './status-mark';
import { useDuration } from './words';

/**
 * Earlier runs of this workflow, newest first. Opening one puts its badges on the canvas. `onSay` tells the person what
 * happened, with a way back where there is one.
 */
export function RunsList({
  onOpen,
  onSay,
}: {
  readonly onOpen: () => void;
  readonly onSay: (text: string, takeBack?: () => void) => void;
}) {
  const t = useTranslations('run.runs');
  const store = useRuns();
  const runs = useRunState((state) => state.runs);
  const runId = useRunState((state) => state.runId);
  if (runs === null) return <p className={styles.empty}>{t('loading')}</p>;
  if (runs.length === 0) return <p className={styles.empty}>{t('empty')}</p>;
  return (
    <div className={styles.panel}>
      <ul className={styles.list}>
        {runs.map((run) => (
          <Row
            key={run.id}
            run={run}
            current={run.id === runId}
            onOpen={() => {
              store.look(run.id);
              store.show('run');
              onOpen();
            }}
            onDelete={() => {
              if (!isTerminal(run.status)) {
                onSay(t('going'));
                return;
              }
              store.remove(run.id);
              onSay(t('deleted'), () => {
                if (!store.keep(run.id)) onSay(t('tooLate'));
              });
            }}
          />
        ))}
      </ul>
      {runId !== null && (
        <div className={styles.foot}>
          <Button size="small" variant="quiet" onClick={() => store.look(null)}>
            {t('close')}
          </Button>
        </div>
      )}
    </div>
  );
}

function Row({
  run,
  current,
  onOpen,
  onDelete,
}: {
  readonly run: RunSummary;
  readonly current: boolean;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}) {
  const t = useTranslations('run.runs');
  const format = useFormatter();
  const now = useNow({ updateInterval: 30_000 });
  const duration = useDuration();
  const when = format.dateTime(run.created, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <li className={styles.row}>
      <button
        type="button"
        className={styles.open}
        aria-current={current ? 'true' : undefined}
        aria-label={t('open', { time: when })}
        title={when}
        onClick={onOpen}
      >
        <StatusMark status={run.queued === true ? 'queued' : run.status} text />
        <span className={styles.time}>
          {run.ended === null ? '' : duration(run.ended - (run.started ?? run.created))}
        </span>
        <span className={styles.when}>{format.relativeTime(run.created, now)}</span>
      </button>
      <IconButton
        size="small"
        label={isTerminal(run.status) ? t('delete', { time: when }) : t('going')}
        aria-disabled={!isTerminal(run.status)}
        onClick={onDelete}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </li>
  );
}
