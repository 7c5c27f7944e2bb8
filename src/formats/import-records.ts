// The second step of an import: node types and categories, before any workflow is judged.
import { decodeCategory, decodeNodeType } from '../catalog/node-type-record';
import type { Catalog, Category, NodeType } from '../catalog/types';
import { type JsonObject, sameJson } from '../model/json';
import type { Problem, Result } from '../model/problem';
import type { Repair } from '../model/record';
import { type Bundle, judgeBundle } from './bundle';
import { coerceNodeType } from './coerce';
import { idFromFileName, nameOfRecord } from './drupal';
import type { FileRecord } from './import-files';
import { type Imported, type ImportReport, joinPath } from './import-report';

export type FileBundle = { readonly record: FileRecord; readonly bundle: Bundle };

/** The bundle in a record, taken apart. */
export function bundleOf(record: FileRecord, report: ImportReport): readonly FileBundle[] {
  if (record.kind !== 'bundle') return [];
  const judged = judgeBundle(record.value);
  if (judged.ok) return [{ record, bundle: judged.value }];
  report.refuse(record.file, judged.error.details, record.path);
  return [];
}

/** Node types and categories of all files; of two that share an id and differ, the first by name of file holds. */
export function gatherRecords(
  records: readonly FileRecord[],
  bundles: readonly FileBundle[],
  catalog: Catalog,
  report: ImportReport,
): { readonly nodeTypes: readonly Imported<NodeType>[]; readonly categories: readonly Imported<Category>[] } {
  const nodeTypes = new Collector<NodeType>(report, 'node type', (id) => catalog.nodeType(id) !== undefined);
  const categories = new Collector<Category>(report, 'category', (id) =>
    catalog.categories.some((category) => category.id === id),
  );
  const nodeType = (file: string, path: string, value: JsonObject): void => {
    const repairs: Repair[] = [];
    const coerced = coerceNodeType(value, catalog, '', repairs);
    report.repaired(file, repairs, path);
    nodeTypes.take(file, path, coerced, decodeNodeType(coerced));
  };
  for (const { file, path, kind, value } of records) {
    if (kind === 'drupal-node-type') nodeType(file, path, named(value, file));
    if (kind === 'drupal-category') categories.take(file, path, value, decodeCategory(named(value, file)));
  }
  for (const { record, bundle } of bundles) {
    bundle.nodeTypes.forEach((value, i) => {
      nodeType(record.file, joinPath(record.path, `payload.node_types[${i}]`), value);
    });
  }
  return { nodeTypes: nodeTypes.taken, categories: categories.taken };
}

/** A record that leaves its id to the name of its file gets that. */
export function named(value: JsonObject, file: string): JsonObject {
  const id = idFromFileName(file);
  return Object.hasOwn(value, 'id') || id === undefined ? value : { ...value, id };
}

class Collector<T extends { readonly id: string }> {
  readonly #sources = new Map<string, { readonly file: string; readonly source: JsonObject }>();
  readonly taken: Imported<T>[] = [];

  constructor(
    private readonly report: ImportReport,
    private readonly what: string,
    private readonly exists: (id: string) => boolean,
  ) {}

  take(file: string, path: string, source: JsonObject, decoded: Result<T, readonly Problem[]>): void {
    if (!decoded.ok) {
      this.report.refuse(file, decoded.error, path);
      return;
    }
    const { id } = decoded.value;
    const earlier = this.#sources.get(id);
    if (earlier !== undefined) {
      if (sameJson(earlier.source, source)) {
        this.report.add(file, {
          outcome: 'ignored',
          path,
          message: `The same ${this.what} "${id}" comes with ${earlier.file}.`,
        });
      } else {
        this.report.refuse(file, [
          {
            path,
            message: `Another ${this.what} with the id "${id}" comes with ${earlier.file}; import one of the two.`,
          },
        ]);
      }
      return;
    }
    this.#sources.set(id, { file, source });
    this.taken.push({ file, record: decoded.value, replaces: this.exists(id) });
    const message = `${this.what === 'category' ? 'Category' : 'Node type'} "${nameOfRecord(source)}"`;
    this.report.add(file, { outcome: 'came', path, message });
  }
}
