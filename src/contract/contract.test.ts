import { describe, expect, test } from 'vitest';
import { PLAIN_FLAGS } from '../catalog/build';
import { createCatalog } from '../catalog/catalog';
import { deriveNodeType } from '../catalog/derive-node-type';
import type { Processor } from '../catalog/types';
import { decodeWorkflow } from '../model/api-form';
import type { Contract, ManifestEntry, WorkflowDocument } from '../model/document';
import { mintKey } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { buildContract } from './build-contract';
import { contractFragment, isFlat, reduceSchema } from './fragments';
import { resolveLaunch, valueFault } from './launch';
import { collectOutputs } from './outputs';

const processor: Processor = {
  id: 'test:p',
  parameters: {
    type: 'object',
    properties: {
      sku: { type: 'string', title: 'Sku' },
      note: { type: 'string' },
      payload: {},
      mode: { type: 'string', enum: ['on', 'off'] },
      count: { type: 'integer' },
      dynamicInputs: { type: 'array' },
    },
  },
  outputs: {
    type: 'object',
    properties: { text: { type: 'string' }, active_branches: { 'x-control': true } },
  },
  flags: PLAIN_FLAGS,
};
const catalog = createCatalog({ nodeTypes: [deriveNodeType(processor, { id: 't', label: 'T' })] }, [
  processor,
]);

function entry(
  name: string | undefined,
  node_id: string | undefined,
  port: string | undefined,
  required?: boolean,
): ManifestEntry {
  return {
    key: mintKey(),
    name,
    node_id,
    port,
    title: undefined,
    description: undefined,
    examples: undefined,
    required,
    extra: {},
  };
}
function workflow(
  inputs: readonly ManifestEntry[],
  changes: Partial<WorkflowDocument> = {},
  config: JsonObject = {},
): WorkflowDocument {
  const ids = ['n4', 'dest.1', 'mirror', 'step.2', 'prompt_in.1'];
  const decoded = decodeWorkflow({
    id: 'wf_7',
    name: 'Orders',
    nodes: ids.map((id) => ({
      id,
      type: 'universalNode',
      data: { config, metadata: { node_type_id: 't' } },
    })),
  });
  if (!decoded.ok) throw new Error('Not a workflow.');
  return { ...decoded.value.document, inputs, ...changes };
}
const contract = (parameter_schema: JsonObject): Contract => ({
  parameter_schema,
  output_schema: null,
  schema_version: '1.0.0',
});
const external = (document: WorkflowDocument, inputs?: JsonObject) =>
  resolveLaunch(document, catalog, inputs, 'external');
const system = (document: WorkflowDocument, inputs?: JsonObject) =>
  resolveLaunch(document, catalog, inputs, 'system');

describe('MAN-1: inputs are declared, never inferred', () => {
  const hiding = {
    ports: {
      inputs: [
        { id: 'sku', exposed: false },
        { id: 'note', exposed: true },
      ],
      outputs: [],
    },
  };
  test('MAN-1: a declared entry is built though its port is hidden, an exposed port that is not declared is not', () => {
    const document = workflow([entry('article', 'n4', 'sku')], {}, hiding);
    expect(buildContract(document, catalog).parameter_schema).toEqual({
      type: 'object',
      properties: { article: { type: 'string', 'x-data-type': 'string' } },
    });
    expect(external(document, { article: 'A-1' })).toMatchObject({
      ok: true,
      value: { initialData: { n4: { sku: 'A-1' } } },
    });
    expect(external(document, { note: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'INPUT_UNDECLARED' },
    });
  });
  test('MAN-1: a workflow that declares nothing accepts nothing, whatever it exposes', () => {
    const document = workflow([], {}, hiding);
    expect(buildContract(document, catalog).parameter_schema).toBeNull();
    expect(external(document, { sku: 'x' }).ok).toBe(false);
    expect(external(document, {}).ok).toBe(true);
  });
  test('the fragment of a port that does not exist, is control or takes no wire is not built', () => {
    const document = workflow([]);
    const side = (name: 'input' | 'output', port: string) =>
      contractFragment(document, catalog, name, entry('x', 'n4', port));
    expect(side('input', 'nope')).toBeUndefined();
    expect(side('input', 'dynamicInputs')).toBeUndefined();
    expect(side('input', 'constructor')).toBeUndefined();
    expect(side('output', 'active_branches')).toBeUndefined();
    expect(side('output', 'text')?.schema).toEqual({ type: 'string', 'x-data-type': 'string' });
    expect(contractFragment(document, catalog, 'input', entry('x', 'gone', 'sku'))).toBeUndefined();
    expect(contractFragment(document, catalog, 'input', entry('x', '', 'sku'))).toBeUndefined();
  });
  test('a fragment is structure alone, at every depth, with a flat default or none', () => {
    const port = {
      type: 'object',
      title: 'Box',
      'x-exposed-by-default': false,
      properties: { lid: { type: 'string', title: 'Lid', 'x-config-order': 1, maxLength: 4 } },
      items: { type: 'string', description: 'One.', 'x-port-order': 5, pattern: '^z' },
    };
    expect(reduceSchema(port).schema).toEqual({
      type: 'object',
      properties: { lid: { type: 'string', maxLength: 4 } },
      items: { type: 'string', pattern: '^z' },
    });
    expect(reduceSchema({ type: 'array', default: { outer: { inner: 'v' } } })).toEqual({
      schema: { type: 'array' },
      droppedDefault: true,
    });
    const flats: readonly Json[] = [null, 'xyz', 3, [], {}, { p: 2, q: null }, [1, 'a', false]];
    for (const flat of flats) expect(isFlat(flat)).toBe(true);
    for (const deep of [[[]], { a: {} }, [{ b: 1 }]]) expect(isFlat(deep)).toBe(false);
  });
});

