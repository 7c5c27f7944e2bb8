import type { ReactNode } from 'react';
import styles from './badge.module.css';

/** A small mark with text. Tone never carries the meaning alone: the text does. */
export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: 'neutral' | 'accent' | 'positive' | 'warning' | 'danger';
  readonly children: ReactNode;
}) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}
