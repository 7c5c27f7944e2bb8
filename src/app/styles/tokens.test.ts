import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Set by views: a colour of a node type, a size that a person drags. */
const SET_BY_VIEWS = /['"](--[a-z0-9-]+)['"]/g;

test('every custom property that a style uses is set somewhere: one that is not leaves its rule without effect', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`);
  const styles = files
    .filter((path) => path.endsWith('.css'))
    .map((path) => [path, readFileSync(path, 'utf8')] as const);
  const views = files.filter((path) => path.endsWith('.tsx')).map((path) => readFileSync(path, 'utf8'));
  const set = new Set([
    ...styles.flatMap(([, css]) => [...css.matchAll(/(--[a-z0-9-]+)\s*:/g)].map(([, name]) => name)),
    ...views.flatMap((tsx) => [...tsx.matchAll(SET_BY_VIEWS)].map(([, name]) => name)),
  ]);
  const used = styles.flatMap(([path, css]) =>
    [...css.matchAll(/var\((--[a-z0-9-]+)/g)].map(([, name]) => ({ path, name })),
  );
  expect(used.length).toBeGreaterThan(300);
  // The colour of each lane is set from the site's lanes.
  expect(used.filter(({ name }) => name?.startsWith('--lane-') !== true && !set.has(name))).toEqual([]);
});
