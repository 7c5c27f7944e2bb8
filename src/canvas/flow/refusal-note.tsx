import { CircleSlash } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { useCanvasUi, useCanvasUiState } from '../editor/editor-context';
import { useRefusalText } from '../interaction/texts';
import styles from './refusal-note.module.css';

const SHOWN_MILLIS = 6000;

/** Why a drop was refused, next to where it happened. The live region says the same. */
export function RefusalNote() {
  const t = useTranslations('canvas.refusal');
  const text = useRefusalText();
  const ui = useCanvasUi();
  const shown = useCanvasUiState((state) => state.refusal);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => ui.set({ refusal: null }), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [ui, shown]);
  if (shown === null) return null;
  const { refusal, at } = shown;
  return (
    <div
      className={styles.note}
      aria-hidden="true"
      style={{
        left: Math.min(at.x + 14, window.innerWidth - 296),
        top: Math.min(at.y + 14, window.innerHeight - 90),
      }}
    >
      <CircleSlash size={16} aria-hidden />
      <span>
        <strong>{t('title')}</strong> {text(refusal)}
      </span>
    </div>
  );
}
