import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Schema } from '../../../catalog/types';
import { isArray, isObject, type Json } from '../../../model/json';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { TextInput } from '../../../ui/inputs';
import { typeOf } from './field-kind';
import type { ControlProps } from './field-types';
import styles from './fields.module.css';
import { JsonField } from './json-field';
import { readNumber } from './number-fields';
import { useCommittedText } from './use-committed-text';

/** A list of texts or numbers, one line each. */
export function ListField({
  label,
  value,
  fallback,
  context,
  onChange,
  items,
}: ControlProps & { readonly items: Schema }): ReactNode {
  const t = useTranslations('config');
  const shown = value === undefined ? fallback : value;
  const list: readonly Json[] = isArray(shown) ? shown : [];
  const numeric = typeOf(items) !== 'string';
  const replace = (at: number, next: Json) => onChange(list.map((item, i) => (i === at ? next : item)));
  return (
    <div className={styles.tight}>
      {list.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place
        <div key={i} className={styles.line}>
          <Line
            label={t('entryOf', { field: label, n: i + 1 })}
            text={typeof item === 'string' ? item : JSON.stringify(item)}
            readOnly={context.readOnly}
            commit={(text) => replace(i, numeric ? (readNumber(text) ?? text) : text)}
          />
          <IconButton
            size="small"
            label={t('removeEntry', { n: i + 1 })}
            disabled={context.readOnly}
            onClick={() => onChange(list.filter((_, at) => at !== i))}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={context.readOnly}
          onClick={() => onChange([...list, numeric ? 0 : ''])}
        >
          {t('addEntry')}
        </Button>
      </div>
    </div>
  );
}

/** A map of names to values (headers and the like). Values that are no text are shown as JSON and stay what they are. */
export function PairsField(props: ControlProps): ReactNode {
  const t = useTranslations('config');
  const { label, value, fallback, context, onChange } = props;
  const [draft, setDraft] = useState(false);
  const shown = value === undefined ? fallback : value;
  if (shown !== undefined && shown !== null && !isObject(shown)) return <JsonField {...props} />;
  const pairs = Object.entries(isObject(shown) ? shown : {});
  const write = (next: readonly (readonly [string, Json])[]) => onChange(Object.fromEntries(next));
  return (
    <div className={styles.tight}>
      {pairs.length === 0 && !draft && <span className={styles.empty}>{t('noEntries')}</span>}
      {pairs.map(([name, item]) => (
        <div key={name} className={styles.line}>
          <Line
            label={t('nameOf', { field: label })}
            text={name}
            readOnly={context.readOnly}
            commit={(text) =>
              text !== '' && write(pairs.map((pair) => (pair[0] === name ? [text, pair[1]] : pair)))
            }
          />
          <Line
            label={t('valueOf', { name })}
            text={typeof item === 'string' ? item : JSON.stringify(item)}
            readOnly={context.readOnly}
            commit={(text) =>
              write(
                pairs.map((pair) =>
                  pair[0] === name ? [name, typeof item === 'string' ? text : reread(text)] : pair,
                ),
              )
            }
          />
          <IconButton
            size="small"
            label={t('removeNamed', { name })}
            disabled={context.readOnly}
            onClick={() => write(pairs.filter((pair) => pair[0] !== name))}
          >
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      {draft && (
        <div className={styles.line}>
          <TextInput
            autoFocus
            aria-label={t('newName')}
            placeholder={t('newName')}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
              if (event.key === 'Escape') setDraft(false);
            }}
            onBlur={(event) => {
              const name = event.target.value.trim();
              setDraft(false);
              if (name !== '' && !pairs.some((pair) => pair[0] === name)) write([...pairs, [name, '']]);
            }}
          />
        </div>
      )}
      <div>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden />}
          disabled={context.readOnly}
          onClick={() => setDraft(true)}
        >
          {t('addEntry')}
        </Button>
      </div>
    </div>
  );
}

function reread(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function Line({
  label,
  text,
  readOnly,
  commit,
}: {
  readonly label: string;
  readonly text: string;
  readonly readOnly: boolean;
  readonly commit: (text: string) => void;
}) {
  const field = useCommittedText(text, commit);
  return (
    <div className={styles.grow}>
      <TextInput
        aria-label={label}
        value={field.text}
        readOnly={readOnly}
        onChange={(event) => field.change(event.target.value)}
        onBlur={field.flush}
      />
    </div>
  );
}
