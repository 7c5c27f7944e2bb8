import { useCallback, useId, useMemo, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { CodeEditor } from '../../../canvas/panels/fields/code-editor';
import type { ContentRow } from '../../../engine/ports';
import type { JsonObject } from '../../../model/json';
import type { Result } from '../../../model/problem';
import { sameDocument } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { Switch } from '../../../ui/switch';
import { useServices } from '../../services';
import shared from '../site.module.css';
import styles from './content.module.css';
import { labelOf, readValues, type TextFault } from './documents';
import { seconds } from './use-collection-verbs';
import { useContent, useContentStep } from './use-content';

type Typed = {
  readonly id: string;
  readonly label: string;
  readonly bundle: string;
  readonly published: boolean;
  readonly text: string;
};

/** What the form begins with; a label that the values give anyway is left to them. */
function typedOf(row: ContentRow | null): Typed {
  if (row === null)
    return {
      id: crypto.randomUUID(),
      label: '',
      bundle: '',
      published: true,
      text: '{\n  "title": ""\n}',
    };
  return {
    id: row.id,
    label: row.label === labelOf(row.values) ? '' : row.label,
    bundle: row.bundle,
    published: row.published,
    text: JSON.stringify(row.values, null, 2),
  };
}

/**
 * Edits one document, or makes one (`row` null). What a workflow or another tab stores meanwhile is told, and written over
 * only by whoever says so.
 */
export function DocumentDialog({
  collection,
  row,
  onClose,
}: {
  readonly collection: string;
  readonly row: ContentRow | null;
  readonly onClose: () => void;
}) {
  const t = useTranslations('content.document');
  const words = useTranslations('content.said');
  const { content } = useServices();
  const step = useContentStep();
  const form = useId();
  /** What the form was filled from. */
  const [base, setBase] = useState(row);
  const [typed, setTyped] = useState(() => typedOf(row));
  const [filled, setFilled] = useState(typed);
  const [asked, setAsked] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const id = typed.id.trim();
  const current = useContent(
    useCallback(
      async () => ({ row: (await content.one(collection, id)) ?? null }),
      [content, collection, id],
    ),
  );
  const read = useMemo(() => readValues(typed.text), [typed.text]);
  const stored = current === null ? base : current.row;
  // A new document's id that is in use is a fault of its field; else what is stored must be what the form was filled from.
  const outside = base !== null && !sameDocument(stored, base);
  const idTaken = base === null && stored !== null;
  const idFault = id === '' ? t('idEmpty') : idTaken ? t('idTaken') : undefined;
  const dirty =
    typed.text !== filled.text ||
    typed.label !== filled.label ||
    typed.bundle !== filled.bundle ||
    typed.published !== filled.published ||
    typed.id !== filled.id;
  const set = (part: Partial<Typed>) => {
    setTyped({ ...typed, ...part });
    setLeaving(false);
  };

  async function save() {
    setAsked(true);
    if (!read.ok || idFault !== undefined) return;
    const now = seconds();
    const label = typed.label.trim() === '' ? labelOf(read.value) : typed.label.trim();
    const next: ContentRow = {
      v: 1,
      collection,
      id,
      uuid: stored?.uuid ?? base?.uuid ?? crypto.randomUUID(),
      bundle: typed.bundle.trim(),
      label,
      published: typed.published,
      created: stored?.created ?? base?.created ?? now,
      changed: now,
      revision: (stored?.revision ?? base?.revision ?? 0) + 1,
      log: '',
      values: read.value,
    };
    const name = label === '' ? id : label;
    const done = await step(
      { puts: [{ collection, id, expect: stored, next }], keep: [collection] },
      words(base === null ? 'added' : 'saved', { name }),
    );
    if (done) onClose();
  }

  function load() {
    if (stored === null) return;
    const fresh = typedOf(stored);
    setBase(stored);
    setTyped(fresh);
    setFilled(fresh);
  }

  function close() {
    if (dirty && !leaving) setLeaving(true);
    else onClose();
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && close()}
      title={base === null ? t('newTitle') : t('editTitle')}
      closeLabel={t('close')}
      footer={
        <>
          {leaving && (
            <span className={styles.leaving} role="alert">
              {t('discard')}
            </span>
          )}
          <Button onClick={close}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" form={form}>
            {outside ? t('overwrite') : t('save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={shared.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {outside && (
          <div className={shared.notice} role="alert">
            <p>{stored === null ? t('removedOutside') : t('changedOutside')}</p>
            {stored !== null && (
              <Button size="small" onClick={load}>
                {t('load')}
              </Button>
            )}
          </div>
        )}
        <div className={styles.pair}>
          <Field label={t('label')} help={t('labelHelp')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={typed.label}
                placeholder={read.ok ? labelOf(read.value) : ''}
                onChange={({ target }) => set({ label: target.value })}
              />
            )}
          </Field>
          <Field
            label={t('id')}
            help={base === null ? t('idHelp') : undefined}
            error={asked || typed.id !== filled.id ? idFault : undefined}
          >
            {(ids) => (
              <TextInput
                {...ids}
                mono
                spellCheck={false}
                readOnly={base !== null}
                value={typed.id}
                onChange={({ target }) => set({ id: target.value })}
              />
            )}
          </Field>
          <Field label={t('bundle')} help={t('bundleHelp')}>
            {(ids) => (
              <TextInput
                {...ids}
                value={typed.bundle}
                onChange={({ target }) => set({ bundle: target.value })}
              />
            )}
          </Field>
          <Field label={t('published')} help={t('publishedHelp')}>
            {({ id: field, describedBy }) => (
              <Switch
                id={field}
                describedBy={describedBy}
                checked={typed.published}
                onChange={(published) => set({ published })}
              />
            )}
          </Field>
        </div>
        <Values text={typed.text} read={read} onChange={(text) => set({ text })} />
        {base !== null && <Facts row={base} />}
      </form>
    </Dialog>
  );
}

function Values({
  text,
  read,
  onChange,
}: {
  readonly text: string;
  readonly read: Result<JsonObject, TextFault>;
  readonly onChange: (text: string) => void;
}) {
  const t = useTranslations('content.document');
  return (
    <Field
      label={t('values')}
      help={t('valuesHelp')}
      error={read.ok ? undefined : <Fault fault={read.error} />}
    >
      {(ids) => (
        <CodeEditor
          id={ids.id}
          text={text}
          language="json"
          label={t('values')}
          describedBy={ids.describedBy}
          invalid={ids.invalid}
          onChange={onChange}
          onBlur={() => undefined}
        />
      )}
    </Field>
  );
}

function Fault({ fault }: { readonly fault: TextFault }) {
  const t = useTranslations('content.document');
  if (fault.code === 'json') return t('json', { message: fault.message });
  return fault.code === 'field' ? t('field', { field: fault.field }) : t('object');
}

function Facts({ row }: { readonly row: ContentRow }) {
  const t = useTranslations('content.document');
  const format = useFormatter();
  const at = (time: number) => format.dateTime(time * 1000, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className={shared.quiet}>
      {t('facts', { revision: row.revision, created: at(row.created), changed: at(row.changed) })}
    </p>
  );
}
