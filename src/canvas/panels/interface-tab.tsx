import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { instancePorts } from '../../catalog/instance-ports';
import { configOf, type ManifestSide, titleOf } from '../../model/document';
import { isArray } from '../../model/json';
import { Select } from '../../ui/inputs';
import { addManifestEntry } from '../commands/workflow';
import { freeName } from '../derive/declared';
import { useEditor, useEditorState } from '../editor/editor-context';
import styles from './fields/fields.module.css';
import { Entry, type PortChoice } from './interface-entry';

/** The launch inputs and outputs that the author declares (MAN-1, MAN-2). */
export default function InterfaceTab({ readOnly }: { readonly readOnly: boolean }) {
  const t = useTranslations('config');
  return (
    <div className={styles.stack}>
      <p className={styles.hint}>{t('interfaceHelp')}</p>
      <Side side="input" readOnly={readOnly} />
      <Side side="output" readOnly={readOnly} />
    </div>
  );
}

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
      {entries.map((entry, at) => (
        <Entry
          key={entry.key}
          side={side}
          entry={entry}
          choices={choices}
          first={at === 0}
          last={at === entries.length - 1}
          readOnly={readOnly}
        />
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
