// Writes workflows into files. Each kind imports again into the same document; a document goes back into the form it came
// in with every key that it had.
import { encodeCategory, encodeNodeType } from '../catalog/node-type-record';
import { SHIPPED_CATEGORIES } from '../catalog/shipped/categories';
import { SHIPPED_NODE_TYPES } from '../catalog/shipped/node-types';
import type { Catalog, Category, NodeType } from '../catalog/types';
import { anchorOf, type WorkflowDocument } from '../model/document';
import { withoutEditorKey } from '../model/ids';
import type { JsonObject } from '../model/json';
import { isDraftEntry } from '../model/manifest-form';
import type { Problem } from '../model/problem';
import { encodeBundle } from './bundle';
import { drupalFileName, encodeDrupalWorkflow } from './drupal';
import { encodeEditorJson, encodeWorkflowJson } from './editor-json';
import { writeYaml } from './yaml-write';
import { type FileBytes, zip } from './zip';

/** `editor`: workflow JSON that the FlowDrop editor opens. `api`: the API form. Each carries the published contract, where there is one. */
export type ExportKind = 'editor' | 'api' | 'bundle' | 'drupal';

/** `notes`: what the form could not hold, or holds under another name. */
export type Exported = { readonly files: readonly FileBytes[]; readonly notes: readonly Problem[] };

/**
 * The files of one workflow: one file, and for Drupal one more for each node type of the site that it uses and for each
 * category of the site that those stand in. What only this editor remembers is left out.
 */
export function exportWorkflow(document: WorkflowDocument, kind: ExportKind, catalog: Catalog): Exported {
  const exported = withoutEditorKey(document);
  const base = fileStem(document);
  switch (kind) {
    case 'api':
      return { files: [json(`${base}.json`, encodeWorkflowJson(exported))], notes: [] };
    case 'editor':
      return { files: [json(`${base}.json`, encodeEditorJson(exported, catalog))], notes: [] };
    case 'bundle': {
      const named = withMachineName(exported, kind, /^[a-z0-9_]{1,64}$/);
      const types = siteTypes(exported, catalog).map(encodeNodeType);
      const notes = [...named.notes, ...draftNotes(exported)];
      return { files: [json(`${base}.bundle.json`, encodeBundle(named.document, types, catalog))], notes };
    }
    case 'drupal': {
      const named = withMachineName(exported, kind, /^[a-z0-9_.]{1,150}$/);
      const workflow = yaml(
        drupalFileName('workflow', named.document.id),
        encodeDrupalWorkflow(named.document, catalog),
      );
      const types = siteTypes(exported, catalog);
      const records = [...types.map(exportNodeType), ...siteCategories(types, catalog).map(exportCategory)];
      return { files: [workflow, ...records], notes: [...named.notes, ...draftNotes(exported)] };
    }
  }
}

/** The Drupal record of a node type. */
export function exportNodeType(nodeType: NodeType): FileBytes {
  return yaml(drupalFileName('node_type', nodeType.id), withDrupalKeys(encodeNodeType(nodeType)));
}

/** The Drupal record of a category. */
export function exportCategory(category: Category): FileBytes {
  return yaml(drupalFileName('node_category', category.id), withDrupalKeys(encodeCategory(category)));
}

/** One file as it is; several in an archive of this name. Files of the same name and content are written once. */
export function packFiles(files: readonly FileBytes[], archive: string): FileBytes {
  const [only, second] = files;
  if (only !== undefined && second === undefined) return only;
  const names = new Map<string, FileBytes>();
  for (const file of files) names.set(freeName(file, names), file);
  return { name: archive, bytes: zip([...names].map(([name, { bytes }]) => ({ name, bytes }))) };
}

/** Node types that the document uses and that do not ship. Those that workflows are come with their workflows (MAN-9). */
function siteTypes(document: WorkflowDocument, catalog: Catalog): readonly NodeType[] {
  const used = new Set(document.nodes.map(anchorOf));
  return catalog.nodeTypes.filter(
    (nodeType) =>
      used.has(nodeType.id) && nodeType.workflow === undefined && !SHIPPED_NODE_TYPES.includes(nodeType),
  );
}

/** Categories of the site that exported node types stand in. A bundle has no place for them (STORE-9). */
function siteCategories(nodeTypes: readonly NodeType[], catalog: Catalog): readonly Category[] {
  const used = new Set(nodeTypes.map(({ category }) => category));
  return catalog.categories.filter(
    (category) => used.has(category.id) && !SHIPPED_CATEGORIES.includes(category),
  );
}

/** STORE-9 and Drupal allow few characters in an id. A document that came in the form keeps its id whatever it is. */
function withMachineName(document: WorkflowDocument, kind: 'bundle' | 'drupal', shape: RegExp) {
  if (document.origin?.kind === kind || document.id === '' || shape.test(document.id))
    return { document, notes: [] };
  const id = document.id
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .slice(0, 64);
  const message = `The id "${document.id.slice(0, 80)}" is written as "${id}": this form takes lower-case letters, digits and "_".`;
  return { document: { ...document, id }, notes: [{ path: 'id', message }] };
}

function draftNotes(document: WorkflowDocument): readonly Problem[] {
  return [...document.inputs, ...document.outputs].filter(isDraftEntry).map((entry) => ({
    path: 'interface',
    message: `The entry "${entry.name ?? ''}" is bound to no port and is left out.`,
  }));
}

function withDrupalKeys(record: JsonObject): JsonObject {
  return { ...{ langcode: 'en', status: true, dependencies: {} }, ...record };
}

function json(name: string, value: JsonObject): FileBytes {
  return { name, bytes: new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`) };
}

function yaml(name: string, value: JsonObject): FileBytes {
  return { name: safeName(name), bytes: new TextEncoder().encode(writeYaml(value)) };
}

function fileStem(document: WorkflowDocument): string {
  const stem = safeName(document.id === '' ? document.name : document.id);
  return stem === '' ? 'workflow' : stem;
}

/** A file name that every system takes: no separators, no leading dots, not too long. */
function safeName(name: string): string {
  return name
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '')
    .slice(-180);
}

function freeName(file: FileBytes, taken: ReadonlyMap<string, FileBytes>): string {
  let name = file.name;
  for (let n = 2; ; n += 1) {
    const other = taken.get(name);
    if (other === undefined || sameBytes(other.bytes, file.bytes)) return name;
    name = file.name.replace(/(\.[^.]*)?$/, `-${n}$1`);
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
