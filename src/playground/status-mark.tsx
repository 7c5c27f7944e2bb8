import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleSlash,
  CircleX,
  LoaderCircle,
} from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { JobStatus, RunStatus } from '../model/status';
import styles from './status-mark.module.css';

export type AnyStatus = JobStatus | RunStatus | 'routed' | 'queued';

const LOOK: { readonly [S in AnyStatus]: { readonly icon: typeof Ban; readonly tone: string } } = {
  idle: { icon: CircleDashed, tone: 'quiet' },
  queued: { icon: CircleDashed, tone: 'quiet' },
  pending: { icon: CircleDashed, tone: 'quiet' },
  running: { icon: LoaderCircle, tone: 'running' },
  paused: { icon: CirclePause, tone: 'warning' },
  interrupted: { icon: CirclePause, tone: 'warning' },
  completed: { icon: CircleCheck, tone: 'positive' },
  failed: { icon: CircleX, tone: 'danger' },
  routed: { icon: CircleAlert, tone: 'warning' },
  cancelled: { icon: Ban, tone: 'quiet' },
  skipped: { icon: CircleSlash, tone: 'quiet' },
};

/** The icon of a status, with its name for those who do not see it. With `text`, the name is shown. */
export function StatusMark({
  status,
  text = false,
}: {
  readonly status: AnyStatus;
  readonly text?: boolean;
}) {
  const t = useTranslations('run.status');
  const { icon: Icon, tone } = LOOK[status];
  return (
    <span className={`${styles.mark} ${styles[tone]}`}>
      <Icon size={15} aria-hidden className={status === 'running' ? styles.turn : undefined} />
      <span className={text ? undefined : 'visually-hidden'}>{t(status)}</span>
    </span>
  );
}
