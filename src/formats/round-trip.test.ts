import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { encodeCategory, encodeNodeType } from '../catalog/node-type-record';
import type { WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject, own } from '../model/json';
import { type ExportKind, exportWorkflow, packFiles } from './export';
import { importFiles } from './import';
import type { ImportPlan } from './import-report';
import { parseJson } from './json-text';
import { DEFAULT_LIMITS } from './limits';
import { parseYaml } from './yaml-text';
import { writeYaml } from './yaml-write';
import type { FileBytes } from './zip';

const CATALOG = createCatalog();
const KINDS: readonly ExportKind[] = ['editor', 'api', 'bundle', 'drupal'];

function filesIn(folder: string): readonly FileBytes[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ya?ml)$/.test(name))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(`${folder}/${name}`)) }));
}

const FIXTURES = filesIn('tests/fixtures/formats');
/** Files of a real site, where a copy of them lies beside the project. */
const REAL = filesIn('../shared/examples');

function parsed({ name, bytes }: FileBytes): JsonObject {
  const text = new TextDecoder().decode(bytes);
  const result = /ya?ml$/.test(name) ? parseYaml(text, DEFAULT_LIMITS) : parseJson(text, DEFAULT_LIMITS);
  if (!result.ok || !isObject(result.value.value)) throw new Error(`${name} is no record`);
  return result.value.value;
}

/** Every key of the source, at every depth of objects and lists, has the same value in what was written. */
function expectKept(written: Json | undefined, source: Json, path = ''): void {
  if (isArray(source)) {
    expect(isArray(written), path).toBe(true);
    if (isArray(written)) expect(written.length, path).toBe(source.length);
    for (const [i, item] of source.entries()) {
      expectKept(isArray(written) ? written[i] : undefined, item, `${path}[${i}]`);
    }
  } else if (isObject(source)) {
    expect(isObject(written), path).toBe(true);
    for (const [key, value] of Object.entries(source)) expectKept(own(written, key), value, `${path}.${key}`);
  } else expect(written, path).toEqual(source);
}

/** The document without internal keys, and without what its origin keeps: that is compared in the written file. */
function content(document: WorkflowDocument): unknown {
  const plain = <T extends { readonly key: string }>(items: readonly T[]) =>
    items.map(({ key: _, ...rest }) => rest);
  return {
    ...document,
    origin: document.origin?.kind,
    nodes: plain(document.nodes),
    edges: plain(document.edges),
    inputs: plain(document.inputs),
    outputs: plain(document.outputs),
  };
}

function only(plan: ImportPlan): WorkflowDocument {
  const [workflow] = plan.workflows;
  if (workflow === undefined || plan.workflows.length > 1) throw new Error(JSON.stringify(plan.files));
  return workflow.document;
}

const KIND_OF: { readonly [origin: string]: ExportKind } = {
  api: 'api',
  editor: 'editor',
  bundle: 'bundle',
  drupal: 'drupal',
};

