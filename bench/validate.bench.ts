/*
 * A workflow at both limits, 500 nodes and 1000 edges: full validation against a JSON round trip of the same workflow,
 * and one edit of a node's configuration through the incremental validator against full validation.
 *
 *   npx tsx bench/validate.bench.ts
 *
 * Ends with exit code 1 where full validation takes more than five round trips, or an edit more than a fiftieth of full
 * validation. Prints medians.
 */
import { createCatalog } from '../src/catalog/catalog';
import { decodeWorkflow } from '../src/model/api-form';
import type { WorkflowDocument } from '../src/model/document';
import type { Json, JsonObject } from '../src/model/json';
import { createValidator } from '../src/validation/incremental';
import { validate } from '../src/validation/validate';

const NODES = 500;
const EDGES = 1000;
const GOAL_FULL = 5;
const GOAL_EDIT = 1 / 50;

const KINDS: readonly (readonly [type: string, input: string, output: string, config: JsonObject])[] = [
  [
    'http_request',
    'url',
    'json',
    { method: 'GET', headers: { accept: 'application/json' }, body: '', timeout: 30, follow_redirects: true },
  ],
  [
    'data_mapper',
    'q',
    'url',
    {
      engine: 'twig',
      dynamicInputs: [{ name: 'q', label: 'Query', description: '', dataType: 'string', required: false }],
      dynamicOutputs: [
        {
          name: 'url',
          label: 'URL',
          description: '',
          dataType: 'string',
          required: false,
          value: 'https://a.test/?q={{ q|url_encode }}',
        },
      ],
    },
  ],
  ['if_else', 'data', 'True', { matchText: '', operator: 'not_equals', caseSensitive: false }],
  ['prompt_template', 'variables', 'prompt', { template: 'Say {{ text }} in a few words.' }],
  [
    'data_extractor',
    'data',
    'data',
    { path: '$.results[0].name', engine: 'jsonpath', default: null, extract_all: false },
  ],
];

function sample(): WorkflowDocument {
  const kind = (i: number) => KINDS[i % KINDS.length] ?? KINDS[0];
  const nodes: Json[] = [];
  for (let i = 0; i < NODES; i += 1) {
    const [type, , , config] = kind(i) ?? ['note', '', '', {}];
    nodes.push({
      id: `${type}.${i}`,
      type: 'universalNode',
      position: { x: (i % 25) * 320, y: Math.floor(i / 25) * 240 },
      data: {
        label: type,
        config: { ...config, instanceTitle: `Step ${i}`, maxRetries: 0 },
        metadata: { node_type_id: type },
      },
    });
  }
  const edges: Json[] = [];
  for (let i = 0; i < EDGES; i += 1) {
    const from = i % (NODES - 2);
    const to = from + 1 + Math.floor(i / (NODES - 2));
    const [source, , output] = kind(from) ?? ['', '', ''];
    const [target, input] = kind(to) ?? ['', ''];
    const port = i < NODES - 2 ? input : 'trigger';
    edges.push({
      id: `edge-${i}`,
      source: `${source}.${from}`,
      target: `${target}.${to}`,
      sourceHandle: `${source}.${from}-output-${output}`,
      targetHandle: `${target}.${to}-input-${port}`,
      data: { metadata: { edgeType: 'data', sourcePortDataType: 'string' } },
    });
  }
  const decoded = decodeWorkflow({ id: 'bench', name: 'Bench', nodes, edges });
  if (!decoded.ok) throw new Error('The sample is a workflow.');
  return decoded.value.document;
}

/** A copy that shares nothing with the original, as a door or a launch meets it. */
function unseen(document: WorkflowDocument): WorkflowDocument {
  return structuredClone(document);
}

function edited(document: WorkflowDocument, at: number, turn: number): WorkflowDocument {
  const node = document.nodes[at];
  if (node === undefined) throw new Error('There is such a node.');
  const config = { ...(typeof node.data.config === 'object' ? node.data.config : {}), maxRetries: turn % 3 };
  return { ...document, nodes: document.nodes.with(at, { ...node, data: { ...node.data, config } }) };
}

const document = sample();
const catalog = createCatalog();
const found = validate(document, catalog);
console.log(`${document.nodes.length} nodes, ${document.edges.length} edges, ${found.length} findings`);

const rounds = { trip: [] as number[], full: [] as number[], edit: [] as number[], wire: [] as number[] };
function timed(list: number[], run: () => unknown): void {
  const start = performance.now();
  run();
  list.push(performance.now() - start);
}
for (let round = 0; round < 200; round += 1) {
  const fresh = unseen(document);
  timed(rounds.trip, () => JSON.parse(JSON.stringify(document)));
  timed(rounds.full, () => validate(fresh, catalog));
}
const validator = createValidator(catalog);
let current = document;
validator.judge(current);
for (let round = 0; round < 1000; round += 1) {
  const next = edited(current, (round * 37) % NODES, round);
  timed(rounds.edit, () => validator.judge(next));
  current = next;
}
for (let round = 0; round < 200; round += 1) {
  const rewired = { ...current, edges: document.edges.slice(0, -1 - (round % 2)) };
  timed(rounds.wire, () => validator.judge(rewired));
}

const median = (list: readonly number[]) =>
  [...list.slice(50)].sort((a, b) => a - b)[Math.floor((list.length - 50) / 2)] ?? 0;
const [trip, full, edit, wire] = [
  median(rounds.trip),
  median(rounds.full),
  median(rounds.edit),
  median(rounds.wire),
];
const us = (ms: number) => `${(ms * 1000).toFixed(1)} µs`;
console.log(`JSON round trip      ${us(trip)}`);
console.log(
  `full validation      ${us(full)}  = ${(full / trip).toFixed(2)} round trips (goal <= ${GOAL_FULL})`,
);
console.log(
  `one config edit      ${us(edit)}  = 1/${(full / edit).toFixed(0)} of full (goal <= 1/${1 / GOAL_EDIT})`,
);
console.log(`edges removed        ${us(wire)}  = 1/${(full / wire).toFixed(0)} of full`);
process.exitCode = full / trip > GOAL_FULL || edit / full > GOAL_EDIT ? 1 : 0;
