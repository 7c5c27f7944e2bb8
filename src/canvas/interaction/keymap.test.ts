import { describe, expect, test } from 'vitest';
import { canvasActions } from '../actions/all';
import { actionFor, type KeyPress, keysText } from './keymap';

const press = (key: string, code = '', more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

describe('keys', () => {
  test.each([
    [press('a', 'KeyA'), 'addNode'],
    [press('ф', 'KeyA'), 'addNode'],
    [press('W', 'KeyW', { shiftKey: true }), 'unwire'],
    [press(']', 'BracketRight'), 'nextAlongWire'],
    [press('[', 'Digit8', { shiftKey: true }), 'previousAlongWire'],
    [press('z', 'KeyZ', { ctrlKey: true }), 'undo'],
    [press('Z', 'KeyZ', { metaKey: true, shiftKey: true }), 'redo'],
    [press('y', 'KeyY', { ctrlKey: true }), 'redo'],
    [press('!', 'Digit1', { shiftKey: true }), 'fit'],
    [press('@', 'Digit2', { shiftKey: true }), 'fitSelection'],
    [press('/', 'Digit7', { shiftKey: true }), 'searchPalette'],
    [press('Backspace'), 'remove'],
    [press('ArrowLeft', '', { shiftKey: true }), 'moveLeftFar'],
    [press('a', 'KeyA', { altKey: true }), undefined],
    [press('c', 'KeyC', { ctrlKey: true }), undefined],
    [press('Tab'), undefined],
  ])('%o is %s', (event, id) => {
    expect(actionFor(event)?.id).toBe(id);
  });

  test('no two actions have one id or one key', () => {
    const keys = canvasActions.flatMap((action) => action.keys);
    expect(new Set(keys).size).toBe(keys.length);
    expect(new Set(canvasActions.map((action) => action.id)).size).toBe(canvasActions.length);
  });

  test.each([
    ['Mod+Shift+Z', true, '⌘⇧Z'],
    ['Mod+Shift+Z', false, 'Ctrl+Shift+Z'],
    ['+', false, '+'],
    ['Shift+ArrowUp', false, 'Shift+↑'],
  ])('%s is written for people', (keys, mac, text) => {
    expect(keysText(keys, mac)).toBe(text);
  });
});
