import { useTranslations } from 'use-intl';
import type { Problem } from '../../model/problem';
import shared from './site.module.css';

/** Says that records of the site cannot be read. */
export function SiteNotice({ problems }: { readonly problems: readonly Problem[] }) {
  const t = useTranslations('site');
  const [first] = problems;
  if (first === undefined) return null;
  return (
    <div className={shared.notice} role="alert">
      <p>{t('unreadable', { count: problems.length, first: `${first.path} ${first.message}` })}</p>
    </div>
  );
}
