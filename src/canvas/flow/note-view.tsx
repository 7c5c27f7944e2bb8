import { NodeResizer } from '@xyflow/react';
import { CircleAlert, CircleCheck, Info, StickyNote, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { configOf } from '../../model/document';
import { ownString } from '../../model/json';
import { resizeNode } from '../commands/nodes';
import { useCanvasUiState, useEditor, useEditorState } from '../editor/editor-context';
import type { NodeContent } from './elements';
import { LooseEnds } from './loose-ends';
import styles from './node-view.module.css';
import { NoteBody } from './note-body';
import { NoteEditor } from './note-editor';

const NOTE_ICONS = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
  note: StickyNote,
};
type NoteKind = keyof typeof NOTE_ICONS;
const isNoteKind = (kind: string): kind is NoteKind => Object.hasOwn(NOTE_ICONS, kind);

/** A remark on the canvas: markdown in one of five kinds, resizable, without ports. */
export function Note({ data, selected }: { readonly data: NodeContent; readonly selected: boolean }) {
  const t = useTranslations('canvas.node');
  const editor = useEditor();
  const config = configOf(data.node);
  const kind = ownString(config, 'noteType') ?? 'info';
  const known: NoteKind = isNoteKind(kind) ? kind : 'note';
  const KindIcon = NOTE_ICONS[known];
  const text = ownString(config, 'content') ?? ownString(data.built?.configDefaults, 'content') ?? '';
  const editable = useEditorState((state) => !state.readOnly);
  const writing = useCanvasUiState((state) => editable && state.renaming === data.node.key);
  return (
    <div className={styles.note} data-kind={known}>
      {selected && editable && (
        <NodeResizer
          minWidth={120}
          minHeight={56}
          lineClassName={styles.resizeLine}
          handleClassName={styles.resizeHandle}
          onResizeEnd={(_event, { x, y, width, height }) =>
            editor.dispatch(resizeNode(data.node.key, Math.round(width), Math.round(height), { x, y }))
          }
        />
      )}
      <div className={styles.noteHead}>
        <KindIcon size={14} aria-hidden />
        <span>{t(`noteKind.${known}`)}</span>
      </div>
      {writing ? (
        <NoteEditor nodeKey={data.node.key} text={text} />
      ) : text.trim() === '' ? (
        <p className={styles.noteEmpty}>{t('emptyNote')}</p>
      ) : (
        <NoteBody text={text} className={styles.noteBody} />
      )}
      <LooseEnds nodeKey={data.node.key} wired={data.wired} />
    </div>
  );
}
