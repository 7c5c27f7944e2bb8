// docs/guide.md lists node types and keys, docs/host.md the files of a data directory. They are those that the program has.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canvasActions } from '../src/canvas/actions/all';
import { SHIPPED_NODE_TYPES } from '../src/catalog/shipped/node-types';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const guide = read('../docs/guide.md');

/** The text of a chapter, its lines joined, for a name may stand across two. */
function chapter(text: string, title: string): string {
  const found = text.split(`\n## ${title}\n`)[1]?.split('\n## ')[0];
  expect(found, title).toBeDefined();
  return (found ?? '').replace(/\s+/g, ' ');
}

/** What an entry of the list names, apart from words in parentheses that belong to no label. */
function named(entry: string): readonly string[] {
  const labels = SHIPPED_NODE_TYPES.map(({ label }) => label);
  const names = entry.replace(/ \([^)]*\)/g, (words) =>
    labels.some((label) => label.endsWith(words)) ? words : '',
  );
  return names.split(/[,;.]/).flatMap((name) => name.trim().replace(/^and /, '') || []);
}

test('the guide names every node type that ships, each once, and no other', () => {
  const list = chapter(guide, 'Node types').split(' Expressions and templates ')[0] ?? '';
  const entries = list.split(/ ?- \*\*[^*]+\*\*: /);
  expect(entries.flatMap(named).sort()).toEqual(SHIPPED_NODE_TYPES.map(({ label }) => label).sort());
});

/** The keys of a row, as the canvas writes them: a modifier holds for all that follow. */
function keysOf(row: string): readonly string[] {
  let held = '';
  return row.split(/, | and /).map((written) => {
    if (written.startsWith('Ctrl/Cmd+')) held = 'Mod+';
    const key = written.replace('Ctrl/Cmd+', '').replace('arrows', 'ArrowLeft').replace('Del', 'Delete');
    return key === 'Delete' ? key : `${held}${key}`;
  });
}

/** Those of `src/app/commands/keys-dialog.tsx` that the canvas does not have. */
const OF_PAGE = ['Mod+K', 'R', 'P'];

test('the keys that the guide lists are keys of the canvas or of the page', () => {
  const rows = [...chapter(guide, 'Keys').matchAll(/\| ([^|]+) \| [^|]+ \|/g)].map(([, keys = '']) => keys);
  const listed = rows.slice(1).flatMap(keysOf);
  const known: readonly string[] = [...canvasActions.flatMap(({ keys }) => keys), ...OF_PAGE];
  expect(listed).toContain('Mod+Shift+Z');
  expect(listed.filter((key) => !known.includes(key))).toEqual([]);
});

test('every directory of the data is among those to back up', () => {
  const backups = chapter(read('../docs/host.md'), 'The data directory');
  const opened = [...read('../src/host/main.ts').matchAll(/join\(directory, '([a-z]+)'\)/g)].map(
    ([, name = '']) => name,
  );
  expect(opened.length).toBeGreaterThan(2);
  const [kept = '', copied = ''] = backups.split('### Backups');
  for (const name of opened) {
    expect(kept).toContain(`\`${name}/journal\``);
    expect(copied).toContain(`\`${name}/journal\``);
  }
});
