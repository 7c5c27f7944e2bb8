import { useTranslations } from 'use-intl';
import { isArray, sameJson } from '../../../model/json';
import { Select } from '../../../ui/inputs';
import type { Option } from './field-kind';
import type { ControlProps } from './field-types';
import styles from './fields.module.css';

/** One of few. A stored value that is none of them is shown as what it is, and kept until another is chosen. */
export function ChoiceField({
  id,
  describedBy,
  invalid,
  value,
  fallback,
  options,
  context,
  onChange,
}: ControlProps & { readonly options: readonly Option[] }) {
  const t = useTranslations('config');
  const shown = value === undefined ? fallback : value;
  const at = options.findIndex((option) => sameJson(option.value, shown));
  const known = at >= 0;
  const list = options.map((option, i) => ({
    value: String(i),
    label: option.label === '' ? t('emptyChoice') : option.label,
  }));
  const items = known
    ? list
    : [
        {
          value: 'other',
          label:
            shown === undefined || shown === null
              ? t('choose')
              : t('unknownChoice', { value: String(JSON.stringify(shown)) }),
        },
        ...list,
      ];
  return (
    <Select
      id={id}
      describedBy={describedBy}
      invalid={invalid}
      disabled={context.readOnly}
      value={known ? String(at) : 'other'}
      options={items}
      onChange={(event) => {
        const chosen = options[Number(event.target.value)];
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}

/** Any of few. */
export function ChoicesField({
  id,
  label,
  value,
  fallback,
  options,
  context,
  onChange,
}: ControlProps & { readonly options: readonly Option[] }) {
  const shown = value === undefined ? fallback : value;
  const chosen = isArray(shown) ? shown : [];
  return (
    <fieldset id={id} className={styles.choices} aria-label={label}>
      {options.map((option) => {
        const checked = chosen.some((item) => sameJson(item, option.value));
        return (
          <label key={option.label} className={styles.choice}>
            <input
              type="checkbox"
              checked={checked}
              disabled={context.readOnly}
              onChange={() =>
                onChange(
                  checked
                    ? chosen.filter((item) => !sameJson(item, option.value))
                    : [...chosen, option.value],
                )
              }
            />
            {option.label}
          </label>
        );
      })}
    </fieldset>
  );
}
