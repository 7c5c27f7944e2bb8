// Reads dropped files into a plan. Nothing is stored and nothing is refused for a fault of a workflow: an import makes
// drafts (the gates of STORE-9 bind the door).
import { createCatalog } from '../catalog/catalog';
import { decodeCategory, decodeNodeType } from '../catalog/node-type-record';
import type { Catalog, Category, NodeType } from '../catalog/types';
import type { DecodedWorkflow } from '../model/api-form';
import { anchorOf, type WorkflowDocument, type WorkflowNode } from '../model/document';
import type { Finding, FindingCode } from '../model/finding';
import { type JsonObject, own, sameJson } from '../model/json';
import type { Problem, Result } from '../model/problem';
import { storageAnchorOf } from '../model/wire';
import { validate } from '../validation/validate';
import { type Bundle, decodeBundleFlow, judgeBundle } from './bundle';
import { coerceNodeType } from './coerce';
import { decodeDrupalWorkflow, idFromFileName, nameOfRecord } from './drupal';
import { decodeWorkflowJson } from './editor-json';
import {
  type Imported,
  type ImportedWorkflow,
  type ImportPlan,
  ImportReport,
  joinPath,
  type Verdict,
} from './import-report';
import { DEFAULT_LIMITS, type Limits } from './limits';
import { type SniffedRecord, sniff } from './sniff';
import { type FileBytes, harmless, unzip } from './zip';

/** Makes the catalog that imported records give together with the present one. */
export type ExtendCatalog = (records: {
  readonly nodeTypes: readonly NodeType[];
  readonly categories: readonly Category[];
}) => Catalog;

export type ImportOptions = {
  readonly limits?: Limits;
  /** Default: the catalog's own records with the imported ones over them. A site with lanes of its own passes its way. */
  readonly extend?: ExtendCatalog;
};

/**
 * Reads files of every kind that Sluice knows, archives included. The node types and categories of all files are known
 * before the first workflow is judged; the order in which files were dropped does not matter. Never throws: what cannot
 * be read is a line of the report, and stops nothing else.
 */
export function importFiles(
  files: readonly FileBytes[],
  catalog: Catalog,
  options: ImportOptions = {},
): ImportPlan {
  const limits = options.limits ?? DEFAULT_LIMITS;
  const report = new ImportReport();
  const records = readRecords(files, limits, report);
  const bundles = records.flatMap((record) => bundleOf(record, report));
  const found = gatherRecords(records, bundles, catalog, report);
  const extend = options.extend ?? extender(catalog);
  const none = found.nodeTypes.length === 0 && found.categories.length === 0;
  const extended = none
    ? catalog
    : extend({
        nodeTypes: found.nodeTypes.map(({ record }) => record),
        categories: found.categories.map(({ record }) => record),
      });
  for (const { file, record } of found.nodeTypes) {
    if (extended.processor(record.executor_plugin) !== undefined) continue;
    const message = `The executor "${record.executor_plugin}" of node type "${record.id}" is not available here; its nodes can be drawn and not run.`;
    report.add(file, { outcome: 'unknown', path: 'executor_plugin', message, rule: 'R1' });
  }
  const workflows = [
    ...records.flatMap((record) => workflowOf(record, extended, report)),
    ...bundles.flatMap((entry) => bundleWorkflow(entry, extended, report)),
  ];
  workflows.sort((a, b) => (a.file === b.file ? 0 : a.file < b.file ? -1 : 1));
  return { workflows, ...found, files: report.reports(), catalog: extended };
}

type FileRecord = SniffedRecord & { readonly file: string };
type FileBundle = { readonly record: FileRecord; readonly bundle: Bundle };

