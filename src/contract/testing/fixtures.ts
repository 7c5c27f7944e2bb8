import { PLAIN_FLAGS } from '../../catalog/build';
import { createCatalog } from '../../catalog/catalog';
import { deriveNodeType } from '../../catalog/derive-node-type';
import type { Catalog, Processor, SiteRecords } from '../../catalog/types';
import { decodeWorkflow } from '../../model/api-form';
import type { Contract, ManifestEntry, WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';
import { decodeStoredEntry } from '../../model/manifest-form';

/** A processor `test:<id>` with these properties. */
export function processorWith(id: string, parameters: JsonObject, outputs: JsonObject = {}): Processor {
  return {
    id: `test:${id}`,
    parameters: { type: 'object', properties: parameters },
    outputs: { type: 'object', properties: outputs },
    flags: PLAIN_FLAGS,
  };
}

/** A catalog in which each of these processors has a node type of its name, `test:x` the type `x`. */
export function catalogOf(
  processors: readonly Processor[],
  site: SiteRecords = {},
  derived: readonly Processor[] = [],
): Catalog {
  const types = processors.map((processor) => {
    const id = processor.id.replace('test:', '');
    return deriveNodeType(processor, { id, label: id });
  });
  return createCatalog({ ...site, nodeTypes: [...types, ...(site.nodeTypes ?? [])] }, [
    ...processors,
    ...derived,
  ]);
}

/** An entry in its stored form. */
export function entryOf(stored: JsonObject): ManifestEntry {
  return decodeStoredEntry(stored, '', []);
}

type Parts = {
  readonly inputs?: readonly JsonObject[];
  readonly outputs?: readonly JsonObject[];
  readonly metadata?: JsonObject;
  readonly contract?: Contract;
  readonly config?: JsonObject;
};

/** A workflow with these nodes (id to node type) and these manifest entries in their stored form. */
export function workflowOf(
  id: string,
  nodes: { readonly [id: string]: string },
  parts: Parts = {},
): WorkflowDocument {
  const decoded = decodeWorkflow({
    id,
    name: `Workflow ${id}`,
    nodes: Object.entries(nodes).map(([node, type]) => ({
      id: node,
      type: 'universalNode',
      data: { config: parts.config ?? {}, metadata: { node_type_id: type } },
    })),
    metadata: parts.metadata ?? {},
  });
  if (!decoded.ok) throw new Error('Not a workflow.');
  return {
    ...decoded.value.document,
    inputs: (parts.inputs ?? []).map(entryOf),
    outputs: (parts.outputs ?? []).map(entryOf),
    contract: parts.contract,
  };
}
