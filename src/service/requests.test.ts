import { expect, test } from 'vitest';
import { ALL_DOORS } from '../api/create-api';
import { isForDoors, isForeign } from './requests';

const ORIGIN = 'https://here.example';

test.each([
  ['/api/flowdrop', true],
  ['/api/flowdrop/workflows?search=x', true],
  ['/api/flowdrop/no-such-door', true],
  ['/compat/flowdrop-editor/workflows', true],
  ['/openapi.json', true],
  ['/api/flowdropper', false],
  ['/api/other', false],
  ['/openapi.json.map', false],
  ['/', false],
  ['/assets/api/flowdrop', false],
  ['https://there.example/api/flowdrop/workflows', false],
])('%s is for the doors: %s', (path, expected) => {
  expect(isForDoors({ url: new URL(path, ORIGIN).href }, ORIGIN)).toBe(expected);
});

test('every door is one that the worker answers', () => {
  const outside = ALL_DOORS.filter(({ path }) => !isForDoors({ url: ORIGIN + path }, ORIGIN));
  expect(outside.map(({ path }) => path)).toEqual([]);
});

test.each([
  ['GET', 'navigate', false],
  ['HEAD', 'navigate', false],
  ['POST', 'navigate', true],
  ['POST', 'cors', false],
  ['DELETE', 'same-origin', false],
])('a %s with mode %s may come from a page of another origin: %s', (method, mode, expected) => {
  expect(isForeign({ method, mode, url: `${ORIGIN}/api/flowdrop/workflows` })).toBe(expected);
});
