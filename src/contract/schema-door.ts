// META-4 to META-8: the one door whose bodies are bare documents.
import type { Catalog } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import { shownSchemas } from './published';
import type { DoorAnswer } from './types';
import { contractVersion } from './versions';

export type SchemaRequest = {
  /** The query parameter. Exactly `1` asks for the annotated document. */
  readonly annotated: string | undefined;
  /** The request's `If-None-Match`, as it was sent. */
  readonly ifNoneMatch: string | undefined;
};

/** META-6: the quoted version, with a mark inside the quotes for the annotated document. */
export function schemaTag(version: string, annotated: boolean): string {
  return `"${version}${annotated ? '+annotated' : ''}"`;
}

/**
 * Answers a read of a workflow's contract. META-5: an unknown workflow first of all. META-7: a matching tag next, before
 * any schema is looked at; tags match by equality of characters and in no other way. META-4: else the document, with null
 * for a side that declares no ports.
 *
 * @param workflow `undefined`: there is none of that id.
 * @param catalog asked only for an annotated document.
 */
export function schemaAnswer(
  workflow: WorkflowDocument | undefined,
  catalog: () => Catalog,
  request: SchemaRequest,
): DoorAnswer {
  const annotated = request.annotated === '1';
  if (workflow === undefined) {
    const headers = { ...VARIANT, 'Cache-Control': 'no-cache' };
    return { status: 404, headers, body: { error: 'Workflow not found.' } };
  }
  const version = contractVersion(workflow);
  const etag = schemaTag(version, annotated);
  const headers = { ...VARIANT, ...cacheHeaders(annotated), ETag: etag };
  if (request.ifNoneMatch === etag) return { status: 304, headers, body: {} };
  return {
    status: 200,
    headers,
    body: { schema_version: version, ...shownSchemas(workflow, catalog, annotated) },
  };
}

/** META-8: of all arguments, the one that selects the variant is the one that the answer varies by. On every path. */
const VARIANT = { 'No-Vary-Search': 'key-order, params, except=("annotated")' };

/** META-8: anyone may keep the plain document for a minute; the annotated one has words of a language in it. */
function cacheHeaders(annotated: boolean): { readonly [name: string]: string } {
  return annotated
    ? { 'Cache-Control': 'no-cache', Vary: 'Accept-Language' }
    : { 'Cache-Control': 'public, max-age=60' };
}

/** META-8: a cached answer falls with this, and with nothing wider: a change of the workflow that it describes. */
export function schemaCacheTag(workflow: string): string {
  return `workflow:${workflow}`;
}
