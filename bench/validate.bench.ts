/*
 * A workflow at both limits, 500 nodes and 1000 edges: full validation against a JSON round trip of the same workflow,
 * and one edit of a node's configuration through the incremental validator against full validation.
 *
 *   npx tsx bench/validate.bench.ts [--quick]
 *
 * Ends with exit code 1 where full validation takes more than five round trips, or an edit more than a fiftieth of full
 * validation. Prints medians and quartiles.
 */
import { createCatalog } from '../src/catalog/catalog';
import { decodeWorkflow } from '../src/model/api-form';
import type { WorkflowDocument } from '../src/model/document';
import { createValidator } from '../src/validation/incremental';
import { validate } from '../src/validation/validate';
import { median, report, spread } from './figures';
import { sampleWorkflow } from './sample';

const NODES = 500;
const EDGES = 1000;
const quick = process.argv.includes('--quick');
const WARM_UP = quick ? 10 : 50;
const ROUNDS = quick ? 40 : 200;
const EDITS = quick ? 200 : 1000;

function sample(): WorkflowDocument {
  const decoded = decodeWorkflow(sampleWorkflow('bench', NODES, EDGES));
  if (!decoded.ok) throw new Error('The sample is a workflow.');
  return decoded.value.document;
}

/** A copy that shares nothing with the original, as a door or a launch meets it: nothing about it is remembered. */
function unseen(document: WorkflowDocument): WorkflowDocument {
  return structuredClone(document);
}

/** The document after one edit: how often a node is tried again, now a number that may stand there, now one that may not. */
function edited(document: WorkflowDocument, at: number, turn: number): WorkflowDocument {
  const node = document.nodes[at];
  if (node === undefined) throw new Error('There is such a node.');
  const config = {
    ...(typeof node.data.config === 'object' ? node.data.config : {}),
    maxRetries: turn % 4 === 3 ? -1 : turn % 4,
  };
  return { ...document, nodes: document.nodes.with(at, { ...node, data: { ...node.data, config } }) };
}

const document = sample();
const catalog = createCatalog();
console.log(
  `${document.nodes.length} nodes, ${document.edges.length} edges, ${validate(document, catalog).length} findings`,
);

const micros = { trip: [] as number[], full: [] as number[], edit: [] as number[], wire: [] as number[] };
function timed(name: keyof typeof micros, round: number, run: () => unknown): void {
  const start = performance.now();
  run();
  if (round >= WARM_UP) micros[name].push((performance.now() - start) * 1000);
}

for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const fresh = unseen(document);
  const trip = () => timed('trip', round, () => JSON.parse(JSON.stringify(document)));
  const full = () => timed('full', round, () => validate(fresh, catalog));
  // Taking turns at going first, so that neither always pays for the garbage of the copy.
  for (const run of round % 2 === 0 ? [trip, full] : [full, trip]) run();
}

const validator = createValidator(catalog);
let current = document;
validator.judge(current);
for (let round = 0; round < WARM_UP + EDITS; round += 1) {
  const next = edited(current, (round * 37) % NODES, round);
  timed('edit', round, () => validator.judge(next));
  current = next;
}
const incremental = validator.judge(current);
if (incremental.length === 0) throw new Error('Some edits were wrong and must be found.');
if (JSON.stringify(incremental) !== JSON.stringify(validate(unseen(current), catalog))) {
  throw new Error('The incremental validator does not find what full validation finds.');
}
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const rewired = { ...current, edges: document.edges.slice(0, -1 - (round % 2)) };
  timed('wire', round, () => validator.judge(rewired));
}

console.log('\nµs: median (quartiles)');
console.log(`JSON round trip          ${spread(micros.trip)}`);
console.log(`full validation          ${spread(micros.full)}`);
console.log(`one configuration edit   ${spread(micros.edit)}`);
console.log(`last edge taken or put   ${spread(micros.wire)}`);

report([
  {
    what: `full validation of ${NODES} nodes, ${EDGES} edges`,
    against: 'JSON round trip of the same',
    ratio: median(micros.full) / median(micros.trip),
    goal: { at: 'most', ratio: 5 },
  },
  {
    what: 'validation after one configuration edit',
    against: 'full validation',
    ratio: median(micros.edit) / median(micros.full),
    goal: { at: 'most', ratio: 1 / 50 },
  },
  {
    what: 'validation after a change of edges',
    against: 'full validation',
    ratio: median(micros.wire) / median(micros.full),
    goal: null,
  },
]);
