import { useTranslations } from 'use-intl';
import type { Schema } from '../../../catalog/types';
import { isArray, isObject, type Json, own, ownString, sameJson } from '../../../model/json';
import { Field } from '../../../ui/field';
import { Switch } from '../../../ui/switch';
import { ChoiceField, ChoicesField } from './choice-fields';
import { fieldKind } from './field-kind';
import type { ControlProps, FieldContext } from './field-types';
import styles from './fields.module.css';
import { JsonField } from './json-field';
import { ListField, PairsField } from './list-fields';
import { NumberField, RangeField } from './number-fields';
import { TextField } from './text-field';

/**
 * One labelled field of a config form. `value` is the author's own (`undefined`: none); `fallback` is what holds then.
 * `onChange(undefined)` takes the author's value away.
 */
export function ValueField({
  name,
  schema,
  value,
  fallback,
  required,
  problem,
  context,
  onChange,
}: {
  readonly name: string;
  readonly schema: Schema;
  readonly value: Json | undefined;
  readonly fallback: Json | undefined;
  readonly required: boolean;
  readonly problem: string | undefined;
  readonly context: FieldContext;
  readonly onChange: (value: Json | undefined) => void;
}) {
  const t = useTranslations('config');
  const label = ownString(schema, 'title') ?? name;
  const changed = value !== undefined && fallback !== undefined && !sameJson(value, fallback);
  return (
    <Field
      label={label}
      help={ownString(schema, 'description')}
      error={problem}
      required={required}
      requiredLabel={t('required')}
      end={
        changed && !context.readOnly ? (
          <button
            type="button"
            className={styles.reset}
            onClick={() => onChange(undefined)}
            aria-label={t('resetField', { field: label })}
          >
            {t('reset')}
          </button>
        ) : undefined
      }
    >
      {(ids) => (
        <ValueControl
          id={ids.id}
          describedBy={ids.describedBy}
          invalid={ids.invalid}
          label={label}
          schema={schema}
          value={value}
          fallback={fallback}
          context={context}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

/** The fields of an object schema, each optional where the object is. */
export function ObjectFields({
  properties,
  required,
  value,
  context,
  onChange,
}: {
  readonly properties: readonly (readonly [string, Schema])[];
  readonly required: readonly string[];
  readonly value: Json | undefined;
  readonly context: FieldContext;
  readonly onChange: (value: Json) => void;
}) {
  const current = isObject(value) ? value : {};
  return (
    <div className={`${styles.nested} ${styles.stack}`}>
      {properties.map(([key, schema]) => (
        <ValueField
          key={key}
          name={key}
          schema={schema}
          value={Object.hasOwn(current, key) ? current[key] : undefined}
          fallback={Object.hasOwn(schema, 'default') ? schema.default : undefined}
          required={required.includes(key)}
          problem={undefined}
          context={context}
          onChange={(next) => {
            const { [key]: _, ...rest } = current;
            onChange(next === undefined ? rest : { ...current, [key]: next });
          }}
        />
      ))}
    </div>
  );
}

/** The control that fits a schema, without its label. A value of another type than the schema's is edited as JSON. */
export function ValueControl(props: ControlProps) {
  const { schema, value, fallback, onChange, id, describedBy, context } = props;
  const kind = fieldKind(schema);
  const shown = value === undefined ? fallback : value;
  switch (kind.kind) {
    case 'switch':
      if (shown !== undefined && shown !== null && typeof shown !== 'boolean')
        return <JsonField {...props} />;
      return (
        <Switch
          id={id}
          describedBy={describedBy}
          checked={shown === true}
          disabled={context.readOnly}
          onChange={onChange}
        />
      );
    case 'choice':
      return <ChoiceField {...props} options={kind.options} />;
    case 'choices':
      return <ChoicesField {...props} options={kind.options} />;
    case 'range':
      return <RangeField {...props} minimum={kind.minimum} maximum={kind.maximum} step={kind.step} />;
    case 'number':
      return <NumberField {...props} integer={kind.integer} />;
    case 'list':
      if (shown !== undefined && shown !== null && !isArray(shown)) return <JsonField {...props} />;
      return <ListField {...props} items={kind.items} />;
    case 'pairs':
      return <PairsField {...props} />;
    case 'object':
      return (
        <ObjectFields
          properties={kind.properties}
          required={stringsOf(own(schema, 'required'))}
          value={shown}
          context={context}
          onChange={onChange}
        />
      );
    case 'json':
      return <JsonField {...props} />;
    case 'longText':
    case 'code':
    case 'text':
      if (shown !== undefined && shown !== null && typeof shown !== 'string') return <JsonField {...props} />;
      return <TextField {...props} kind={kind} />;
  }
}

function stringsOf(value: Json | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
