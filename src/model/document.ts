import type { Json, JsonObject } from './json';

/** Internal key of a node: minted at load, unique in its document, never stored or sent. */
export type NodeKey = string & { readonly __brand: 'NodeKey' };
/** Internal key of an edge: minted at load, unique in its document, never stored or sent. */
export type EdgeKey = string & { readonly __brand: 'EdgeKey' };
/** Internal key of a manifest entry. */
export type EntryKey = string & { readonly __brand: 'EntryKey' };

/** Canvas coordinates, finite numbers. */
export type Position = { readonly x: number; readonly y: number };

/**
 * `extra` (here and below) holds, verbatim, every key of the source object that has no field of its own, and every known
 * key whose value has the wrong type. Writing puts them back, so unknown data survives a round trip.
 */
export type NodeData = {
  readonly label: string | undefined;
  /** Should be an object; whatever else was stored is kept and judged by R6.a. `undefined`: no key. */
  readonly config: Json | undefined;
  /** Holds the anchor `node_type_id` (STORE-6, STORE-7). */
  readonly metadata: JsonObject | undefined;
  readonly extra: JsonObject;
};

/** One step of a workflow. `id` is `''` where the source has none; ids may repeat (R2 reports it). */
export type WorkflowNode = {
  readonly key: NodeKey;
  readonly id: string;
  readonly type: string | undefined;
  readonly position: Position;
  readonly data: NodeData;
  readonly extra: JsonObject;
};

/** A wire. `undefined` handles were absent; `''` were written so (R13 compares verbatim, EDGE-2 reads both as ''). */
export type WorkflowEdge = {
  readonly key: EdgeKey;
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string | undefined;
  readonly targetHandle: string | undefined;
  readonly data: JsonObject | undefined;
  readonly extra: JsonObject;
};

/** One row of the launch-input manifest, or of the declared outputs (MAN-2). Absent keys are `undefined`. */
export type ManifestEntry = {
  readonly key: EntryKey;
  readonly name: string | undefined;
  readonly node_id: string | undefined;
  readonly port: string | undefined;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly examples: readonly Json[] | undefined;
  readonly required: boolean | undefined;
  readonly extra: JsonObject;
};

export type ManifestSide = 'input' | 'output';

/** Published schemas and version, kept as they came (MAN-18, STORE-8). */
export type Contract = {
  readonly parameter_schema: JsonObject | null;
  readonly output_schema: JsonObject | null;
  readonly schema_version: string;
};

export type OriginKind = 'sluice' | 'api' | 'editor' | 'bundle' | 'drupal';

/** Where a document came from, and verbatim what its source had and the document has no place for. */
export type Origin = { readonly kind: OriginKind; readonly verbatim: JsonObject };

/** A workflow as Sluice holds it: the API form (STORE-14) with internal keys. Immutable; edits make a new one. */
export type WorkflowDocument = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly inputs: readonly ManifestEntry[];
  readonly outputs: readonly ManifestEntry[];
  readonly metadata: JsonObject;
  readonly contract: Contract | undefined;
  readonly origin: Origin | undefined;
  readonly extra: JsonObject;
};

let minted = 0;
/** A fresh internal key. Unique in this realm; carries no meaning. */
export function mintKey<K extends NodeKey | EdgeKey | EntryKey>(): K {
  minted += 1;
  return `k${minted.toString(36)}` as K;
}

/** A document with nothing in it. */
export function emptyDocument(id: string, name: string): WorkflowDocument {
  return {
    id,
    name,
    description: '',
    nodes: [],
    edges: [],
    inputs: [],
    outputs: [],
    metadata: {},
    contract: undefined,
    origin: { kind: 'sluice', verbatim: {} },
    extra: {},
  };
}

/** The node type that a node anchors to; `undefined` where it has none. SCH-25: no other field is read. */
export function anchorOf(node: WorkflowNode): string | undefined {
  const metadata = node.data.metadata;
  if (metadata === undefined || !Object.hasOwn(metadata, 'node_type_id')) return undefined;
  const anchor = metadata.node_type_id;
  return typeof anchor === 'string' && anchor !== '' ? anchor : undefined;
}

/** The node's configuration as an object; `{}` where it is absent or no object (R6.a reports the latter). */
export function configOf(node: WorkflowNode): JsonObject {
  const config = node.data.config;
  return typeof config === 'object' && config !== null && !Array.isArray(config)
    ? (config as JsonObject)
    : NO_CONFIG;
}
const NO_CONFIG: JsonObject = Object.freeze({});

/** What a person calls the node: instance title, else label, else id. */
export function titleOf(node: WorkflowNode): string {
  const title = configOf(node).instanceTitle;
  if (typeof title === 'string' && title.trim() !== '') return title;
  return node.data.label !== undefined && node.data.label !== '' ? node.data.label : node.id;
}
