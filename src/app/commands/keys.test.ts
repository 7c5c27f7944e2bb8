import { expect, test } from 'vitest';
import { keyText } from './keys';

test.each([
  ['Mod+Z', 'Ctrl+Z', '⌘Z'],
  ['Mod+Shift+Z', 'Ctrl+Shift+Z', '⌘⇧Z'],
  ['Shift+ArrowLeft', 'Shift+←', '⇧←'],
  ['+', '+', '+'],
  ['Mod++', 'Ctrl++', '⌘+'],
  ['?', '?', '?'],
])('%s is written %s, on a Mac %s', (keys, other, mac) => {
  expect(keyText(keys, false)).toBe(other);
  expect(keyText(keys, true)).toBe(mac);
});
