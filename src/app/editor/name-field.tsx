import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEditor, useEditorState } from '../../canvas';
import { setWorkflowField } from '../../canvas/commands/workflow';
import styles from './top-bar.module.css';

/** The workflow's name, edited where it stands. Enter or leaving keeps it, Escape puts the old one back. */
export function NameField() {
  const t = useTranslations('app.top');
  const editor = useEditor();
  const name = useEditorState((state) => state.document.name);
  const readOnly = useEditorState((state) => state.readOnly);
  const [text, setText] = useState(name);
  useEffect(() => setText(name), [name]);
  return (
    <input
      className={styles.name}
      aria-label={t('nameLabel')}
      placeholder={t('unnamed')}
      value={text}
      maxLength={255}
      readOnly={readOnly}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => {
        const next = text.trim();
        if (next === '') setText(name);
        else if (next !== name) editor.dispatch(setWorkflowField('name', next));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') {
          setText(name);
          event.currentTarget.value = name;
          requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-canvas-focus]')?.focus());
        }
      }}
    />
  );
}
