import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SHIPPED_LANES, SHIPPED_SHAPES } from '../../../catalog/lanes';
import {
  contrastOn,
  drawn,
  ENOUGH,
  hexOf,
  nearestThatStandsOut,
  type Rgb,
  standsOut,
  THEMES,
  type ThemeName,
} from './lane-contrast';

const rgb = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
];
const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));

test('the themes are those of tokens.css', () => {
  const tokens = readFileSync(fileURLToPath(new URL('../../styles/tokens.css', import.meta.url)), 'utf8');
  const [light = '', dark = ''] = tokens.split(':root[data-theme="dark"]');
  const blocks: { readonly [theme in ThemeName]: string } = { light, dark };
  for (const theme of ['light', 'dark'] as const) {
    const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(blocks[theme])?.[1];
    expect(token('lane-share')).toBe(`${THEMES[theme].share * 100}%`);
    expect(token('lane-toward')).toBe(theme === 'light' ? '#000' : '#fff');
    expect(token('canvas')).toBe(hexOf(THEMES[theme].canvas));
  }
});

test('white on black is 21 to 1, and a canvas has no contrast with itself', () => {
  expect(contrastOn([0, 0, 0], 'light')).toBeGreaterThan(18);
  expect(contrastOn([255, 255, 255], 'dark')).toBeGreaterThan(18);
  expect(contrastOn([0, 0, 0], 'light')).toBeLessThan(21);
});

test('every shipped lane stands out in both themes', () => {
  for (const { id, color } of [...SHIPPED_LANES, ...SHIPPED_SHAPES]) {
    expect([id, standsOut(rgb(color))]).toEqual([id, true]);
  }
});

test.each<[string, string, boolean]>([
  ['yellow', '#ffff00', false],
  ['white', '#ffffff', false],
  ['black, which the mix makes grey on dark', '#000000', false],
  ['a middle blue', '#0060ef', true],
])('%s', (_name, hex, expected) => {
  expect(standsOut(rgb(hex))).toBe(expected);
});

test('the nearest colour that stands out does, and a colour that stands out is its own nearest', () => {
  fc.assert(
    fc.property(colour, (one) => {
      const near = nearestThatStandsOut(one);
      expect(standsOut(near)).toBe(true);
      expect(contrastOn(rgb(hexOf(near)), 'light')).toBeGreaterThan(ENOUGH - 0.1);
      if (standsOut(one)) for (const i of [0, 1, 2] as const) expect(near[i]).toBeCloseTo(one[i], 0);
    }),
  );
});

test('mixing keeps channels within a screen', () => {
  fc.assert(
    fc.property(colour, (one) =>
      [...drawn(one, 'light'), ...drawn(one, 'dark')].every((part) => part >= 0 && part <= 255),
    ),
  );
});
