import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field';
import { TextArea, TextInput } from '../../ui/inputs';
import { Tabs } from '../../ui/tabs';
import { setWorkflowField } from '../commands/workflow';
import { useEditor, useEditorState } from '../editor/editor-context';
import { useCommittedText } from './fields/use-committed-text';
import { InterfaceTab } from './interface-tab';
import styles from './panels.module.css';

/** What is said of the workflow itself, where nothing is selected. */
export function WorkflowPanel() {
  const t = useTranslations('config');
  const [tab, setTab] = useState('settings');
  const readOnly = useEditorState((state) => state.readOnly);
  return (
    <Tabs
      label={t('workflow')}
      value={tab}
      onChange={setTab}
      tabs={[
        { id: 'settings', label: t('tabSettings'), content: <SettingsTab readOnly={readOnly} /> },
        {
          id: 'interface',
          label: t('tabInterface'),
          content: (
            <div className={styles.body}>
              <InterfaceTab readOnly={readOnly} />
            </div>
          ),
        },
      ]}
    />
  );
}

function SettingsTab({ readOnly }: { readonly readOnly: boolean }) {
  const t = useTranslations('config');
  const editor = useEditor();
  const name = useEditorState((state) => state.document.name);
  const description = useEditorState((state) => state.document.description);
  const id = useEditorState((state) => state.document.id);
  const nodes = useEditorState((state) => state.document.nodes.length);
  const edges = useEditorState((state) => state.document.edges.length);
  const nameField = useCommittedText(name, (next) => editor.dispatch(setWorkflowField('name', next)));
  const descriptionField = useCommittedText(description, (next) =>
    editor.dispatch(setWorkflowField('description', next)),
  );
  return (
    <div className={styles.body}>
      <Field label={t('workflowName')}>
        {(ids) => (
          <TextInput
            id={ids.id}
            value={nameField.text}
            readOnly={readOnly}
            onChange={(event) => nameField.change(event.target.value)}
            onBlur={nameField.flush}
          />
        )}
      </Field>
      <Field label={t('workflowDescription')}>
        {(ids) => (
          <TextArea
            id={ids.id}
            rows={5}
            value={descriptionField.text}
            readOnly={readOnly}
            onChange={(event) => descriptionField.change(event.target.value)}
            onBlur={descriptionField.flush}
          />
        )}
      </Field>
      <dl className={styles.facts}>
        <dt>{t('workflowId')}</dt>
        <dd>
          <code>{id}</code>
        </dd>
      </dl>
      <p className={styles.quiet}>{t('counts', { nodes, edges })}</p>
    </div>
  );
}
