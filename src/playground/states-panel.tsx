import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { JobRow, RunRow } from '../engine/ports';
import type { Json } from '../model/json';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { IconButton } from '../ui/icon-button';
import { JsonTree } from './json-tree';
import type { RunCheckpoint } from './ports';
import { useRuns } from './run-context';
import { SnapshotList } from './snapshot-list';
import { type StateChange, stateChanges } from './state-diff';
import styles from './states-panel.module.css';
import { STATE_GRAPH } from './strategy-words';
import { useRepeat } from './use-repeat';
import { useRunStates } from './use-run-states';

/** The states that a run's nodes shared, one after another, and the snapshots of the workflow's runs. */
export function StatesPanel({ run, jobs }: { readonly run: RunRow; readonly jobs: readonly JobRow[] }) {
  const t = useTranslations('strategies');
  const checkpoints = useRunStates((states) => states.checkpoints(run.id), `${run.id}:${run.seq}`);
  const titleOf = (node: string) => jobs.find((job) => job.node === node)?.label || node;
  return (
    <div className={styles.panel}>
      {checkpoints.value === null ? (
        <p className={styles.quiet}>{t('loading')}</p>
      ) : checkpoints.value.length === 0 ? (
        <p className={styles.quiet}>{t(run.config?.checkpoints === 'memory' ? 'inMemory' : 'none')}</p>
      ) : (
        <States run={run} checkpoints={checkpoints.value} titleOf={titleOf} />
      )}
      <SnapshotList run={run} />
    </div>
  );
}

function States({
  run,
  checkpoints,
  titleOf,
}: {
  readonly run: RunRow;
  readonly checkpoints: readonly RunCheckpoint[];
  readonly titleOf: (node: string) => string;
}) {
  const t = useTranslations('strategies');
  // Null: the newest, also while there come more.
  const [picked, setPicked] = useState<number | null>(null);
  const last = checkpoints.length - 1;
  const at = Math.min(picked ?? last, last);
  const shown = checkpoints[at];
  const before = at === 0 ? (run.startState ?? {}) : (checkpoints[at - 1]?.state ?? {});
  const difference = useMemo(
    () => (shown === undefined ? null : stateChanges(before, shown.state)),
    [before, shown],
  );
  if (shown === undefined || difference === null) return null;
  const go = (to: number) => setPicked(to >= last ? null : Math.max(0, to));
  const steps = [
    { id: 'first', to: 0, off: at === 0, Icon: ChevronFirst },
    { id: 'before', to: at - 1, off: at === 0, Icon: ChevronLeft },
    { id: 'next', to: at + 1, off: at === last, Icon: ChevronRight },
    { id: 'last', to: last, off: at === last, Icon: ChevronLast },
  ] as const;
  return (
    <section className={styles.part} aria-label={t('states')}>
      <div className={styles.stepper}>
        {steps.map(({ id, to, off, Icon }) => (
          <IconButton key={id} size="small" label={t(id)} aria-disabled={off} onClick={() => !off && go(to)}>
            <Icon size={15} aria-hidden />
          </IconButton>
        ))}
        <span role="status">
          {t('step', { at: at + 1, count: checkpoints.length })}{' '}
          <span className={styles.quiet}>
            {shown.ended ? t('end') : t('after', { node: titleOf(shown.name) })}
          </span>
        </span>
      </div>
      <GoOn run={run} shown={shown} />
      <h4 className={styles.title}>{t('changes')}</h4>
      {difference.changes.length === 0 ? (
        <p className={styles.quiet}>{t('noChanges')}</p>
      ) : (
        <ul className={styles.changes}>
          {difference.changes.map((change) => (
            <Change key={change.path} change={change} />
          ))}
        </ul>
      )}
      {difference.left > 0 && <p className={styles.quiet}>{t('moreChanges', { count: difference.left })}</p>}
      <details>
        <summary className={styles.quiet}>{t('whole')}</summary>
        <JsonTree key={shown.id} value={shown.state} name={t('whole')} />
      </details>
    </section>
  );
}

const TONES = { added: 'positive', removed: 'danger', changed: 'neutral' } as const;

function Change({ change }: { readonly change: StateChange }) {
  const t = useTranslations('strategies.kind');
  return (
    <li className={styles.change}>
      <Badge tone={TONES[change.kind]}>{t(change.kind)}</Badge>
      <code className={styles.path}>{change.path}</code>
      <span className={styles.values}>
        {'before' in change && <del>{brief(change.before)}</del>}
        {'after' in change && <ins>{brief(change.after)}</ins>}
      </span>
    </li>
  );
}

const LONGEST = 160;

/** A value on one line. */
function brief(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

/** What can be gone on with: a state of a run that had not ended, and the thread that the run is a turn of. */
function GoOn({ run, shown }: { readonly run: RunRow; readonly shown: RunCheckpoint }) {
  const t = useTranslations('strategies');
  const runs = useRuns();
  const repeat = useRepeat();
  const thread = run.config?.thread;
  return (
    <div className={styles.buttons}>
      {!shown.ended && (
        <Button
          size="small"
          onClick={() =>
            void repeat({
              inputs: run.inputs,
              initialData: run.initialData,
              strategy: STATE_GRAPH,
              thread,
              checkpoint: shown.id,
            })
          }
        >
          {t('goOn')}
        </Button>
      )}
      {thread !== undefined && (
        <Button
          size="small"
          onClick={() => {
            runs.choose({ strategy: STATE_GRAPH, thread, checkpoints: run.config?.checkpoints });
            runs.show('form');
          }}
        >
          {t('turn', { thread })}
        </Button>
      )}
      {shown.ended && (
        <p className={styles.quiet}>{t(thread === undefined ? 'endedStateAlone' : 'endedState')}</p>
      )}
    </div>
  );
}
