import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TextInput } from '../../../ui/inputs';
import type { ControlProps } from './field-types';
import styles from './fields.module.css';
import { JsonField } from './json-field';
import { useCommittedText } from './use-committed-text';

/** The number that a text spells, `undefined` for blank, `null` for anything else. */
export function readNumber(text: string): number | undefined | null {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** A number. An emptied field takes the author's value away; what is no number is kept in the field and said. */
export function NumberField(props: ControlProps & { readonly integer: boolean }): ReactNode {
  const t = useTranslations('config');
  const { id, describedBy, invalid, value, fallback, context, onChange, integer } = props;
  const [bad, setBad] = useState(false);
  const shown = value === undefined ? fallback : value;
  const { text, change, flush } = useCommittedText(typeof shown === 'number' ? String(shown) : '', (next) => {
    const number = readNumber(next);
    setBad(number === null);
    if (number !== null) onChange(number);
  });
  if (shown !== undefined && shown !== null && typeof shown !== 'number') return <JsonField {...props} />;
  return (
    <>
      <TextInput
        id={id}
        inputMode={integer ? 'numeric' : 'decimal'}
        value={text}
        readOnly={context.readOnly}
        describedBy={describedBy}
        invalid={invalid || bad}
        onChange={(event) => change(event.target.value)}
        onBlur={flush}
      />
      {bad && (
        <span role="alert" className={styles.hint}>
          {t('notANumber')}
        </span>
      )}
    </>
  );
}

/** A number between two bounds: slider and field side by side. */
export function RangeField(
  props: ControlProps & { readonly minimum: number; readonly maximum: number; readonly step: number },
): ReactNode {
  const { id, describedBy, label, value, fallback, context, onChange, minimum, maximum, step } = props;
  const shown = value === undefined ? fallback : value;
  const [dragged, setDragged] = useState<number | null>(null);
  if (shown !== undefined && shown !== null && typeof shown !== 'number') return <JsonField {...props} />;
  const current = dragged ?? (typeof shown === 'number' ? shown : minimum);
  const end = () => {
    if (dragged !== null && dragged !== shown) onChange(dragged);
    setDragged(null);
  };
  return (
    <div className={styles.line}>
      <input
        type="range"
        className={styles.range}
        aria-label={label}
        aria-describedby={describedBy}
        min={minimum}
        max={maximum}
        step={step}
        value={Math.min(maximum, Math.max(minimum, current))}
        disabled={context.readOnly}
        onChange={(event) => setDragged(Number(event.target.value))}
        onPointerUp={end}
        onKeyUp={end}
        onBlur={end}
      />
      <div className={styles.number}>
        <NumberField {...props} id={id} value={dragged ?? value} integer={false} />
      </div>
    </div>
  );
}
