import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { buildType, PLAIN_FLAGS } from './build';
import { createCatalog, withNodeType } from './catalog';
import { deriveNodeType } from './derive-node-type';
import {
  copyOf,
  outputRows,
  parameterRows,
  sameNodeType,
  standingOf,
  withDefaultOf,
  withGate,
  withGovernance,
  withInputExposure,
  withOutput,
  withOutputExposure,
  withoutEntry,
  withPresentedExposure,
  withReservedExposure,
  withVisualType,
} from './edit-node-type';
import { governanceOf } from './governance';
import { freeId, isMachineName, machineName } from './machine-name';
import { newIdProblem, nodeTypeProblems } from './node-type-problems';
import { decodeNodeType, encodeNodeType } from './node-type-record';
import { readStorable, refusesNew, refusesUpdate } from './store-node-type';
import type { BuiltType, NodeType, Processor } from './types';

const processor: Processor = {
  id: 'test:probe',
  parameters: {
    type: 'object',
    properties: {
      plain: { type: 'string', title: 'Plain', default: 'd' },
      shy: { type: 'string', 'x-exposed-by-default': false },
      branches: { type: 'array' },
      secret: { type: 'string', format: 'hidden' },
      __inner: { type: 'string' },
      count: { type: 'integer', minimum: 1 },
    },
  },
  outputs: {
    type: 'object',
    properties: {
      result: { type: 'string' },
      raw: { type: 'object', 'x-exposed-by-default': false },
      active_branches: { type: 'string' },
    },
  },
  flags: PLAIN_FLAGS,
};
const catalog = createCatalog({}, [processor]);
const probe = deriveNodeType(processor, { id: 'probe', label: 'Probe' });
const bare: NodeType = { ...probe, parameters: {}, outputs: {} };
const gateOf = (nodeType: NodeType, name: string) => nodeType.parameters[name];
const problemsOf = (edited: NodeType, before = probe) =>
  nodeTypeProblems(edited, before, catalog).map(({ path, code, severity }) => `${severity} ${code} ${path}`);

/** The same JSON with the keys of every object in another order. */
function turned(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => turned(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, inner]): [string, Json] => [key, turned(inner)]),
  );
}

describe('rows of a node type', () => {
  test('SCH-4, SCH-5, CFG-8: what cannot be opened is locked, with the reason', () => {
    expect(
      parameterRows(probe, processor).map(({ name, connectableLock, configurableLock }) => [
        name,
        connectableLock,
        configurableLock,
      ]),
    ).toEqual([
      ['plain', null, null],
      ['shy', null, null],
      ['branches', 'configOnly', null],
      ['secret', 'hidden', 'hidden'],
      ['__inner', null, 'internal'],
      ['count', null, null],
    ]);
  });

  test('EXPO-12: control outputs are no ports, so they have no row', () => {
    expect(outputRows(probe, processor).map(({ name }) => name)).toEqual(['result', 'raw']);
  });

  test('entries that the processor does not declare stand at the end and can be taken away', () => {
    const old: NodeType = { ...probe, parameters: { gone: { configurable: true }, ...probe.parameters } };
    expect(parameterRows(old, processor).at(-1)).toMatchObject({ name: 'gone', declared: false });
    expect(problemsOf(old)).toEqual(['warning parameterUndeclared parameters.gone']);
    expect(withoutEntry(old, 'parameters', 'gone').parameters).toEqual(probe.parameters);
  });
});

