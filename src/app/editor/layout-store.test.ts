import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BOUNDS, decodeLayout } from './layout-store';

describe('decodeLayout', () => {
  test('keeps what is usable and replaces the rest', () => {
    const layout = decodeLayout({
      rail: null,
      railWidth: 5000,
      rightWidth: 'wide',
      dockView: 'log',
      dock: true,
    });
    expect(layout).toEqual({
      rail: null,
      railWidth: BOUNDS.railWidth.max,
      right: true,
      rightWidth: 320,
      dock: true,
      dockView: 'log',
      dockHeight: 280,
    });
  });

  test('whatever is stored, the sizes are within their bounds and reading twice changes nothing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const layout = decodeLayout(value);
        expect(layout.railWidth).toBeGreaterThanOrEqual(BOUNDS.railWidth.min);
        expect(layout.dockHeight).toBeLessThanOrEqual(BOUNDS.dockHeight.max);
        expect(decodeLayout(layout)).toEqual(layout);
      }),
    );
  });
});
