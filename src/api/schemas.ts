// JSON Schemas of what doors read and answer. The doors judge bodies with them, `openapi.ts` publishes them, and the tests
// hold every answer against them, so that none of the three can drift.
import type { Schema } from '../catalog/types';
import type { JsonObject } from '../model/json';

/** Version of the doors: a change that a client would notice changes it. */
export const API_VERSION = '1.0.0';

/** An object, or the empty list that stands for an object without keys. */
const OBJECT_OR_NOTHING: Schema = { type: ['object', 'array'], maxItems: 0 };

/** STORE-4: what a workflow body may hold beside its name. Keys that are not listed are not stored (STORE-14). */
export const WORKFLOW_BODY: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    name: { type: 'string', minLength: 1, maxLength: 255 },
    description: { type: 'string' },
    nodes: { type: 'array' },
    edges: { type: 'array' },
    metadata: OBJECT_OR_NOTHING,
    interface: OBJECT_OR_NOTHING,
  },
  required: ['name'],
};

export const BUNDLE_BODY: Schema = {
  type: 'object',
  properties: {
    format: { type: 'string', enum: ['flowdrop.bundle/v1'] },
    payload: { type: 'object' },
    confirm_publisher: { type: 'boolean' },
  },
  required: ['format', 'payload'],
};

const TEXT: Schema = { type: 'string' };
const TEXTS: Schema = { type: 'array', items: TEXT };
const FLAG: Schema = { type: 'boolean' };
const MAP: Schema = { type: 'object' };
const MAP_OR_NULL: Schema = { type: ['object', 'null'] };

/** An object with exactly these keys; those in `optional` may be absent. */
export function record(
  properties: { readonly [key: string]: Schema },
  optional: readonly string[] = [],
): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((key) => !optional.includes(key)),
    additionalProperties: false,
  };
}

// `data` is whatever was stored; it is an object wherever the node has a type.
const NODE: Schema = { type: 'object', properties: { id: TEXT }, required: ['id'] };
const EDGE: Schema = {
  type: 'object',
  properties: { id: TEXT, source: TEXT, target: TEXT },
  required: ['id', 'source', 'target'],
};

// Keys that an author's bundle had beside these are served too (STORE-9).
const ENTRY: Schema = {
  type: 'object',
  properties: {
    id: TEXT,
    bindings: { type: 'array', items: MAP, minItems: 1, maxItems: 1 },
    name: TEXT,
    description: TEXT,
    examples: { type: 'array' },
    required: FLAG,
    dataType: TEXT,
    schema: MAP,
  },
  required: ['id', 'bindings'],
};

const INTERFACE: Schema = {
  ...record(
    {
      inputs: { type: 'array', items: ENTRY, minItems: 1 },
      outputs: { type: 'array', items: ENTRY, minItems: 1 },
    },
    ['inputs', 'outputs'],
  ),
  minProperties: 1,
};

const INSTANT: Schema = { type: 'string', format: 'date-time' };

/** STORE-14. */
export const WORKFLOW: Schema = record(
  {
    id: { type: 'string', minLength: 1 },
    name: { type: 'string', minLength: 1 },
    description: TEXT,
    nodes: { type: 'array', items: NODE },
    edges: { type: 'array', items: EDGE },
    metadata: OBJECT_OR_NOTHING,
    interface: INTERFACE,
    created: INSTANT,
    changed: INSTANT,
    uid: TEXT,
  },
  ['interface'],
);

const FINDING: Schema = record({ code: TEXT, message: TEXT, locator: TEXT });

export const VERDICT: Schema = record({
  valid: FLAG,
  errors: { type: 'array', items: FINDING },
  warnings: { type: 'array', items: FINDING },
});

/** META-4. */
export const SCHEMA_DOCUMENT: Schema = record({
  schema_version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
  parameter_schema: MAP_OR_NULL,
  output_schema: MAP_OR_NULL,
});
/** META-5. */
export const SCHEMA_ABSENT: Schema = record({ error: { type: 'string', enum: ['Workflow not found.'] } });

/** Keys that a bundle came with beside these are given back. */
export const BUNDLE: Schema = {
  type: 'object',
  properties: { format: TEXT, payload: MAP },
  required: ['format', 'payload'],
};

/** META-1. */
export const CATEGORY: Schema = record({
  name: TEXT,
  label: TEXT,
  icon: TEXT,
  color: TEXT,
  description: TEXT,
});

