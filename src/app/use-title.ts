import { useEffect } from 'react';
import { useTranslations } from 'use-intl';

/** Names the page in the browser's tab. `null`: the name of the app alone. */
export function useTitle(page: string | null): void {
  const t = useTranslations('app');
  const title = page === null ? t('name') : t('title', { page });
  useEffect(() => {
    document.title = title;
  }, [title]);
}
