import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Catalog } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { decodeInterfaceEntry } from '../model/manifest-form';
import { changeOf, isNarrower } from './change';
import { type RebuildOptions, rebuild } from './rebuild';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';
import { bumpVersion, compareVersions, contractVersion } from './versions';

const probe = processorWith(
  'probe',
  { p1: { type: 'string' }, p2: { type: 'string' }, any: {}, whole: { type: 'integer' } },
  { o: { type: 'number' } },
);
const catalog = catalogOf([probe]);
const bind = (name: string, port: string, more: JsonObject = {}) => ({ name, node_id: 'n3', port, ...more });
const workflow = (inputs: readonly JsonObject[], outputs: readonly JsonObject[] = []) =>
  workflowOf('w', { n3: 'probe' }, { inputs, outputs });
/** Saves `document` over `stored`; the answer is what is stored next. */
function save(stored: WorkflowDocument | undefined, document: WorkflowDocument, options?: RebuildOptions) {
  return { ...document, contract: rebuild(stored, document, catalog, options).contract };
}
const versions = (...saves: WorkflowDocument[]) => {
  let stored: WorkflowDocument | undefined;
  return saves.map((document) => {
    stored = save(stored, document);
    return stored.contract?.schema_version;
  });
};

describe('versions', () => {
  test('STORE-8: three numbers, never empty and never absent', () => {
    const of = (schema_version: string) =>
      contractVersion({ contract: { parameter_schema: null, output_schema: null, schema_version } });
    expect(contractVersion({ contract: undefined })).toBe('0.0.0');
    expect(of('1.4.0')).toBe('1.4.0');
    for (const broken of ['', '1.0', 'v1.0.0', '1.0.0-beta', '-1.0.0', '1.0.0\n', ' 1.0.0'])
      expect(of(broken)).toBe('0.0.0');
  });
  test.each([
    ['0.0.0', 'major', '1.0.0'],
    ['0.0.0', 'minor', '1.0.0'],
    ['0.0.0', 'patch', '1.0.0'],
    ['0.0.0', 'none', '0.0.0'],
    ['1.2.3', 'major', '2.0.0'],
    ['1.2.3', 'minor', '1.3.0'],
    ['1.2.3', 'patch', '1.2.4'],
    ['1.2.3', 'none', '1.2.3'],
    ['0.0.9', 'minor', '0.1.0'],
    ['1.0.9007199254740993', 'patch', '1.0.9007199254740994'],
  ] as const)('MAN-18: %s, %s: %s', (version, bump, next) => {
    expect(bumpVersion(version, bump)).toBe(next);
  });
  test('STORE-8: a bumped version is three numbers, and higher than the one before', () => {
    const bumps = fc.array(fc.constantFrom('major', 'minor', 'patch'), { maxLength: 20 });
    fc.assert(
      fc.property(bumps, (list) => {
        let version = '0.0.0';
        for (const bump of list) {
          const next = bumpVersion(version, bump);
          expect(next).toMatch(/^\d+\.\d+\.\d+$/);
          const [a = [], b = []] = [version, next].map((text) => text.split('.').map(Number));
          const at = a.findIndex((digit, index) => digit !== b[index]);
          expect(at >= 0 && (b[at] ?? 0) > (a[at] ?? 0)).toBe(true);
          version = next;
        }
      }),
    );
  });
});

test('STORE-8: a version has no largest number, however long it is written', () => {
  const nines = '9'.repeat(1_000_000);
  expect(bumpVersion(`1.${nines}.4`, 'minor')).toBe(`1.1${'0'.repeat(1_000_000)}.0`);
  expect(bumpVersion('0.0.129', 'patch')).toBe('0.0.130');
  expect(bumpVersion('007.0.1', 'major')).toBe('8.0.0');
  expect(bumpVersion('00.0.000', 'patch')).toBe('1.0.0');
  expect(compareVersions(`${nines}.0.0`, `1${nines}.0.0`)).toBe(-1);
  expect(compareVersions('10.0.0', '9.9.9')).toBe(1);
  expect(compareVersions('01.0.0', '1.0.0')).toBe(0);
});

