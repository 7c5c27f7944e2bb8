import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setNodeLabel } from '../../../canvas/commands/nodes';
import { createEditor } from '../../../canvas/editor/create-editor';
import { EditorProvider, useEditorState } from '../../../canvas/editor/editor-context';
import { NodePreview } from '../../../canvas/flow/node-preview';
import { createCanvasUi } from '../../../canvas/interaction/canvas-ui';
import { ConfigForm } from '../../../canvas/panels/config-form';
import type { Catalog, NodeType } from '../../../catalog/types';
import { emptyDocument, mintKey, type NodeKey, type WorkflowNode } from '../../../model/document';
import styles from './node-types.module.css';

/** A node of the edited type as canvas and panels draw it, in an editor of its own whose edits are stored nowhere. */
export default function Preview({
  catalog,
  nodeType,
}: {
  readonly catalog: Catalog;
  readonly nodeType: NodeType;
}) {
  const t = useTranslations('nodeTypes.edit');
  const [{ editor, key }] = useState(() => previewEditor(catalog, nodeType));
  const ui = useMemo(() => createCanvasUi(), []);
  const [settled, setSettled] = useState(catalog);
  // Drawn again a moment after the last key, so that typing stays quick.
  useEffect(() => {
    const timer = setTimeout(() => {
      editor.setCatalog(catalog);
      editor.dispatch(setNodeLabel(key, nodeType.label));
      setSettled(catalog);
    }, 120);
    return () => clearTimeout(timer);
  }, [editor, key, catalog, nodeType.label]);
  useEffect(() => () => editor.dispose(), [editor]);
  const fault = settled.faults.find((one) => one.nodeType === nodeType.id);
  return (
    <EditorProvider editor={editor} ui={ui}>
      <h3 className={styles.heading}>{t('previewCard')}</h3>
      <div className={styles.card}>
        <NodePreview label={t('previewCard')} />
      </div>
      {fault !== undefined && (
        <p role="alert" className={styles.fault}>
          {t('previewFails', { message: fault.message })}
        </p>
      )}
      <h3 className={styles.heading}>{t('previewForm')}</h3>
      <p className={styles.text}>{t('previewFormText')}</p>
      <Form nodeKey={key} />
    </EditorProvider>
  );
}

function Form({ nodeKey }: { readonly nodeKey: NodeKey }) {
  const node = useEditorState((state) => state.document.nodes.find(({ key }) => key === nodeKey));
  const catalog = useEditorState((state) => state.catalog);
  const findings = useEditorState((state) => state.findingsByKey.get(nodeKey)) ?? NONE;
  if (node === undefined) return null;
  const built = catalog.built(String(node.data.metadata?.node_type_id ?? ''));
  return <ConfigForm node={node} built={built} findings={findings} readOnly={false} />;
}
const NONE: readonly never[] = [];

function previewEditor(catalog: Catalog, { id, label }: NodeType) {
  const key = mintKey<NodeKey>();
  const node: WorkflowNode = {
    key,
    id: `${id}.1`,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    // Nothing is configured, so that what is seen are the defaults of the type as it is edited.
    data: { label, config: {}, metadata: { node_type_id: id }, extra: {} },
    extra: {},
  };
  const saved = async () => ({ state: 'saved' as const, at: 0 });
  const editor = createEditor({
    document: { ...emptyDocument('preview', label), nodes: [node] },
    catalog,
    persistence: { append: saved, undo: saved, redo: saved },
    now: Date.now,
    uuid: () => crypto.randomUUID(),
  });
  return { editor, key };
}
