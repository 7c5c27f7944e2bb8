import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { Field } from '../../ui/field';
import { TextArea, TextInput } from '../../ui/inputs';
import { Tabs } from '../../ui/tabs';
import { setWorkflowField } from '../commands/workflow';
import { useCanvasUi, useCanvasUiState, useEditor, useEditorState } from '../editor/editor-context';
import { WORKFLOW_TABS } from '../interaction/canvas-ui';
import { useCommittedText } from './fields/use-committed-text';
import styles from './panels.module.css';

const InterfaceTab = lazy(() => import('./interface-tab'));

/**
 * What is said of the workflow itself, where nothing is selected. `contractTab` draws what it publishes; it is left out
 * where the app keeps no versions.
 */
export function WorkflowPanel({ contractTab }: { readonly contractTab?: ReactNode }) {
  const t = useTranslations('config');
  const contract = useTranslations('contract');
  const ui = useCanvasUi();
  const tab = useCanvasUiState((state) => state.workflowTab);
  const readOnly = useEditorState((state) => state.readOnly);
  return (
    <Tabs
      label={t('workflow')}
      value={tab === 'contract' && contractTab === undefined ? 'interface' : tab}
      onChange={(id) => ui.set({ workflowTab: WORKFLOW_TABS.find((one) => one === id) ?? 'settings' })}
      tabs={[
        { id: 'settings', label: t('tabSettings'), content: <SettingsTab readOnly={readOnly} /> },
        {
          id: 'interface',
          label: t('tabInterface'),
          content: (
            <div className={styles.body}>
              <Suspense>
                <InterfaceTab readOnly={readOnly} />
              </Suspense>
            </div>
          ),
        },
        ...(contractTab === undefined
          ? []
          : [
              {
                id: 'contract',
                label: contract('tab'),
                content: <div className={styles.body}>{contractTab}</div>,
              },
            ]),
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
