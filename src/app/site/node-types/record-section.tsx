import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { JsonField } from '../../../canvas/panels/fields/json-field';
import { isObject, type JsonObject } from '../../../model/json';
import { Field } from '../../../ui/field';
import styles from './node-types.module.css';
import type { SectionProps } from './section';

/** What the record holds beside all that: the config-edit descriptor, and keys that others have put there. */
export function RecordSection({ nodeType, edit }: SectionProps) {
  const t = useTranslations('nodeTypes.edit');
  return (
    <details className={styles.section}>
      <summary className={styles.heading}>{t('more')}</summary>
      <div className={styles.inner}>
        <ObjectField
          label={t('configEdit')}
          help={t('configEditHelp', { example: EXAMPLE })}
          value={nodeType.config_edit}
          onChange={(value) => edit((type) => ({ ...type, config_edit: value }))}
        />
        <ObjectField
          label={t('extra')}
          help={t('extraHelp')}
          value={Object.keys(nodeType.extra).length === 0 ? undefined : nodeType.extra}
          onChange={(value) => edit((type) => ({ ...type, extra: value ?? {} }))}
        />
      </div>
    </details>
  );
}
const EXAMPLE = '{"externalEditLink": {"url": "https://example.org/edit"}}';

function ObjectField({
  label,
  help,
  value,
  onChange,
}: {
  readonly label: string;
  readonly help: string;
  readonly value: JsonObject | undefined;
  readonly onChange: (value: JsonObject | undefined) => void;
}) {
  const t = useTranslations('nodeTypes.edit');
  const [wrong, setWrong] = useState(false);
  return (
    <Field label={label} help={help} error={wrong ? t('notAnObject') : undefined}>
      {(ids) => (
        <JsonField
          {...ids}
          label={label}
          schema={NO_SCHEMA}
          value={value}
          fallback={undefined}
          context={CONTEXT}
          onChange={(next) => {
            const fits = next === undefined || isObject(next);
            setWrong(!fits);
            if (fits) onChange(next);
          }}
        />
      )}
    </Field>
  );
}
const NO_SCHEMA = {};
const CONTEXT = { variables: [], engine: undefined, readOnly: false };
