import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { CodeEditor } from '../../../canvas/panels/fields/code-editor';
import type { MemoryRow } from '../../../engine/memory/store';
import type { Json } from '../../../model/json';
import { fail, ok, type Result } from '../../../model/problem';
import { sameMemory } from '../../../store';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { Field } from '../../../ui/field';
import shared from '../site.module.css';
import { conversationOf, type ShownMessage } from './memories';
import styles from './memory.module.css';
import { useMemoryVerbs } from './use-memory';

/**
 * Shows one entry, a conversation as such, and corrects it. What a workflow stores meanwhile is told, and written over only
 * by whoever says so.
 *
 * @param stored what is stored now.
 */
export function EntryDialog({
  row,
  stored,
  onClose,
}: {
  readonly row: MemoryRow;
  readonly stored: MemoryRow | undefined;
  readonly onClose: () => void;
}) {
  const t = useTranslations('memory.entry');
  const verbs = useMemoryVerbs();
  const form = useId();
  /** What the text was filled from. */
  const [base, setBase] = useState(row);
  const [text, setText] = useState(() => JSON.stringify(row.value, null, 2));
  const [leaving, setLeaving] = useState(false);
  const read = readJson(text);
  const outside = !sameMemory(stored, base);
  const dirty = text !== JSON.stringify(base.value, null, 2);
  const messages = conversationOf(outside && !dirty && stored !== undefined ? stored : base);

  async function save() {
    if (!read.ok) return;
    const now = Date.now();
    const { expires } = stored ?? base;
    if (await verbs.save({ ...(stored ?? base), value: read.value, changed: now, expires })) onClose();
  }

  function load() {
    if (stored === undefined) return;
    setBase(stored);
    setText(JSON.stringify(stored.value, null, 2));
    setLeaving(false);
  }

  function close() {
    if (dirty && !leaving) setLeaving(true);
    else onClose();
  }

  const editor = (
    <Field
      label={t('value')}
      help={t('valueHelp')}
      error={read.ok ? undefined : t('json', { message: read.error })}
    >
      {(ids) => (
        <CodeEditor
          id={ids.id}
          text={text}
          language="json"
          label={t('value')}
          describedBy={ids.describedBy}
          invalid={ids.invalid}
          onChange={(typed) => {
            setText(typed);
            setLeaving(false);
          }}
          onBlur={() => undefined}
        />
      )}
    </Field>
  );

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && close()}
      title={t('title', { name: row.key })}
      closeLabel={t('close')}
      footer={
        <>
          {leaving && (
            <span className={styles.leaving} role="alert">
              {t('discard')}
            </span>
          )}
          <Button onClick={close}>{t('close')}</Button>
          <Button variant="primary" type="submit" form={form} disabled={!dirty || !read.ok}>
            {outside && dirty ? t('overwrite') : t('save')}
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
            <p>{stored === undefined ? t('gone') : t('outside')}</p>
            {stored !== undefined && (
              <Button size="small" onClick={load}>
                {t('load')}
              </Button>
            )}
          </div>
        )}
        {messages === undefined ? (
          editor
        ) : (
          <>
            <Conversation messages={messages} />
            <details className={styles.json}>
              <summary>{t('asJson')}</summary>
              {editor}
            </details>
          </>
        )}
      </form>
    </Dialog>
  );
}

/** Texts of models and people are shown as texts. */
function Conversation({ messages }: { readonly messages: readonly ShownMessage[] }) {
  const t = useTranslations('memory.entry');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long conversation is scrolled by key
    <ol className={styles.messages} aria-label={t('messages')} tabIndex={0}>
      {messages.map(({ role, text, calls }, index) => (
        // A message has nothing but its place.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole and its items hold no state
        <li key={index} className={styles.message} data-role={role}>
          <span className={styles.role}>{role === 'tool' ? t('answers') : t(`roles.${role}`)}</span>
          {text !== '' && <p>{text}</p>}
          {calls.length > 0 && (
            <p className={styles.calls}>{t('calls', { count: calls.length, names: calls.join(', ') })}</p>
          )}
        </li>
      ))}
    </ol>
  );
}

function readJson(text: string): Result<Json, string> {
  try {
    const value: Json = JSON.parse(text);
    return ok(value);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
}
