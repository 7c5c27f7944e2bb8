import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  Clock,
  CloudAlert,
  CornerDownRight,
  Hourglass,
  LoaderCircle,
  SkipForward,
  TriangleAlert,
  X,
} from 'lucide-react';
import { memo } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import type { JobStatus } from '../../model/status';
import { useCanvasUiState, useEditorState } from '../editor/editor-context';
import type { NodeRunState } from '../editor/types';
import styles from './node-badges.module.css';

/** How many errors and warnings a node or edge has. */
export function useCounts(key: string): { readonly errors: number; readonly warnings: number } {
  const findings = useEditorState((state) => state.findingsByKey.get(key));
  const errors = findings?.filter((finding) => finding.severity === 'error').length ?? 0;
  return { errors, warnings: (findings?.length ?? 0) - errors };
}

/** The dot at the upper right that says how many problems a node has. */
export const ProblemDot = memo(function ProblemDot({ nodeKey }: { readonly nodeKey: string }) {
  const t = useTranslations('canvas.node');
  const { errors, warnings } = useCounts(nodeKey);
  if (errors + warnings === 0) return null;
  const text = [
    errors > 0 && t('errors', { count: errors }),
    warnings > 0 && t('warnings', { count: warnings }),
  ]
    .filter(Boolean)
    .join(', ');
  return (
    <span
      className={styles.problem}
      data-severity={errors > 0 ? 'error' : 'warning'}
      title={text}
      role="img"
      aria-label={text}
    >
      {errors > 0 ? <CircleAlert size={12} aria-hidden /> : <TriangleAlert size={11} aria-hidden />}
      {errors + warnings}
    </span>
  );
});

/** The mark at the upper left that says what a server has against a node. */
export const OutsideMark = memo(function OutsideMark({ nodeKey }: { readonly nodeKey: string }) {
  const texts = useCanvasUiState((state) => state.marks.get(nodeKey));
  if (texts === undefined) return null;
  const text = texts.join(' ');
  return (
    <span className={styles.outside} title={text} role="img" aria-label={text}>
      <CloudAlert size={12} aria-hidden />
      {texts.length}
    </span>
  );
});

const ICONS: { readonly [status in JobStatus]: typeof Check } = {
  idle: CircleDashed,
  pending: Clock,
  running: LoaderCircle,
  completed: Check,
  failed: X,
  cancelled: Ban,
  skipped: SkipForward,
  interrupted: Hourglass,
};

/** The badge at the lower right that says how a node fared in the run that is looked at. */
export const RunBadge = memo(function RunBadge({ run }: { readonly run: NodeRunState }) {
  const t = useTranslations('canvas.status');
  const Icon = run.errorRouted ? CornerDownRight : ICONS[run.status];
  const status = t(run.errorRouted ? 'routed' : run.status);
  const text = run.executions > 1 ? t('executions', { status, count: run.executions }) : status;
  return (
    <span
      className={styles.run}
      data-status={run.errorRouted ? 'routed' : run.status}
      title={run.error === null ? text : `${text}: ${run.error}`}
      role="img"
      aria-label={text}
    >
      <Icon
        size={11}
        strokeWidth={2.6}
        aria-hidden
        className={run.status === 'running' ? styles.turning : undefined}
      />
      {run.millis !== null && <Time millis={run.millis} />}
      {run.executions > 1 && <Executions count={run.executions} />}
    </span>
  );
});

/** How often a node of a loop ran. */
function Executions({ count }: { readonly count: number }) {
  const format = useFormatter();
  return <span className={styles.executions}>×{format.number(count, { notation: 'compact' })}</span>;
}

/** A duration, in milliseconds under a second and in seconds above. */
function Time({ millis }: { readonly millis: number }) {
  const format = useFormatter();
  return (
    <span>
      {millis < 1000
        ? format.number(Math.round(millis), { style: 'unit', unit: 'millisecond', unitDisplay: 'short' })
        : format.number(millis / 1000, {
            style: 'unit',
            unit: 'second',
            unitDisplay: 'short',
            maximumFractionDigits: 1,
          })}
    </span>
  );
}
