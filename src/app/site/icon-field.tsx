import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import styles from './site.module.css';
import { TintedIcon } from './tinted-icon';

const IconDialog = lazy(() => import('./icon-dialog'));

/** The name of an icon, written or chosen from the served set. */
export function IconField({
  id,
  describedBy,
  value,
  colour,
  onChange,
}: {
  readonly id: string;
  readonly describedBy?: string | undefined;
  readonly value: string;
  /** What the icon is drawn in. */
  readonly colour: string | undefined;
  readonly onChange: (icon: string) => void;
}) {
  const t = useTranslations('nodeTypes.edit');
  const [choosing, setChoosing] = useState(false);
  return (
    <div className={styles.line}>
      <TintedIcon icon={value} colour={colour} />
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
