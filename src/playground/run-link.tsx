import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { JobRow, RunRow } from '../engine/ports';
import { isTerminal } from '../model/status';
import type { RunLink } from './ports';
import { useRuns } from './run-context';
import styles from './run-link.module.css';

/** A job that runs may only be about to start its run. */
const AGAIN_MS = 500;

/** From an execution of a node to the run of the workflow that it started. */
export function ChildLink({ job }: { readonly job: JobRow }) {
  const t = useTranslations('run.link');
  const { source } = useRuns();
  const goesOn = job.status === 'running';
  const link = useLink(() => source.childOf(job), `${job.id} ${job.attempts} ${job.status}`, goesOn);
  if (link === undefined) return null;
  return (
    <p className={styles.link}>
      <a href={link.href}>{t('child', { workflow: link.workflow })}</a>
    </p>
  );
}

/** From a run to the one whose node started it. */
export function ParentLink({ run }: { readonly run: RunRow }) {
  const t = useTranslations('run.link');
  const { source } = useRuns();
  const link = useLink(() => source.parentOf(run), run.id, false);
  if (run.parent === undefined || link === undefined) return null;
  const words = { workflow: link.workflow };
  return (
    <p className={styles.link}>
      <a href={link.href}>{run.parent.detached === true ? t('startedBy', words) : t('partOf', words)}</a>
      {run.parent.detached !== true && !isTerminal(run.status) && <span>{t('ends')}</span>}
    </p>
  );
}

/** Asks when `key` changes, and, where the answer may still come, from time to time. */
function useLink(ask: () => Promise<RunLink | undefined>, key: string, again: boolean): RunLink | undefined {
  const [found, setFound] = useState<{ readonly key: string; readonly link: RunLink | undefined }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says all that `ask` depends on.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = () => {
      ask().then(
        (link) => {
          if (over) return;
          setFound({ key, link });
          if (again && link === undefined) timer = setTimeout(look, AGAIN_MS);
        },
        () => undefined,
      );
    };
    look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [key, again]);
  return found?.key === key ? found.link : undefined;
}
