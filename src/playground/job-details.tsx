import { type ReactNode, useMemo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { JobRow, ParameterOrigin, StoredValues } from '../engine/ports';
import { Badge } from '../ui/badge';
import { later } from '../ui/later';
import styles from './job-details.module.css';
import { RawNumbersProvider } from './json-row';
import { JsonTree } from './json-tree';
import { rawNumbers } from './raw-numbers';
import { useRuns } from './run-context';
import { ChildLink } from './run-link';
import { isCutOff } from './run-store';
import { StatusMark } from './status-mark';
import { StoredValueView } from './stored-value';
import { useDuration } from './words';

/** How a job shows: a failure that an error edge took over is no failure of the run (ERR-7, ERR-9). */
export function shownStatus(job: JobRow) {
  if (isCutOff(job)) return 'cancelled';
  return job.errorRouted ? 'routed' : job.status;
}

/** Everything known of one execution of one node: state, failure, outputs, inputs with their origin. */
export function JobDetails({ job, header }: { readonly job: JobRow; readonly header?: ReactNode }) {
  const t = useTranslations('run.node');
  const raw = useMemo(() => rawNumbers([job.inputs, job.outputs]), [job.inputs, job.outputs]);
  return (
    <div className={styles.details}>
      {header}
      <Facts job={job} />
      {job.interrupt !== undefined && <AskedQuestion id={job.interrupt} news={job.status} />}
      <ChildLink job={job} />
      {isCutOff(job) ? (
        <p className={styles.note}>{t('cutOff')}</p>
      ) : (
        job.error !== null && <Failure job={job} />
      )}
      {job.status === 'skipped' && <p className={styles.note}>{<SkipReason reason={job.skipReason} />}</p>}
      {job.activeBranches !== null && job.activeBranches.length > 0 && (
        <p className={styles.note}>{t('branches', { names: job.activeBranches.join(', ') })}</p>
      )}
      {job.started !== null && (
        <RawNumbersProvider value={raw}>
          <Values title={t('outputs')} none={t('noOutputs')} values={job.outputs} />
          <Values title={t('inputs')} none={t('noInputs')} values={job.inputs} origins={job.origins} />
        </RawNumbersProvider>
      )}
    </div>
  );
}

const Question = later(async () => (await import('./question')).Question);

/** What the node has asked, with its control while it waits. */
export function AskedQuestion({ id, news }: { readonly id: string; readonly news: unknown }) {
  const { questions } = useRuns();
  return questions === undefined ? null : <Question id={id} questions={questions} news={news} />;
}

function Facts({ job }: { readonly job: JobRow }) {
  const t = useTranslations('run.node');
  const format = useFormatter();
  const duration = useDuration();
  return (
    <div className={styles.facts}>
      <StatusMark status={shownStatus(job)} text />
      {job.started !== null && job.ended !== null && (
        <span>{t('time', { time: duration(job.ended - job.started) })}</span>
      )}
      {job.started !== null && (
        <span>{t('started', { time: format.dateTime(job.started, { timeStyle: 'medium' }) })}</span>
      )}
      {job.attempts > 1 && <span>{t('attempts', { count: job.attempts })}</span>}
    </div>
  );
}

function Failure({ job }: { readonly job: JobRow }) {
  const t = useTranslations('run.node');
  if (job.error === null) return null;
  return (
    <div className={job.errorRouted ? `${styles.failure} ${styles.routed}` : styles.failure}>
      <p>{t('error', { message: job.error.message })}</p>
      <p className={styles.code}>
        <code>{job.error.code}</code>
        {job.error.retryable && <span>{t('retryable')}</span>}
        {job.errorRouted && <span>{t('handled')}</span>}
      </p>
      {job.error.details !== undefined && <JsonTree value={job.error.details} name={job.error.code} />}
    </div>
  );
}

function SkipReason({ reason }: { readonly reason: string | null }) {
  const t = useTranslations('run.node.skip');
  if (reason === 'branch_not_active' || reason === 'non_executable' || reason === 'cancelled')
    return t(reason);
  return t('other', { reason: reason ?? '' });
}

function Values({
  title,
  none,
  values,
  origins = null,
}: {
  readonly title: string;
  readonly none: string;
  readonly values: StoredValues | null;
  readonly origins?: { readonly [parameter: string]: ParameterOrigin } | null;
}) {
  const entries = Object.entries(values ?? {});
  return (
    <section className={styles.values}>
      <h4 className={styles.title}>{title}</h4>
      {entries.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        entries.map(([name, value]) => (
          <div key={name} className={styles.value}>
            <div className={styles.name}>
              <code>{name}</code>
              <OriginBadge
                origin={origins !== null && Object.hasOwn(origins, name) ? origins[name] : undefined}
              />
            </div>
            <StoredValueView value={value} name={name} />
          </div>
        ))
      )}
    </section>
  );
}

function OriginBadge({ origin }: { readonly origin: ParameterOrigin | undefined }) {
  const t = useTranslations('run.origin');
  const help = useTranslations('run.originHelp');
  if (origin === undefined) return null;
  return (
    <span title={help(origin)}>
      <Badge tone={origin === 'wire' ? 'accent' : 'neutral'}>{t(origin)}</Badge>
    </span>
  );
}
