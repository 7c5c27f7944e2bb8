// The files that are meant by the names on a command line: files, folders, and patterns that no shell has expanded.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from './outcome';

/** `named`: asked for by its own name; others were come upon. */
export type FoundFile = { readonly path: string; readonly named: boolean };

/** What in a folder may be a workflow or what belongs to one. */
const KINDS = /\.(json|ya?ml|zip)$/i;
/** Folders that hold what others have written, and hidden ones, are not looked into. */
const SKIPPED = /^(node_modules$|\.)/;

/**
 * Finds the files behind names, in the order of the names, those of a folder by name. Problems are sentences: a name that
 * is nothing, a folder or a pattern without files.
 */
export async function findFiles(
  names: readonly string[],
): Promise<{ readonly files: readonly FoundFile[]; readonly problems: readonly string[] }> {
  const files = new Map<string, FoundFile>();
  const problems: string[] = [];
  const add = (path: string, named: boolean) => {
    if (!files.has(path) || named) files.set(path, { path, named });
  };
  for (const name of names) {
    const kind = await kindOf(name);
    if (kind === 'file' || kind === 'stream') add(name, true);
    else if (kind === 'folder') {
      const inside = (await filesIn(name, problems)).filter((path) => KINDS.test(path));
      if (inside.length === 0) problems.push(`${name} is a folder without .json, .yml, .yaml or .zip files.`);
      for (const path of inside) add(path, false);
    } else if (/[*?{]/.test(name)) {
      const matching = await matches(name, problems);
      if (matching.length === 0) problems.push(`No file matches ${name}.`);
      for (const path of matching) add(path, false);
    } else problems.push(`${name} cannot be read: ${kind}`);
  }
  return { files: [...files.values()], problems };
}

/** `stream`: a pipe or a device, which is read where it is named and never where it is come upon. */
async function kindOf(path: string): Promise<string> {
  try {
    const found = await stat(path);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'stream';
  } catch (cause) {
    return messageOf(cause);
  }
}

/**
 * Every file below a folder, by path. Links to folders are not followed: they may lead in a circle. A folder that cannot be
 * looked into is a problem, for what is in it would pass unread.
 */
async function filesIn(folder: string, problems: string[]): Promise<readonly string[]> {
  let entries: readonly Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (cause) {
    if (!isMissing(cause)) problems.push(`${folder} cannot be read: ${messageOf(cause)}`);
    return [];
  }
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const nested = await Promise.all(
    sorted.map(async (entry) => {
      const path = join(folder, entry.name);
      if (SKIPPED.test(entry.name)) return [];
      if (entry.isDirectory()) return filesIn(path, problems);
      return (await kindOf(path)) === 'file' ? [path] : [];
    }),
  );
  return nested.flat();
}

/** Gone since it was seen, or the beginning of a pattern that matches nothing. */
function isMissing(cause: unknown): boolean {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** `*` and `?` within a step, `**` over steps, `{a,b}` for either. */
async function matches(pattern: string, problems: string[]): Promise<readonly string[]> {
  const steps = pattern.replaceAll('\\', '/').split('/');
  const first = steps.findIndex((step) => /[*?{]/.test(step));
  const start = steps.slice(0, first).join('/');
  const found = await filesIn(start === '' && first > 0 ? '/' : start || '.', problems);
  const wanted = expression(pattern.replace(/^(\.\/)+/, ''));
  return found.filter((path) => wanted.test(path.replaceAll('\\', '/').replace(/^\.\//, '')));
}

function expression(pattern: string): RegExp {
  let open = 0;
  const source = pattern.replace(/\*\*\/|\*\*|[*?{},]|[.+^$()|[\]\\]/g, (token) => {
    if (token === '{') open += 1;
    if (token === '}') open -= 1;
    switch (token) {
      case '**/':
        return '(?:[^/]+/)*';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        return '(?:';
      case '}':
        return open >= 0 ? ')' : '\\}';
      case ',':
        return open > 0 ? '|' : ',';
      default:
        return `\\${token}`;
    }
  });
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^\b$/;
  }
}