function readRecords(
  files: readonly FileBytes[],
  limits: Limits,
  report: ImportReport,
): readonly FileRecord[] {
  const all = flatten(files, limits, report);
  if (all.length > limits.entries) {
    report.refuse(all[limits.entries]?.name ?? '', [
      {
        path: '',
        message: `${all.length} files were dropped together; the limit is ${limits.entries}. This one and those after it are not read.`,
      },
    ]);
  }
  let yamlLeft = limits.yamlTotal;
  return all.slice(0, limits.entries).flatMap(({ name, bytes }): FileRecord[] => {
    const sniffed = sniff(name, bytes, limits, yamlLeft);
    if (!sniffed.ok) {
      report.refuse(name, sniffed.error);
      return [];
    }
    if (sniffed.value.kind === 'zip') {
      report.refuse(name, [
        { path: '', message: 'An archive inside an archive is not opened; unpack it first.' },
      ]);
      return [];
    }
    if (sniffed.value.kind === 'other') {
      report.add(name, { outcome: 'ignored', path: '', message: sniffed.value.message });
      return [];
    }
    if (sniffed.value.yaml) yamlLeft -= bytes.length;
    report.repaired(name, sniffed.value.notes);
    return sniffed.value.records.map((record) => ({ ...record, file: name }));
  });
}