describe.each([
  ['fixtures', FIXTURES],
  ['real files', REAL],
])('%s', (_, files) => {
  const plan = importFiles(files, CATALOG);

  test.runIf(files.length > 0)('every file is read', () => {
    expect(plan.workflows.length).toBeGreaterThan(0);
    expect(
      plan.files.flatMap(({ entries }) => entries.filter(({ outcome }) => outcome === 'refused')),
    ).toEqual([]);
  });

  test.each(plan.workflows.map((workflow) => [workflow.file, workflow] as const))(
    '%s goes back into its own form with every key, and comes in again as the same document',
    (file, { document }) => {
      const source = files.find(({ name }) => name === file);
      const kind = KIND_OF[document.origin?.kind ?? ''];
      if (source === undefined || kind === undefined) throw new Error('a known file');
      const exported = exportWorkflow(document, kind, plan.catalog);
      const [written] = exported.files;
      if (written === undefined) throw new Error('one file');
      expectKept(parsed(written), parsed(source));
      const again = importFiles(exported.files, plan.catalog);
      expect(content(only(again))).toEqual(content(document));
    },
  );

  const crossings = plan.workflows.flatMap((workflow) =>
    KINDS.map((kind) => [workflow.file, kind, workflow] as const),
  );
  test.each(crossings)(
    '%s as %s keeps nodes, edges, configuration and manifest',
    (_file, kind, { document }) => {
      const exported = exportWorkflow(document, kind, plan.catalog);
      const again = only(importFiles(exported.files, plan.catalog));
      expect([again.name, again.description]).toEqual([document.name, document.description]);
      const node = (d: WorkflowDocument) =>
        d.nodes.map(({ id, position, data }) => [id, position, data.label, data.config]);
      expect(node(again)).toEqual(node(document));
      const edge = (d: WorkflowDocument) => d.edges.map(({ key: _key, ...rest }) => rest);
      expect(edge(again)).toEqual(edge(document));
      const bound = (d: WorkflowDocument) =>
        [...d.inputs, ...d.outputs]
          .filter((entry) => entry.node_id !== undefined)
          .map(({ name, node_id, port, title, description, examples, required }) => [
            name,
            node_id,
            port,
            title,
            description,
            examples,
            required,
          ]);
      expect(bound(again)).toEqual(bound(document));
    },
  );

  test.each(plan.nodeTypes.map((imported) => [imported.file, imported.record] as const))(
    '%s keeps every key',
    (file, record) => {
      const source = files.find(({ name }) => name === file);
      if (source === undefined) throw new Error('a known file');
      expectKept(throughYaml(encodeNodeType(record)), parsed(source));
    },
  );

  test.each(plan.categories.map((imported) => [imported.file, imported.record] as const))(
    '%s keeps every key',
    (file, record) => {
      const source = files.find(({ name }) => name === file);
      if (source === undefined) throw new Error('a known file');
      expectKept(throughYaml(encodeCategory(record)), parsed(source));
    },
  );
});

function throughYaml(value: JsonObject): Json {
  const read = parseYaml(writeYaml(value), DEFAULT_LIMITS);
  if (!read.ok) throw new Error(read.error[0]?.message);
  return read.value.value;
}

