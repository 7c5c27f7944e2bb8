import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import type { NodeKey } from '../../model/document';
import { setConfigValue } from '../commands/config';
import { useCanvasUi, useEditor } from '../editor/editor-context';
import styles from './node-view.module.css';

/** A note's markdown being written in its place. Leaving keeps it, so does Ctrl or Cmd with Enter; Escape gives up. */
export function NoteEditor({ nodeKey, text }: { readonly nodeKey: NodeKey; readonly text: string }) {
  const t = useTranslations('canvas.node');
  const editor = useEditor();
  const ui = useCanvasUi();
  const field = useRef<HTMLTextAreaElement>(null);
  const done = useRef(false);
  // The field appears on a key press or double click, after which the focus has to be where the typing goes.
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);

  const finish = (keep: boolean) => {
    if (done.current) return;
    done.current = true;
    const next = field.current?.value ?? text;
    ui.set({ renaming: null });
    if (keep && next !== text) editor.dispatch(setConfigValue(nodeKey, 'content', next));
  };
  return (
    <textarea
      ref={field}
      className={`nodrag nopan nowheel ${styles.noteField}`}
      aria-label={t('noteText')}
      defaultValue={text}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation();
        const keeps = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (!keeps && event.key !== 'Escape') return;
        event.preventDefault();
        finish(keeps);
        ui.view?.focus();
      }}
    />
  );
}
