import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editorRoute, hrefOf, parseRoute } from './routes';

describe('routes', () => {
  test.each([
    ['', { page: 'start' }],
    ['#', { page: 'start' }],
    ['#/', { page: 'start' }],
    ['#/settings', { page: 'settings' }],
    ['#/w/abc', { page: 'editor', workflow: 'abc', run: null }],
    ['#/w/a%2Fb?run=r%201', { page: 'editor', workflow: 'a/b', run: 'r 1' }],
    ['#/w/', { page: 'unknown', path: '/w/' }],
    ['#/w/a/b', { page: 'unknown', path: '/w/a/b' }],
    ['#/w/%E0%A4%A', { page: 'unknown', path: '/w/%E0%A4%A' }],
    ['#/nowhere', { page: 'unknown', path: '/nowhere' }],
  ])('%s is read', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  test('an editor route survives its address, whatever the ids hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
        (workflow, run) => {
          const route = editorRoute(workflow, run);
          expect(parseRoute(hrefOf(route))).toEqual(route);
        },
      ),
    );
  });
});