describe('writing', () => {
  test('YAML text reads back as what was written, but for empty lists', () => {
    const odd = fc.constantFrom(
      'yes',
      'no',
      'y',
      'null',
      '~',
      '2026-01-01',
      '0777',
      '1_000',
      '12:30',
      '.5',
      '1e3',
      '<<',
      '-',
      '? a',
      '# x',
      '\r\n',
      '\u0085',
      '\ufeff',
      '\ud800',
      'a: b',
      ' x ',
      '%a',
      '---',
    );
    const text = fc.oneof(odd, fc.string({ unit: 'binary' }), fc.string());
    const { value } = fc.letrec<{ value: Json }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.oneof(
          text,
          fc.integer(),
          fc.double({ noNaN: true, noDefaultInfinity: true }),
          fc.boolean(),
          fc.constant(null),
        ),
        fc.array(tie('value'), { minLength: 1, maxLength: 4 }),
        fc
          .array(fc.tuple(text, tie('value')), { maxLength: 4 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    }));
    fc.assert(
      fc.property(fc.array(fc.tuple(text, value), { minLength: 1, maxLength: 4 }), (entries) => {
        const source = Object.fromEntries(entries) as JsonObject;
        // What is written is what a file holds: bytes.
        const bytes = new TextEncoder().encode(writeYaml(source));
        const read = parseYaml(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), DEFAULT_LIMITS);
        expect(read.ok && read.value.value).toEqual(source);
      }),
      { numRuns: 400 },
    );
  });

  test('the records of node types that a site added travel with a workflow that uses them', () => {
    const plan = importFiles(FIXTURES, CATALOG);
    const drupal = plan.workflows.find(({ document }) => document.id === 'price_check');
    if (drupal === undefined) throw new Error('the fixture');
    const exported = exportWorkflow(drupal.document, 'drupal', plan.catalog);
    expect(exported.files.map(({ name }) => name)).toEqual([
      'flowdrop_workflow.flowdrop_workflow.price_check.yml',
      'flowdrop_node_type.flowdrop_node_type.http_request.yml',
      'flowdrop_node_type.flowdrop_node_type.price_panel.yml',
      'flowdrop_node_category.flowdrop_node_category.shop.yml',
    ]);
    const bundle = exportWorkflow(drupal.document, 'bundle', plan.catalog);
    const elsewhere = importFiles(bundle.files, CATALOG);
    expect(elsewhere.nodeTypes.map(({ record, replaces }) => [record.id, replaces])).toEqual([
      ['http_request', true],
      ['price_panel', false],
    ]);
    const packed = packFiles(exported.files, 'price_check.zip');
    expect(importFiles([packed], CATALOG).workflows[0]?.document.name).toBe('Price check');
  });

  test('a category of the site goes to Drupal with the node types that stand in it, and comes back', () => {
    const plan = importFiles(FIXTURES, CATALOG);
    const drupal = plan.workflows.find(({ document }) => document.id === 'price_check');
    const panel = plan.catalog.nodeType('price_panel');
    const [plain] = CATALOG.categories;
    if (drupal === undefined || panel === undefined || plain === undefined) throw new Error('the fixture');
    const ours = { ...plain, id: 'ours', label: 'Ours', extra: { weight: -2 } };
    const catalog = createCatalog({
      nodeTypes: [{ ...panel, category: 'ours' }],
      categories: [ours, { ...plain, label: 'Unused here' }],
    });
    const { files } = exportWorkflow(drupal.document, 'drupal', catalog);
    expect(files.map(({ name }) => name).slice(-2)).toEqual([
      'flowdrop_node_type.flowdrop_node_type.price_panel.yml',
      'flowdrop_node_category.flowdrop_node_category.ours.yml',
    ]);
    const again = importFiles(files, CATALOG);
    expect(again.categories.map(({ record }) => [record.id, record.label, record.extra.weight])).toEqual([
      ['ours', 'Ours', -2],
    ]);
    expect(again.catalog.nodeType('price_panel')?.category).toBe('ours');
  });

  test('an edit that needs another node type or processor adds it to what the source lists', () => {
    const plan = importFiles(FIXTURES, CATALOG);
    for (const { document } of plan.workflows) {
      const kind = document.origin?.kind;
      if (kind !== 'drupal' && kind !== 'bundle') continue;
      const [first] = document.nodes;
      if (first === undefined) continue;
      const added = {
        ...first,
        id: 'calculator.1',
        data: { ...first.data, metadata: { node_type_id: 'calculator' } },
      };
      const [file] = exportWorkflow(
        { ...document, nodes: [...document.nodes, added] },
        kind,
        plan.catalog,
      ).files;
      if (file === undefined) throw new Error('one file');
      const written = parsed(file);
      const listed =
        kind === 'drupal'
          ? own(own(written, 'dependencies'), 'config')
          : own(own(own(written, 'payload'), 'capabilities'), 'processors');
      const name =
        kind === 'drupal'
          ? 'flowdrop_node_type.flowdrop_node_type.calculator'
          : 'flowdrop_node_processor:calculator';
      expect(listed).toContain(name);
      expect(listed).not.toContain('flowdrop_node_type.flowdrop_node_type.nobody_has_this');
    }
  });

  test('workflow JSON opens in the FlowDrop editor: every node has its ports and its id', () => {
    const plan = importFiles(FIXTURES, CATALOG);
    const drupal = plan.workflows.find(({ document }) => document.id === 'price_check');
    if (drupal === undefined) throw new Error('the fixture');
    const [file] = exportWorkflow(drupal.document, 'editor', plan.catalog).files;
    const nodes = file === undefined ? [] : own(parsed(file), 'nodes');
    expect(isArray(nodes) && nodes.length).toBe(5);
    for (const node of isArray(nodes) ? nodes : []) {
      const data = own(node, 'data');
      expect(own(node, 'type')).toBe('universalNode');
      expect(own(data, 'nodeId')).toBe(own(node, 'id'));
      expect(
        isArray(own(own(data, 'metadata'), 'inputs')) && isArray(own(own(data, 'metadata'), 'outputs')),
      ).toBe(true);
    }
    expect(JSON.stringify(nodes)).toContain('"configSchema"');
  });

  test('an id that a form cannot hold is written as one it can, and that is said', () => {
    const plan = importFiles(
      FIXTURES.filter(({ name }) => name === 'greeting.workflow.json'),
      CATALOG,
    );
    const exported = exportWorkflow(only(plan), 'bundle', CATALOG);
    expect(exported.notes).toMatchObject([{ path: 'id' }]);
    const flow = own(
      own(exported.files[0] === undefined ? {} : parsed(exported.files[0]), 'payload'),
      'flow',
    );
    expect(own(flow, 'id')).toMatch(/^[a-z0-9_]{1,64}$/);
    expect(own(flow, 'nodes')).toHaveProperty('0.data.metadata', { node_type_id: 'text_input' });
    expect(own(flow, 'nodes')).not.toHaveProperty('0.selected');
  });
});
