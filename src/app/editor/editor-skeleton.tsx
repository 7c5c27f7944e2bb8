import { useTranslations } from 'use-intl';
import styles from './editor-skeleton.module.css';

/** The editor's frame while a draft is opened, of the final sizes. */
export function EditorSkeleton() {
  const t = useTranslations('app');
  return (
    <main className={styles.frame} aria-busy="true" aria-label={t('loading')}>
      <div className={styles.bar} />
      <div className={styles.middle}>
        <div className={styles.rail} />
        <div className={styles.canvas} />
      </div>
    </main>
  );
}
