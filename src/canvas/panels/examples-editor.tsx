import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Json } from '../../model/json';
import { IconButton } from '../../ui/icon-button';
import { TextInput } from '../../ui/inputs';
import { exampleOf, exampleText } from './examples';
import styles from './fields/fields.module.css';
import { useCommittedText } from './fields/use-committed-text';

/** The examples of a launch input: a list of texts and JSON values. */
export function ExamplesEditor({
  examples,
  readOnly,
  onChange,
}: {
  readonly examples: readonly Json[];
  readonly readOnly: boolean;
  readonly onChange: (examples: readonly Json[]) => void;
}) {
  const t = useTranslations('contract');
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('examples')}</legend>
      {examples.map((example, at) => (
        <Example
          // biome-ignore lint/suspicious/noArrayIndexKey: an example is its place in the list
          key={at}
          n={at + 1}
          value={example}
          readOnly={readOnly}
          onChange={(value) => onChange(examples.with(at, value))}
          onRemove={() => onChange(examples.toSpliced(at, 1))}
        />
      ))}
      {!readOnly && <NewExample onAdd={(value) => onChange([...examples, value])} />}
      <p className={styles.hint}>{t('examplesHelp')}</p>
    </fieldset>
  );
}

function Example({
  n,
  value,
  readOnly,
  onChange,
  onRemove,
}: {
  readonly n: number;
  readonly value: Json;
  readonly readOnly: boolean;
  readonly onChange: (value: Json) => void;
  readonly onRemove: () => void;
}) {
  const t = useTranslations('contract');
  const [fault, setFault] = useState('');
  const json = typeof value !== 'string';
  const field = useCommittedText(exampleText(value), (text) => {
    const read = exampleOf(text, json);
    setFault(read.ok ? '' : read.error);
    if (read.ok) onChange(read.value);
  });
  const turn = (toJson: boolean) => {
    const read = exampleOf(field.text, toJson);
    setFault(read.ok ? '' : read.error);
    if (read.ok) onChange(read.value);
  };
  return (
    <div className={styles.tight}>
      <div className={styles.line}>
        <TextInput
          aria-label={t('example', { n })}
          value={field.text}
          mono={json}
          readOnly={readOnly}
          invalid={fault !== ''}
          onChange={(event) => field.change(event.target.value)}
          onBlur={field.flush}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={t('exampleJsonOf', { n })}
            checked={json}
            disabled={readOnly}
            onChange={(event) => turn(event.target.checked)}
          />
          {t('exampleJson')}
        </label>
        <IconButton size="small" label={t('exampleRemove', { n })} disabled={readOnly} onClick={onRemove}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      {fault !== '' && (
        <p className={styles.problem} role="alert">
          {t('exampleFault', { message: fault })}
        </p>
      )}
    </div>
  );
}

function NewExample({ onAdd }: { readonly onAdd: (value: Json) => void }) {
  const t = useTranslations('contract');
  const [text, setText] = useState('');
  const add = () => {
    if (text === '') return;
    onAdd(text);
    setText('');
  };
  return (
    <div className={styles.line}>
      <TextInput
        aria-label={t('exampleNew')}
        placeholder={t('exampleNew')}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <IconButton size="small" label={t('exampleAdd')} disabled={text === ''} onClick={add}>
        <Plus size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
