import { parseArgs } from 'node:util';
import { count, messageOf, misused, type Outcome, oneLine } from './outcome';
import { type Judged, judgeFiles, type Line, readFiles } from './read-files';
import { sarifOf } from './sarif';

export const VALIDATE_HELP = `sluice validate FILE… [--json | --sarif]
  Judges every workflow of the files by all rules. Reads bundles, workflow JSON, Drupal YAML, and zip archives of those;
  the node types of all files are known to all workflows.
  FILE      a file; a folder, with all .json, .yml, .yaml and .zip files below it; or a pattern such as 'flows/**/*.json'
  --json    findings as JSON, with line and column
  --sarif   findings as SARIF 2.1.0
  Text has a line for each finding: file:line:column: severity CODE locator: what is wrong.
  Ends with 0 where there is no error, warnings or not; with 1 where there is one; with 2 for a wrong command line.`;

export async function validateCommand(args: readonly string[], version: string): Promise<Outcome> {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (cause) {
    return misused(messageOf(cause), VALIDATE_HELP);
  }
  const { values, positionals } = parsed;
  if (values.help === true) return { code: 0, out: VALIDATE_HELP };
  if (positionals.length === 0) return misused('Name a file to validate.', VALIDATE_HELP);
  if (values.json === true && values.sarif === true)
    return misused('Choose one of --json and --sarif.', VALIDATE_HELP);
  const files = await readFiles(positionals);
  if (!files.ok) return { code: 2, err: files.error.join('\n') };
  const judged = await judgeFiles(files.value);
  const code = judged.counts.errors > 0 ? 1 : 0;
  if (values.json === true) return { code, out: JSON.stringify(jsonOf(judged), null, 2) };
  if (values.sarif === true) return { code, out: JSON.stringify(sarifOf(judged, version), null, 2) };
  return { code, out: textOf(judged), err: judged.notes.join('\n') };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean' }, sarif: { type: 'boolean' }, help: { type: 'boolean' } },
  });
}

function jsonOf({ workflows, unreadable, counts, notes }: Judged) {
  return {
    valid: counts.errors === 0,
    counts,
    workflows: workflows.map(({ file, path, document, lines }) => ({
      file,
      path,
      id: document.id,
      name: document.name,
      findings: lines,
    })),
    unreadable: unreadable.map(({ file, lines }) => ({ file, findings: lines })),
    notes,
  };
}

function textOf(judged: Judged): string {
  const { workflows, errors, warnings } = judged.counts;
  return [
    ...findingLines(judged),
    `${count(workflows, 'workflow')}, ${count(errors, 'error')}, ${count(warnings, 'warning')}`,
  ].join('\n');
}

/** One line a finding: `file[:line:column][ path]: severity CODE locator: message`. */
export function findingLines({
  workflows,
  unreadable,
}: Pick<Judged, 'workflows' | 'unreadable'>): readonly string[] {
  const line = (file: string, path: string, { severity, code, locator, message, position }: Line) =>
    oneLine(
      `${file}${position === undefined ? '' : `:${position.line}:${position.column}`}${path === '' ? '' : ` ${path}`}: ${severity} ${code}${locator === '' ? '' : ` ${locator}`}: ${message}`,
    );
  return [
    ...unreadable.flatMap(({ file, lines }) => lines.map((one) => line(file, '', one))),
    ...workflows.flatMap(({ file, path, lines }) => lines.map((one) => line(file, path, one))),
  ];
}
