import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { editorRoute, hrefOf, parseRoute, publishRoute, SITE_VIEWS, siteRoute } from './routes';

describe('routes', () => {
  test.each([
    ['', { page: 'start' }],
    ['#', { page: 'start' }],
    ['#/', { page: 'start' }],
    ['#/settings', { page: 'settings' }],
    ['#/site', { page: 'site', view: 'node-types', item: null }],
    ['#/site/categories', { page: 'site', view: 'categories', item: null }],
    ['#/site/node-types/a%2Fb', { page: 'site', view: 'node-types', item: 'a/b' }],
    ['#/site/nothing', { page: 'unknown', path: '/site/nothing' }],
    ['#/site/lanes/a/b', { page: 'unknown', path: '/site/lanes/a/b' }],
    ['#/w/abc', { page: 'editor', workflow: 'abc', run: null }],
    ['#/w/a%2Fb?run=r%201', { page: 'editor', workflow: 'a/b', run: 'r 1' }],
    ['#/w/abc?publish', { page: 'editor', workflow: 'abc', run: null, publish: true }],
    ['#/w/', { page: 'unknown', path: '/w/' }],
    ['#/w/a/b', { page: 'unknown', path: '/w/a/b' }],
    ['#/w/%E0%A4%A', { page: 'unknown', path: '/w/%E0%A4%A' }],
    ['#/nowhere', { page: 'unknown', path: '/nowhere' }],
  ])('%s is read', (hash, route) => {
    expect(parseRoute(hash)).toEqual(route);
  });

  test('a route of the site survives its address, whatever the ids hold', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SITE_VIEWS),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
        (view, item) => {
          const route = siteRoute(view, item);
          expect(parseRoute(hrefOf(route))).toEqual(route);
        },
      ),
    );
  });

  test('an editor route survives its address, whatever the ids hold', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.option(fc.string({ unit: 'grapheme', minLength: 1 })),
        (workflow, run) => {
          const route = editorRoute(workflow, run);
          expect(parseRoute(hrefOf(route))).toEqual(route);
          expect(parseRoute(hrefOf(publishRoute(workflow)))).toEqual(publishRoute(workflow));
        },
      ),
    );
  });
});
