// docs/ports.md shows one node type from its schema to what a run delivers. What it shows is what the program derives.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCatalog } from '../src/catalog/catalog';
import { stripOutputs } from '../src/catalog/exposure';
import { instancePorts } from '../src/catalog/instance-ports';
import { decodeNodeType } from '../src/catalog/node-type-record';
import { buildContract } from '../src/contract/build-contract';
import type { StoredValues } from '../src/engine/ports';
import { decodeWorkflow } from '../src/model/api-form';
import { anchorOf, configOf } from '../src/model/document';
import { isObject, type Json, type JsonObject, own, ownString } from '../src/model/json';
import { validate } from '../src/validation/validate';
import { realEngine, runToEnd } from './support/run';

const text = readFileSync(new URL('../docs/ports.md', import.meta.url), 'utf8');

/** The JSON blocks of the document by the name in the comment before each. */
const shown = new Map(
  [...text.matchAll(/<!-- example: ([\w-]+) -->\n```json\n([\s\S]+?)\n```/g)].map(
    ([, name = '', json = '']) => [name, JSON.parse(json)] as const,
  ),
);

function block(name: string): Json {
  const value = shown.get(name);
  if (value === undefined) throw new Error(`docs/ports.md has no example "${name}".`);
  return value;
}

const record = decodeNodeType(block('node-type'));
if (!record.ok) throw new Error(JSON.stringify(record.error));
const catalog = createCatalog({ nodeTypes: [record.value] });
const built = catalog.built('sum');
const decoded = decodeWorkflow(block('workflow'));
if (!decoded.ok || built === undefined) throw new Error('The example does not build.');
const { document } = decoded.value;
const [sum] = document.nodes;
if (sum === undefined) throw new Error('The example has no node.');

const without = (value: Json | undefined, keys: readonly string[]): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)))
    : (value ?? null);

/** What a reader needs to see of a port; the words are left out. */
function portsOf(list: Json | undefined): Json {
  return Array.isArray(list) ? list.map((port) => without(port, ['name', 'description', 'type'])) : null;
}

async function derived(): Promise<ReadonlyMap<string, Json>> {
  const processor = built?.processor;
  if (built === undefined || processor === undefined || sum === undefined) throw new Error('no example');
  const words = (value: Json | undefined): Json => {
    if (Array.isArray(value)) return value.map(words);
    if (!isObject(value)) return value ?? null;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]) =>
        (key === 'title' || key === 'description') && typeof item === 'string' ? [] : [[key, words(item)]],
      ),
    );
  };
  const ports = instancePorts(catalog, sum);
  const line = (port: (typeof ports.inputs)[number]): Json => ({
    id: port.id,
    lane: port.lane,
    exposed: port.exposed,
    handle: `${sum.id}-${port.direction}-${port.id}`,
  });
  const real = realEngine();
  const done = await runToEnd(real, document, { inputs: { numbers: [1.25, 2, 3.5] } }, catalog);
  const job = done.jobs.get('sum.1');
  const valuesOf = async (
    finished: typeof done,
    stored: StoredValues | null | undefined,
  ): Promise<JsonObject> => {
    const read: { [port: string]: Json } = {};
    for (const port of Object.keys(stored ?? {})) {
      const value = await finished.value(stored ?? null, port);
      if (value !== undefined) read[port] = value;
    }
    return read;
  };
  const recorded = await valuesOf(done, job?.outputs);
  const received = await valuesOf(done, job?.inputs);
  // What the processor gives is what is left where nothing hides anything.
  const bare = { ...document, nodes: [{ ...sum, data: { ...sum.data, config: { precision: 1 } } }] };
  const open = createCatalog({ nodeTypes: [{ ...built.nodeType, outputs: {} }] });
  const all = await runToEnd(real, bare, { inputs: { numbers: [1.25, 2, 3.5] } }, open);
  const executor = await valuesOf(all, all.jobs.get('sum.1')?.outputs);
  const config = own(built.metadata, 'configSchema');
  const own3 = ['operation', 'precision'];
  const properties = own(config, 'properties');
  const contract = buildContract(document, catalog);
  return new Map<string, Json>([
    ['parameters', words(processor.parameters)],
    ['outputs', words(processor.outputs)],
    ['input-schema', words(built.inputSchema)],
    [
      'config-schema',
      words(
        Object.fromEntries(
          own3.flatMap((key) => {
            const value = own(properties, key);
            return value === undefined ? [] : [[key, value]];
          }),
        ),
      ),
    ],
    ['config-defaults', own(built.metadata, 'configDefaults') ?? null],
    ['type-inputs', portsOf(own(built.metadata, 'inputs'))],
    ['type-outputs', portsOf(own(built.metadata, 'outputs'))],
    ['instance-ports', { inputs: ports.inputs.map(line), outputs: ports.outputs.map(line) }],
    ['received', received],
    ['executed', executor],
    ['stripped', stripOutputs(built, configOf(sum), executor)],
    ['delivered', recorded],
    ['contract', words(contract.parameter_schema)],
    ['contract-outputs', words(contract.output_schema)],
    ['status', job?.status ?? null],
  ]);
}

test('the example of docs/ports.md is what the program derives, step by step', async () => {
  const values = await derived();
  if (process.env.SHOW !== undefined)
    for (const [name, value] of values) console.log(name, JSON.stringify(value, null, 2));
  expect(anchorOf(sum)).toBe('sum');
  const given = ['node-type', 'workflow', 'edge'];
  expect([...shown.keys()].filter((name) => !given.includes(name)).sort()).toEqual(
    [...values.keys()].filter((name) => name !== 'status').sort(),
  );
  for (const [name, value] of values)
    if (name !== 'status') expect([name, value]).toEqual([name, block(name)]);
  expect(values.get('status')).toBe('completed');
  // Every block of the document is one that is looked at.
  expect(text.match(/```json/g)).toHaveLength(shown.size);
});

test('R7.b: the wire of the example that leaves a hidden port is refused, by its name', () => {
  const edge = block('edge');
  const wired = decodeWorkflow({ ...Object(block('workflow')), edges: [edge] });
  if (!wired.ok) throw new Error('no workflow');
  const codes = validate(wired.value.document, catalog).map(({ code }) => code);
  expect(codes).toContain('R7_EDGE_SOURCE_NOT_EXPOSED');
  expect(text).toContain('R7_EDGE_SOURCE_NOT_EXPOSED');
  expect(ownString(edge, 'sourceHandle')).toBe('sum.1-output-operation');
});