/** SCH-27: six keys, and those of the three others that are no default. */
const PORT: Schema = record(
  {
    id: TEXT,
    name: TEXT,
    type: { type: 'string', enum: ['input', 'output'] },
    dataType: TEXT,
    required: FLAG,
    description: TEXT,
    defaultValue: { not: { type: 'null' } },
    exposedByDefault: { const: false },
    displayOrder: { type: 'number', not: { const: 0 } },
    schema: MAP,
  },
  ['defaultValue', 'exposedByDefault', 'displayOrder', 'schema'],
);

/** A node type as an editor reads it, with exactly these keys. */
export const NODE_METADATA: Schema = record(
  {
    id: { type: 'string', minLength: 1 },
    name: TEXT,
    description: TEXT,
    category: TEXT,
    icon: TEXT,
    color: TEXT,
    version: TEXT,
    type: TEXT,
    supportedTypes: TEXTS,
    inputs: { type: 'array', items: PORT },
    outputs: { type: 'array', items: PORT },
    configSchema: MAP,
    uiSchema: MAP_OR_NULL,
    configDefaults: MAP,
    configEdit: MAP,
    tags: TEXTS,
    executor_plugin: TEXT,
  },
  ['configEdit'],
);

/** A node type as it is stored. */
export const NODE_TYPE: Schema = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1 },
    label: TEXT,
    description: TEXT,
    category: TEXT,
    icon: TEXT,
    color: TEXT,
    plugin_version: TEXT,
    enabled: FLAG,
    parameters: MAP,
    outputs: MAP,
    tags: TEXTS,
    executor_plugin: { type: 'string', minLength: 1 },
    visual_type: TEXT,
    supported_visual_types: TEXTS,
    unified_input_exposed: FLAG,
    unified_output_exposed: FLAG,
    tool_exposed: FLAG,
    confirmation: MAP,
    reserved_port_exposure: MAP,
    config_edit: MAP,
  },
  required: ['id', 'executor_plugin'],
};

/** A body from which a node type is read: keys may be absent, and an empty list may stand for an empty object. */
export const NODE_TYPE_BODY: Schema = {
  type: 'object',
  properties: { id: TEXT, executor_plugin: TEXT, label: TEXT },
  required: ['executor_plugin'],
};

const LANE: Schema = {
  type: 'object',
  properties: {
    id: TEXT,
    name: TEXT,
    description: TEXT,
    color: TEXT,
    category: TEXT,
    enabled: FLAG,
    aliases: TEXTS,
    schema: MAP,
  },
  required: ['id', 'name', 'color', 'enabled'],
};
const RULE: Schema = { type: 'object', properties: { from: TEXT, to: TEXT }, required: ['from', 'to'] };

/** SCH-41. */
export const PORT_CONFIG: Schema = record({
  version: TEXT,
  defaultDataType: TEXT,
  dataTypes: { type: 'array', items: LANE },
  compatibilityRules: { type: 'array', items: RULE },
});

/** SCH-45. A lane's schema is nobody's business here. */
export const LANE_OVERLAY: Schema = {
  type: 'object',
  properties: {
    dataTypes: { type: 'array', items: { type: 'object', required: ['id'] } },
    compatibilityRules: { type: 'array', items: { type: 'object', required: ['from', 'to'] } },
  },
};

export const HEALTH: Schema = record({
  status: { type: 'string', enum: ['ok'] },
  timestamp: INSTANT,
  service: { type: 'string', enum: ['sluice'] },
  version: { type: 'string', enum: [API_VERSION] },
});

const PAGINATION: Schema = record({
  total: { type: 'integer', minimum: 0 },
  limit: { type: 'integer', minimum: 1, maximum: 100 },
  offset: { type: 'integer', minimum: 0 },
  has_more: FLAG,
});

/** API-5: the three envelopes. */
export function resultOf(data: Schema): Schema {
  return record({ success: { const: true }, data });
}
export function pageOf(row: Schema): Schema {
  return record({ success: { const: true }, data: { type: 'array', items: row }, pagination: PAGINATION });
}
export function refusalOf(codes: readonly string[]): Schema {
  const fields: JsonObject = {
    success: { const: false },
    error: { type: 'string', minLength: 1 },
    error_code: { type: 'string', enum: [...codes] },
    details: { type: 'array', items: FINDING, minItems: 1 },
  };
  return {
    type: 'object',
    properties: fields,
    required: ['success', 'error', 'error_code'],
    additionalProperties: false,
  };
}
