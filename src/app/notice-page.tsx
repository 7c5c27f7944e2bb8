import type { ReactNode } from 'react';
import { Mark } from './mark';
import styles from './notice-page.module.css';

/** A whole page that says one thing and offers what can be done. */
export function NoticePage({
  title,
  text,
  detail,
  children,
}: {
  readonly title: string;
  readonly text: string;
  readonly detail?: string;
  readonly children?: ReactNode;
}) {
  return (
    <main className={styles.page}>
      <Mark size={36} />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      <div className={styles.actions}>{children}</div>
    </main>
  );
}
