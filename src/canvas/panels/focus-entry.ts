/** How many frames an entry may take to appear: its tab is drawn, and may have to load first. */
const PATIENCE = 60;

/** Puts the focus on the name of a declared input or output, as soon as it is drawn. @returns gives up. */
export function focusEntry(key: string): () => void {
  let frame = 0;
  let left = PATIENCE;
  const look = () => {
    const entry = document.querySelector(`[data-entry="${CSS.escape(key)}"]`);
    if (entry === null) {
      left -= 1;
      if (left > 0) frame = requestAnimationFrame(look);
      return;
    }
    entry.scrollIntoView({ block: 'center' });
    entry.querySelector<HTMLElement>('input')?.focus();
  };
  frame = requestAnimationFrame(look);
  return () => cancelAnimationFrame(frame);
}
