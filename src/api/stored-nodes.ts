// STORE-6, STORE-7, STORE-14: nodes on their way into the store and out of it. What no rule names is not touched: a node
// that was sent without a position is stored and served without one (STORE-10).
import { enrichNode } from '../catalog/enrich';
import type { Catalog } from '../catalog/types';
import type { WorkflowNode } from '../model/document';
import { decodeNode, encodeNode } from '../model/graph-form';
import { isObject, type Json } from '../model/json';
import { isEmptyCollection, omit } from '../model/record';
import { reduceForStorage, storageAnchorOf } from '../model/wire';
import { servedMetadata } from './served-metadata';

/** The node as it is stored. Idempotent; the value itself where nothing of it is discarded. */
export function storedNode(value: Json, catalog: Catalog): Json {
  const node = decodeNode(value, '', []);
  const anchor = storageAnchorOf(node);
  const reduced = reduceForStorage(node, anchor !== undefined && catalog.nodeType(anchor) !== undefined);
  return reduced === node ? value : rewritten(reduced, value);
}

/**
 * The node as every surface serves it: with the metadata of its live type (SCH-25), and with `data.nodeId`, which a canvas
 * needs and storage discards. As stored where its type is gone or does not build (SCH-24).
 */
export function servedNode(value: Json, catalog: Catalog): Json {
  const node = decodeNode(value, '', []);
  const enriched = enrichNode(node, catalog);
  if (enriched === node) return value;
  const { data } = enriched;
  const metadata = data.metadata === undefined ? undefined : servedMetadata(data.metadata, catalog);
  const served = { ...data, metadata, extra: { ...data.extra, nodeId: node.id } };
  return rewritten({ ...enriched, data: served }, value);
}

/** Writes a node without what reading invents for one that lacks it: a position, and `data` to hold nothing. */
function rewritten(node: WorkflowNode, source: Json): Json {
  const written = encodeNode(node);
  if (!isObject(written) || !isObject(source)) return written;
  const invented = [
    ...(Object.hasOwn(source, 'position') ? [] : ['position']),
    ...(Object.hasOwn(source, 'data') || !isEmptyCollection(written.data) ? [] : ['data']),
  ];
  return omit(written, invented);
}
