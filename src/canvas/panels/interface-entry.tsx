import { ArrowDown, ArrowUp, Crosshair, Trash2 } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ManifestEntry, ManifestSide } from '../../model/document';
import type { Finding } from '../../model/finding';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import { Switch } from '../../ui/switch';
import { moveManifestEntry, removeManifestEntry, setManifestEntry } from '../commands/workflow';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { ExamplesEditor } from './examples-editor';
import styles from './fields/fields.module.css';
import { useCommittedText } from './fields/use-committed-text';
import { useFindingText } from './finding-text';

/** A port that an entry may bind. */
export type PortChoice = {
  readonly value: string;
  readonly label: string;
  readonly node: string;
  readonly port: string;
};

/** One declared input or output: what callers call it, where it lands, and the words that they read (MAN-2). */
export function Entry({
  side,
  entry,
  choices,
  first,
  last,
  readOnly,
}: {
  readonly side: ManifestSide;
  readonly entry: ManifestEntry;
  readonly choices: readonly PortChoice[];
  readonly first: boolean;
  readonly last: boolean;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const contract = useTranslations('contract');
  const editor = useEditor();
  const textOf = useFindingText();
  const findings = useEditorState((state) => state.findingsByKey.get(entry.key)) ?? NONE;
  const set = (changes: Parameters<typeof setManifestEntry>[2]) =>
    editor.dispatch(setManifestEntry(side, entry.key, changes, { called: entry.name }));
  const called = entry.name ?? '';
  const name = useCommittedText(called, (next) => set({ name: next }));
  const value = JSON.stringify([entry.node_id, entry.port]);
  const known = choices.some((choice) => choice.value === value);
  const onPort = findings.filter(({ code }) => AT_PORT.has(code));
  const onName = findings.filter(({ code }) => !AT_PORT.has(code));
  return (
    <div className={styles.card} data-entry={entry.key}>
      <EntryButtons
        side={side}
        entry={entry}
        where={choices.find((choice) => choice.value === value)?.label}
        first={first}
        last={last}
        readOnly={readOnly}
      />
      <Field label={t('entryName')} help={contract('entryNameHelp')} error={onName.map(textOf).join(' ')}>
        {(ids) => (
          <TextInput
            id={ids.id}
            mono
            value={name.text}
            readOnly={readOnly}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            onChange={(event) => name.change(event.target.value)}
            onBlur={name.flush}
          />
        )}
      </Field>
      <Field label={t('entryPort')} error={onPort.map(textOf).join(' ')}>
        {(ids) => (
          <Select
            id={ids.id}
            describedBy={ids.describedBy}
            invalid={ids.invalid}
            disabled={readOnly}
            value={value}
            options={
              known
                ? choices
                : [{ value, label: `${entry.node_id ?? '—'} · ${entry.port ?? '—'}` }, ...choices]
            }
            onChange={(event) => {
              const choice = choices.find((other) => other.value === event.target.value);
              if (choice !== undefined) set({ node_id: choice.node, port: choice.port });
            }}
          />
        )}
      </Field>
      {side === 'input' && (
        <>
          <Field label={t('entryRequired')}>
            {(ids) => (
              <Switch
                id={ids.id}
                checked={entry.required === true}
                disabled={readOnly}
                onChange={(required) => set({ required: required ? true : undefined })}
              />
            )}
          </Field>
          <Words entry={entry} set={set} readOnly={readOnly} />
        </>
      )}
    </div>
  );
}
const NONE: readonly Finding[] = [];
/** Findings that are about where an entry lands; all others are about its name. */
const AT_PORT = new Set(['R4_NODE_MISSING', 'R4_PORT_MISSING', 'R10_EXPOSURE_HIDDEN_PORT']);

/** MAN-2, MAN-6: what the author says of an input, over what the port says of itself. */
function Words({
  entry,
  set,
  readOnly,
}: {
  readonly entry: ManifestEntry;
  readonly set: (changes: Parameters<typeof setManifestEntry>[2]) => void;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const contract = useTranslations('contract');
  const title = useCommittedText(entry.title ?? '', (next) => set({ title: next === '' ? undefined : next }));
  const description = useCommittedText(entry.description ?? '', (next) =>
    set({ description: next === '' ? undefined : next }),
  );
  const said =
    entry.title !== undefined || entry.description !== undefined || (entry.examples ?? []).length > 0;
  return (
    <details className={styles.words} open={said}>
      <summary>{contract('entryWords')}</summary>
      <div className={styles.tight}>
        <Field label={t('entryTitle')}>
          {(ids) => (
            <TextInput
              id={ids.id}
              value={title.text}
              readOnly={readOnly}
              onChange={(event) => title.change(event.target.value)}
              onBlur={title.flush}
            />
          )}
        </Field>
        <Field label={t('entryDescription')}>
          {(ids) => (
            <TextArea
              id={ids.id}
              rows={2}
              value={description.text}
              readOnly={readOnly}
              onChange={(event) => description.change(event.target.value)}
              onBlur={description.flush}
            />
          )}
        </Field>
        <ExamplesEditor
          examples={entry.examples ?? []}
          readOnly={readOnly}
          onChange={(examples) => set({ examples: examples.length === 0 ? undefined : examples })}
        />
      </div>
    </details>
  );
}

function EntryButtons({
  side,
  entry,
  where,
  first,
  last,
  readOnly,
}: {
  readonly side: ManifestSide;
  readonly entry: ManifestEntry;
  /** The port that it binds, in words; `undefined` where there is no such port. */
  readonly where: string | undefined;
  readonly first: boolean;
  readonly last: boolean;
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const contract = useTranslations('contract');
  const editor = useEditor();
  const ui = useCanvasUi();
  const name = entry.name ?? '';
  const node = useEditorState((state) => state.document.nodes.find((other) => other.id === entry.node_id));
  const show = () => {
    if (node === undefined) return;
    const port = entry.port === undefined ? null : { node: node.key, direction: side, port: entry.port };
    editor.select({ nodes: [node.key] });
    ui.set({ lead: node.key, shownPort: port });
    ui.view?.reveal(node.key);
  };
  const move = (by: number) => editor.dispatch(moveManifestEntry(side, entry.key, by));
  return (
    <div className={styles.line}>
      <button
        type="button"
        className={styles.entryLink}
        title={contract('entryShow', { name })}
        aria-label={contract('entryShow', { name })}
        disabled={node === undefined}
        onClick={show}
      >
        <Crosshair size={14} aria-hidden />
        <span>{where ?? `${entry.node_id ?? '—'} · ${entry.port ?? '—'}`}</span>
      </button>
      <IconButton
        size="small"
        label={contract('entryUp', { name })}
        disabled={readOnly || first}
        onClick={() => move(-1)}
      >
        <ArrowUp size={14} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        label={contract('entryDown', { name })}
        disabled={readOnly || last}
        onClick={() => move(1)}
      >
        <ArrowDown size={14} aria-hidden />
      </IconButton>
      <IconButton
        size="small"
        label={t('removeEntryNamed', { name })}
        disabled={readOnly}
        onClick={() => editor.dispatch(removeManifestEntry(side, entry.key))}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
