import { useTranslations } from 'use-intl';
import { type HistoryEntry, readState } from '../../../engine/triggers/state';
import type { TriggerRow } from '../../../engine/triggers/types';
import { editorRoute, hrefOf } from '../../routes';
import shared from '../site.module.css';
import styles from './triggers.module.css';
import { useTriggerWords } from './words';

const REASONS = [
  'overlap_skipped',
  'overlap_buffered',
  'overlap_dropped',
  'missed',
  'chain_too_long',
  'launch_refused',
] as const;

/** TRIG-3: the last ten firings, the newest first; a skip says why. */
export function History({ row }: { readonly row: TriggerRow }) {
  const t = useTranslations('triggers');
  const { moment } = useTriggerWords();
  const { history } = readState(row.state);
  const reason = ({ reason: code }: HistoryEntry) =>
    t(`reasons.${REASONS.find((one) => one === code) ?? 'other'}`);
  return (
    <section className={styles.history}>
      <h3>{t('history')}</h3>
      {history.length === 0 && <p className={shared.quiet}>{t('historyNone')}</p>}
      <ol>
        {history.map((entry) => (
          <li key={`${entry.at} ${entry.execution_id ?? entry.reason ?? ''}`}>
            <time dateTime={new Date(entry.at).toISOString()}>
              {moment(entry.at, row.config.schedule.timezone)}
            </time>
            {entry.execution_id === null ? (
              <span title={entry.message}>{reason(entry)}</span>
            ) : (
              <a href={hrefOf(editorRoute(row.workflow, entry.execution_id))}>
                {t('historyRun', { number: entry.execution_number ?? 0 })}
              </a>
            )}
            <span className={shared.quiet}>{entry.message}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