describe('edits', () => {
  test('EXPO-16: a port that comes to be declared begins with the suggestion, and an undeclared one records nothing', () => {
    const on = withGate(bare, processor, 'shy', 'connectable', true);
    expect(gateOf(on, 'shy')).toEqual({ connectable: true, exposed_by_default: false });
    expect(gateOf(withGate(on, processor, 'shy', 'connectable', false), 'shy')).toEqual({
      connectable: false,
    });
    expect(gateOf(withGate(bare, processor, 'plain', 'connectable', true), 'plain')).toEqual({
      connectable: true,
    });
    expect(withInputExposure(bare, processor, 'plain', false)).toBe(bare);
    expect(withOutputExposure(bare, processor, 'raw', true)).toBe(bare);
    expect(withOutput(bare, processor, 'raw', true).outputs).toEqual({
      raw: { exposed: true, exposed_by_default: false },
    });
    expect(withOutput(probe, processor, 'raw', false).outputs.raw).toEqual({ exposed: false });
  });

  test('EXPO-16: what is presented is what is stored, once, and only for declared ports', () => {
    const silent: NodeType = {
      ...bare,
      parameters: { shy: { connectable: true }, plain: { connectable: true }, count: {} },
      outputs: { raw: { exposed: true } },
    };
    const stored = withPresentedExposure(silent, processor);
    expect(stored.parameters).toEqual({
      shy: { connectable: true, exposed_by_default: false },
      plain: { connectable: true },
      count: {},
    });
    expect(stored.outputs).toEqual({ raw: { exposed: true, exposed_by_default: false } });
    expect(withPresentedExposure(stored, processor)).toEqual(stored);
    const shown = withInputExposure(silent, processor, 'shy', true);
    expect(withPresentedExposure(shown, processor).parameters.shy).toEqual({
      connectable: true,
      exposed_by_default: true,
    });
    expect(withPresentedExposure(silent, undefined)).toBe(silent);
  });

  test('what else an entry holds stays', () => {
    const entry = { connectable: true, note: ['kept'] };
    const noted: NodeType = { ...probe, parameters: { ...probe.parameters, plain: entry } };
    for (const edited of [
      withGate(noted, processor, 'plain', 'required', true),
      withGate(noted, processor, 'plain', 'connectable', false),
      withDefaultOf(noted, 'plain', 'x'),
      withInputExposure(noted, processor, 'plain', false),
    ])
      expect(gateOf(edited, 'plain')).toMatchObject({ note: ['kept'] });
  });

  test('CFG-3: without a default of its own a parameter has the one of the schema', () => {
    const set = withDefaultOf(probe, 'plain', 'mine');
    const effective = (nodeType: NodeType) =>
      withNodeType(catalog, nodeType).built('probe')?.effectiveDefaults.plain;
    expect([effective(set), effective(withDefaultOf(set, 'plain', undefined))]).toEqual(['mine', 'd']);
  });

  test('SCH-16: only what differs from the default of a reserved port is stored', () => {
    const hidden = withReservedExposure(probe, 'trigger_input', false);
    expect(hidden.reserved_port_exposure).toEqual({ trigger_input: false });
    expect(withReservedExposure(hidden, 'trigger_input', true).reserved_port_exposure).toEqual({});
    expect(withReservedExposure(hidden, 'error', true).reserved_port_exposure).toEqual({
      trigger_input: false,
      error: true,
    });
  });

  test('SCH-20: the own visual type is always one of those that are supported', () => {
    const both = withVisualType(probe, 'simple', true);
    expect([both.supported_visual_types, both.visual_type]).toEqual([['default', 'simple'], 'default']);
    const one = withVisualType(both, 'default', false);
    expect([one.supported_visual_types, one.visual_type]).toEqual([['simple'], 'simple']);
    expect(problemsOf(withVisualType(one, 'simple', false))).toEqual([
      'error visualNone supported_visual_types',
    ]);
  });

  test('RT-GATE-7: a mapping that is stored is literal, an emptied list included; none is the defaults', () => {
    const none = withGovernance(probe, { policy: null, authorControls: [] });
    expect(governanceOf(none)).toMatchObject({ policy: undefined, authorControls: [] });
    const asks = withGovernance(none, { policy: 'ask', authorControls: ['require'] });
    expect(asks.confirmation).toEqual({ policy: 'ask', author_controls: ['require'], dynamic_controls: [] });
    expect(governanceOf(withGovernance(asks, null)).authorControls).toEqual(['waive', 'require']);
    const dynamic: NodeType = { ...probe, confirmation: { dynamic_controls: ['require'], other: 1 } };
    expect(withGovernance(dynamic, { policy: 'skip', authorControls: [] }).confirmation).toEqual({
      policy: 'skip',
      dynamic_controls: ['require'],
      other: 1,
      author_controls: [],
    });
  });

  test('RT-GATE-8: the form of an instance offers what is granted at this moment', () => {
    const offered = (nodeType: NodeType) => {
      const schema = withNodeType(catalog, nodeType).built('probe')?.configSchema.properties;
      return JSON.stringify(Object(schema).requiresConfirmation);
    };
    expect(offered(probe)).toContain('"x-options":["","waive","require"]');
    const one = withGovernance(probe, { policy: null, authorControls: ['require'] });
    expect(offered(one)).toContain('"x-options":["","require"]');
    expect(offered(withGovernance(probe, { policy: null, authorControls: [] }))).toContain(
      '"format":"hidden"',
    );
  });
});

