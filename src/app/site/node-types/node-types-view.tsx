import { useTranslations } from 'use-intl';

/** The node types of this site: the list, or the one that is looked at. */
export function NodeTypesView(_: { readonly item: string | null }) {
  const t = useTranslations('nodeTypes');
  return <h2>{t('title')}</h2>;
}
