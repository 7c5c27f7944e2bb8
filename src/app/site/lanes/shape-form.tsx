import { type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { CodeEditor } from '../../../canvas/panels/fields/code-editor';
import { isObject, type Json, type JsonObject, own, ownString, sameJson } from '../../../model/json';
import type { Problem } from '../../../model/problem';
import { Button } from '../../../ui/button';
import { Field } from '../../../ui/field';
import { TextInput } from '../../../ui/inputs';
import { laneLines, putShape } from './lane-draft';
import { idOf } from './lane-list';
import styles from './lanes.module.css';
import type { LanesWorld } from './use-lanes';

const FRESH: JsonObject = { type: 'object', properties: {}, required: [] };

/**
 * The fields of a shape: of a new one (`stored` null), which is added by a button, or of one that is there, which changes
 * as it is typed. Text that is no schema stays in the field and keeps everything from being stored until it is one.
 */
export function ShapeForm({
  world,
  stored,
  onEnd,
}: {
  readonly world: LanesWorld;
  readonly stored: JsonObject | null;
  readonly onEnd: (id: string | null) => void;
}) {
  const t = useTranslations('lanes');
  const { desk } = world;
  const draft = useStore(desk.store, (state) => state.draft);
  const fresh = stored === null;
  const [name, setName] = useState('');
  const [typed, setTyped] = useState<string | null>(null);
  const [pressed, setPressed] = useState(false);
  const id = stored === null ? (typed ?? idOf(name)) : (ownString(stored, 'id') ?? '');
  const schema = useSchemaText(own(stored, 'schema') ?? FRESH, (next) => {
    if (stored === null) return;
    desk.edit((records) => {
      const now = records.shapes.find((shape) => ownString(shape, 'id') === id) ?? stored;
      const put = putShape(records, id, { ...now, schema: next });
      return put.ok ? put.value : records;
    }, `schema ${id}`);
  });
  const field = useId();
  const { setUnread } = desk;
  useEffect(() => {
    if (!fresh) setUnread(field, schema.fault !== null);
    return () => setUnread(field, false);
  }, [fresh, setUnread, field, schema.fault]);
  const made = useMemo(
    () =>
      putShape(draft, null, {
        id,
        label: name.trim() === '' ? id : name.trim(),
        description: '',
        color: '#8a5a00',
        category: 'complex',
        enabled: true,
        schema: schema.value,
        compatibility: [],
      }),
    [draft, id, name, schema.value],
  );
  const problems: readonly Problem[] = !fresh || made.ok ? [] : made.error;
  const at = (path: string) =>
    problems
      .filter((problem) => problem.path === path)
      .map(({ message }) => message)
      .join(' ') || undefined;
  const overlaid = laneLines(draft).some((line) => line.lane.id === id && line.overlaid);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (!made.ok || schema.fault !== null) return;
    desk.edit(() => made.value);
    onEnd(id);
  };
  const schemaFault =
    schema.fault === null
      ? undefined
      : schema.fault === 'object'
        ? t('shapes.notObject')
        : t('shapes.notJson', { reason: schema.fault.reason });
  const body = (
    <>
      {fresh && (
        <div className={styles.pair}>
          <Field label={t('form.name')}>
            {(ids) => (
              <TextInput
                id={ids.id}
                value={name}
                onChange={(event) => setName(event.target.value)}
                autoFocus
              />
            )}
          </Field>
          <Field
            label={t('form.id')}
            help={t('shapes.idHelp')}
            error={pressed || id !== '' ? at('id') : undefined}
          >
            {(ids) => (
              <TextInput
                id={ids.id}
                mono
                value={id}
                describedBy={ids.describedBy}
                invalid={ids.invalid}
                onChange={(event) => setTyped(event.target.value.trim())}
              />
            )}
          </Field>
        </div>
      )}
      <Field label={t('shapes.schema')} error={schemaFault ?? at('schema')}>
        {(ids) => (
          <CodeEditor
            id={ids.id}
            text={schema.text}
            language="json"
            label={t('shapes.schema')}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={schema.change}
            onBlur={() => undefined}
          />
        )}
      </Field>
      {overlaid && <p className={styles.warned}>{t('shapes.overlaid')}</p>}
    </>
  );
  if (!fresh) return <div className={styles.form}>{body}</div>;
  return (
    <form className={styles.fresh} aria-label={t('shapes.add')} onSubmit={submit}>
      {body}
      <div className={styles.buttons}>
        <Button type="submit">{t('form.add')}</Button>
        <Button variant="quiet" onClick={() => onEnd(null)}>
          {t('form.cancel')}
        </Button>
      </div>
    </form>
  );
}

type Fault = 'object' | { readonly reason: string };

/** A schema as text. `value` is the last text that was one; undo and other changes from outside show at once. */
function useSchemaText(value: Json, commit: (schema: JsonObject) => void) {
  const [text, setText] = useState(() => JSON.stringify(value, null, 2));
  const [fault, setFault] = useState<Fault | null>(null);
  const [read, setRead] = useState<Json>(value);
  const [shown, setShown] = useState<Json>(value);
  if (!sameJson(shown, value)) {
    setShown(value);
    if (!sameJson(read, value)) {
      setRead(value);
      setText(JSON.stringify(value, null, 2));
      setFault(null);
    }
  }
  return {
    text,
    fault,
    value: read,
    change(next: string) {
      setText(next);
      try {
        const parsed: Json = JSON.parse(next);
        if (!isObject(parsed)) {
          setFault('object');
          return;
        }
        setFault(null);
        setRead(parsed);
        commit(parsed);
      } catch (error) {
        setFault({ reason: error instanceof Error ? error.message : String(error) });
      }
    },
  };
}
