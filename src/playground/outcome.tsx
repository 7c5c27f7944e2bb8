import { useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { JobRow, RunRow, StoredValues } from '../engine/ports';
import { isTerminal } from '../model/status';
import { AskedQuestion } from './job-details';
import { RawNumbersProvider } from './json-row';
import { lastValues } from './last-values';
import styles from './outcome.module.css';
import { pauseKind } from './pause';
import type { RunView } from './ports';
import { rawNumbers } from './raw-numbers';
import { ParentLink } from './run-link';
import { StatusMark } from './status-mark';
import { StoredValueView } from './stored-value';
import { useDuration } from './words';

/** One line on how the run stands. Announced politely when it changes. */
export function OutcomeLine({ view }: { readonly view: RunView }) {
  const { run } = view;
  const t = useTranslations('run.outcome');
  const duration = useDuration();
  const paused = useTranslations('run.pausedFor');
  const kind = pauseKind(view);
  const format = useFormatter();
  const time = run.ended === null ? '' : duration(run.ended - (run.started ?? run.created));
  return (
    <div className={styles.line} role="status">
      <StatusMark status={kind === 'queued' ? 'queued' : run.status} />
      <span>
        {kind === null
          ? t(run.status, { time })
          : kind === 'time'
            ? paused('time', { when: momentText(format, run.wakeAt ?? 0) })
            : paused(kind)}
      </span>
    </div>
  );
}

/** A moment of today by its time, any other with its date. */
function momentText(format: ReturnType<typeof useFormatter>, at: number): string {
  const when = new Date(at);
  const today = when.toDateString() === new Date().toDateString();
  return format.dateTime(when, today ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' });
}

/** What a run gave: its failure, declared outputs, warnings and the nodes that were skipped. */
export function Outcome({
  run,
  jobs,
  titleOf,
}: {
  readonly run: RunRow;
  readonly jobs: readonly JobRow[];
  readonly titleOf: (node: string) => string;
}) {
  const t = useTranslations('run');
  const declared = run.outputs ?? {};
  const none = Object.keys(declared).length === 0;
  const ended = isTerminal(run.status);
  const raw = useMemo(
    () => rawNumbers(ended ? jobs.flatMap(({ inputs, outputs }) => [inputs, outputs]) : []),
    [ended, jobs],
  );
  const last = none && ended ? lastValues(run, jobs) : [];
  return (
    <div className={styles.outcome}>
      <ParentLink run={run} />
      {openQuestions(run, jobs).map((id) => (
        <AskedQuestion key={id} id={id} news={run.seq} />
      ))}
      {run.error !== null && (
        <div className={styles.failure}>
          <p>
            {run.error.node_id !== '' && <strong>{titleOf(run.error.node_id)}: </strong>}
            {run.error.message}
          </p>
          <code>{run.error.code}</code>
        </div>
      )}
      <section className={styles.part}>
        <h4 className={styles.title}>{t('outputs')}</h4>
        <RawNumbersProvider value={raw}>
          <Values values={declared} />
          {none && <p className={styles.none}>{last.length === 0 ? t('noOutputs') : t('lastOutputs')}</p>}
          {last.map(({ job, outputs }) => (
            <div key={job.id} className={styles.part}>
              <strong>{titleOf(job.node)}</strong>
              <Values values={outputs} />
            </div>
          ))}
        </RawNumbersProvider>
      </section>
      {run.warnings.length > 0 && (
        <section className={styles.part}>
          <h4 className={styles.title}>{t('warnings', { count: run.warnings.length })}</h4>
          <ul className={styles.list}>
            {run.warnings.map((warning, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: warnings are appended, never moved, and may repeat.
              <li key={index}>
                {warning.node !== undefined && <strong>{titleOf(warning.node)}: </strong>}
                {warning.message} <code className={styles.code}>{warning.code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {run.skipped.length > 0 && (
        <section className={styles.part}>
          <h4 className={styles.title}>{t('skippedNodes', { count: run.skipped.length })}</h4>
          <p className={styles.none}>{run.skipped.map(titleOf).join(', ')}</p>
        </section>
      )}
    </div>
  );
}

/** What the run waits to be told, without a look for the node that asks. */
function openQuestions(run: RunRow, jobs: readonly JobRow[]): readonly string[] {
  if (isTerminal(run.status)) return [];
  return jobs.flatMap(({ status, interrupt }) =>
    status === 'interrupted' && interrupt !== undefined ? [interrupt] : [],
  );
}

function Values({ values }: { readonly values: StoredValues }) {
  return Object.entries(values).map(([name, value]) => (
    <div key={name} className={styles.value}>
      <code>{name}</code>
      <StoredValueView value={value} name={name} />
    </div>
  ));
}
