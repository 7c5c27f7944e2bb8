import { useCallback, useEffect, useRef, useState } from 'react';

const IDLE_MS = 300;
/** Typing that never rests is handed on this often, so that a page that crashes loses a few words at most. */
const LONGEST_MS = 3000;

/**
 * Text that is typed locally and handed on when typing rests, when the field is left, and when the page goes away: so one
 * burst of typing is one step of history, and nothing that was typed is lost. A value that changes from outside (undo,
 * another panel) shows at once unless the person is typing.
 */
export function useCommittedText(value: string, commit: (text: string) => void) {
  const [text, setText] = useState(value);
  const state = useRef({
    text: value,
    committed: value,
    timer: 0 as ReturnType<typeof setTimeout> | 0,
    since: 0,
    commit,
  });
  state.current.commit = commit;

  const flush = useCallback(() => {
    const current = state.current;
    if (current.timer !== 0) clearTimeout(current.timer);
    current.timer = 0;
    if (current.text === current.committed) return;
    current.committed = current.text;
    current.commit(current.text);
  }, []);

  const change = useCallback(
    (next: string) => {
      const current = state.current;
      current.text = next;
      setText(next);
      const now = performance.now();
      if (current.timer === 0) current.since = now;
      else clearTimeout(current.timer);
      const left = current.since + LONGEST_MS - now;
      current.timer = setTimeout(flush, Math.max(0, Math.min(IDLE_MS, left)));
    },
    [flush],
  );

  if (value !== state.current.committed && state.current.timer === 0) {
    state.current.committed = value;
    state.current.text = value;
    if (text !== value) setText(value);
  }

  useEffect(() => {
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);

  return { text, change, flush };
}
