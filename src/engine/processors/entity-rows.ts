// Content as nodes give it out, and the store that they find it in.
import { type Json, type JsonObject, own } from '../../model/json';
import type { ContentRow, ContentStore } from '../ports';
import { NodeFailure, type ProcessorContext } from './types';

/** The store, or a failure that says that there is none. */
export function contentOf(context: ProcessorContext): ContentStore {
  if (context.content !== undefined) return context.content;
  throw new NodeFailure('No content is kept here, so there is nothing to query or to save.', {
    code: 'content_unavailable',
  });
}

/** What `conditions`, the sort and a loaded entity see: what is known of the row, and its values. */
export function entityOf(row: ContentRow): JsonObject {
  return {
    ...row.values,
    id: row.id,
    uuid: row.uuid,
    entity_type: row.collection,
    bundle: row.bundle,
    label: row.label,
    status: row.published,
    created: row.created,
    changed: row.changed,
    revision_id: String(row.revision),
  };
}

/** A field of a row, `title` being its label where no value has that name; `undefined` where there is none. */
export function fieldOf(row: ContentRow, field: string): Json | undefined {
  return own(entityOf(row), field) ?? (field === 'title' ? row.label : undefined);
}
