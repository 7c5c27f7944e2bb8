import { TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { UnreadableDraft } from '../../store';
import { Button } from '../../ui/button';
import { useServices } from '../services';
import { downloadRaw } from '../unreadable';
import styles from './unreadable-drafts.module.css';

/** Workflows whose stored form cannot be read, so that none disappears without a word. */
export function UnreadableDrafts({ drafts }: { readonly drafts: readonly UnreadableDraft[] }) {
  const t = useTranslations('start.unreadable');
  const app = useTranslations('app.unreadable');
  const services = useServices();
  return (
    <section className={styles.notice} aria-label={t('title', { count: drafts.length })}>
      <p className={styles.title}>
        <TriangleAlert size={16} aria-hidden /> {t('title', { count: drafts.length })}
      </p>
      <p>{t('text')}</p>
      <ul className={styles.list}>
        {drafts.map(({ id }) => (
          <li key={id} className={styles.item}>
            <code>{id === '' ? t('noId') : id}</code>
            <Button size="small" onClick={() => void downloadRaw(services.db, id)}>
              {app('download')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
