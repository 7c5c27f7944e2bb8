import { Pause, Play, RotateCw, Square } from 'lucide-react';
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useCanvasUi, useEditor, useEditorState } from '../canvas/editor/editor-context';
import type { JobRow } from '../engine/ports';
import { titleOf } from '../model/document';
import { ownString } from '../model/json';
import { isTerminal } from '../model/status';
import { Button } from '../ui/button';
import { firstClick } from '../ui/first-click';
import { later } from '../ui/later';
import { JobDetails, shownStatus } from './job-details';
import { Outcome, OutcomeLine } from './outcome';
import { runControls } from './pause';
import type { RunView } from './ports';
import { useRunState, useRuns } from './run-context';
import { RunFormView } from './run-form-view';
import styles from './run-panel.module.css';
import { byTime } from './run-store';
import { StatusMark } from './status-mark';
import { useLaunch } from './use-launch';
import { useDuration } from './words';

const StatesPanel = later(async () => (await import('./states-panel')).StatesPanel);

/** Before a run: its form. During and after: the nodes in the order they ran, and what each got and gave. */
export function RunPanel({ onShowProblems }: { readonly onShowProblems: () => void }) {
  const showing = useRunState((state) => state.showing);
  const view = useRunState((state) => state.view);
  const runId = useRunState((state) => state.runId);
  const launch = useLaunch();
  const loading = showing === 'run' && runId !== null && view === null;
  return (
    <div className={styles.panel}>
      <RefusalNote onShowProblems={onShowProblems} />
      {loading && <div className={styles.header} aria-busy="true" />}
      {showing === 'run' && view !== null && <RunOf view={view} onAgain={() => void launch(false)} />}
      {!loading && (showing === 'form' || view === null) && <RunFormView onRun={() => void launch(false)} />}
    </div>
  );
}

