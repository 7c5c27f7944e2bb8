import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { instancePorts } from '../../catalog/instance-ports';
import { configOf, type ManifestEntry, type ManifestSide, titleOf } from '../../model/document';
import type { Finding } from '../../model/finding';
import { isArray } from '../../model/json';
import { Field } from '../../ui/field';
import { IconButton } from '../../ui/icon-button';
import { Select, TextArea, TextInput } from '../../ui/inputs';
import { Switch } from '../../ui/switch';
import { addManifestEntry, removeManifestEntry, setManifestEntry } from '../commands/workflow';
import { useEditor, useEditorState } from '../editor/editor-context';
import styles from './fields/fields.module.css';
import { useCommittedText } from './fields/use-committed-text';
import { useFindingText } from './finding-text';

/** The launch inputs and outputs that the author declares (MAN-1, MAN-2). */
export function InterfaceTab({ readOnly }: { readonly readOnly: boolean }) {
  const t = useTranslations('config');
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{t('interfaceHelp')}</p>
      <Side side="input" readOnly={readOnly} />
      <Side side="output" readOnly={readOnly} />
    </div>
  );
}

type PortChoice = {
  readonly value: string;
  readonly label: string;
  readonly node: string;
  readonly port: string;
};

/** Exposed ports that an entry may bind; dynamic ones cannot be addressed from outside (DYN-6). */
function usePortChoices(side: ManifestSide): readonly PortChoice[] {
  const nodes = useEditorState((state) => state.document.nodes);
  const catalog = useEditorState((state) => state.catalog);
  return useMemo(
    () =>
      nodes.flatMap((node) => {
        const ports = instancePorts(catalog, node)[side === 'input' ? 'inputs' : 'outputs'];
        return ports
          .filter((port) => port.exposed && port.origin === 'declared')
          .map((port) => ({
            value: JSON.stringify([node.id, port.id]),
            label: `${titleOf(node)} · ${port.name}`,
            node: node.id,
            port: port.id,
          }));
      }),
    [nodes, catalog, side],
  );
}

function Side({ side, readOnly }: { readonly side: ManifestSide; readonly readOnly: boolean }) {
  const t = useTranslations('config');
  const editor = useEditor();
  const entries = useEditorState((state) =>
    side === 'input' ? state.document.inputs : state.document.outputs,
  );
  const ownInputs = useEditorState((state) =>
    state.document.nodes.some((node) => {
      const added = configOf(node).dynamicInputs;
      return isArray(added) && added.length > 0;
    }),
  );
  const choices = usePortChoices(side);
  const bound = new Set(entries.map((entry) => JSON.stringify([entry.node_id, entry.port])));
  const open = choices.filter((choice) => !bound.has(choice.value));
  const taken = new Set(entries.map((entry) => entry.name));
  return (
    <section className={styles.tight} aria-label={t(side === 'input' ? 'inputs' : 'outputs')}>
      <h3 className={styles.heading}>{t(side === 'input' ? 'inputs' : 'outputs')}</h3>
      {entries.length === 0 && (
        <p className={styles.empty}>{t(side === 'input' ? 'noInputs' : 'noOutputs')}</p>
      )}
      {entries.map((entry) => (
        <Entry key={entry.key} side={side} entry={entry} choices={choices} readOnly={readOnly} />
      ))}
      {side === 'input' && ownInputs && <p className={styles.hint}>{t('interfaceDynamic')}</p>}
      {choices.length === 0 ? (
        <p className={styles.hint}>{t('noPortsToDeclare')}</p>
      ) : (
        <Select
          aria-label={t(side === 'input' ? 'declareInput' : 'declareOutput')}
          disabled={readOnly || open.length === 0}
          value=""
          options={[{ value: '', label: t(side === 'input' ? 'declareInput' : 'declareOutput') }, ...open]}
          onChange={(event) => {
            const choice = open.find((other) => other.value === event.target.value);
            if (choice === undefined) return;
            editor.dispatch(
              addManifestEntry(side, {
                name: freeName(choice.port, taken),
                node_id: choice.node,
                port: choice.port,
              }),
            );
          }}
        />
      )}
    </section>
  );
}

/** A name in the alphabet of R4.a that no other entry of the side has. */
export function freeName(port: string, taken: ReadonlySet<string | undefined>): string {
  const stem =
    port
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'value';
  let name = stem;
  for (let n = 2; taken.has(name); n += 1) name = `${stem}_${n}`;
  return name;
}

function Entry({
  side,
  entry,
  choices,
  readOnly,
}: {
  readonly side: ManifestSide;
  readonly entry: ManifestEntry;
  readonly choices: readonly PortChoice[];
  readonly readOnly: boolean;
}) {
  const t = useTranslations('config');
  const editor = useEditor();
  const textOf = useFindingText();
  const findings = useEditorState((state) => state.findingsByKey.get(entry.key)) ?? NONE;
  const set = (changes: Parameters<typeof setManifestEntry>[2]) =>
    editor.dispatch(setManifestEntry(side, entry.key, changes, { called: entry.name }));
  const name = useCommittedText(entry.name ?? '', (next) => set({ name: next }));
  const title = useCommittedText(entry.title ?? '', (next) => set({ title: next === '' ? undefined : next }));
  const description = useCommittedText(entry.description ?? '', (next) =>
    set({ description: next === '' ? undefined : next }),
  );
  const value = JSON.stringify([entry.node_id, entry.port]);
  const known = choices.some((choice) => choice.value === value);
  return (
    <div className={styles.card} data-entry={entry.key}>
      <div className={styles.lineTop}>
        <div className={styles.grow}>
          <Field label={t('entryName')} help={t('entryNameHelp')} error={findings.map(textOf).join(' ')}>
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
        </div>
        <IconButton
          size="small"
          label={t('removeEntryNamed', { name: entry.name ?? '' })}
          disabled={readOnly}
          onClick={() => editor.dispatch(removeManifestEntry(side, entry.key))}
        >
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </div>
      <Field label={t('entryPort')}>
        {(ids) => (
          <Select
            id={ids.id}
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
        </>
      )}
    </div>
  );
}
const NONE: readonly Finding[] = [];
