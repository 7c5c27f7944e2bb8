// Reads dropped files into a plan. Nothing is stored and nothing is refused for a fault of a workflow: an import makes
// drafts (the gates of STORE-9 bind the door).
import { createCatalog } from '../catalog/catalog';
import type { Catalog, Category, NodeType } from '../catalog/types';
import type { DecodedWorkflow } from '../model/api-form';
import { anchorOf, type WorkflowDocument, type WorkflowNode } from '../model/document';
import type { Finding, FindingCode } from '../model/finding';
import { own } from '../model/json';
import type { Problem, Result } from '../model/problem';
import { storageAnchorOf } from '../model/wire';
import { validate } from '../validation/validate';
import { decodeBundleFlow } from './bundle';
import { decodeDrupalWorkflow } from './drupal';
import { decodeWorkflowJson } from './editor-json';
import { type FileRecord, readRecords } from './import-files';
import { gatherLanes } from './import-lanes';
import { bundleOf, type FileBundle, gatherRecords, named } from './import-records';
import {
  type ImportedLanes,
  type ImportedWorkflow,
  type ImportPlan,
  ImportReport,
  joinPath,
  type Verdict,
} from './import-report';
import { DEFAULT_LIMITS, type Limits } from './limits';
import type { FileBytes } from './zip';

/** Makes the catalog that imported records give together with the present one. */
export type ExtendCatalog = (records: {
  readonly nodeTypes: readonly NodeType[];
  readonly categories: readonly Category[];
  readonly lanes: ImportedLanes;
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
  const lanes = gatherLanes(records, bundles, report);
  const extend = options.extend ?? extender(catalog);
  const none =
    found.nodeTypes.length + found.categories.length + lanes.shapes.length === 0 &&
    lanes.overlay === undefined;
  const extended = none
    ? catalog
    : extend({
        nodeTypes: found.nodeTypes.map(({ record }) => record),
        categories: found.categories.map(({ record }) => record),
        lanes,
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
  return { workflows, ...found, lanes, files: report.reports(), catalog: extended };
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
  return ({ nodeTypes, categories, lanes }) =>
    createCatalog(
      {
        nodeTypes: [...catalog.nodeTypes, ...nodeTypes],
        categories: [...catalog.categories, ...categories],
        shapes: lanes.shapes,
        ...(lanes.overlay === undefined ? {} : { laneOverlay: lanes.overlay }),
      },
      catalog.processors,
    );
}
