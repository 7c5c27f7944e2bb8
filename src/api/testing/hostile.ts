// Hostile requests, the same for the same seed: bodies that are nearly right, texts that are nearly JSON, ids and query
// parameters of every kind.
import { isArray, isObject, type Json, type JsonObject } from '../../model/json';
import { ALL_DOORS } from '../create-api';
import { nodeOf } from './world';

export type HostileRequest = {
  /** The door that it was made for, whatever became of its method. */
  readonly door: string;
  readonly method: string;
  readonly path: string;
  readonly body: BodyInit | undefined;
  readonly headers: { readonly [name: string]: string };
};

/** Numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const CALCULATOR = 'flowdrop_node_processor:calculator';
const ENTRY: JsonObject = { id: 'x', bindings: [{ nodeId: 'a', portId: 'values' }] };
const NODES: Json = [
  nodeOf('a', 'calculator', { operation: 'add' }),
  nodeOf('b', 'prompt_template', { template: '{{ x }}' }),
];
const EDGES: Json = [
  { id: 'e', source: 'a', target: 'b', sourceHandle: 'a-output-result', targetHandle: 'b-input-trigger' },
];

/** Bodies that some door takes. */
const BODIES: readonly JsonObject[] = [
  {
    id: 'w1',
    name: 'A',
    nodes: NODES,
    edges: EDGES,
    metadata: { a: 1 },
    interface: { inputs: [ENTRY], outputs: [] },
  },
  { name: 'B', description: 'd', nodes: [{ id: 'n', data: { label: 'l', metadata: { name: 'by hand' } } }] },
  {
    format: 'flowdrop.bundle/v1',
    payload: {
      publisher: 'acme',
      capabilities: { processors: [CALCULATOR] },
      node_types: [
        {
          id: 'mine',
          label: 'M',
          executor_plugin: CALCULATOR,
          parameters: { values: { connectable: true } },
        },
      ],
      flow: {
        id: 'flow_1',
        label: 'F',
        nodes: [
          nodeOf('a', 'mine'),
          { id: 'c', data: { metadata: { node_type_id: 'drawn', executor_plugin: CALCULATOR } } },
        ],
        edges: [],
        inputs: [{ name: 'x', node_id: 'a', port: 'values' }],
      },
    },
    confirm_publisher: true,
  },
  { id: 'mine', label: 'M', executor_plugin: CALCULATOR, tags: ['t'], confirmation: { author_controls: [] } },
  { dataTypes: [{ id: 'l', name: 'L', schema: {} }], compatibilityRules: [{ from: 'l', to: 'json' }] },
];

/** Answers to questions. */
const ANSWERS: readonly JsonObject[] = [
  { value: true },
  { value: false },
  { value: true },
  { value: 'yes' },
  { value: { a: [1] } },
  { value: null },
];

/** What doors of triggers take: a change, an event, a payload. */
const TRIGGER_CHANGES: readonly JsonObject[] = [
  {
    enabled: true,
    event_type: 'orchestration',
    conditions: { entity_types: ['article'], bundles: [], form_ids: [], roles: ['r'], custom: { a: 1 } },
    schedule: {
      mode: 'advanced',
      cron_expression: '0 */5 * * * *',
      timezone: 'Europe/Berlin',
      jitter_min: 0,
      jitter_max: 1,
    },
    overlap_policy: 'buffer',
    orchestrator: { id: 'flowdrop_runtime:synchronous_pipeline', pipeline_mode: 'reuse' },
  },
  { event_type: 'orchestration', overlap_policy: 'terminate', orchestrator: { pipeline_mode: 'singleton' } },
  { event_type: 'orchestration', overlap_policy: 'new' },
  { event_type: 'cron', schedule: { cron_expression: '99 99 * * *', timezone: 'No/Where' } },
  { enabled: false },
];
const LAUNCHES: readonly JsonObject[] = [
  { inputs: {}, wait: true, orchestrator: 'flowdrop_runtime:synchronous' },
  { inputs: {}, wait: true, orchestrator: 'flowdrop_stategraph:stategraph', thread: 't' },
  { wait: false },
];
const EVENTS: readonly JsonObject[] = [{ title: 'T', nested: { a: [1, null] } }, {}];