/** All files, those of archives in place of the archives, by name. */
function flatten(files: readonly FileBytes[], limits: Limits, report: ImportReport): readonly FileBytes[] {
  const flat = files.flatMap(({ name, bytes }): FileBytes[] => {
    const file = harmless(name);
    const sniffed =
      bytes.length <= limits.fileBytes && bytes[0] === 0x50 ? sniff(file, bytes, limits) : undefined;
    if (sniffed?.ok !== true || sniffed.value.kind !== 'zip') return [{ name: file, bytes }];
    const unpacked = unzip(bytes, limits);
    if (!unpacked.ok) {
      report.refuse(file, unpacked.error);
      return [];
    }
    if (unpacked.value.length === 0)
      report.add(file, { outcome: 'ignored', path: '', message: 'The archive holds no files.' });
    return unpacked.value.flatMap((entry): FileBytes[] => {
      const inside = `${file}/${entry.name}`;
      if (entry.content.ok) return [{ name: inside, bytes: entry.content.value }];
      report.refuse(inside, entry.content.error);
      return [];
    });
  });
  return flat.sort((a, b) => (a.name === b.name ? compareBytes(a.bytes, b.bytes) : a.name < b.name ? -1 : 1));
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  if (a.length !== b.length) return a.length - b.length;
  const at = a.findIndex((byte, i) => byte !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function bundleOf(record: FileRecord, report: ImportReport): readonly FileBundle[] {
  if (record.kind !== 'bundle') return [];
  const judged = judgeBundle(record.value);
  if (judged.ok) return [{ record, bundle: judged.value }];
  report.refuse(record.file, judged.error.details, record.path);
  return [];
}

/** Node types and categories of all files; of two that share an id and differ, the first by name of file holds. */
function gatherRecords(
  records: readonly FileRecord[],
  bundles: readonly FileBundle[],
  catalog: Catalog,
  report: ImportReport,
) {
  const nodeTypes = new Collector<NodeType>(report, 'node type', (id) => catalog.nodeType(id) !== undefined);
  const categories = new Collector<Category>(report, 'category', (id) =>
    catalog.categories.some((category) => category.id === id),
  );
  const nodeType = (file: string, path: string, value: JsonObject): void => {
    const repairs: Parameters<typeof coerceNodeType>[3] = [];
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
function named(value: JsonObject, file: string): JsonObject {
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

function workflowOf(record: FileRecord, catalog: Catalog, report: ImportReport): readonly ImportedWorkflow[] {
  const decoded = decodeRecord(record, catalog);
  if (decoded === undefined) return [];
  return finish(record, decoded, catalog, report);
}

function decodeRecord(
  record: FileRecord,
  catalog: Catalog,
): Result<DecodedWorkflow, readonly Problem[]> | undefined {
  switch (record.kind) {
    case 'api':
    case 'editor':
      return decodeWorkflowJson(record.value, record.kind, catalog);
    case 'drupal-workflow':
      return decodeDrupalWorkflow(named(record.value, record.file), catalog);
    default:
      return undefined;
  }
}

function bundleWorkflow(
  { record, bundle }: FileBundle,
  catalog: Catalog,
  report: ImportReport,
): readonly ImportedWorkflow[] {
  bundle.processors?.forEach((processor, i) => {
    if (catalog.processor(processor) !== undefined) return;
    const path = joinPath(record.path, `payload.capabilities.processors[${i}]`);
    const message = `The processor "${processor}" that the bundle asks for is not available here.`;
    report.add(record.file, { outcome: 'unknown', path, message, rule: 'R1' });
  });
  return finish(record, decodeBundleFlow(bundle, catalog), catalog, report, 'payload.flow');
}

function finish(
  record: FileRecord,
  decoded: Result<DecodedWorkflow, readonly Problem[]>,
  catalog: Catalog,
  report: ImportReport,
  inside = '',
): readonly ImportedWorkflow[] {
  const { file, path, kind } = record;
  if (!decoded.ok) {
    report.refuse(file, decoded.error, path);
    return [];
  }
  const at = joinPath(path, inside);
  const document = anchored(decoded.value.document, catalog, (i, type) => {
    const message = `The node names its type "${type}" under "id"; it is anchored under "node_type_id" as well.`;
    report.add(file, { outcome: 'repaired', path: joinPath(at, `nodes[${i}].data.metadata`), message });
  });
  report.add(file, {
    outcome: 'came',
    path,
    message: `Workflow "${document.name.slice(0, 200)}", ${document.nodes.length} nodes, ${document.edges.length} edges`,
  });
  report.repaired(file, decoded.value.repairs, path);
  document.nodes.forEach((node, i) => {
    const unknown = whatIsUnknown(node, catalog);
    if (unknown === undefined) return;
    report.add(file, {
      outcome: 'unknown',
      path: joinPath(at, `nodes[${i}].data.metadata.node_type_id`),
      ...unknown,
    });
  });
  return [{ file, path, kind, document, verdict: summarise(validate(document, catalog)) }];
}

/**
 * Anchors nodes that name a known type under `metadata.id` alone, as storing would (STORE-6): everything else reads the
 * anchor from `node_type_id`.
 */
function anchored(
  document: WorkflowDocument,
  catalog: Catalog,
  note: (index: number, type: string) => void,
): WorkflowDocument {
  let changed = false;
  const nodes = document.nodes.map((node, i) => {
    const type = storageAnchorOf(node);
    if (type === undefined || anchorOf(node) !== undefined || catalog.nodeType(type) === undefined)
      return node;
    if (own(node.data.metadata, 'node_type_id') !== undefined) return node;
    changed = true;
    note(i, type);
    return { ...node, data: { ...node.data, metadata: { ...node.data.metadata, node_type_id: type } } };
  });
  return changed ? { ...document, nodes } : document;
}

function whatIsUnknown(
  node: WorkflowNode,
  catalog: Catalog,
): { readonly message: string; readonly rule: 'R1' | 'R9' } | undefined {
  const type = anchorOf(node);
  if (type === undefined) return undefined;
  const nodeType = catalog.nodeType(type);
  if (nodeType === undefined) {
    return {
      rule: 'R9',
      message: `The node type "${type}" is not known here; the node is kept as it came and drawn as a placeholder.`,
    };
  }
  if (catalog.processor(nodeType.executor_plugin) !== undefined) return undefined;
  return {
    rule: 'R1',
    message: `The executor "${nodeType.executor_plugin}" of "${type}" is not available here; the node can be drawn and not run.`,
  };
}

function summarise(findings: readonly Finding[]): Verdict {
  const codes: { [code in FindingCode]?: number } = {};
  for (const { code } of findings) codes[code] = (codes[code] ?? 0) + 1;
  const errors = findings.filter((finding) => finding.severity === 'error').length;
  return { errors, warnings: findings.length - errors, codes };
}

function extender(catalog: Catalog): ExtendCatalog {
  return ({ nodeTypes, categories }) =>
    createCatalog(
      { nodeTypes: [...catalog.nodeTypes, ...nodeTypes], categories: [...catalog.categories, ...categories] },
      catalog.processors,
    );
}
