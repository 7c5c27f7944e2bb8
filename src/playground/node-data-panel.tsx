import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../ui/inputs';
import { JobDetails } from './job-details';
import styles from './node-data-panel.module.css';
import { useRunState } from './run-context';
import { byTime } from './run-store';

/** What went in and out of one node in the run that is looked at; by round, where it ran more than once. */
export function NodeDataPanel({ nodeId }: { readonly nodeId: string }) {
  const t = useTranslations('run.node');
  const view = useRunState((state) => state.view);
  const wanted = useRunState((state) => state.jobId);
  const [picked, setPicked] = useState<string | null>(null);
  const jobs = useMemo(
    () => (view?.jobs ?? []).filter((job) => job.node === nodeId).sort(byTime),
    [view?.jobs, nodeId],
  );
  if (view === null) return <p className={styles.note}>{t('noRun')}</p>;
  const job = jobs.find((one) => one.id === (picked ?? wanted)) ?? jobs.at(-1);
  if (job === undefined) {
    const skipped = view.run.skipped.includes(nodeId);
    return <p className={styles.note}>{skipped ? t('notRun') : t('notInRun')}</p>;
  }
  return (
    <JobDetails
      key={job.id}
      job={job}
      header={
        jobs.length > 1 ? (
          <Select
            aria-label={t('rounds')}
            value={job.id}
            onChange={(event) => setPicked(event.target.value)}
            options={jobs.map((one, index) => ({ value: one.id, label: t('round', { n: index + 1 }) }))}
          />
        ) : undefined
      }
    />
  );
}
