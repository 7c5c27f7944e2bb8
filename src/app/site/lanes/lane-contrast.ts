// How well a lane's colour stands out: declared once, mixed towards the theme's text colour, and drawn on the canvas.

export type Rgb = readonly [red: number, green: number, blue: number];
export type ThemeName = 'light' | 'dark';

/** As in tokens.css: how much of the declared colour is drawn, what it is mixed with, and the canvas beneath. */
export const THEMES: {
  readonly [theme in ThemeName]: { readonly share: number; readonly toward: Rgb; readonly canvas: Rgb };
} = {
  light: { share: 0.78, toward: [0, 0, 0], canvas: [0xf1, 0xf3, 0xf6] },
  dark: { share: 0.62, toward: [255, 255, 255], canvas: [0x12, 0x15, 0x1c] },
};

/** What ports and wires need against the canvas (WCAG 2, non-text contrast). */
export const ENOUGH = 3;

/** The colour as it is drawn in a theme. Channels from 0 to 255. */
export function drawn(colour: Rgb, theme: ThemeName): Rgb {
  const { share, toward } = THEMES[theme];
  const [a, b] = [toOklab(colour), toOklab(toward)];
  return toRgb([
    a[0] * share + b[0] * (1 - share),
    a[1] * share + b[1] * (1 - share),
    a[2] * share + b[2] * (1 - share),
  ]);
}

/** Contrast of the drawn colour with the canvas of a theme, 1 to 21. */
export function contrastOn(colour: Rgb, theme: ThemeName): number {
  const [light, dark] = [luminance(drawn(colour, theme)), luminance(THEMES[theme].canvas)].sort(
    (x, y) => y - x,
  );
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

export function standsOut(colour: Rgb): boolean {
  return contrastOn(colour, 'light') >= ENOUGH && contrastOn(colour, 'dark') >= ENOUGH;
}

/** The nearest colour, by lightness alone, that stands out in both themes. */
export function nearestThatStandsOut(colour: Rgb): Rgb {
  const [l, a, b] = toOklab(colour);
  for (let step = 0; step <= 100; step += 1) {
    for (const at of [l - step / 100, l + step / 100]) {
      if (at < 0 || at > 1) continue;
      const tried = toRgb([at, a, b]);
      if (standsOut(tried)) return tried;
    }
  }
  return colour;
}

export function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

type Triple = readonly [number, number, number];

function luminance(colour: Rgb): number {
  const [r, g, b] = linear(colour);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function linear([red, green, blue]: Rgb): Triple {
  const part = (value: number) => {
    const at = value / 255;
    return at <= 0.04045 ? at / 12.92 : ((at + 0.055) / 1.055) ** 2.4;
  };
  return [part(red), part(green), part(blue)];
}

function toOklab(colour: Rgb): Triple {
  const [r, g, b] = linear(colour);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** Out of the range of a screen, channels are cut off. */
function toRgb([light, a, b]: Triple): Rgb {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const part = (value: number) => {
    const at = value <= 0.0031308 ? value * 12.92 : 1.055 * Math.max(value, 0) ** (1 / 2.4) - 0.055;
    return Math.min(255, Math.max(0, at * 255));
  };
  return [
    part(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    part(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    part(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** A CSS colour as channels, read by the browser; null for what is none, or depends on where it stands. */
export function readColour(text: string): Rgb | null {
  if (!CSS.supports('color', text) || /var\(|currentcolor|inherit|initial|unset|revert/i.test(text))
    return null;
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) return null;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return alpha === 255 ? [red, green, blue] : null;
}
