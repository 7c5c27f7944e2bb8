import type { Catalog, Category, NodeType } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import type { FindingCode } from '../model/finding';
import type { JsonObject } from '../model/json';
import type { Repair } from '../model/record';
import type { RecordKind } from './sniff';

/**
 * `came`: read. `unknown`: kept as it is, and not known here. `repaired`: read as something else than was written.
 * `refused`: not read. `ignored`: readable, and nothing that is imported.
 */
export type Outcome = 'came' | 'unknown' | 'repaired' | 'refused' | 'ignored';

/** One line of the report. `path`: where in the file; `''` for the whole of it. `rule`: the rule that will report it. */
export type ReportEntry = {
  readonly outcome: Outcome;
  readonly path: string;
  readonly message: string;
  readonly rule?: 'R1' | 'R9';
};

export type FileReport = { readonly file: string; readonly entries: readonly ReportEntry[] };

/** What validation says of a workflow, expressions (R11) left out: they are judged when it is opened. */
export type Verdict = {
  readonly errors: number;
  readonly warnings: number;
  readonly codes: { readonly [code in FindingCode]?: number };
};

export type ImportedWorkflow = {
  readonly file: string;
  readonly path: string;
  readonly kind: RecordKind;
  readonly document: WorkflowDocument;
  readonly verdict: Verdict;
};

/** `replaces`: whether a record of this id exists here. The shipped one comes back when the imported one is removed. */
export type Imported<T> = { readonly file: string; readonly record: T; readonly replaces: boolean };

/** What of lanes came: the overlay of all files as one, and shapes by id. */
export type ImportedLanes = {
  readonly overlay: JsonObject | undefined;
  readonly shapes: readonly JsonObject[];
};

/** What an import would do. Nothing is done yet. */
export type ImportPlan = {
  readonly workflows: readonly ImportedWorkflow[];
  readonly nodeTypes: readonly Imported<NodeType>[];
  readonly categories: readonly Imported<Category>[];
  readonly lanes: ImportedLanes;
  /** By name of file; a file of an archive is named `archive.zip/file`. */
  readonly files: readonly FileReport[];
  /** The catalog with the imported node types, categories and lanes over it, by which the workflows were judged. */
  readonly catalog: Catalog;
};

/** Lines of one file beyond this many are counted, not listed. */
const LINE_LIMIT = 500;

/** Collects the lines of the files of an import. */
export class ImportReport {
  readonly #files = new Map<string, ReportEntry[]>();

  add(file: string, entry: ReportEntry): void {
    const lines = this.#files.get(file);
    if (lines === undefined) this.#files.set(file, [entry]);
    else lines.push(entry);
  }

  refuse(
    file: string,
    problems: readonly { readonly path: string; readonly message: string }[],
    prefix = '',
  ): void {
    for (const { path, message } of problems)
      this.add(file, { outcome: 'refused', path: joinPath(prefix, path), message });
  }

  repaired(file: string, repairs: readonly Repair[], prefix = ''): void {
    for (const { path, message } of repairs)
      this.add(file, { outcome: 'repaired', path: joinPath(prefix, path), message });
  }

  reports(): readonly FileReport[] {
    return [...this.#files].map(([file, entries]) => ({ file, entries: bounded(entries) }));
  }
}

/** `path` inside `prefix`. */
export function joinPath(prefix: string, path: string): string {
  if (prefix === '' || path === '') return `${prefix}${path}`;
  return path.startsWith('[') ? `${prefix}${path}` : `${prefix}.${path}`;
}

function bounded(entries: readonly ReportEntry[]): readonly ReportEntry[] {
  if (entries.length <= LINE_LIMIT) return entries;
  const left = entries.length - LINE_LIMIT;
  return [
    ...entries.slice(0, LINE_LIMIT),
    { outcome: 'ignored', path: '', message: `${left} further lines are not listed.` },
  ];
}