function RefusalNote({ onShowProblems }: { readonly onShowProblems: () => void }) {
  const t = useTranslations('run.refused');
  const app = useTranslations('app');
  const runs = useRuns();
  const refusal = useRunState((state) => state.refusal);
  const contract = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  useEndsWithEdit(refusal);
  if (refusal === null) return null;
  const loops = refusal.code === 'LOOPS_NOT_SUPPORTED';
  const about = new Set(refusal.details.map((detail) => ownString(detail, loops ? 'target' : 'node')));
  const nodes = editor.store
    .getState()
    .document.nodes.filter((node) => about.has(node.id))
    .slice(0, MOST_NODES);
  return (
    <div className={styles.refusal} role="alert">
      <div>
        <strong>{t('title')}</strong>
        <p>
          {/* What the door says of loops names strategies and wires by their ids. */}
          {loops ? t('loops') : t('text', { message: refusal.message })} <code>{refusal.code}</code>
        </p>
      </div>
      <div className={styles.buttons}>
        {nodes.map((node) => (
          <Button
            key={node.key}
            size="small"
            onClick={() => {
              ui.set({ lead: node.key });
              editor.select({ nodes: [node.key] });
              ui.view?.reveal(node.key);
            }}
          >
            {contract('showNode', { name: titleOf(node) })}
          </Button>
        ))}
        {OF_PROBLEMS.has(refusal.code) && (
          <Button size="small" onClick={onShowProblems}>
            {t('show')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={runs.dismissRefusal}>
          {app('dismiss')}
        </Button>
      </div>
    </div>
  );
}

/** A refusal is about the workflow as it was: the first edit after it takes it away. */
function useEndsWithEdit(refusal: unknown): void {
  const runs = useRuns();
  const document = useEditorState((state) => state.document);
  const about = useRef({ refusal, document });
  useEffect(() => {
    if (about.current.refusal !== refusal) about.current = { refusal, document };
    else if (refusal !== null && about.current.document !== document) runs.dismissRefusal();
  }, [refusal, document, runs]);
}

/** Refusals whose reasons the list of problems holds. */
const OF_PROBLEMS = new Set(['WORKFLOW_INVALID', 'COMPILATION_FAILED']);
/** So many nodes that a refusal is about are offered to be shown. */
const MOST_NODES = 3;

function RunOf({ view, onAgain }: { readonly view: RunView; readonly onAgain: () => void }) {
  const t = useTranslations('run');
  const jobs = useMemo(() => [...view.jobs].sort(byTime), [view.jobs]);
  const jobId = useRunState((state) => state.jobId);
  const job = jobs.find((one) => one.id === jobId);
  const [states, setStates] = useState(false);
  const titleOf = (node: string) => jobs.find((one) => one.node === node)?.label || node;
  return (
    <>
      <Header view={view} onAgain={onAgain} />
      <div className={styles.split}>
        <JobList jobs={jobs} states={states} onStates={setStates} />
        <div className={styles.detail}>
          {job === undefined && states ? (
            <StatesPanel run={view.run} jobs={jobs} />
          ) : job === undefined ? (
            <Outcome run={view.run} jobs={jobs} titleOf={titleOf} />
          ) : (
            <JobDetails
              key={job.id}
              job={job}
              header={<h3 className={styles.heading}>{job.label || job.node}</h3>}
            />
          )}
        </div>
      </div>
      <span className="visually-hidden">{t('pickNode')}</span>
    </>
  );
}

function Header({ view, onAgain }: { readonly view: RunView; readonly onAgain: () => void }) {
  const t = useTranslations('run');
  const runs = useRuns();
  const stopping = useRunState((state) => state.stopping);
  const launching = useRunState((state) => state.launching);
  const pausing = useRunState((state) => state.pausing);
  const ended = isTerminal(view.run.status);
  const can = runControls(view);
  return (
    <div className={styles.header}>
      <OutcomeLine view={view} />
      <div className={styles.buttons}>
        {can.resume && (
          <Button
            size="small"
            icon={<Play size={13} aria-hidden />}
            onClick={firstClick(() => void runs.resume())}
          >
            {t('resume')}
          </Button>
        )}
        {can.pause && (
          <Button
            size="small"
            icon={<Pause size={13} aria-hidden />}
            disabled={pausing || stopping}
            onClick={firstClick(() => void runs.pause(t('pauseReason')))}
          >
            {pausing ? t('pausing') : t('pause')}
          </Button>
        )}
        {can.stop && (
          <Button
            size="small"
            icon={<Square size={13} aria-hidden />}
            disabled={stopping}
            onClick={firstClick(() => void runs.stop(t('stopReason')))}
          >
            {stopping ? t('stopping') : t('stop')}
          </Button>
        )}
        {ended && (
          <Button
            size="small"
            icon={<RotateCw size={13} aria-hidden />}
            disabled={launching}
            onClick={firstClick(onAgain)}
          >
            {t('runAgain')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => runs.show('form')}>
          {t('editInputs')}
        </Button>
      </div>
    </div>
  );
}

/** So many jobs are listed at once, the last of them first: a loop makes thousands. */
const PAGE = 300;

/** Index of the first job that is listed; the one that is looked at always is. */
function firstShown(jobs: readonly JobRow[], shown: number, jobId: string | null): number {
  const from = Math.max(0, jobs.length - shown);
  const at = from === 0 || jobId === null ? -1 : jobs.findIndex(({ id }) => id === jobId);
  return at < 0 ? from : Math.min(from, at);
}

function JobList({
  jobs,
  states,
  onStates,
}: {
  readonly jobs: readonly JobRow[];
  /** Whether the states are looked at, where no job is. */
  readonly states: boolean;
  readonly onStates: (shown: boolean) => void;
}) {
  const s = useTranslations('strategies');
  const t = useTranslations('run');
  const runs = useRuns();
  const editor = useEditor();
  const jobId = useRunState((state) => state.jobId);
  const [more, setMore] = useState(PAGE);
  const from = useMemo(() => firstShown(jobs, more, jobId), [jobs, more, jobId]);
  const pick = useCallback(
    (job: JobRow) => {
      runs.selectJob(job.id);
      const node = editor.store.getState().document.nodes.find((one) => one.id === job.node);
      if (node !== undefined) editor.select({ nodes: [node.key] });
    },
    [runs, editor],
  );
  return (
    <nav className={styles.jobs} aria-label={t('nodes')}>
      <ul>
        <li>
          <button
            type="button"
            className={styles.job}
            aria-current={jobId === null && !states ? 'true' : undefined}
            onClick={() => {
              onStates(false);
              runs.selectJob(null);
            }}
          >
            <span className={styles.label}>{t('outputs')}</span>
          </button>
        </li>
        {runs.source.states !== undefined && (
          <li>
            <button
              type="button"
              className={styles.job}
              aria-current={jobId === null && states ? 'true' : undefined}
              onPointerEnter={() => void StatesPanel.load().catch(() => undefined)}
              onClick={() => {
                onStates(true);
                runs.selectJob(null);
              }}
            >
              <span className={styles.label}>{s('states')}</span>
            </button>
          </li>
        )}
        {from > 0 && (
          <li>
            <button type="button" className={styles.job} onClick={() => setMore(more + PAGE)}>
              <span className={`${styles.label} ${styles.idle}`}>{t('moreNodes', { count: from })}</span>
            </button>
          </li>
        )}
        {jobs.slice(from).map((job) => (
          <JobItem key={job.id} job={job} current={job.id === jobId} onPick={pick} />
        ))}
      </ul>
    </nav>
  );
}

/** A loop makes thousands of these: one that stays as it is is not drawn again. */
const JobItem = memo(function JobItem({
  job,
  current,
  onPick,
}: {
  readonly job: JobRow;
  readonly current: boolean;
  readonly onPick: (job: JobRow) => void;
}) {
  const t = useTranslations('run.node');
  const duration = useDuration();
  const time = job.started !== null && job.ended !== null ? duration(job.ended - job.started) : '';
  return (
    <li>
      <button
        type="button"
        className={styles.job}
        aria-current={current ? 'true' : undefined}
        onClick={() => onPick(job)}
      >
        <StatusMark status={shownStatus(job)} />
        <span className={job.started === null ? `${styles.label} ${styles.idle}` : styles.label}>
          {job.label || job.node}
        </span>
        {(job.occurrence ?? 0) > 0 && (
          <span className={styles.time}>{t('round', { n: (job.occurrence ?? 0) + 1 })}</span>
        )}
        <span className={styles.time}>{time}</span>
      </button>
    </li>
  );
});