const VALUES: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  5e-324,
  '',
  ' ',
  '0',
  '__proto__',
  'constructor',
  '\ud800',
  '\u0000',
  '\u202e',
  '{{ x }}',
  '${{ secrets.a }}',
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  'x'.repeat(300),
  '\u{1F600}'.repeat(256),
  '../..',
  '%00',
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE workflows;--",
  '(a+)+$',
  { $ref: '#' },
  { toString: 1, valueOf: null },
  { type: 'object', properties: { a: { type: 'string' } } },
  ['a', 'a'],
  'flowdrop_workflow_executor_flowdrop_workflow_w1',
];

const IDS = [
  'w1',
  'flow_1',
  'mine',
  'calculator',
  'no',
  '__proto__',
  'constructor',
  '%00',
  '%2F',
  '%2e%2e',
  '%',
  '%E0%A4%A',
  '%ff',
  'a%20b',
  '%C3%A4',
  'x'.repeat(2000),
  'import',
  '*',
  '%F0%9F%98%80',
  '%5Bx%5D',
];
const QUERIES = [
  '',
  '',
  '?',
  '?search=%',
  '?search=a&search=b',
  '?search[]=x',
  '?search=%ff',
  '?limit=1e9&offset=-1',
  '?limit=%00',
  '?limit[]=1',
  '?annotated=1',
  '?annotated=1&annotated=1',
  '?__proto__=1',
  '?category=data&limit=1',
  `?search=${'x'.repeat(5000)}`,
  '?offset=99999999999999999999',
];
const TAGS = ['*', '""', '"1.0.0"', 'W/"1.0.0"', '"1.0.0", *', 'x'.repeat(3000)];

/** Ids that are there, for doors behind which nothing has an id that could be guessed. */
export type LiveIds = {
  readonly workflows: readonly string[];
  readonly runs: readonly string[];
  readonly jobs: readonly string[];
  readonly interrupts: readonly string[];
  readonly triggers: readonly string[];
  /** A node that may have a trigger. */
  readonly triggerNode: { readonly workflow_id: string; readonly node_id: string };
};
const NONE: LiveIds = {
  ...{ workflows: [], runs: [], jobs: [], interrupts: [], triggers: [] },
  triggerNode: { workflow_id: 'w1', node_id: 'a' },
};

