import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { JobRow } from '../engine/ports';
import { JobDetails } from './job-details';
import styles from './node-data-panel.module.css';
import { RoundStepper } from './round-stepper';
import { useRunState, useRuns } from './run-context';
import { byTime } from './run-store';

/** What went in and out of one node in the run that is looked at; by round, where it ran more than once. */
export function NodeDataPanel({ nodeId }: { readonly nodeId: string }) {
  const t = useTranslations('run.node');
  const view = useRunState((state) => state.view);
  const wanted = useRunState((state) => state.jobId);
  const runs = useRuns();
  const jobs = useMemo(
    () => (view?.jobs ?? []).filter((job) => job.node === nodeId).sort(byTime),
    [view?.jobs, nodeId],
  );
  if (view === null) return <p className={styles.note}>{t('noRun')}</p>;
  const job = jobs.find((one) => one.id === wanted) ?? newest(jobs);
  if (job === undefined) {
    const skipped = view.run.skipped.includes(nodeId);
    return <p className={styles.note}>{skipped ? t('notRun') : t('notInRun')}</p>;
  }
  return (
    <>
      {jobs.length > 1 && (
        <div className={styles.rounds}>
          <RoundStepper
            at={jobs.indexOf(job)}
            count={jobs.length}
            onPick={(index) => runs.selectJob(jobs[index]?.id ?? null)}
          />
        </div>
      )}
      <JobDetails key={job.id} job={job} />
    </>
  );
}

/** The last execution that began; one that still waits has nothing to show. */
function newest(jobs: readonly JobRow[]): JobRow | undefined {
  return jobs.findLast(({ started }) => started !== null) ?? jobs.at(-1);
}
