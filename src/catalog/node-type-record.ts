import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Category, NodeType, OutputGate, ParameterGate } from './types';

/*
 * The stored form of node types and categories: snake_case, as sites export it. Keys without a field go to `extra` and are
 * written back; so does a null in place of an optional value.
 */

/** Reads fields off a record, notes what is wrong, and remembers which keys it has used. */
class Reader {
  readonly problems: Problem[] = [];
  private readonly used = new Set<string>();
  constructor(private readonly record: JsonObject) {}

  text(key: string, fallback?: string): string {
    const value = this.take(key);
    if (value === undefined && fallback !== undefined) return fallback;
    if (typeof value === 'string' && (fallback !== undefined || value !== '')) return value;
    this.fault(key, fallback === undefined ? 'a text that is not empty' : 'a text');
    return fallback ?? '';
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.take(key);
    if (value === undefined) return fallback;
    if (typeof value !== 'boolean') this.fault(key, 'true or false');
    return value === true;
  }

  texts(key: string, fallback: readonly string[] = []): readonly string[] {
    const value = this.take(key);
    if (value === undefined) return fallback;
    const list = isEmptyMap(value) ? [] : value;
    if (isArray(list) && list.every((item) => typeof item === 'string')) return list;
    this.fault(key, 'a list of texts');
    return fallback;
  }

  /** An object; an empty list counts as an empty one (Drupal writes the two alike). */
  map(key: string): JsonObject {
    const value = this.take(key);
    if (value === undefined || (isArray(value) && value.length === 0)) return {};
    if (isObject(value)) return value;
    this.fault(key, 'an object');
    return {};
  }

  optionalText(key: string): string | undefined {
    return this.take(key) === undefined ? undefined : this.text(key, '');
  }

  optionalMap(key: string): JsonObject | undefined {
    return this.take(key) === undefined ? undefined : this.map(key);
  }

  fault(path: string, wanted: string): void {
    this.problems.push({ path, message: `"${path}" must be ${wanted}.` });
  }

  /** Every key that no field took. */
  rest(): JsonObject {
    return Object.fromEntries(Object.entries(this.record).filter(([key]) => !this.used.has(key)));
  }

  private take(key: string): Json | undefined {
    const value = own(this.record, key);
    if (value === undefined || value === null) return undefined;
    this.used.add(key);
    return value;
  }
}

function isEmptyMap(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

/**
 * Reads a stored node type. `id` and `executor_plugin` are needed; absent keys take the plain answer; an empty collection
 * may be written `{}` or `[]`. Problems carry the path of what is wrong, e.g. `parameters.url.connectable`.
 */
export function decodeNodeType(value: unknown): Result<NodeType> {
  if (!isObject(value)) return fail([{ path: '', message: 'A node type is an object.' }]);
  const reader = new Reader(value);
  const id = reader.text('id');
  const visualType = reader.text('visual_type', 'default');
  const nodeType: NodeType = {
    id,
    label: reader.text('label', id),
    description: reader.text('description', ''),
    category: reader.text('category', 'processing'),
    icon: reader.text('icon', ''),
    color: reader.optionalText('color'),
    plugin_version: reader.text('plugin_version', '1.0.0'),
    enabled: reader.flag('enabled', true),
    parameters: gates(reader, 'parameters', PARAMETER_FLAGS),
    outputs: gates(reader, 'outputs', OUTPUT_FLAGS),
    tags: reader.texts('tags'),
    executor_plugin: reader.text('executor_plugin'),
    visual_type: visualType,
    supported_visual_types: reader.texts('supported_visual_types', [visualType]),
    unified_input_exposed: reader.flag('unified_input_exposed', false),
    unified_output_exposed: reader.flag('unified_output_exposed', false),
    tool_exposed: reader.flag('tool_exposed', false),
    confirmation: listsOf(reader.map('confirmation'), ['author_controls', 'dynamic_controls']),
    reserved_port_exposure: booleans(reader, 'reserved_port_exposure'),
    config_edit: reader.optionalMap('config_edit'),
    extra: reader.rest(),
  };
  return reader.problems.length === 0 ? ok(nodeType) : fail(reader.problems);
}

const PARAMETER_FLAGS = ['connectable', 'configurable', 'required', 'exposed_by_default'] as const;
const OUTPUT_FLAGS = ['exposed', 'exposed_by_default'] as const;

// Checked key by key, then handed on whole: what else an entry holds is kept.
function gates(
  reader: Reader,
  side: 'parameters' | 'outputs',
  flags: readonly string[],
): { readonly [name: string]: ParameterGate & OutputGate } {
  const entries = Object.entries(reader.map(side)).map(
    ([name, entry]): [string, ParameterGate & OutputGate] => {
      if (isArray(entry) && entry.length === 0) return [name, {}];
      if (!isObject(entry)) {
        reader.fault(`${side}.${name}`, 'an object');
        return [name, {}];
      }
      for (const flag of flags) {
        const stored = own(entry, flag);
        if (stored !== undefined && stored !== null && typeof stored !== 'boolean') {
          reader.fault(`${side}.${name}.${flag}`, 'true or false');
        }
      }
      return [name, entry as ParameterGate & OutputGate];
    },
  );
  return Object.fromEntries(entries);
}

function booleans(reader: Reader, key: string): { readonly [name: string]: boolean } {
  return Object.fromEntries(
    Object.entries(reader.map(key)).map(([name, value]) => {
      if (typeof value !== 'boolean') reader.fault(`${key}.${name}`, 'true or false');
      return [name, value === true];
    }),
  );
}

function listsOf(map: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(map).map(([key, value]) => [key, keys.includes(key) && isEmptyMap(value) ? [] : value]),
  );
}

