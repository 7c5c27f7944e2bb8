import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Dialog } from '../../ui/dialog';
import { iconBook } from '../../ui/icon-book';
import { TextInput } from '../../ui/inputs';
import { MdiIcon } from '../../ui/mdi-icon';
import { searchIcons } from './search-icons';
import styles from './site.module.css';

/** How many icons are drawn at once. */
const SHOWN = 240;

type Names =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly names: readonly string[] }
  | { readonly state: 'failed' };

/** Chooses one of the served icons by a search of their names. */
export default function IconDialog({
  current,
  onChoose,
  onClose,
}: {
  readonly current: string;
  readonly onChoose: (icon: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('nodeTypes.icon');
  const close = useTranslations('nodeTypes')('close');
  const [names, setNames] = useState<Names>({ state: 'loading' });
  const [query, setQuery] = useState('');
  const wanted = useDeferredValue(query);
  useEffect(() => {
    let ended = false;
    iconBook.names().then(
      (all) => !ended && setNames({ state: 'loaded', names: all }),
      () => !ended && setNames({ state: 'failed' }),
    );
    return () => {
      ended = true;
    };
  }, []);
  const found = useMemo(
    () => (names.state === 'loaded' ? searchIcons(names.names, wanted) : []),
    [names, wanted],
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('title')} closeLabel={close} wide>
      <TextInput
        type="search"
        className={styles.iconSearch}
        aria-label={t('search')}
        placeholder={t('search')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      <p role="status" className={styles.quiet}>
        {names.state === 'loading' && t('loading')}
        {names.state === 'failed' && t('failed')}
        {names.state === 'loaded' && t('count', { count: found.length })}
        {found.length > SHOWN && ` ${t('cut', { shown: SHOWN })}`}
      </p>
      <div className={styles.icons}>
        {found.slice(0, SHOWN).map((name) => (
          <button
            key={name}
            type="button"
            className={styles.iconChoice}
            title={name}
            aria-label={name}
            aria-pressed={current === `mdi:${name}`}
            onClick={() => {
              onChoose(`mdi:${name}`);
              onClose();
            }}
          >
            <MdiIcon name={name} size={24} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}
