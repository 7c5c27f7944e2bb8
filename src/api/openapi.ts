// The description of the doors, made from their declarations and from the schemas that they judge bodies with.
import type { Schema } from '../catalog/types';
import { isArray, isObject, type Json, type JsonObject } from '../model/json';
import { API_CODES, type ApiCode, PUBLISHED_CODES } from './codes';
import { codesOf, type Door, permissionsOf } from './door';
import { refusal, refuse } from './envelope';
import { exampleOf } from './examples';
import { JOB, LAUNCH_BODY, LIGHT_RUN, RUN, RUN_RESPONSE } from './run-schemas';
import {
  API_VERSION,
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
  [LAUNCH_BODY, 'LaunchBody'],
  [RUN_RESPONSE, 'RunResponse'],
  [RUN, 'Run'],
  [LIGHT_RUN, 'RunStatus'],
  [JOB, 'Job'],
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
      version: API_VERSION,
      description: 'Workflows of the FlowDrop Workflow Specification 1.0, stored and served over HTTP.',
    },
    servers: [{ url: '/', description: 'The host that serves this description' }],
    tags: TAGS.map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries([...paths].map(([path, operations]) => [path, Object.fromEntries(operations)])),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token of the token file of the host.' },
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same token, from clients that send no bearer token.',
        },
      },
      schemas: Object.fromEntries(
        [...NAMED].map(([schema, name]) => [name, isObject(schema) ? inner(schema) : schema]),
      ),
    },
    'x-error-codes': PUBLISHED_CODES,
  };
}

const TAGS = [
  ['workflows', 'Stored workflows: list, create, read, update, delete, judge.'],
  ['bundles', 'Workflows in and out as bundles, and their published contracts.'],
  ['catalog', 'What an editor draws with: node types, categories, lanes.'],
  ['node types', 'The stored form of node types.'],
  ['runs', 'Launch workflows, read their runs, cancel, pause and resume them, answer what they ask.'],
  ['triggers', 'What fires workflows, and their invocation from outside.'],
  ['host', 'The host itself.'],
  ['FlowDrop editor', 'The same doors as the FlowDrop editor 1.4 reads them.'],
] as const;

/** The group that a door belongs to, by its path. */
export function tagOf({ path }: Pick<Door, 'path'>): string {
  if (path.startsWith('/compat/')) return 'FlowDrop editor';
  if (/\/(triggers|orchestration)(\/|$)/.test(path)) return 'triggers';
  if (/\/(execute|pipelines?|job|snapshot|interrupts)(\/|$)/.test(path)) return 'runs';
  if (/\/(import|bundle|schema)$/.test(path)) return 'bundles';
  if (path.includes('/workflows')) return 'workflows';
  if (path.includes('/node-types')) return 'node types';
  return /\/(health|openapi\.json)$/.test(path) ? 'host' : 'catalog';
}

/** `get_workflows_id`, `editor_put_workflows_id`. */
function operationId({ method, path }: Door): string {
  const [prefix, rest] = path.startsWith('/compat/flowdrop-editor')
    ? ['editor_', path.slice('/compat/flowdrop-editor'.length)]
    : ['', path.replace(/^\/api\/flowdrop/, '')];
  return `${prefix}${method.toLowerCase()}${rest.replaceAll(/[^A-Za-z0-9]+/g, '_')}`;
}

function operation(door: Door): JsonObject {
  const inPath = [...door.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: 'The id, percent-encoded.',
    schema: { type: 'string', minLength: 1 },
  }));
  const described = (place: 'query' | 'header', list: Door['query']) =>
    (list ?? []).map(({ name, description, schema }) => ({ name, in: place, description, schema }));
  const parameters = [
    ...inPath,
    ...described('query', door.query),
    ...described('header', door.requestHeaders),
  ];
  const example = exampleOf(door);
  return {
    operationId: operationId(door),
    tags: [tagOf(door)],
    summary: door.summary,
    ...(door.permission === 'public'
      ? { security: [] }
      : { security: [{ bearer: [] }, { key: [] }], 'x-permission': permissionsOf(door).join(' or ') }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(door.body === undefined
      ? {}
      : {
          requestBody: {
            required: door.bodyOptional === undefined,
            content: content(door.body, shown(example?.body)),
          },
        }),
    responses: Object.fromEntries([...answers(door), ...refusals(door)]),
  };
}

function answers(door: Door): readonly [string, Json][] {
  const example = exampleOf(door);
  return Object.entries(door.answers).map(([status, schema]) => [
    status,
    {
      description: Number(status) === 304 ? 'Not modified' : 'Done',
      ...headersOf(door.answerHeaders),
      ...(schema === null ? {} : { content: content(schema, shown(example?.answer)) }),
    },
  ]);
}

/** One response a status: all codes that share it, each as an example. A body that a rule wants bare is an alternative. */
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
      const examples = codes.map((code) => [code, refusal(refuse(code)).body] as const);
      return [
        String(status),
        {
          description,
          ...(status === 401 ? headersOf({ 'WWW-Authenticate': 'Bearer' }) : {}),
          content: content(schema, Object.fromEntries(examples)),
        },
      ];
    });
}

function headersOf(headers: { readonly [name: string]: string } | undefined): JsonObject {
  if (headers === undefined) return {};
  const described = Object.entries(headers).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { headers: Object.fromEntries(described) };
}

/** One example under a name of its own, or none. */
function shown(value: Json | undefined): { readonly [name: string]: Json } {
  return value === undefined ? {} : { example: value };
}

function content(schema: Schema, examples: { readonly [name: string]: Json }): JsonObject {
  const named = Object.entries(examples).map(([name, value]) => [name, { value }]);
  return {
    'application/json': {
      schema: refer(schema),
      ...(named.length === 0 ? {} : { examples: Object.fromEntries(named) }),
    },
  };
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
