// A document as rows hold it: its own shape without internal keys. Not the API form, because the paths of logged patches
// count its lists and fields, and because nothing may shift between saving and opening.
import {
  type Contract,
  type EdgeKey,
  type EntryKey,
  type ManifestEntry,
  mintKey,
  type NodeKey,
  type Origin,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../model/document';
import {
  boolean,
  json,
  jsonObject,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  string,
} from './decode';

type Keyless<T> = Omit<T, 'key'>;

export type StoredDocument = Omit<WorkflowDocument, 'nodes' | 'edges' | 'inputs' | 'outputs'> & {
  readonly nodes: readonly Keyless<WorkflowNode>[];
  readonly edges: readonly Keyless<WorkflowEdge>[];
  readonly inputs: readonly Keyless<ManifestEntry>[];
  readonly outputs: readonly Keyless<ManifestEntry>[];
};

/** The lists of a document whose entries carry an internal key. */
export const KEYED_LISTS = ['nodes', 'edges', 'inputs', 'outputs'] as const;

function withoutKey<T extends { readonly key: unknown }>(entry: T): Omit<T, 'key'> {
  const { key: _, ...rest } = entry;
  return rest;
}

/** The document without its internal keys. */
export function toStored(document: WorkflowDocument): StoredDocument {
  return {
    ...document,
    nodes: document.nodes.map(withoutKey),
    edges: document.edges.map(withoutKey),
    inputs: document.inputs.map(withoutKey),
    outputs: document.outputs.map(withoutKey),
  };
}

/** The document with fresh internal keys. */
export function fromStored(stored: StoredDocument): WorkflowDocument {
  return {
    ...stored,
    nodes: stored.nodes.map((node) => ({ ...node, key: mintKey<NodeKey>() })),
    edges: stored.edges.map((edge) => ({ ...edge, key: mintKey<EdgeKey>() })),
    inputs: stored.inputs.map((entry) => ({ ...entry, key: mintKey<EntryKey>() })),
    outputs: stored.outputs.map((entry) => ({ ...entry, key: mintKey<EntryKey>() })),
  };
}

const entry = object({
  name: optional(string),
  node_id: optional(string),
  port: optional(string),
  title: optional(string),
  description: optional(string),
  examples: optional(list(json)),
  required: optional(boolean),
  extra: jsonObject,
});

/** Reads a published contract. */
export const readContract: Reader<Contract> = object({
  parameter_schema: nullable(jsonObject),
  output_schema: nullable(jsonObject),
  schema_version: string,
});

/** Reads where a document came from. */
export const readOrigin: Reader<Origin> = object({
  kind: oneOf(['sluice', 'api', 'editor', 'bundle', 'drupal']),
  verbatim: jsonObject,
});

/** Reads a stored document; every fault is noted with its path. */
export const readStoredDocument: Reader<StoredDocument> = object({
  id: string,
  name: string,
  description: string,
  nodes: list(
    object({
      id: string,
      type: optional(string),
      position: object({ x: number, y: number }),
      data: object({
        label: optional(string),
        config: optional(json),
        metadata: optional(jsonObject),
        extra: jsonObject,
      }),
      extra: jsonObject,
    }),
  ),
  edges: list(
    object({
      id: string,
      source: string,
      target: string,
      sourceHandle: optional(string),
      targetHandle: optional(string),
      data: optional(jsonObject),
      extra: jsonObject,
    }),
  ),
  inputs: list(entry),
  outputs: list(entry),
  metadata: jsonObject,
  contract: optional(readContract),
  origin: optional(readOrigin),
  extra: jsonObject,
});