describe('how a record stands to what ships', () => {
  const [shipped] = catalog.nodeTypes;
  if (shipped === undefined) throw new Error('There are shipped node types.');

  test.each<readonly [string, NodeType, string]>([
    ['the shipped record', shipped, 'shipped'],
    ['one that says the same', { ...shipped, tags: [...shipped.tags] }, 'shipped'],
    ['one that says something else', { ...shipped, label: 'Ours' }, 'changed'],
    ['one of another id', copyOf(shipped, 'ours', 'Ours'), 'own'],
  ])('%s', (_, nodeType, standing) => {
    expect(standingOf(nodeType)).toBe(standing);
  });

  test('a copy leaves what belongs to the record alone', () => {
    const source: NodeType = {
      ...shipped,
      extra: { uuid: 'u', _core: { hash: 'h' }, third_party: { a: 1 } },
    };
    expect(copyOf(source, 'b', 'B').extra).toEqual({ third_party: { a: 1 } });
  });
});

describe('what is said before a record is stored', () => {
  test.each<readonly [string, Partial<NodeType>, readonly string[]]>([
    ['nothing of a good one', {}, []],
    ['no label', { label: '  ' }, ['error labelEmpty label']],
    ['no version', { plugin_version: '' }, ['error versionEmpty plugin_version']],
    ['a category that is not there', { category: 'none' }, ['warning categoryUnknown category']],
    ['no colour', { color: 'red; x' }, ['error colour color']],
    ['an own look that is not supported', { visual_type: 'note' }, ['error visualNotSupported visual_type']],
    [
      'a processor that is not here',
      { executor_plugin: 'a:b' },
      ['warning processorMissing executor_plugin'],
    ],
    [
      'a default of another type',
      { parameters: { plain: { configurable: true, default: 3 } } },
      ['error defaultInvalid parameters.plain.default'],
    ],
    [
      'a default out of bounds',
      { parameters: { count: { configurable: true, default: 0 } } },
      ['error defaultInvalid parameters.count.default'],
    ],
    [
      'a required parameter that nothing can fill',
      { parameters: { count: { required: true }, plain: { required: true } } },
      ['warning requiredUnreachable parameters.count.required'],
    ],
  ])('%s', (_, change, said) => {
    expect(problemsOf({ ...probe, ...change })).toEqual(said);
  });

  test('a default that came with the record does not keep other edits from being stored', () => {
    const came: NodeType = { ...probe, parameters: { plain: { configurable: true, default: 3 } } };
    expect(problemsOf({ ...came, label: 'Other' }, came)).toEqual([
      'warning defaultInvalid parameters.plain.default',
    ]);
  });

  test('every shipped node type is without an error', () => {
    for (const nodeType of catalog.nodeTypes)
      expect(
        nodeTypeProblems(nodeType, nodeType, catalog).filter(({ severity }) => severity === 'error'),
      ).toEqual([]);
  });
});

