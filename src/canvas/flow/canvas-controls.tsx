import { useStore } from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useFormatter, useTranslations } from 'use-intl';
import { IconButton } from '../../ui/icon-button';
import type { CanvasAction } from '../actions/action';
import { fit, zoomIn, zoomOut } from '../actions/look';
import { useCanvasUi, useEditor } from '../editor/editor-context';
import { keysText } from '../interaction/keymap';
import { isMac } from '../interaction/platform';
import styles from './canvas-controls.module.css';

/** Zoom and fit, at the lower left of the canvas. */
export function CanvasControls() {
  const format = useFormatter();
  const zoom = useStore((state) => state.transform[2]);
  return (
    <div className={styles.controls}>
      <Control action={zoomOut}>
        <ZoomOut size={16} aria-hidden />
      </Control>
      <output className={styles.zoom}>
        {format.number(zoom, { style: 'percent', maximumFractionDigits: 0 })}
      </output>
      <Control action={zoomIn}>
        <ZoomIn size={16} aria-hidden />
      </Control>
      <Control action={fit}>
        <Maximize size={16} aria-hidden />
      </Control>
    </div>
  );
}

function Control({
  action,
  children,
}: {
  readonly action: CanvasAction;
  readonly children: React.ReactNode;
}) {
  const t = useTranslations('canvas.action');
  const editor = useEditor();
  const ui = useCanvasUi();
  const [keys] = action.keys;
  return (
    <IconButton
      size="small"
      label={t(action.label)}
      shortcut={keys === undefined ? undefined : keysText(keys, isMac())}
      onClick={() => action.run(editor, ui)}
    >
      {children}
    </IconButton>
  );
}