const LIVE: readonly (readonly [path: RegExp, ids: (live: LiveIds) => readonly string[]])[] = [
  [/\/(triggers|orchestration)\//, ({ triggers }) => triggers],
  [/\/interrupts\//, ({ interrupts }) => interrupts],
  [/\/(pipelines?|snapshot)\//, ({ runs }) => runs],
  [/\/job\//, ({ jobs }) => jobs],
  [/\/workflows?\//, ({ workflows }) => workflows],
];

function liveOf(template: string, live: LiveIds): readonly string[] {
  return LIVE.find(([path]) => path.test(template))?.[1](live) ?? [];
}

/** The next hostile request. */
export function hostileRequest(random: () => number, live: LiveIds = NONE): HostileRequest {
  const pick = <T>(list: readonly T[], otherwise: T): T =>
    list[Math.floor(random() * list.length)] ?? otherwise;
  const door = ALL_DOORS[Math.floor(random() * ALL_DOORS.length)];
  const template = door?.path ?? '/';
  const there = liveOf(template, live);
  const ids = there.length > 0 && random() < 0.7 ? there : IDS;
  const path = template.replace(':id', () => pick(ids, 'no'));
  const method =
    random() < 0.03
      ? pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'], 'GET')
      : (door?.method ?? 'GET');
  const headers: { [name: string]: string } = {};
  if (random() < 0.05)
    headers.origin = pick(['null', 'https://evil.example', 'http://localhost', ''], 'null');
  if (random() < 0.2) headers['if-none-match'] = pick(TAGS, '*');
  if (random() < 0.02) headers['content-encoding'] = pick(['gzip', 'deflate', 'br', 'x, y'], 'gzip');
  const withBody = method !== 'GET' && method !== 'HEAD';
  return {
    door: `${door?.method ?? 'GET'} ${template}`,
    method,
    path: `${path}${pick(QUERIES, '')}`,
    body: withBody ? hostileBody(template, random, pick, live) : undefined,
    headers,
  };
}

type Pick = <T>(list: readonly T[], otherwise: T) => T;

function hostileBody(
  template: string,
  random: () => number,
  pick: Pick,
  live: LiveIds,
): BodyInit | undefined {
  let body: Json = random() < 0.2 ? pick(BODIES, {}) : bodyFor(template, random, pick, live);
  for (let changes = Math.floor(random() * 4); changes > 0; changes -= 1) body = mutate(body, random, pick);
  const text = JSON.stringify(body);
  const how = random();
  if (how < 0.7) return text;
  if (how < 0.76) return text.slice(0, Math.floor(random() * text.length));
  if (how < 0.8)
    return text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},');
  if (how < 0.84) return text.replace(/"(\w+)":/, '"$1":null,"$1":');
  if (how < 0.87) return pick(['[', '{"a":'], '[').repeat(pick([62, 63, 64, 5000, 200_000], 64));
  if (how < 0.9) return `${'['.repeat(63)}${']'.repeat(63)}`;
  if (how < 0.92) return text.replace(/\d+/, '1e999');
  if (how < 0.925) return slow(text);
  if (how < 0.94) return Uint8Array.from({ length: 64 }, () => Math.floor(random() * 256));
  if (how < 0.95) return unfinished(text);
  if (how < 0.955) return `{"name":"${'x'.repeat(8 * 1024 * 1024)}"}`;
  return pick(['', 'null', '7', '"x"', '[]', '{}', '\ufeff{}', ' ', 'undefined', '{"name":"n"}garbage'], '');
}

/** One that the door takes as it is. */
function bodyFor(template: string, random: () => number, pick: Pick, live: LiveIds): Json {
  const [workflow = {}, drawn = {}, bundle = {}, nodeType = {}, overlay = {}] = BODIES;
  if (template.endsWith('/import')) return bundle;
  if (template.includes('/node-types')) return nodeType;
  if (template.endsWith('/port-config')) return overlay;
  if (template.endsWith('/execute')) return pick(LAUNCHES, {});
  if (template.endsWith('/snapshot')) return { executionId: pick(live.runs, 'no') };
  if (/\/(cancel|pause)$/.test(template)) return { reason: 'r' };
  if (template.includes('/interrupts/')) return pick(ANSWERS, {});
  if (template.endsWith('/triggers')) return { ...live.triggerNode, ...pick(TRIGGER_CHANGES, {}) };
  if (/\/(fire|invoke)$/.test(template)) return pick(EVENTS, {});
  if (template.includes('/triggers/')) return pick(TRIGGER_CHANGES, {});
  return random() < 0.5 ? workflow : drawn;
}

/** Comes in many small pieces, each after the others have had their turn. */
function slow(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const piece = Math.max(1, Math.ceil(bytes.length / 20));
  let at = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setImmediate(resolve));
      if (at < bytes.length) controller.enqueue(bytes.subarray(at, at + piece));
      else controller.close();
      at += piece;
    },
  });
}

/** Begins like a body and breaks off. */
function unfinished(text: string): ReadableStream<Uint8Array> {
  let sent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) controller.error(new Error('connection reset'));
      else controller.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
      sent = true;
    },
  });
}

/** The value with something in it replaced, taken away, doubled or added. */
function mutate(value: Json, random: () => number, pick: Pick): Json {
  if (random() < 0.15 || typeof value !== 'object' || value === null) return pick(VALUES, null);
  if (isArray(value)) {
    if (value.length === 0 || random() < 0.1) return [...value, pick(VALUES, null)];
    const at = Math.floor(random() * value.length);
    const how = random();
    if (how < 0.1) return value.filter((_, i) => i !== at);
    if (how < 0.25) return [...value, value[at] ?? null];
    return value.map((item, i) => (i === at ? mutate(item, random, pick) : item));
  }
  const keys = Object.keys(value);
  if (!isObject(value) || keys.length === 0)
    return { [pick(['x', '__proto__', 'id'], 'x')]: pick(VALUES, null) };
  const key = pick(keys, 'x');
  const how = random();
  if (how < 0.1) return Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));
  if (how < 0.2)
    return { ...value, [pick(['toString', 'length', 'then', 'node_id', ''], 'x')]: pick(VALUES, null) };
  return Object.fromEntries(
    Object.entries(value).map(([each, item]) => [each, each === key ? mutate(item, random, pick) : item]),
  );
}
