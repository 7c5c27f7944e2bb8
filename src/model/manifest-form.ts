// The two written forms of a manifest entry: the client's (`interface`, MAN-20) and the stored one (MAN-2).
//
// A key that neither form knows is kept in `extra` and written by both. What belongs to one form only (a known key with an
// unusable value, a second binding, a key that means something else in the other form) is kept under `extra[CLIENT]` or
// `extra[STORED]` and written by that form alone.
import type { ManifestEntry } from './document';
import { mintKey } from './document';
import type { Json, JsonObject } from './json';
import { isArray, isObject, own, ownString } from './json';
import { compose, omit, RecordReader, type Repair } from './record';

const CLIENT = 'interface';
const STORED = 'stored';

/** Stands for a list entry that was no object, in `extra` of the node, edge or entry made in its place. */
export const NO_OBJECT = 'sluice:no-object';

const CLIENT_KEYS = [
  'id',
  'bindings',
  'name',
  'description',
  'examples',
  'required',
  'dataType',
  'schema',
  'defaultValue',
  'metadata',
];
const STORED_KEYS = ['name', 'node_id', 'port', 'title', 'description', 'examples', 'required'];

/**
 * MAN-20: `id` is the name, the first binding is where it lands, `name` is the display name. An entry without a binding is
 * a draft and stays in the document; of several bindings the first holds, all are kept, and the rest is reported.
 */
export function decodeInterfaceEntry(value: Json, path: string, repairs: Repair[]): ManifestEntry {
  if (!isObject(value)) return noObject(value, path, repairs);
  const reader = new RecordReader(value);
  const bindings = own(value, 'bindings');
  const first = isArray(bindings) ? bindings[0] : undefined;
  const node_id = ownString(first, 'nodeId');
  const port = ownString(first, 'portId');
  if (isArray(bindings)) {
    if (bindings.length > 1) {
      repairs.push({
        code: 'binding',
        path: `${path}.bindings`,
        message: `An entry has exactly one binding; of ${bindings.length} the first is used and all are kept.`,
      });
    }
    const plain = bindings.length === 0 || (bindings.length === 1 && isPlainBinding(first));
    if (plain) reader.any('bindings');
  }
  const fields = {
    name: reader.string('id'),
    title: reader.string('name'),
    description: reader.string('description'),
    examples: reader.list('examples'),
    required: reader.boolean('required'),
  };
  return {
    key: mintKey(),
    node_id,
    port,
    ...fields,
    extra: sortLeft(reader.rest(), CLIENT, CLIENT_KEYS, STORED_KEYS),
  };
}

/** The client's form of an entry. A draft is written with an empty list of bindings. */
export function encodeInterfaceEntry(entry: ManifestEntry): Json {
  if (isUntouchedNoObject(entry)) return own(entry.extra, NO_OBJECT) ?? null;
  const own_ = ownPart(entry.extra, CLIENT);
  const kept = own(own_, 'bindings');
  const keptFirst = isArray(kept) ? kept[0] : undefined;
  const untouched =
    kept !== undefined &&
    ownString(keptFirst, 'nodeId') === entry.node_id &&
    ownString(keptFirst, 'portId') === entry.port;
  const bindings = untouched ? kept : bindingsOf(entry);
  return compose(
    { ...sharedPart(entry.extra, CLIENT_KEYS), ...own_ },
    {
      id: entry.name,
      name: entry.title,
      description: entry.description,
      examples: entry.examples,
      required: entry.required,
      bindings,
    },
  );
}

/** MAN-2: the stored form, `{name, node_id, port, title?, description?, examples?, required?}`. */
export function decodeStoredEntry(value: Json, path: string, repairs: Repair[]): ManifestEntry {
  if (!isObject(value)) return noObject(value, path, repairs);
  const reader = new RecordReader(value);
  const fields = {
    name: reader.string('name'),
    node_id: reader.string('node_id'),
    port: reader.string('port'),
    title: reader.string('title'),
    description: reader.string('description'),
    examples: reader.list('examples'),
    required: reader.boolean('required'),
  };
  return { key: mintKey(), ...fields, extra: sortLeft(reader.rest(), STORED, STORED_KEYS, CLIENT_KEYS) };
}

/** The stored form of an entry. */
export function encodeStoredEntry(entry: ManifestEntry): Json {
  if (isUntouchedNoObject(entry)) return own(entry.extra, NO_OBJECT) ?? null;
  const { name, node_id, port, title, description, examples, required } = entry;
  return compose(
    { ...sharedPart(entry.extra, STORED_KEYS), ...ownPart(entry.extra, STORED) },
    { name, node_id, port, title, description, examples, required },
  );
}

/** True for an entry that is bound to nothing: the author has named it and not yet placed it (MAN-20). */
export function isDraftEntry(entry: ManifestEntry): boolean {
  return (
    entry.node_id === undefined &&
    entry.port === undefined &&
    !Object.hasOwn(entry.extra, STORED) &&
    !Object.hasOwn(entry.extra, NO_OBJECT)
  );
}

function bindingsOf(entry: ManifestEntry): readonly JsonObject[] {
  if (entry.node_id === undefined && entry.port === undefined) return [];
  return [compose({}, { nodeId: entry.node_id, portId: entry.port })];
}

function isPlainBinding(binding: Json | undefined): boolean {
  return (
    isObject(binding) &&
    Object.keys(binding).length === 2 &&
    typeof own(binding, 'nodeId') === 'string' &&
    typeof own(binding, 'portId') === 'string'
  );
}

/** Splits unread keys into those that both forms may carry and those that only this form can mean. */
function sortLeft(
  left: JsonObject,
  form: string,
  formKeys: readonly string[],
  otherKeys: readonly string[],
): JsonObject {
  const only = [...formKeys, ...otherKeys, CLIENT, STORED, NO_OBJECT];
  const mine = Object.entries(left).filter(([key]) => only.includes(key));
  const shared = omit(left, only);
  return mine.length === 0 ? shared : { ...shared, [form]: Object.fromEntries(mine) };
}

function ownPart(extra: JsonObject, form: string): JsonObject {
  const part = own(extra, form);
  return isObject(part) ? part : {};
}

function sharedPart(extra: JsonObject, formKeys: readonly string[]): JsonObject {
  return omit(extra, [CLIENT, STORED, NO_OBJECT, ...formKeys]);
}

function noObject(value: Json, path: string, repairs: Repair[]): ManifestEntry {
  repairs.push({
    code: 'entry',
    path,
    message: 'An entry is an object; this one is kept as it came and names nothing.',
  });
  return {
    key: mintKey(),
    name: undefined,
    node_id: undefined,
    port: undefined,
    title: undefined,
    description: undefined,
    examples: undefined,
    required: undefined,
    extra: { [NO_OBJECT]: value },
  };
}

function isUntouchedNoObject(entry: ManifestEntry): boolean {
  return (
    Object.hasOwn(entry.extra, NO_OBJECT) &&
    entry.name === undefined &&
    entry.node_id === undefined &&
    entry.port === undefined
  );
}
