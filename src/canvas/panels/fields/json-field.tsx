import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../../model/json';
import { CodeEditor } from './code-editor';
import type { ControlProps } from './field-types';
import styles from './fields.module.css';
import { useCommittedText } from './use-committed-text';

/** JSON of a value for editing; `''` where there is none. */
export function jsonText(value: Json | undefined): string {
  return value === undefined ? '' : JSON.stringify(value, null, 2);
}

/** A value as JSON text. Text that is no JSON stays in the field, is said to be so, and changes nothing until it is. */
export function JsonField({
  id,
  describedBy,
  invalid,
  label,
  value,
  fallback,
  context,
  onChange,
}: ControlProps): ReactNode {
  const t = useTranslations('config');
  const [fault, setFault] = useState<string | null>(null);
  const { text, change, flush } = useCommittedText(
    jsonText(value === undefined ? fallback : value),
    (next) => {
      if (next.trim() === '') {
        setFault(null);
        onChange(undefined);
        return;
      }
      try {
        const parsed: Json = JSON.parse(next);
        setFault(null);
        onChange(parsed);
      } catch (error) {
        setFault(error instanceof Error ? error.message : String(error));
      }
    },
  );
  return (
    <>
      <CodeEditor
        id={id}
        text={text}
        language="json"
        label={label}
        describedBy={describedBy}
        invalid={invalid || fault !== null}
        readOnly={context.readOnly}
        onChange={change}
        onBlur={flush}
      />
      {fault !== null && (
        <span role="alert" className={styles.hint}>
          {t('notJson', { reason: fault })}
        </span>
      )}
    </>
  );
}
