// What the written forms other than the API form have in common.
import type { Catalog } from '../catalog/types';
import type { OriginKind, WorkflowDocument, WorkflowNode } from '../model/document';
import type { JsonObject } from '../model/json';
import { reduceForStorage, storageAnchorOf } from '../model/wire';

/**
 * Key of `origin.verbatim` for what the document used and its source did not list (node types in `dependencies`,
 * processors in `capabilities`). Exporting adds what an edit made necessary, and leaves the source's own omissions.
 */
export const UNLISTED = 'sluice:unlisted';

/** The origin's keys where the document came in this form; `undefined` for any other. */
export function verbatimOf(document: WorkflowDocument, kind: OriginKind): JsonObject | undefined {
  return document.origin?.kind === kind ? document.origin.verbatim : undefined;
}

/** The node types that the document's nodes name, each once, sorted. */
export function usedTypes(document: WorkflowDocument): readonly string[] {
  return [...new Set(document.nodes.flatMap((node) => storageAnchorOf(node) ?? []))].sort();
}

/** What a source used and did not list, as an entry for the origin. */
export function unlistedOf(used: readonly string[], listed: readonly unknown[] | undefined): JsonObject {
  const missing = used.filter((name) => !(listed ?? []).includes(name));
  return missing.length === 0 ? {} : { [UNLISTED]: missing };
}

/**
 * The nodes as a stored form holds them. A document goes back into the form it came in as it is; into another form it
 * goes without the editor's scratch state (STORE-6).
 */
export function nodesFor(
  kind: OriginKind,
  document: WorkflowDocument,
  catalog: Catalog,
): readonly WorkflowNode[] {
  if (document.origin?.kind === kind) return document.nodes;
  return document.nodes.map((node) => {
    const anchor = storageAnchorOf(node);
    return reduceForStorage(node, anchor !== undefined && catalog.nodeType(anchor) !== undefined);
  });
}
