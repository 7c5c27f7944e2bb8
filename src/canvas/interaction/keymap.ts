import type { CanvasAction } from '../actions/action';
import { canvasActions } from '../actions/all';

/** What of a keyboard event decides which keys were pressed. */
export type KeyPress = {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
};

/** The keys of the canvas, as data: keys as menus write them -> action. They act only while the canvas has the focus. */
export const keymap: ReadonlyMap<string, CanvasAction> = new Map(
  canvasActions
    .filter((action) => action.native !== true)
    .flatMap((action) => action.keys.map((keys) => [keys, action])),
);

/** The action that a key press means, if any. */
export function actionFor(press: KeyPress): CanvasAction | undefined {
  if (press.altKey) return undefined;
  for (const keys of spellings(press)) {
    const found = keymap.get(keys);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a press can be written: with its sign first (`[`, `+`), then by the key under it (`Shift+1`, letters of any script). */
export function spellings(press: KeyPress): readonly string[] {
  const mod = press.ctrlKey || press.metaKey ? 'Mod+' : '';
  const shift = press.shiftKey ? 'Shift+' : '';
  const name = press.key.length === 1 ? press.key.toUpperCase() : press.key;
  const under = /^(?:Key|Digit)(.)$/.exec(press.code)?.[1];
  const found = [`${mod}${shift}${name}`];
  // A sign that takes Shift on some layouts is meant as the sign; a letter with Shift is not the letter.
  if (press.shiftKey && press.key.length === 1 && !/\p{L}/u.test(press.key)) found.push(`${mod}${name}`);
  // On a layout of another script the letter is the one printed under it.
  const latin = /^[\x20-\x7e]$/.test(press.key);
  if (under !== undefined && (!latin || press.code.startsWith('Digit'))) found.push(`${mod}${shift}${under}`);
  return found;
}

/** Keys as a person reads them: `⌘⇧Z` on a Mac, `Ctrl+Shift+Z` elsewhere. */
export function keysText(keys: string, mac: boolean): string {
  const signs: { readonly [part: string]: string } = {
    ArrowLeft: '←',
    ArrowRight: '→',
    ArrowUp: '↑',
    ArrowDown: '↓',
    Mod: mac ? '⌘' : 'Ctrl',
    ...(mac ? { Shift: '⇧' } : {}),
  };
  const parts = keys === '+' ? ['+'] : keys.split('+');
  return parts.map((part) => signs[part] ?? part).join(mac ? '' : '+');
}