describe('ids', () => {
  test.each([
    ['My type!', 'my_type'],
    ['Größe 2', 'gro_e_2'],
    ['  ', 'node_type'],
    ['x'.repeat(99), 'x'.repeat(64)],
  ])('%s gives %s', (label, id) => {
    expect(machineName(label)).toBe(id);
    expect(isMachineName(id)).toBe(true);
  });

  test('a free id is free and a machine name, however many are taken', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(30), (label, n) => {
        const taken = new Set<string>();
        for (let i = 0; i <= n; i += 1) {
          const id = freeId(label, (one) => taken.has(one));
          expect(newIdProblem(id, (one) => taken.has(one))).toBeUndefined();
          taken.add(id);
        }
      }),
      { numRuns: 40 },
    );
    expect(newIdProblem('Big', () => false)).toBe('idShape');
    expect(newIdProblem('calculator', (id) => catalog.nodeType(id) !== undefined)).toBe('idTaken');
  });
});

const json = fc.jsonValue({ maxDepth: 2 }).map((value): Json => JSON.parse(JSON.stringify(value)));
const gate = fc.record(
  {
    connectable: fc.boolean(),
    configurable: fc.boolean(),
    required: fc.boolean(),
    exposed_by_default: fc.boolean(),
    default: json,
    note: json,
  },
  { requiredKeys: [] },
);
const names = fc.constantFrom(
  'plain',
  'shy',
  'branches',
  'secret',
  '__inner',
  'count',
  'gone',
  'constructor',
);
const records: fc.Arbitrary<JsonObject> = fc
  .record(
    {
      label: fc.string({ minLength: 1 }),
      category: fc.string(),
      color: fc.constantFrom('#123456', null),
      enabled: fc.boolean(),
      parameters: fc.dictionary(names, gate),
      outputs: fc.dictionary(
        fc.constantFrom('result', 'raw', 'other'),
        fc.record({ exposed: fc.boolean(), exposed_by_default: fc.boolean() }, { requiredKeys: [] }),
      ),
      tags: fc.array(fc.string()),
      supported_visual_types: fc.subarray(['default', 'simple', 'gateway']),
      unified_input_exposed: fc.boolean(),
      tool_exposed: fc.boolean(),
      confirmation: fc.constantFrom<Json>({}, [], { policy: 'ask', author_controls: {} }),
      reserved_port_exposure: fc.dictionary(fc.constantFrom('error', 'tool', 'trigger_input'), fc.boolean()),
      config_edit: fc.constantFrom<Json>({ externalEditLink: { url: '/x' } }, null),
      third_party: json,
    },
    { requiredKeys: [] },
  )
  .map((record) => ({ ...JSON.parse(JSON.stringify(record)), id: 'probe', executor_plugin: processor.id }));

