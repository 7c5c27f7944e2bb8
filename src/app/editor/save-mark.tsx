import { useFormatter, useTranslations } from 'use-intl';
import { useEditorState } from '../../canvas';
import styles from './top-bar.module.css';

/** Whether the last edit is durable. "Saved" is said only once it is. */
export function SaveMark() {
  const t = useTranslations('app.top');
  const format = useFormatter();
  const save = useEditorState((state) => state.save);
  switch (save.state) {
    case 'saved':
      return (
        <span className={styles.save}>
          {t('saved', { time: format.dateTime(save.at, { hour: '2-digit', minute: '2-digit' }) })}
        </span>
      );
    case 'saving':
      return <span className={styles.save}>{t('saving')}</span>;
    case 'conflict':
      return <span className={`${styles.save} ${styles.warning}`}>{t('conflict')}</span>;
    case 'failed':
      return <span className={`${styles.save} ${styles.danger}`}>{t('failed')}</span>;
  }
}
