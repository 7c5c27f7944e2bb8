import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type NodeKey, titleOf, type WorkflowNode } from '../../model/document';
import { renameNode } from '../commands/nodes';
import { useCanvasUi, useCanvasUiState, useEditor } from '../editor/editor-context';
import styles from './node-view.module.css';

/** A node's title; a field while it is being renamed. Enter keeps, Escape gives up, leaving keeps. */
export function NodeTitle({ node, nodeKey }: { readonly node: WorkflowNode; readonly nodeKey: NodeKey }) {
  const renaming = useCanvasUiState((state) => state.renaming === nodeKey);
  const title = titleOf(node);
  if (renaming) return <RenameField title={title} nodeKey={nodeKey} />;
  return (
    <span className={styles.title} title={title}>
      {title}
    </span>
  );
}

function RenameField({ title, nodeKey }: { readonly title: string; readonly nodeKey: NodeKey }) {
  const t = useTranslations('canvas.node');
  const editor = useEditor();
  const ui = useCanvasUi();
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  // The field appears on a key press, after which the focus has to be where the typing goes.
  useEffect(() => field.current?.select(), []);

  const finish = (keep: boolean) => {
    if (done.current) return;
    done.current = true;
    const next = field.current?.value.trim() ?? '';
    ui.set({ renaming: null });
    if (keep && next !== '' && next !== title) {
      editor.dispatch(renameNode(nodeKey, next));
      ui.say('renamed', { name: next });
    }
  };
  return (
    <input
      ref={field}
      className={`nodrag nopan ${styles.rename}`}
      aria-label={t('rename')}
      defaultValue={title}
      maxLength={255}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        finish(event.key === 'Enter');
        ui.view?.focus();
      }}
    />
  );
}