/** The stored form of a node type, keys always in the same order: its fields, then what it keeps in `extra`. */
export function encodeNodeType(nodeType: NodeType): JsonObject {
  const { extra, color, config_edit, parameters, outputs, ...fields } = nodeType;
  return {
    id: fields.id,
    label: fields.label,
    description: fields.description,
    category: fields.category,
    icon: fields.icon,
    ...(color === undefined ? {} : { color }),
    plugin_version: fields.plugin_version,
    enabled: fields.enabled,
    parameters: entriesOf(parameters),
    outputs: entriesOf(outputs),
    tags: fields.tags,
    executor_plugin: fields.executor_plugin,
    visual_type: fields.visual_type,
    supported_visual_types: fields.supported_visual_types,
    unified_input_exposed: fields.unified_input_exposed,
    unified_output_exposed: fields.unified_output_exposed,
    tool_exposed: fields.tool_exposed,
    confirmation: fields.confirmation,
    reserved_port_exposure: fields.reserved_port_exposure,
    ...(config_edit === undefined ? {} : { config_edit }),
    ...withoutKnown(extra, { ...fields, color, config_edit, parameters, outputs }),
  };
}

// A null that the source wrote for an optional field is written back, unless the field has a value by now.
function withoutKnown(extra: JsonObject, record: object): JsonObject {
  const known = new Map(Object.entries(record));
  return Object.fromEntries(Object.entries(extra).filter(([key]) => known.get(key) === undefined));
}

function entriesOf(entries: { readonly [name: string]: ParameterGate | OutputGate }): JsonObject {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, { ...entry }]));
}

/** Reads a stored category. Only `id` is needed. The stored key of `enabled` is `status`. */
export function decodeCategory(value: unknown): Result<Category> {
  if (!isObject(value)) return fail([{ path: '', message: 'A category is an object.' }]);
  const reader = new Reader(value);
  const id = reader.text('id');
  const category: Category = {
    id,
    label: reader.text('label', id),
    description: reader.text('description', ''),
    icon: reader.text('icon', ''),
    color: reader.text('color', ''),
    enabled: reader.flag('status', true),
    extra: reader.rest(),
  };
  return reader.problems.length === 0 ? ok(category) : fail(reader.problems);
}

/** The stored form of a category. */
export function encodeCategory({ enabled, extra, ...fields }: Category): JsonObject {
  const { id, label, description, icon, color } = fields;
  return { id, label, description, icon, color, status: enabled, ...withoutKnown(extra, fields) };
}