describe('where a value goes', () => {
  test('MAN-10: a declared name wins over the node of that id', () => {
    const document = workflow([entry('mirror', 'dest.1', 'payload')]);
    for (const resolve of [external, system]) {
      expect(resolve(document, { mirror: { x: 'y' } })).toEqual({
        ok: true,
        value: { initialData: { 'dest.1': { payload: { x: 'y' } } }, warnings: [] },
      });
    }
  });
  test('MAN-11: a declared input is delivered to the node and port of its entry', () => {
    const document = workflow([
      entry('a', 'n4', 'sku'),
      entry('b', 'n4', 'note'),
      entry('c', 'dest.1', 'payload'),
    ]);
    expect(external(document, { a: 's', b: 'n', c: null })).toMatchObject({
      value: { initialData: { n4: { sku: 's', note: 'n' }, 'dest.1': { payload: null } } },
    });
  });
  test('MAN-12: the node-keyed shape is refused from outside and passes unchanged inside', () => {
    const document = workflow([]);
    expect(external(document, { 'prompt_in.1': { message: 'x' } })).toMatchObject({
      ok: false,
      error: { code: 'INPUT_UNDECLARED' },
    });
    expect(system(document, { 'step.2': { port_b: 7 } })).toMatchObject({
      ok: true,
      value: { initialData: { 'step.2': { port_b: 7 } } },
    });
    expect(system(document, { 'no_node.9': { x: 1 } }).ok).toBe(false);
    expect(system(document, { 'step.2': 'no map' }).ok).toBe(false);
  });
  test('MAN-13: an undeclared key is refused, and the refusal names it and the workflow', () => {
    const refused = external(workflow([entry('title', 'n4', 'note')]), { titel: 'v' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INPUT_UNDECLARED', details: [{ name: 'titel' }] },
    });
    expect(!refused.ok && refused.error.message).toMatch(/Orders.*"titel"/);
    expect(external(workflow([]), JSON.parse('{"__proto__":{"x":1}}')).ok).toBe(false);
  });
});

describe('MAN-14: strict with the caller, never with the manifest', () => {
  test('MAN-14: an entry whose node is gone drops its value, not the launch', () => {
    const result = external(workflow([entry('text', 'removed.3', 'text')]), { text: 'hi' });
    expect(result).toMatchObject({ ok: true, value: { initialData: {}, warnings: [{ entry: 'text' }] } });
  });
  test('MAN-14: malformed entries declare their names and deliver nothing', () => {
    const result = external(
      workflow([
        entry('p', '', 'sku'),
        entry('q', 'n4', ''),
        entry(undefined, 'n4', 'sku'),
        entry('ok', 'n4', 'sku'),
      ]),
      { p: 1, q: 2, ok: 's' },
    );
    expect(result).toMatchObject({ ok: true, value: { initialData: { n4: { sku: 's' } } } });
    expect(result.ok && result.value.warnings.map((warning) => warning.entry)).toEqual(['p', 'q', '']);
  });
  test('MAN-14: a broken entry that is required fails no launch', () => {
    expect(external(workflow([entry('p', '', 'sku', true)]), {}).ok).toBe(true);
  });
});

