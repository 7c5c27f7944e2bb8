// Files of a command line: what they hold, judged.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createCatalog } from '../../catalog/catalog';
import type { Catalog } from '../../catalog/types';
import { createExpressionHost } from '../../expression/host';
import { importFiles } from '../../formats/import';
import type { FileReport } from '../../formats/import-report';
import { parseJson } from '../../formats/json-text';
import { DEFAULT_LIMITS, inWords } from '../../formats/limits';
import { sniff } from '../../formats/sniff';
import { decodeText } from '../../formats/text';
import { parseYaml } from '../../formats/yaml-text';
import { type FileBytes, harmless } from '../../formats/zip';
import type { WorkflowDocument } from '../../model/document';
import type { Severity } from '../../model/finding';
import { fail, ok, type Result } from '../../model/problem';
import { locatorOf } from '../../validation/locate';
import { textOf } from '../../validation/text';
import { validateFully } from '../../validation/validate';
import { findFiles } from './find-files';
import { positionOf, readPath } from './finding-position';
import { type Locator, type Position, locatorOf as textLocator } from './position';

/** A finding in words, or a part of a file that could not be read (`FILE_UNREADABLE`). */
export type Line = {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly locator: string;
  readonly message: string;
  /** Where it is written; absent inside of archives. */
  readonly position?: Position;
};

export type JudgedWorkflow = {
  readonly file: string;
  /** Where in the file, e.g. `data[2]`; empty where the file is the workflow. */
  readonly path: string;
  readonly document: WorkflowDocument;
  readonly lines: readonly Line[];
};

export type Judged = {
  readonly workflows: readonly JudgedWorkflow[];
  /** Files of which something could not be read. */
  readonly unreadable: readonly { readonly file: string; readonly lines: readonly Line[] }[];
  /** What was read as something else than was written, for people. */
  readonly notes: readonly string[];
  readonly counts: { readonly workflows: number; readonly errors: number; readonly warnings: number };
  readonly catalog: Catalog;
};

/** A file to judge. `named`: asked for by its own name, so that one which is no workflow is a fault. */
export type GivenFile = FileBytes & { readonly named?: boolean };

/** Reads files, folders and patterns. Fails with one sentence for each that is not there, or is too large. */
export async function readFiles(
  names: readonly string[],
): Promise<Result<readonly GivenFile[], readonly string[]>> {
  const { files: found, problems: missing } = await findFiles(names);
  const files: GivenFile[] = [];
  const problems = [...missing];
  for (const { path, named } of found) {
    try {
      const bytes = await bytesOf(path);
      if (typeof bytes === 'string') problems.push(`${path} has ${bytes}.`);
      else {
        const file = { name: path, bytes, named };
        if (named || !isForeign(file)) files.push(file);
      }
    } catch (cause) {
      problems.push(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  return problems.length > 0 ? fail(problems) : ok(files);
}

/** What a file holds, or how much too much. A pipe or a device has no size to ask for, and need not end. */
async function bytesOf(path: string): Promise<Uint8Array | string> {
  const limit = DEFAULT_LIMITS.fileBytes;
  const { size } = await stat(path);
  if (size > limit) return `${inWords(size)}; the limit is ${inWords(limit)}`;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of createReadStream(path, { end: limit })) {
    parts.push(part);
    length += part.length;
  }
  return length > limit ? `more than ${inWords(limit)}, which is the limit` : Buffer.concat(parts, length);
}

/** True for JSON or YAML that is well written and nothing of ours: a folder holds such files beside workflows. */
function isForeign({ name, bytes }: FileBytes): boolean {
  if (sniff(name, bytes, DEFAULT_LIMITS).ok) return false;
  const decoded = decodeText(bytes);
  if (!decoded.ok) return false;
  const parse = /\.ya?ml$/i.test(name) ? parseYaml : parseJson;
  return parse(decoded.value.text, DEFAULT_LIMITS).ok;
}

/**
 * Judges every workflow of the files by all rules, expressions included (R11), with the node types of all of them. Files
 * keep the names that they were given by.
 */
export async function judgeFiles(files: readonly GivenFile[]): Promise<Judged> {
  // An import knows files by harmless names, which need not be different; a number in front tells them apart.
  const sent = files.map(({ name, bytes }, i) => ({ name: harmless(`${i}/${basename(name)}`), bytes }));
  const plan = importFiles(sent, createCatalog());
  const nameOf = (imported: string): string => {
    const i = Number(/^\d+/.exec(imported)?.[0]);
    return `${files[i]?.name ?? ''}${imported.slice(sent[i]?.name.length ?? 0)}`;
  };
  const host = createExpressionHost();
  const workflows: JudgedWorkflow[] = [];
  const texts = textsOf(files);
  for (const { file, path, kind, document } of plan.workflows) {
    const findings = await validateFully(document, plan.catalog, host);
    const text = texts(nameOf(file));
    const lines = findings.map((finding) => ({
      code: finding.code,
      rule: finding.rule,
      severity: finding.severity,
      locator: locatorOf(finding, document),
      message: textOf(finding),
      ...(text === undefined ? {} : { position: positionOf(finding, document, text, path, kind) }),
    }));
    workflows.push({ file: nameOf(file), path, document, lines });
  }
  const unreadable = plan.files.flatMap((report) => unreadableOf(nameOf(report.file), report, files, texts));
  const all = [...workflows, ...unreadable].flatMap(({ lines }) => lines);
  return {
    workflows,
    unreadable,
    notes: plan.files.flatMap(({ file, entries }) =>
      entries
        .filter(({ outcome }) => outcome === 'repaired')
        .map(({ path, message }) => `${nameOf(file)}: note ${path === '' ? '' : `${path}: `}${message}`),
    ),
    counts: {
      workflows: workflows.length,
      errors: all.filter(({ severity }) => severity === 'error').length,
      warnings: all.filter(({ severity }) => severity === 'warning').length,
    },
    catalog: plan.catalog,
  };
}

function basename(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** What is refused; and what is none of ours where it was asked for by name and not found in an archive or a folder. */
function unreadableOf(
  file: string,
  { entries }: FileReport,
  given: readonly GivenFile[],
  texts: (file: string) => Locator | undefined,
): readonly { readonly file: string; readonly lines: readonly Line[] }[] {
  const named = given.some((one) => one.name === file && one.named !== false);
  const lines = entries
    .filter(({ outcome, path }) => outcome === 'refused' || (named && outcome === 'ignored' && path === ''))
    .map(({ path, message }): Line => {
      const [, line, column] = /line (\d+), column (\d+)/.exec(message) ?? [];
      const position =
        line === undefined ? texts(file)?.at(readPath(path)) : { line: Number(line), column: Number(column) };
      return {
        code: 'FILE_UNREADABLE',
        rule: '',
        severity: 'error',
        locator: path,
        message,
        ...(position === undefined ? {} : { position }),
      };
    });
  return lines.length === 0 ? [] : [{ file, lines }];
}

/** The texts of files by their names, read when they are asked for. Those inside of archives have no lines that anybody sees. */
function textsOf(files: readonly GivenFile[]): (file: string) => Locator | undefined {
  const known = new Map<string, Locator | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    const file = files.find((one) => one.name === name);
    const decoded = file === undefined ? undefined : decodeText(file.bytes);
    const text = decoded?.ok === true ? textLocator(decoded.value.text) : undefined;
    known.set(name, text);
    return text;
  };
}
