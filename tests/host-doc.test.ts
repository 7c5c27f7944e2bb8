// docs/host.md lists doors, permissions, codes and options. They are those that the program has.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_CODES } from '../src/api/codes';
import { ALL_DOORS } from '../src/api/create-api';
import { permissionsOf } from '../src/api/door';
import { tagOf } from '../src/api/openapi';
import { HOST_HELP } from '../src/host/options';
import { PERMISSIONS } from '../src/model/permission';

const text = readFileSync(new URL('../docs/host.md', import.meta.url), 'utf8');

/** The rows of the table behind a comment, without its two head lines. */
function table(name: string): readonly string[] {
  const found = new RegExp(`<!-- table: ${name} -->\\n((?:\\|.*\\n)+)`).exec(text)?.[1];
  return (found ?? '').trim().split('\n').slice(2);
}

test('the table of doors is that of the doors, in their groups', () => {
  const rows = ALL_DOORS.filter(({ path }) => !path.startsWith('/compat/')).map(
    (door) =>
      `| ${tagOf(door)} | \`${door.method} ${door.path.replace(/:(\w+)/g, '{$1}')}\` | ${
        permissionsOf(door)
          .map((permission) => `\`${permission}\``)
          .join(' or ') || 'nobody in particular'
      } | ${door.summary} |`,
  );
  expect([...table('doors')].sort()).toEqual([...rows].sort());
  for (const { path } of ALL_DOORS.filter(({ path }) => path.startsWith('/compat/')))
    expect(text).toContain(`\`${path.replace(/:(\w+)/g, '{$1}')}\``);
});

test('META-9: the table of permissions has each once, and says what it opens', () => {
  const rows = PERMISSIONS.map((permission) => {
    const doors = ALL_DOORS.filter(
      (door) => permissionsOf(door).includes(permission) && !door.path.startsWith('/compat/'),
    );
    return [permission, doors.length] as const;
  });
  const listed = table('permissions').map((row) => {
    const [, name = '', count = ''] = /^\| `([^`]+)` \| (\d+) \|/.exec(row) ?? [];
    return [name, Number(count)] as const;
  });
  expect(listed).toEqual(rows);
});

test('every option of the host is described, and no other', () => {
  const names = (from: string) =>
    [...new Set([...from.matchAll(/--([a-z][a-z-]+)/g)].map(([, name]) => name))].sort();
  const described = table('options').join('\n');
  expect(names(described)).toEqual(names(HOST_HELP).filter((name) => name !== 'help'));
});

test('API-8: the codes that the page names are codes', () => {
  for (const [, code = ''] of text.matchAll(/`([A-Z]+_[A-Z_]+)`/g)) {
    if (code.startsWith('SLUICE_')) continue;
    expect(Object.keys(API_CODES)).toContain(code);
  }
});
