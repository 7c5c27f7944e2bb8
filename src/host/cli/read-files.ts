// Files of a command line: what they hold, judged.
import { readFile, stat } from 'node:fs/promises';
import { createCatalog } from '../../catalog/catalog';
import type { Catalog } from '../../catalog/types';
import { createExpressionHost } from '../../expression/host';
import { importFiles } from '../../formats/import';
import type { FileReport } from '../../formats/import-report';
import { DEFAULT_LIMITS, inWords } from '../../formats/limits';
import { type FileBytes, harmless } from '../../formats/zip';
import type { WorkflowDocument } from '../../model/document';
import type { Severity } from '../../model/finding';
import { fail, ok, type Result } from '../../model/problem';
import { locatorOf } from '../../validation/locate';
import { textOf } from '../../validation/text';
import { validateFully } from '../../validation/validate';

/** A finding in words, or a part of a file that could not be read (`FILE_UNREADABLE`). */
export type Line = {
  readonly code: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly locator: string;
  readonly message: string;
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

/** Reads files by their paths. Fails with one sentence a file that is not there, is no file, or is too large. */
export async function readFiles(
  paths: readonly string[],
): Promise<Result<readonly FileBytes[], readonly string[]>> {
  const files: FileBytes[] = [];
  const problems: string[] = [];
  for (const path of new Set(paths)) {
    try {
      const found = await stat(path);
      if (found.isDirectory()) problems.push(`${path} is a directory; name the files in it.`);
      else if (found.size > DEFAULT_LIMITS.fileBytes)
        problems.push(
          `${path} has ${inWords(found.size)}; the limit is ${inWords(DEFAULT_LIMITS.fileBytes)}.`,
        );
      else files.push({ name: path, bytes: await readFile(path) });
    } catch (cause) {
      problems.push(`${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  return problems.length > 0 ? fail(problems) : ok(files);
}

/**
 * Judges every workflow of the files by all rules, expressions included (R11), with the node types of all of them. Files
 * keep the names that they were given by.
 */
export async function judgeFiles(files: readonly FileBytes[]): Promise<Judged> {
  // An import knows files by harmless names, which need not be different; a number in front tells them apart.
  const sent = files.map(({ name, bytes }, i) => ({ name: harmless(`${i}/${basename(name)}`), bytes }));
  const plan = importFiles(sent, createCatalog());
  const nameOf = (imported: string): string => {
    const i = Number(/^\d+/.exec(imported)?.[0]);
    return `${files[i]?.name ?? ''}${imported.slice(sent[i]?.name.length ?? 0)}`;
  };
  const host = createExpressionHost();
  const workflows: JudgedWorkflow[] = [];
  for (const { file, path, document } of plan.workflows) {
    const findings = await validateFully(document, plan.catalog, host);
    const lines = findings.map((finding) => ({
      code: finding.code,
      rule: finding.rule,
      severity: finding.severity,
      locator: locatorOf(finding, document),
      message: textOf(finding),
    }));
    workflows.push({ file: nameOf(file), path, document, lines });
  }
  const unreadable = plan.files.flatMap((report) => unreadableOf(nameOf(report.file), report, files));
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

/** What is refused; and what is none of ours where it was asked for by name and not found in an archive. */
function unreadableOf(
  file: string,
  { entries }: FileReport,
  given: readonly FileBytes[],
): readonly { readonly file: string; readonly lines: readonly Line[] }[] {
  const named = given.some(({ name }) => name === file);
  const lines = entries
    .filter(({ outcome, path }) => outcome === 'refused' || (named && outcome === 'ignored' && path === ''))
    .map(
      ({ path, message }): Line => ({
        code: 'FILE_UNREADABLE',
        rule: '',
        severity: 'error',
        locator: path,
        message,
      }),
    );
  return lines.length === 0 ? [] : [{ file, lines }];
}
