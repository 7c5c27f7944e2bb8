import { useTranslations } from 'use-intl';
import type { Json } from '../model/json';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { Select, TextArea, TextInput } from '../ui/inputs';
import styles from './input-field.module.css';
import type { FieldFault, RunField } from './run-form';

/** One field of the run form, with the control that fits its type. Empty means: not given. */
export function InputField({
  field,
  text,
  mode,
  fault,
  onText,
  onMode,
}: {
  readonly field: RunField;
  readonly text: string;
  /** How the text of an untyped field is read. */
  readonly mode: 'text' | 'json';
  readonly fault: FieldFault | undefined;
  readonly onText: (text: string) => void;
  readonly onMode: (mode: 'text' | 'json') => void;
}) {
  const t = useTranslations('run');
  return (
    <Field
      label={field.label}
      help={field.help}
      error={fault === undefined ? undefined : t(`invalid.${fault.code}`, { message: fault.message })}
      required={field.required}
      requiredLabel={t('required')}
      end={
        field.kind === 'any' ? (
          <label className={styles.mode}>
            <input
              type="checkbox"
              checked={mode === 'json'}
              onChange={(event) => onMode(event.target.checked ? 'json' : 'text')}
            />
            {t('jsonHelp')}
          </label>
        ) : undefined
      }
    >
      {(ids) => (
        <>
          <Control field={field} mode={mode} text={text} onText={onText} ids={ids} />
          <Examples field={field} onText={onText} onMode={onMode} />
        </>
      )}
    </Field>
  );
}

function Control({
  field,
  mode,
  text,
  onText,
  ids,
}: {
  readonly field: RunField;
  readonly mode: 'text' | 'json';
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly ids: { readonly id: string; readonly describedBy: string | undefined; readonly invalid: boolean };
}) {
  const t = useTranslations('run');
  const [example] = field.examples;
  const placeholder = example === undefined ? undefined : wordsOf(example);
  const shared = { ...ids, value: text, required: field.required };
  switch (field.kind) {
    case 'boolean':
    case 'choice': {
      const choices: readonly Json[] = field.kind === 'boolean' ? [true, false] : field.choices;
      return (
        <Select
          {...shared}
          onChange={(event) => onText(event.target.value)}
          options={[
            { value: '', label: t('notSet') },
            ...choices.map((choice) => ({
              value: JSON.stringify(choice),
              label: choice === true ? t('yes') : choice === false ? t('no') : wordsOf(choice),
            })),
          ]}
        />
      );
    }
    case 'number':
    case 'integer':
      return (
        <TextInput
          {...shared}
          placeholder={placeholder}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          onChange={(event) => onText(event.target.value)}
        />
      );
    case 'text':
      return (
        <TextInput {...shared} placeholder={placeholder} onChange={(event) => onText(event.target.value)} />
      );
    default: {
      const json = field.kind === 'json' || (field.kind === 'any' && mode === 'json');
      return (
        <TextArea
          {...shared}
          placeholder={placeholder}
          mono={json}
          spellCheck={!json}
          rows={field.kind === 'long' || json ? 3 : 1}
          className={styles.area}
          onChange={(event) => onText(event.target.value)}
        />
      );
    }
  }
}

function Examples({
  field,
  onText,
  onMode,
}: {
  readonly field: RunField;
  readonly onText: (text: string) => void;
  readonly onMode: (mode: 'text' | 'json') => void;
}) {
  const t = useTranslations('run');
  if (field.examples.length === 0) return null;
  return (
    <div className={styles.examples}>
      {field.examples.slice(0, 3).map((example) => (
        <Button
          key={JSON.stringify(example)}
          size="small"
          variant="quiet"
          className={styles.example}
          onClick={() => {
            const plain = typeof example === 'string' && field.kind !== 'json' && field.kind !== 'choice';
            onMode(plain ? 'text' : 'json');
            onText(plain ? example : JSON.stringify(example));
          }}
        >
          {t('example', { value: wordsOf(example) })}
        </Button>
      ))}
    </div>
  );
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
