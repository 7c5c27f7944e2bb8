import { expect, test } from 'vitest';
import { laneVariable, laneVariables } from './lane-colours';

test('lane names become names that CSS takes, apart from each other', () => {
  expect(laneVariable('string')).toBe('--lane-string');
  expect(laneVariable('base:derived')).toBe('--lane-base_3a_derived');
  expect(new Set(['a b', 'a_b', 'a:b', 'ab'].map(laneVariable)).size).toBe(4);
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