describe('when a contract is built', () => {
  test('MAN-18: a manifest that is the published one builds nothing', () => {
    const stored = save(undefined, workflow([bind('a', 'p2')]));
    const again = rebuild(stored, workflow([bind('a', 'p2')]), catalog);
    expect(again).toMatchObject({ rebuilt: false, failure: undefined });
    expect(again.contract).toEqual(stored.contract);
  });
  test('MAN-18: a port whose own schema changed is not looked at', () => {
    const stored = save(undefined, workflow([bind('a', 'p2')]));
    const other = catalogOf([processorWith('probe', { p2: { type: 'integer' } })]);
    expect(rebuild(stored, workflow([bind('a', 'p2')]), other)).toMatchObject({
      rebuilt: false,
      contract: { parameter_schema: { properties: { a: { type: 'string' } } } },
    });
  });
  test('MAN-18: forced, it is built all the same, with what the port is now', () => {
    const stored = save(undefined, workflow([bind('a', 'p2')]));
    const other = catalogOf([processorWith('probe', { p2: { type: 'integer' } })]);
    expect(rebuild(stored, workflow([bind('a', 'p2')]), other, { force: true })).toMatchObject({
      rebuilt: true,
      contract: { parameter_schema: { properties: { a: { type: 'integer' } } }, schema_version: '2.0.0' },
    });
  });
  test('MAN-18: any difference of an entry counts, words and order too; what the client alone may say does not', () => {
    const one = [bind('a', 'p2'), bind('b', 'p1')];
    const stored = save(undefined, workflow(one));
    for (const changed of [one.toReversed(), [bind('a', 'p2', { title: 'A' }), bind('b', 'p1')]])
      expect(rebuild(stored, workflow(changed), catalog).contract.schema_version).toBe('1.0.1');
    const sent: readonly Json[] = [
      { id: 'a', bindings: [{ nodeId: 'n3', portId: 'p2' }], dataType: 'x', defaultValue: 1, metadata: {} },
      { id: 'b', bindings: [{ nodeId: 'n3', portId: 'p1' }] },
      { id: 'draft', bindings: [] },
    ];
    const said = sent.map((entry) => decodeInterfaceEntry(entry, '', []));
    expect(rebuild(stored, { ...workflow([]), inputs: said }, catalog).rebuilt).toBe(false);
  });
  test('MAN-18: a side without declared entries is null', () => {
    expect(save(undefined, workflow([bind('a', 'p1')], [])).contract).toMatchObject({ output_schema: null });
    expect(save(undefined, workflow([], [bind('a', 'o')])).contract).toMatchObject({
      parameter_schema: null,
    });
    const stored = save(undefined, workflow([bind('a', 'p1')], [bind('b', 'o')]));
    expect(save(stored, workflow([bind('a', 'p1')])).contract).toMatchObject({ output_schema: null });
  });
  test('STORE-8: a workflow that declares nothing was never built', () => {
    expect(rebuild(undefined, workflow([]), catalog)).toMatchObject({
      rebuilt: false,
      contract: { parameter_schema: null, output_schema: null, schema_version: '0.0.0' },
    });
  });
  test('MAN-18: an entry that was stored before contracts were built is built by the next save', () => {
    const old = workflow([bind('a', 'p1')]);
    expect(rebuild(old, old, catalog).contract.schema_version).toBe('1.0.0');
  });
  test('MAN-18: a new workflow that brings its contract keeps it, unless its names are others by now', () => {
    const brought = { ...save(undefined, workflow([bind('a', 'p1')])), id: 'copy' };
    expect(rebuild(undefined, brought, catalog)).toMatchObject({ rebuilt: false });
    const edited = { ...brought, inputs: workflow([bind('b', 'p1')]).inputs };
    expect(rebuild(undefined, edited, catalog).contract.schema_version).toBe('2.0.0');
  });
  test('MAN-18: a rebuild that bumps nothing writes the schemas and leaves the version', () => {
    const stored = save(undefined, workflow([bind('a', 'p1')]));
    const next = save(stored, workflow([bind('b', 'whole')]), { bump: 'none' });
    expect(next.contract).toMatchObject({
      schema_version: '1.0.0',
      parameter_schema: { properties: { b: { type: 'integer' } } },
    });
    expect(save(stored, workflow([bind('b', 'whole')]), { bump: 'minor' }).contract?.schema_version).toBe(
      '1.1.0',
    );
  });
  test('MAN-18: a build that fails keeps what was published and stops nothing', () => {
    const stored = save(undefined, workflow([bind('a', 'p1')]));
    const fault = new Error('secret inner text');
    const broken: Catalog = {
      ...catalog,
      built: () => {
        throw fault;
      },
    };
    const failed = rebuild(stored, workflow([bind('b', 'p1')]), broken);
    expect(failed).toEqual({ contract: stored.contract, rebuilt: false, warnings: [], failure: fault });
    expect(rebuild(undefined, workflow([bind('b', 'p1')]), broken).contract).toEqual({
      parameter_schema: null,
      output_schema: null,
      schema_version: '0.0.0',
    });
  });
  test('MAN-8: warnings of the build come along', () => {
    expect(rebuild(undefined, workflow([bind('a', 'gone')]), catalog).warnings).toMatchObject([
      { code: 'ENTRY_UNRESOLVED', entry: 'a' },
    ]);
  });
});

