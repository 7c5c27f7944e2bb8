import { useTranslations } from 'use-intl';
import { TextInput } from '../../ui/inputs';
import styles from './site.module.css';

/** A colour, written or picked. Empty is none; then the picker shows `inherited`, which is in force. */
export function ColourField({
  id,
  describedBy,
  invalid,
  value,
  inherited,
  onChange,
}: {
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
  readonly value: string;
  readonly inherited?: string | undefined;
  readonly onChange: (colour: string) => void;
}) {
  const t = useTranslations('nodeTypes.edit');
  return (
    <div className={styles.line}>
      <input
        type="color"
        className={styles.colour}
        aria-label={t('pickColour')}
        // The picker knows this one form; anything else is written beside it.
        value={[value, inherited ?? ''].find((one) => HEX.test(one))?.toLowerCase() ?? '#64748b'}
        onChange={(event) => onChange(event.target.value)}
      />
      <TextInput
        id={id}
        describedBy={describedBy}
        invalid={invalid}
        mono
        className={styles.grow}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

const HEX = /^#[0-9a-f]{6}$/i;
