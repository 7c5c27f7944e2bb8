// STORE-14: the one form in which a workflow leaves, whichever surface answers.
import type { Catalog } from '../catalog/types';
import { interfaceOf } from '../contract/interface';
import type { JsonObject } from '../model/json';
import { servedNode } from './stored-nodes';
import { documentOf } from './stored-workflow';
import type { WorkflowRecord } from './types';

const served = new WeakMap<WorkflowRecord, { readonly catalog: Catalog; readonly json: JsonObject }>();

/**
 * `id, name, description, nodes, edges, metadata, interface?, created, changed, uid`, in this order. Nodes wear the
 * metadata of their types (SCH-25); `interface` is there exactly where an input or output is declared. Remembered for as
 * long as record and catalog stay the same.
 */
export function serialiseWorkflow(record: WorkflowRecord, catalog: Catalog): JsonObject {
  const known = served.get(record);
  if (known?.catalog === catalog) return known.json;
  const declared = interfaceOf(documentOf(record), record.contract ?? undefined, catalog);
  const json: JsonObject = {
    id: record.id,
    name: record.name,
    description: record.description,
    nodes: record.nodes.map((node) => servedNode(node, catalog)),
    edges: record.edges,
    metadata: record.metadata,
    ...(declared === undefined ? {} : { interface: declared }),
    created: instant(record.created),
    changed: instant(record.changed),
    uid: record.uid,
  };
  served.set(record, { catalog, json });
  return json;
}

/** ISO 8601 with its offset. */
export function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
