import { useTranslations } from 'use-intl';

/** The categories of this site. */
export function CategoriesView(_: { readonly item: string | null }) {
  const t = useTranslations('site.views');
  return <h2>{t('categories')}</h2>;
}
