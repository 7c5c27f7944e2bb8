import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import type { ContentRow } from '../ports';
import { contentOf } from './entity-rows';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { asText, parameter, textParameter } from './values';

/** What the store itself says of a row, and no values may say. */
const KEPT = ['id', 'uuid', 'entity_type', 'bundle', 'created', 'changed', 'revision_id', '__proto__'];

/**
 * `entity_save`: makes content, or changes that of `entity_id`. Fields that `allowed_fields` does not name, and those that
 * the store itself keeps, are left out and listed. `title` or `label` name it, `status` publishes it.
 */
export const entitySave: Execute = async (parameters, context) => {
  const store = contentOf(context);
  const collection = textParameter(parameters, 'entity_type', 'node');
  const given = textParameter(parameters, 'entity_id');
  const values = parameter(parameters, 'values');
  if (collection === '') throw failure('"entity_type" is empty: it is the kind of content, such as "node".');
  if (values !== null && !isObject(values))
    throw failure('"values" is no object: it maps field names to values.');
  const allowed = parameter(parameters, 'allowed_fields');
  const names = isArray(allowed) ? allowed.map(asText) : [];
  const writable = (field: string): boolean =>
    !KEPT.includes(field) && (names.length === 0 || names.includes(field));
  const fields = Object.entries(values ?? {});
  const skipped_fields = fields.map(([field]) => field).filter((field) => !writable(field));
  const written = Object.fromEntries(fields.filter(([field]) => writable(field)));
  const uuid = newId(context);
  const id = given === '' ? uuid : given;
  const change = (stored: ContentRow | undefined): ContentRow => {
    if (stored === undefined && given !== '')
      throw failure(`There is no ${collection} with the id "${given}": leave "entity_id" empty to make one.`);
    return saved(stored, { collection, id, uuid }, written, parameters, Math.floor(context.now() / 1000));
  };
  const row = await store.update(collection, id, change, { run: context.run.id });
  if (row === undefined) throw failure('The content was not saved.');
  return {
    outputs: {
      entity_id: row.id,
      entity_type: row.collection,
      bundle: row.bundle,
      uuid: row.uuid,
      label: row.label,
      revision_id: String(row.revision),
      is_new: given === '',
      created: row.created,
      changed: row.changed,
      skipped_fields,
    },
  };
};

function newId({ ids }: ProcessorContext): string {
  if (ids === undefined) throw failure('No new id can be made here.');
  return ids.uuid();
}

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'entity_save_failed' });
}

function saved(
  stored: ContentRow | undefined,
  key: { readonly collection: string; readonly id: string; readonly uuid: string },
  written: JsonObject,
  parameters: JsonObject,
  now: number,
): ContentRow {
  const values = { ...stored?.values, ...written };
  const name = own(written, 'title') ?? own(written, 'label');
  const bundle = textParameter(parameters, 'bundle');
  return {
    v: 1,
    ...key,
    uuid: stored?.uuid ?? key.uuid,
    bundle: bundle === '' ? (stored?.bundle ?? '') : bundle,
    label: name === undefined ? (stored?.label ?? '') : asText(name),
    published: published(own(written, 'status')) ?? stored?.published ?? true,
    created: stored?.created ?? now,
    changed: now,
    revision:
      (stored?.revision ?? 0) +
      (stored === undefined || parameter(parameters, 'new_revision') === true ? 1 : 0),
    log: textParameter(parameters, 'revision_log_message'),
    values,
  };
}

function published(status: Json | undefined): boolean | undefined {
  if (status === undefined || status === null) return undefined;
  return status !== false && status !== 0 && status !== '0' && status !== '';
}