describe('laws', () => {
  test('reading and writing a record is a fixed point', () => {
    fc.assert(
      fc.property(records, (record) => {
        const read = decodeNodeType(record);
        if (!read.ok) throw new Error(JSON.stringify(read.error));
        const written = encodeNodeType(read.value);
        expect(decodeNodeType(written)).toEqual(read);
        expect(encodeNodeType(read.value)).toEqual(written);
      }),
    );
  });

  test('what is derived from a record does not depend on the order of its keys', () => {
    const { portConfig } = catalog;
    fc.assert(
      fc.property(records, (record) => {
        const one = decodeNodeType(record);
        const other = decodeNodeType(turned(record));
        if (!one.ok || !other.ok) throw new Error('The record is read.');
        expect(sameNodeType(one.value, other.value)).toBe(true);
        const [a, b] = [one.value, other.value].map((nodeType) => buildType(nodeType, processor, portConfig));
        if (a === undefined || b === undefined || !a.ok || !b.ok) throw new Error('The type builds.');
        const idsOf = (type: BuiltType) => [...type.inputs, ...type.outputs].map(({ id }) => id);
        expect(idsOf(b.value)).toEqual(idsOf(a.value));
        expect([b.value.inputs, b.value.outputs]).toEqual([a.value.inputs, a.value.outputs]);
        expect(b.value.configSchema).toEqual(a.value.configSchema);
        expect(b.value.configDefaults).toEqual(a.value.configDefaults);
        expect(b.value.uiSchema).toEqual(a.value.uiSchema);
      }),
    );
  });

  test('an edit answers a record that is stored, and never one that the doors refuse', () => {
    const present = createCatalog({ nodeTypes: [probe] }, [processor]);
    fc.assert(
      fc.property(
        records,
        fc.constantFrom('plain', 'shy', 'branches', 'count'),
        fc.constantFrom<'connectable' | 'configurable' | 'required'>(
          'connectable',
          'configurable',
          'required',
        ),
        fc.boolean(),
        (record, name, flag, on) => {
          const read = decodeNodeType(record);
          if (!read.ok) throw new Error('The record is read.');
          const edited = withPresentedExposure(withGate(read.value, processor, name, flag, on), processor);
          expect(gateOf(edited, name)?.[flag]).toBe(on);
          const stored = readStorable(encodeNodeType(edited));
          expect(stored).toEqual({ ok: true, value: edited });
          expect(refusesUpdate(edited, present)).toBeUndefined();
        },
      ),
    );
  });
});

describe('storing', () => {
  test('a taken id and an id that no address can say are refused', () => {
    const [shipped] = catalog.nodeTypes;
    if (shipped === undefined) throw new Error('There are shipped node types.');
    expect(refusesNew(shipped, catalog)?.code).toBe('NODE_TYPE_ID_TAKEN');
    expect(refusesNew(probe, catalog)).toBeUndefined();
    expect(readStorable({ id: '..', executor_plugin: 'a:b' })).toMatchObject({
      error: { code: 'ID_INVALID' },
    });
    expect(refusesUpdate(probe, catalog)?.code).toBe('NODE_TYPE_NOT_FOUND');
  });

  const stored: NodeType = {
    ...bare,
    executor_plugin: 'test:broken',
    parameters: {
      loop_back: { configurable: false, connectable: true, required: false, exposed_by_default: true },
      term: {
        configurable: true,
        connectable: true,
        required: true,
        exposed_by_default: true,
        default: 'dogs',
      },
    },
  };
  const raising: Processor = {
    ...processor,
    id: 'test:broken',
    get parameters(): never {
      throw new Error('It does not load.');
    },
  };
  test.each<readonly [string, readonly Processor[]]>([
    ['raises', [raising]],
    ['has no properties', [{ ...processor, id: 'test:broken', parameters: { type: 'object' } }]],
    ['is not provided', []],
  ])(
    'SCH-33: while the schema %s, parameters are read-only and everything else is stored',
    (_, processors) => {
      const site = createCatalog({ nodeTypes: [stored] }, processors);
      const provided = site.processor('test:broken');
      expect(withPresentedExposure(stored, provided)).toBe(stored);
      expect(parameterRows(stored, provided).map(({ name, declared }) => [name, declared])).toEqual([
        ['loop_back', false],
        ['term', false],
      ]);
      expect(refusesUpdate({ ...stored, label: 'Other' }, site)).toBeUndefined();
      for (const edited of [
        { ...stored, parameters: {} },
        withoutEntry(stored, 'parameters', 'term'),
        withReservedExposure(stored, 'error', true),
      ])
        expect(refusesUpdate(edited, site)).toMatchObject({
          code: 'NODE_TYPE_SCHEMA_UNAVAILABLE',
          problems: [{ path: 'parameters.loop_back' }, { path: 'parameters.term' }],
        });
      const nothing: NodeType = { ...stored, parameters: {} };
      const empty = createCatalog({ nodeTypes: [nothing] }, processors);
      expect(refusesUpdate(withReservedExposure(nothing, 'error', true), empty)).toBeUndefined();
    },
  );
});
