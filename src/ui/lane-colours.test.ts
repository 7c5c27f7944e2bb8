import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { laneVariable, laneVariables } from './lane-colours';

test('lane names become names that CSS takes, apart from each other', () => {
  expect(laneVariable('string')).toBe('--lane-string');
  expect(laneVariable('base:derived')).toBe('--lane-base_3a_derived');
  expect(new Set(['a b', 'a_b', 'a:b', 'ab'].map(laneVariable)).size).toBe(4);
});

test('no lane takes the name of another, nor of what all lanes are mixed by', () => {
  const tokens = readFileSync(new URL('../app/styles/tokens.css', import.meta.url), 'utf8');
  const found = [...tokens.matchAll(/--lane-([\w-]+)\s*:/g)].map(([, name = '']) => name);
  const taken = [...new Set(found)];
  expect(taken).toContain('share');
  const ids = [...taken, '_73_hare', 'a:b', 'a_3a_b', 'a_b', '__proto__', '\ud83d\ude00', '\ud83d', 'SHARE'];
  const names = ids.map(laneVariable);
  expect(new Set(names).size).toBe(ids.length);
  expect(names.filter((name) => taken.includes(name.slice('--lane-'.length)))).toEqual([]);
});

test('a colour that is none is left out, so that nothing a site writes reaches the style sheet', () => {
  const variables = laneVariables(
    [
      { id: 'string', color: 'hsl(210 62% 46%)' },
      { id: 'bad', color: 'red; background: url(//x)' },
    ],
    (text) => !text.includes(';'),
  );
  expect(variables).toEqual({
    '--lane-string': 'color-mix(in oklab, hsl(210 62% 46%) var(--lane-share), var(--lane-toward))',
  });
});
