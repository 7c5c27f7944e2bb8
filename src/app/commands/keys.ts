import { keysText } from '../../canvas';

/** Whether this computer writes Cmd where others write Ctrl. */
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Keys as menus show them on this computer. */
export function keyText(keys: string): string {
  return keysText(keys, isMac);
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
