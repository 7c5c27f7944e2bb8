import { type RefObject, useEffect } from 'react';
import type { Editor } from '../../canvas';
import { isTyping } from '../commands/keys';
import type { EditorVerbs } from './verbs';

/**
 * Keys beyond the canvas's own: the palette everywhere; history wherever no text is typed; single letters only while the
 * canvas has the focus.
 */
export function useEditorKeys(
  verbs: EditorVerbs,
  editor: Editor,
  canvas: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      const mod = event.ctrlKey || event.metaKey;
      const key = event.key.toLowerCase();
      const act = (run: () => void) => {
        event.preventDefault();
        run();
      };
      if (mod && !event.altKey && key === 'k') return act(verbs.openPalette);
      // Everything is saved as it is done; the browser's own "save page" would only confuse.
      if (mod && !event.altKey && key === 's') return act(() => undefined);
      if (isTyping(event) || event.altKey || document.querySelector('[role="dialog"]') !== null) return;
      if (mod && key === 'z') return act(event.shiftKey ? editor.redo : editor.undo);
      if (mod && key === 'y') return act(editor.redo);
      if (mod) return;
      if (event.key === '?') return act(verbs.openHelp);
      const { target } = event;
      const onCanvas = target instanceof Node && canvas.current?.contains(target) === true;
      if (!onCanvas && target !== document.body) return;
      if (key === 'r' && !event.shiftKey) return act(verbs.run);
      if (key === 'p' && !event.shiftKey) return act(() => verbs.showDock('problems'));
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [verbs, editor, canvas]);
}
