/** Whether this computer writes Cmd where others write Ctrl. */
export const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as menus show them: `Mod+Shift+Z` is `Ctrl+Shift+Z`, on a Mac `⌘⇧Z`. */
export function keyText(keys: string, mac: boolean = isMac): string {
  const names: { readonly [part: string]: string } = mac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' }
    : { Mod: 'Ctrl', ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓' };
  const parts = keys.split(/\+(?=.)/).map((part) => names[part] ?? part);
  return mac ? parts.join('') : parts.join('+');
}

/** `Z` with Ctrl or Cmd. */
export function modKey(key: string): string {
  return keyText(`Mod+${key}`);
}

/** Whether an event comes from where text is typed, so that letters are letters there. */
export function isTyping(event: KeyboardEvent): boolean {
  const { target } = event;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}
