import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { MdiIcon } from '../../ui/mdi-icon';
import styles from './site.module.css';

const IconDialog = lazy(() => import('./icon-dialog'));

/** The name of an icon, written or chosen from the served set. */
export function IconField({
  id,
  describedBy,
  value,
  onChange,
}: {
  readonly id: string;
  readonly describedBy?: string | undefined;
  readonly value: string;
  readonly onChange: (icon: string) => void;
}) {
  const t = useTranslations('nodeTypes.edit');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.line}>
      <span className={styles.swatch}>
        <MdiIcon name={value} size={20} />
      </span>
      <TextInput
        id={id}
        describedBy={describedBy}
        mono
        className={styles.grow}
        value={value}
        placeholder="mdi:cog"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button onClick={() => setChoosing(true)}>{t('chooseIcon')}</Button>
      {choosing && (
        <Suspense>
          <IconDialog current={value} onChoose={onChange} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </div>
  );
}
