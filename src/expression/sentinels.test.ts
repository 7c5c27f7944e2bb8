import { expect, test } from 'vitest';
import { isSentinel, sentinelValue } from './sentinels';
import { mappingLiteral } from './trigger-mapping';

test('LANG-25: sentinels stand for themselves', () => {
  const now = () => Date.UTC(2024, 4, 6, 7, 8, 9, 10);
  expect(sentinelValue('_NOW_', now)).toEqual({ value: '2024-05-06T07:08:09.010Z' });
  expect(sentinelValue('_NULL_', now)).toEqual({ value: null });
  expect(sentinelValue('_EMPTY_ARRAY_', now)).toEqual({ value: [] });
  expect(sentinelValue('_EMPTY_OBJECT_', now)).toEqual({ value: {} });
  expect(sentinelValue('_LITERAL:bad [path', now)).toEqual({ value: 'bad [path' });
  expect(sentinelValue('_LITERAL:', now)).toEqual({ value: '' });
  expect(sentinelValue('_LITERAL: kept ', now)).toEqual({ value: ' kept ' });
});

test('LANG-25: what is no sentinel goes to the engine', () => {
  for (const source of ['', 'user.name', '_now_', ' _NOW_', '_LITERAL', '_NOW_x', 'x_LITERAL:'])
    expect(isSentinel(source), source).toBe(false);
});

test('LANG-18: literals of a trigger mapping', () => {
  expect(mappingLiteral('literal:fixed')).toBe('fixed');
  expect(mappingLiteral('"in doubles"')).toBe('in doubles');
  expect(mappingLiteral("'in singles'")).toBe('in singles');
  expect(mappingLiteral('literal:"kept"')).toBe('"kept"');
  expect(mappingLiteral('""')).toBe('');
  for (const path of ['user.name', '"', `"mixed'`, 'x"y"', 'literal', ' literal:x', ''])
    expect(mappingLiteral(path), path).toBeUndefined();
});
