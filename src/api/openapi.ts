// The description of the doors, made from their declarations and from the schemas that they judge bodies with.
import type { Schema } from '../catalog/types';
import { isArray, isObject, type Json, type JsonObject } from '../model/json';
import { API_CODES, type ApiCode, PUBLISHED_CODES } from './codes';
import { codesOf, type Door } from './door';
import {
  BUNDLE,
  BUNDLE_BODY,
  CATEGORY,
  NODE_METADATA,
  NODE_TYPE,
  PORT_CONFIG,
  refusalOf,
  SCHEMA_DOCUMENT,
  VERDICT,
  WORKFLOW,
  WORKFLOW_BODY,
} from './schemas';

const NAMED: ReadonlyMap<Json, string> = new Map([
  [WORKFLOW, 'Workflow'],
  [WORKFLOW_BODY, 'WorkflowBody'],
  [BUNDLE, 'Bundle'],
  [BUNDLE_BODY, 'BundleBody'],
  [VERDICT, 'Verdict'],
  [SCHEMA_DOCUMENT, 'SchemaDocument'],
  [CATEGORY, 'Category'],
  [NODE_METADATA, 'NodeMetadata'],
  [NODE_TYPE, 'NodeType'],
  [PORT_CONFIG, 'PortConfig'],
]);

/** The OpenAPI 3.1 document of these doors. `x-error-codes` holds every published code with its sentence (API-8). */
export function openApi(doors: readonly Door[]): JsonObject {
  const paths = new Map<string, [string, Json][]>();
  for (const door of doors) {
    const path = door.path.replaceAll(/:(\w+)/g, '{$1}');
    paths.set(path, [...(paths.get(path) ?? []), [door.method.toLowerCase(), operation(door)]]);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sluice',
      version: '1.0.0',
      description: 'Workflows of the FlowDrop Workflow Specification 1.0, stored and served over HTTP.',
    },
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        [...NAMED].map(([schema, name]) => [name, isObject(schema) ? inner(schema) : schema]),
      ),
    },
    'x-error-codes': PUBLISHED_CODES,
  };
}

function operation(door: Door): JsonObject {
  const inPath = [...door.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = (door.query ?? []).map(({ name, description, schema }) => ({
    name,
    in: 'query',
    description,
    schema,
  }));
  const parameters = [...inPath, ...inQuery];
  return {
    summary: door.summary,
    ...(door.permission === 'public'
      ? { security: [] }
      : { security: [{ bearer: [] }], 'x-permission': door.permission }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(door.body === undefined ? {} : { requestBody: { required: true, content: content(door.body) } }),
    responses: Object.fromEntries([...answers(door), ...refusals(door)]),
  };
}

function answers(door: Door): readonly [string, Json][] {
  return Object.entries(door.answers).map(([status, schema]) => [
    status,
    {
      description: Number(status) === 304 ? 'Not modified' : 'Done',
      ...(schema === null ? {} : { content: content(schema) }),
    },
  ]);
}

/** One response a status: all codes that share it. A body that a rule wants bare stands as an alternative. */
function refusals(door: Door): readonly [string, Json][] {
  const byStatus = new Map<number, ApiCode[]>();
  for (const code of codesOf(door)) {
    const { status } = API_CODES[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const statuses = new Set([...byStatus.keys(), ...Object.keys(door.bare ?? {}).map(Number)]);
  return [...statuses]
    .sort((a, b) => a - b)
    .map((status) => {
      const codes = byStatus.get(status) ?? [];
      const bare = door.bare?.[status];
      const shapes = [
        ...(codes.length === 0 ? [] : [refusalOf(codes)]),
        ...(bare === undefined ? [] : [bare]),
      ];
      const [only] = shapes;
      const schema = only !== undefined && shapes.length === 1 ? only : { anyOf: shapes };
      const description = codes.map((code) => API_CODES[code].sentence).join(' ') || 'Not found';
      return [String(status), { description, content: content(schema) }];
    });
}

function content(schema: Schema): JsonObject {
  return { 'application/json': { schema: refer(schema) } };
}

/** The schema with a reference in place of every one that has a name. */
function refer(schema: Json): Json {
  const name = NAMED.get(schema);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  return isObject(schema) ? inner(schema) : isArray(schema) ? schema.map(refer) : schema;
}

function inner(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, refer(value)]));
}
