import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { RETIRED_LANES } from '../../catalog/lanes';
import type { Lane } from '../../catalog/types';
import { laneVariables } from '../../ui/lane-colours';
import { laneColour, laneMark } from './lane-look';

const { portConfig } = createCatalog();
const lanes = portConfig.dataTypes;
const styles = new URL('../../app/styles/tokens.css', import.meta.url);
const tokens = readFileSync(fileURLToPath(styles), 'utf8');

/** The custom properties of one block of tokens.css. */
function block(selector: string): ReadonlyMap<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  const body = tokens.slice(tokens.indexOf('{', start) + 1, tokens.indexOf('}', start));
  return new Map(
    [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}
const THEMES = { light: block(':root'), dark: block(':root[data-theme="dark"]') };

type Triple = readonly [number, number, number];

/** Linear light of `#rgb` or `#rrggbb`. */
function linear(hex: string): Triple {
  const full = hex.length === 4 ? hex.replaceAll(/[\da-f]/gi, '$&$&') : hex;
  expect(full).toMatch(/^#[\da-f]{6}$/i);
  const at = (from: number) => {
    const part = Number.parseInt(full.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  };
  return [at(1), at(3), at(5)];
}

function toOklab([r, g, b]: Triple): Triple {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([L, a, b]: Triple): Triple {
  const l = (L + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (L - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (L - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** What `color-mix(in oklab, …)` of lane-colours.ts comes to in a theme. */
function mixed(colour: string, theme: ReadonlyMap<string, string>): Triple {
  const share = Number.parseFloat(theme.get('--lane-share') ?? '') / 100;
  const [L, a, b] = toOklab(linear(colour));
  const [towardL, towardA, towardB] = toOklab(linear(theme.get('--lane-toward') ?? ''));
  const mix = (one: number, other: number) => one * share + other * (1 - share);
  return fromOklab([mix(L, towardL), mix(a, towardA), mix(b, towardB)]);
}

function contrast(a: Triple, b: Triple): number {
  const light = ([red, green, blue]: Triple) => {
    const [r, g, bl] = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)));
    return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (bl ?? 0);
  };
  const [dark = 0, bright = 0] = [light(a), light(b)].sort((x, y) => x - y);
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(Object.entries(THEMES))('lanes in the %s theme', (_name, theme) => {
  const surfaces = ['--surface-1', '--surface-2', '--canvas'];
  const cases = lanes.flatMap((lane) => surfaces.map((surface) => [lane, surface] as const));
  test.each(cases.map(([lane, surface]) => [lane.id, surface, lane.color]))(
    'SCH-36: %s stands out on %s',
    (_lane, surface, colour) => {
      expect(contrast(mixed(colour, theme), linear(theme.get(surface) ?? ''))).toBeGreaterThanOrEqual(3);
    },
  );
});

test('SCH-36: the style sheet declares no colour of a lane, and every served lane gets one from its declaration', () => {
  const declared = Object.keys(laneVariables(lanes, () => true));
  expect(declared).toHaveLength(lanes.length);
  for (const name of declared) expect(tokens).not.toContain(`${name}:`);
  expect(laneColour('acme:invoice')).toBe('var(--lane-acme_3a_invoice, var(--lane-mixed))');
});

describe('marks', () => {
  const marks = new Map(lanes.map((lane) => [lane.id, laneMark(lane.id, portConfig)]));

  test('every lane that may be used has a mark of its own', () => {
    const used = [...marks].filter(([id]) => !RETIRED_LANES.includes(id)).map(([, mark]) => mark);
    expect(new Set(used).size).toBe(used.length);
  });

  const siteLane = (id: string, type: string): Lane => ({
    ...{ id, name: id, description: '', color: '#123456', category: 'complex', enabled: true },
    schema: { type },
  });
  test.each([
    ['list', 'array'],
    ['structure', 'object'],
    ['text', 'string'],
    ['number', 'integer'],
    ['structure', 'nonsense'],
  ])("a site's own lane is drawn as %s where its values are of type %s", (mark, type) => {
    const config = { ...portConfig, dataTypes: [...lanes, siteLane('acme:invoice', type)] };
    expect(laneMark('acme:invoice', config)).toBe(mark);
  });

  test.each(['nowhere', '__proto__', 'constructor'])('a lane that nobody declared is anything: %s', (id) => {
    expect(laneMark(id, portConfig)).toBe('anything');
  });
});