describe('MAN-15: one order, one message', () => {
  const document = workflow([entry('body', 'n4', 'note', true), entry('mode', 'n4', 'mode')]);

  test('MAN-15: undeclared keys come first, and nothing else is mentioned', () => {
    const refused = external(document, { bdoy: 'v', mode: 'neither' });
    expect(refused).toMatchObject({ ok: false, error: { code: 'INPUT_UNDECLARED' } });
    expect(!refused.ok && refused.error.message).toMatch(/"bdoy".*It accepts "body", "mode"\.$/);
    expect(!refused.ok && refused.error.message).not.toMatch(/require|missing|neither/);
  });
  test('MAN-15: then what is missing, then values', () => {
    const missing = external(document, { mode: 'neither' });
    expect(missing).toMatchObject({
      ok: false,
      error: { code: 'INPUT_REQUIRED', details: [{ name: 'body' }] },
    });
    const invalid = external(document, { body: 'x', mode: 'neither' });
    expect(invalid).toMatchObject({
      ok: false,
      error: { code: 'INPUT_INVALID', details: [{ name: 'mode' }] },
    });
    for (const refused of [missing, invalid])
      expect(!refused.ok && refused.error.message).toMatch(/It accepts "body", "mode"\.$/);
    expect(external(document, { body: 'x', mode: 'on' }).ok).toBe(true);
  });
  test('MAN-15: no inputs at all reads as an empty object', () => {
    for (const inputs of [undefined, {}])
      expect(external(document, inputs)).toMatchObject({ ok: false, error: { code: 'INPUT_REQUIRED' } });
  });
  test('MAN-15: the manifest or the published contract requires an input, either suffices', () => {
    const published = workflow([entry('body', 'n4', 'note')], {
      contract: contract({ properties: { body: { type: 'string' } }, required: ['body'] }),
    });
    expect(external(published, {})).toMatchObject({ ok: false, error: { code: 'INPUT_REQUIRED' } });
  });
  test('MAN-15: present and null counts as present', () => {
    expect(external(workflow([entry('any', 'n4', 'payload', true)]), { any: null }).ok).toBe(true);
  });
  test('MAN-15: a workflow that accepts nothing says so', () => {
    const refused = external(workflow([]), { x: 1 });
    expect(!refused.ok && refused.error.message).toMatch(/It accepts no inputs\.$/);
  });
});

describe('MAN-16: the value check', () => {
  test.each<[JsonObject | undefined, Json, boolean]>([
    [{ type: 'integer' }, 'seven', false],
    [{ type: 'integer' }, 5.0, true],
    [{ type: 'integer' }, 5.5, false],
    [{ type: 'number' }, '5', false],
    [{ type: 'number' }, 5.5, true],
    [{ type: 'boolean' }, 'true', false],
    [{ type: 'string' }, null, false],
    [{ type: 'string', enum: ['on', 'off'] }, 'maybe', false],
    [{ type: 'string', enum: ['on', 'off'] }, 'on', true],
    [{ enum: [1, 2] }, '1', false],
    [{ enum: [1, 2] }, 1, true],
    [{}, { k: '{"z":2}' }, true],
    [undefined, { anything: [1] }, true],
    [{ type: 'string', minLength: 9, maxLength: 2, pattern: '^\\d+$', minimum: 4 }, 'qwerty', true],
    [{ type: 'array' }, { a: 1 }, true],
    [{ type: 'object' }, [1], true],
    [{ type: 'array' }, 'text', false],
    [{ type: 'object' }, null, false],
    [{ type: 'array', items: { type: 'string' } }, [1], true],
    [{ type: 'object', required: ['a'], properties: { a: { type: 'string' } } }, { a: 1 }, true],
    [{ type: 'mixed' }, null, true],
    [{ type: 'any' }, [1], true],
    [{ type: 'null' }, 'x', true],
    [{ type: 'mixed', enum: ['a'] }, 'b', false],
    [{ type: ['string', 'null'] }, 5, true],
  ])('MAN-16: %j with %j passes: %j', (fragment, value, passes) => {
    expect(valueFault(value, fragment) === undefined).toBe(passes);
  });
  test('MAN-16: violations of several inputs are one refusal', () => {
    const refused = external(
      workflow([entry('a', 'n4', 'count'), entry('b', 'n4', 'mode'), entry('c', 'n4', 'note')]),
      { a: '1', b: 'x', c: 'fine' },
    );
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INPUT_INVALID', details: [{ name: 'a' }, { name: 'b' }] },
    });
  });
  test('MAN-16: the published fragment decides where there is one, and without one nothing is checked', () => {
    const published = workflow([entry('a', 'n4', 'count'), entry('b', 'n4', 'count')], {
      contract: contract({ properties: { a: { type: 'string' } } }),
    });
    expect(external(published, { a: 'text', b: 'text' }).ok).toBe(true);
    expect(external(published, { a: 1 }).ok).toBe(false);
  });
});

describe('MAN-17: declared outputs', () => {
  const results = new Map<string, JsonObject>([['m.1', { text: null }]]);
  const collect = (outputs: readonly ManifestEntry[]) =>
    collectOutputs({ outputs }, (node) => results.get(node));
  test('MAN-17: null counts as produced, an absent key is dropped with a warning that names the output', () => {
    const collected = collect([
      entry('reply', 'm.1', 'text'),
      entry('trace', 'm.1', 'debug'),
      entry('ghost', 'm.2', 'text'),
    ]);
    expect(collected.outputs).toEqual({ reply: null });
    expect(collected.warnings.map((warning) => warning.entry)).toEqual(['trace', 'ghost']);
  });
  test('MAN-17: a malformed entry is skipped without a warning', () => {
    expect(collect([entry('', 'm.1', 'text'), entry('x', undefined, 'text'), entry('y', 'm.1', '')])).toEqual(
      { outputs: {}, warnings: [] },
    );
  });
  test('MAN-17: a port named like a member of every object was not produced', () => {
    expect(collect([entry('x', 'm.1', 'constructor')]).outputs).toEqual({});
  });
});
