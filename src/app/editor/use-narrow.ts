import { useEffect } from 'react';
import type { Editor } from '../../canvas';

/** Below 700 px a workflow is read and run, not edited (interface: phones). */
const NARROW = '(max-width: 699px)';

/** Makes the editor read-only while the screen is narrow. */
export function useNarrow(editor: Editor): void {
  useEffect(() => {
    const media = window.matchMedia(NARROW);
    const follow = () => editor.store.setState({ readOnly: media.matches });
    follow();
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, [editor]);
}
