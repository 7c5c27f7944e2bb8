import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleToPublish } from '../../formats/publish-bundle';
import type { JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { count, messageOf, misused, type Outcome } from './outcome';
import { type Judged, judgeFiles, readFiles } from './read-files';
import { findingLines } from './validate';

export const BUNDLE_HELP = `sluice bundle FILE… [--out DIR] [--publisher NAME]
  Writes each valid workflow of the files as a flowdrop.bundle/v1 bundle, with the node types that it needs.
  --out DIR         directory for <id>.bundle.json; without it the bundle of one workflow goes to the standard output
  --publisher NAME  names the publisher in the bundle`;

export type Bundled = { readonly file: string; readonly name: string; readonly bundle: JsonObject };

export async function bundleCommand(args: readonly string[]): Promise<Outcome> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (cause) {
    return misused(messageOf(cause), BUNDLE_HELP);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { code: 0, out: BUNDLE_HELP };
  if (positionals.length === 0) return misused('Name a file to bundle.', BUNDLE_HELP);
  if (values.out === '' || values.publisher === '')
    return misused('--out and --publisher take a text that is not empty.', BUNDLE_HELP);
  const files = await readFiles(positionals);
  if (!files.ok) return { code: 2, err: files.error.join('\n') };
  const bundled = bundlesOf(await judgeFiles(files.value), values.publisher);
  if (!bundled.ok) return { code: 1, err: bundled.error };
  const { bundles, notes } = bundled.value;
  const err = notes.join('\n');
  const [only] = bundles;
  if (values.out === undefined) {
    if (only === undefined || bundles.length > 1)
      return misused(`There are ${count(bundles.length, 'workflow')}; say with --out where to.`, BUNDLE_HELP);
    return { code: 0, out: textOf(only), err };
  }
  const twice = bundles.find(({ name }, i) => bundles.findIndex((other) => other.name === name) < i);
  if (twice !== undefined)
    return { code: 1, err: `Two workflows would be written as ${twice.name}; give them ids of their own.` };
  try {
    await mkdir(values.out, { recursive: true });
    for (const bundle of bundles) await writeFile(join(values.out, bundle.name), `${textOf(bundle)}\n`);
  } catch (cause) {
    return { code: 1, err: `The bundles could not be written: ${messageOf(cause)}` };
  }
  const { out } = values;
  return { code: 0, out: bundles.map(({ name }) => join(out, name)).join('\n'), err };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string' }, publisher: { type: 'string' }, help: { type: 'boolean' } },
  });
}

/** A bundle for each workflow. Fails with the findings where there are errors: nobody would take such a bundle. */
export function bundlesOf(
  judged: Judged,
  publisher: string | undefined,
): Result<{ readonly bundles: readonly Bundled[]; readonly notes: readonly string[] }, string> {
  if (judged.counts.errors > 0) return fail(findingLines(judged).join('\n'));
  if (judged.workflows.length === 0) return fail('The files hold no workflow.');
  const notes = [...judged.notes, ...findingLines(judged)];
  const bundles = judged.workflows.map(({ file, document }): Bundled => {
    const { bundle, fileName, notes: lost } = bundleToPublish(document, judged.catalog, { publisher });
    notes.push(
      ...lost.map(({ path, message }) => `${file}: note ${path === '' ? '' : `${path}: `}${message}`),
    );
    return { file, name: fileName, bundle };
  });
  return ok({ bundles, notes });
}

function textOf({ bundle }: Bundled): string {
  return JSON.stringify(bundle, null, 2);
}
