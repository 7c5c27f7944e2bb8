import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { own } from '../model/json';
import { importFiles } from './import';
import type { ImportPlan } from './import-report';
import { type FileBytes, zip } from './zip';

const CATALOG = createCatalog();
const FOLDER = 'tests/fixtures/formats';
const FILES = readdirSync(FOLDER).map(
  (name): FileBytes => ({ name, bytes: new Uint8Array(readFileSync(`${FOLDER}/${name}`)) }),
);

function entries(plan: ImportPlan, file: string) {
  return plan.files.find((report) => report.file === file)?.entries ?? [];
}

function json(name: string, value: unknown): FileBytes {
  return { name, bytes: new TextEncoder().encode(JSON.stringify(value)) };
}

/** A plan without keys and revisions, which differ from one import to the next. */
function comparable(plan: ImportPlan): unknown {
  const { catalog: _, ...rest } = plan;
  return JSON.parse(JSON.stringify(rest, (name, value) => (name === 'key' ? undefined : value)));
}

describe('an import', () => {
  const plan = importFiles(FILES, CATALOG);

  test('node types and categories are seen before workflows are judged, in whatever order the files come', () => {
    const whole = comparable(plan);
    fc.assert(
      fc.property(fc.shuffledSubarray([...FILES], { minLength: FILES.length }), (shuffled) => {
        expect(comparable(importFiles(shuffled, CATALOG))).toEqual(whole);
      }),
      { numRuns: 10 },
    );
    const alone = importFiles(
      FILES.filter(({ name }) => name.includes('price_check')),
      CATALOG,
    );
    expect(alone.workflows[0]?.verdict.codes.R9_NODE_TYPE_UNKNOWN).toBe(2);
    const together = plan.workflows.find(({ document }) => document.id === 'price_check');
    expect(together?.verdict.codes.R9_NODE_TYPE_UNKNOWN).toBe(1);
    expect(together?.verdict.codes.R1_PLUGIN_MISSING).toBe(1);
  });

  test('an unknown type is kept and flagged R9, a missing executor R1', () => {
    const unknown = entries(plan, 'flowdrop_workflow.flowdrop_workflow.price_check.yml').filter(
      ({ outcome }) => outcome === 'unknown',
    );
    expect(unknown.map(({ rule, path }) => [rule, path])).toEqual([
      ['R1', 'nodes[3].data.metadata.node_type_id'],
      ['R9', 'nodes[4].data.metadata.node_type_id'],
    ]);
    const lost = plan.workflows.find(({ document }) => document.id === 'price_check')?.document.nodes[4];
    expect(lost?.data).toMatchObject({
      label: 'Lost',
      metadata: { node_type_id: 'nobody_has_this' },
      config: { anything: ['no', '1_000', '2026-01-01'] },
    });
  });

  test('a shipped id that comes as a site record stands over the shipped one', () => {
    expect(plan.nodeTypes.map(({ record, replaces }) => [record.id, replaces])).toEqual([
      ['http_request', true],
      ['price_panel', false],
    ]);
    expect(plan.catalog.nodeType('http_request')?.label).toBe('Shop request');
    expect(CATALOG.nodeType('http_request')?.label).not.toBe('Shop request');
    expect(plan.categories.map(({ record }) => record.id)).toEqual(['shop']);
  });

  test('empty lists that were written as maps are lists by schema and shape; a map stays a map', () => {
    const nodes = plan.workflows.find(({ document }) => document.id === 'price_check')?.document.nodes ?? [];
    expect(own(nodes[0]?.data.config, 'ports')).toMatchObject({ inputs: [] });
    expect(nodes[0]?.data.extra).toHaveProperty('extensions.ui.portOrder.inputs', []);
    expect(own(nodes[1]?.data.config, 'dynamicInputs')).toEqual([]);
    expect(own(nodes[2]?.data.config, 'headers')).toEqual({});
    expect(nodes[3]?.data.config).toEqual({});
    const repaired = entries(plan, 'flowdrop_workflow.flowdrop_workflow.price_check.yml').filter(
      ({ outcome }) => outcome === 'repaired',
    );
    expect(repaired.map(({ path }) => path)).toEqual([
      'nodes[0].data.extensions.ui.portOrder.inputs',
      'nodes[0].data.config.ports.inputs',
      'nodes[1].data.config.dynamicInputs',
    ]);
  });

  test('empty maps that were written as lists are maps', () => {
    const node = {
      id: 'a.1',
      position: { x: 0, y: 0 },
      data: { config: [], metadata: { node_type_id: 'http_request' }, extensions: [] },
    };
    const [workflow] = importFiles(
      [
        json('a.json', {
          name: 'A',
          nodes: [node, { ...node, id: 'a.2', data: { ...node.data, config: { headers: [] } } }],
          edges: {},
        }),
      ],
      CATALOG,
    ).workflows;
    expect(workflow?.document.nodes.map(({ data }) => data.config)).toEqual([{}, { headers: {} }]);
  });

  test('a node that names a known type under "id" alone is anchored, as storing would', () => {
    const node = (metadata: unknown) => ({
      id: 'a.1',
      position: { x: 0, y: 0 },
      data: { config: {}, metadata },
    });
    const source = {
      name: 'A',
      nodes: [
        node({ id: 'calculator', name: 'C' }),
        node({ id: 'nothing' }),
        node({ id: 'calculator', node_type_id: 5 }),
      ],
      edges: [],
    };
    const read = importFiles([json('a.json', source)], CATALOG);
    expect(read.workflows[0]?.document.nodes.map(({ data }) => data.metadata)).toEqual([
      { id: 'calculator', name: 'C', node_type_id: 'calculator' },
      { id: 'nothing' },
      { id: 'calculator', node_type_id: 5 },
    ]);
    expect(entries(read, 'a.json').filter(({ outcome }) => outcome === 'repaired').length).toBe(1);
  });

  test('an answer of the API, and a list of workflows, give all their workflows', () => {
    const one = (name: string) => ({ id: name, name, nodes: [], edges: [] });
    const answer = importFiles(
      [
        json('answer.json', { success: true, data: [one('a'), one('b')] }),
        json('list.json', [one('c')]),
        json('read.json', { success: true, data: one('d') }),
      ],
      CATALOG,
    );
    expect(answer.workflows.map(({ document, path }) => [document.name, path])).toEqual([
      ['a', 'data[0]'],
      ['b', 'data[1]'],
      ['c', '[0]'],
      ['d', 'data'],
    ]);
  });

  test('an archive of a whole site gives what is ours and passes over the rest', () => {
    const other = new TextEncoder().encode('uuid: x\nlangcode: en\nname: Site\n');
    const packed = zip([
      ...FILES,
      { name: 'system.site.yml', bytes: other },
      { name: 'sub/README.md', bytes: other },
    ]);
    const read = importFiles([{ name: 'config.zip', bytes: packed }], CATALOG);
    expect(read.workflows.length).toBe(plan.workflows.length);
    expect(entries(read, 'config.zip/system.site.yml')).toMatchObject([{ outcome: 'ignored' }]);
    expect(entries(read, 'config.zip/sub/README.md')).toMatchObject([{ outcome: 'refused' }]);
  });

  test('two different node types of one id: one comes, the other is refused and named; equal ones count once', () => {
    const type = (label: string) => ({ id: 'x', label, executor_plugin: 'flowdrop_node_processor:note' });
    const read = importFiles(
      [json('b.json', type('B')), json('a.json', type('A')), json('c.json', type('A'))],
      CATALOG,
    );
    expect(read.nodeTypes.map(({ file, record }) => [file, record.label])).toEqual([['a.json', 'A']]);
    expect(entries(read, 'b.json')).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('comes with a.json') },
    ]);
    expect(entries(read, 'c.json')).toMatchObject([{ outcome: 'ignored' }]);
  });

  test('a node type that cannot be read is refused with the path, and nothing else is', () => {
    const bad = { id: 'x', label: 'X', executor_plugin: 'a:b', parameters: { url: { connectable: 'yes' } } };
    const bundle = {
      format: 'flowdrop.bundle/v1',
      payload: { node_types: [bad], flow: { id: 'f', label: 'F', nodes: [], edges: [] } },
    };
    const read = importFiles([json('a.json', bundle)], CATALOG);
    expect(read.workflows.length).toBe(1);
    expect(entries(read, 'a.json').filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { path: 'payload.node_types[0].parameters.url.connectable' },
    ]);
  });

  test('a bundle that asks for a processor which is not here says so', () => {
    const bundle = {
      format: 'flowdrop.bundle/v1',
      payload: {
        capabilities: { processors: ['flowdrop_node_processor:note', 'x:y'] },
        flow: { label: 'F', nodes: [], edges: [] },
      },
    };
    expect(entries(importFiles([json('a.json', bundle)], CATALOG), 'a.json')).toContainEqual(
      expect.objectContaining({ outcome: 'unknown', rule: 'R1', path: 'payload.capabilities.processors[1]' }),
    );
  });

  test('a record that leaves its id to the name of its file gets that', () => {
    const name = 'flowdrop_workflow.flowdrop_workflow.by_name.yml';
    const read = importFiles(
      [{ name, bytes: new TextEncoder().encode('label: N\nnodes: {  }\nedges: {  }\n') }],
      CATALOG,
    );
    expect(read.workflows[0]?.document.id).toBe('by_name');
  });
});