describe('which digit moves', () => {
  const first = workflow([bind('a', 'p1')], [bind('o', 'o')]);
  const out = [bind('o', 'o')];
  test.each<[string, WorkflowDocument, string]>([
    ['an entry is removed', workflow([], out), '2.0.0'],
    ['an output is removed', workflow([bind('a', 'p1')]), '2.0.0'],
    ['an entry is renamed', workflow([bind('b', 'p1')], out), '2.0.0'],
    ['an input takes another type', workflow([bind('a', 'whole')], out), '2.0.0'],
    ['an input becomes required', workflow([bind('a', 'p1', { required: true })], out), '2.0.0'],
    [
      'a required input comes in',
      workflow([bind('a', 'p1'), bind('b', 'p1', { required: true })], out),
      '2.0.0',
    ],
    ['an optional input comes in', workflow([bind('a', 'p1'), bind('b', 'p1')], out), '1.1.0'],
    ['an output comes in', workflow([bind('a', 'p1')], [...out, bind('b', 'o')]), '1.1.0'],
    ['one comes in and one goes', workflow([bind('b', 'p1')], [...out, bind('b', 'o')]), '2.0.0'],
    ['an input takes more', workflow([bind('a', 'any')], out), '1.0.1'],
    ['an input is bound elsewhere', workflow([bind('a', 'p2')], out), '1.0.1'],
    ['words change', workflow([bind('a', 'p1', { title: 'A' })], out), '1.0.1'],
  ])('MAN-18: %s', (_, next, version) => {
    expect(versions(first, next)).toEqual(['1.0.0', version]);
  });
  test('MAN-18: an input that is no longer required is a patch', () => {
    const required = workflow([bind('a', 'p1', { required: true })]);
    expect(versions(required, workflow([bind('a', 'p1')]))).toEqual(['1.0.0', '1.0.1']);
  });
  test.each<[JsonObject, JsonObject, boolean]>([
    [{ type: 'string' }, { type: 'string' }, false],
    [{ type: 'string' }, { type: 'integer' }, true],
    [{ type: 'integer' }, { type: 'number' }, false],
    [{ type: 'number' }, { type: 'integer' }, true],
    [{}, { type: 'string' }, true],
    [{ type: 'mixed' }, { type: 'string' }, true],
    [{ type: 'string' }, {}, false],
    [{ type: 'string' }, { type: 'mixed' }, false],
    [{ type: ['string', 'null'] }, { type: 'string' }, true],
    [{ type: 'string' }, { type: ['string', 'null'] }, false],
    [{ type: 'array' }, { type: 'object' }, true],
    [{ type: 'string' }, { type: 'string', enum: ['a'] }, true],
    [{ enum: ['a', 'b'] }, { enum: ['b'] }, true],
    [{ enum: ['a'] }, { enum: ['b', 'a'] }, false],
    [{ enum: [1] }, { enum: ['1'] }, true],
    [{ enum: ['a'] }, {}, false],
    [{ type: 'array' }, { type: 'array', items: { type: 'string' } }, true],
    [{ type: 'array', items: { type: 'string' } }, { type: 'array' }, false],
    [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'number' } } }, true],
    [{ properties: { a: { type: 'string' } } }, { properties: { a: { type: 'string' }, b: {} } }, false],
    [{ type: 'string', maxLength: 9 }, { type: 'string', maxLength: 2 }, false],
  ])('MAN-18: from %j to %j is narrower: %j', (before, after, narrower) => {
    expect(isNarrower(before, after)).toBe(narrower);
  });
  test('MAN-18: equal contracts are a patch apart, and so is nothing from nothing', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const contract = { parameter_schema: schema, output_schema: null };
    expect(changeOf(contract, contract)).toBe('patch');
    expect(changeOf({ parameter_schema: null, output_schema: null }, contract)).toBe('major');
  });
});
