import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { catalogOf, nodeOf, printed, workflowOf } from './testing/sample';
import { validate } from './validate';

const SCHEMAS: JsonObject = {
  count: { type: 'integer', minimum: 1, maximum: 10 },
  ratio: { type: 'number' },
  name: { type: 'string', minLength: 5, maxLength: 8, pattern: '^[a-zé]' },
  link: { type: 'string', pattern: '^https' },
  broken: { type: 'string', pattern: '(' },
  mode: { type: 'string', enum: ['fast', 'slow'] },
  pick: { enum: [1, 'two', { a: [1] }] },
  many: { type: ['array', 'boolean'] },
  x: { type: 'hexcolor' },
  y: {},
  both: { type: 'string' },
  must: { type: 'string', minLength: 5, pattern: '^a' },
};
const configurable = (name: string) => [name, { configurable: true, connectable: false }] as const;
const catalog = catalogOf({
  conf: {
    parameters: SCHEMAS,
    gates: {
      ...Object.fromEntries(Object.keys(SCHEMAS).map(configurable)),
      must: { configurable: true, connectable: false, required: true },
      both: { configurable: true, connectable: true, required: true },
    },
  },
  loose: { parameters: SCHEMAS, gates: Object.fromEntries(Object.keys(SCHEMAS).map(configurable)) },
  gone: { executor: 'elsewhere:gone', parameters: { a: {}, b: {} } },
  dyn: {
    parameters: { dynamicInputs: { type: 'array' }, dynamicOutputs: { type: 'array' } },
    gates: {
      dynamicInputs: { configurable: true, connectable: false },
      dynamicOutputs: { configurable: true, connectable: false },
    },
  },
  deco: { flags: { executable: false } },
});

function judge(...nodes: readonly Json[]): readonly string[] {
  const document = workflowOf({ nodes });
  return printed(validate(document, catalog), document);
}
const ofLoose = (config: Json) => judge(nodeOf('n', 'loose', config));

describe('node type', () => {
  test('R1.a: a type whose executor is not provided is refused', () => {
    const document = workflowOf({ nodes: [nodeOf('g', 'gone')] });
    const [finding, ...rest] = validate(document, catalog);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      code: 'R1_PLUGIN_MISSING',
      severity: 'error',
      params: { node: 'g', nodeType: 'gone', executor: 'elsewhere:gone' },
    });
    expect(printed(finding === undefined ? [] : [finding], document)).toEqual(['R1_PLUGIN_MISSING node.g']);
  });

  test('R1.b: neither a node without an anchor nor one whose anchor is unknown is judged by R1', () => {
    expect(judge(nodeOf('memo'))).toEqual([]);
    expect(judge(nodeOf('n', 'nope'))).toEqual(['R9_NODE_TYPE_UNKNOWN node.n']);
  });

  test('R1.c: one finding a node, whatever number of ports it has', () => {
    expect(judge(nodeOf('g', 'gone'), nodeOf('h', 'gone'))).toEqual([
      'R1_PLUGIN_MISSING node.g',
      'R1_PLUGIN_MISSING node.h',
    ]);
  });

  test('R9: names the node, the type it asked for, and the nearest one there is', () => {
    const [finding] = validate(workflowOf({ nodes: [nodeOf('n', 'chat_inptu')] }), catalog);
    expect(finding?.params).toMatchObject({ node: 'n', nodeType: 'chat_inptu', suggestion: 'chat_input' });
  });

  test('R9: prototype members are no node types', () => {
    expect(judge(nodeOf('n', '__proto__'), nodeOf('m', 'constructor'))).toEqual([
      'R9_NODE_TYPE_UNKNOWN node.n',
      'R9_NODE_TYPE_UNKNOWN node.m',
    ]);
  });
});

describe('node id', () => {
  test('R5.c: a missing and an empty id are refused at the position of the node', () => {
    const { id: _, ...missing } = nodeOf('x');
    expect(judge(nodeOf('a'), missing, nodeOf(''))).toEqual([
      'R5_NODE_MISSING_ID nodes.1',
      'R5_NODE_MISSING_ID nodes.2',
    ]);
  });
});

describe('configuration shape', () => {
  test.each<[string, Json]>([
    ['string', 'plain'],
    ['number', 3],
    ['boolean', true],
    ['array', []],
  ])('R6.a: a %s is no configuration, on any node', (_, config) => {
    expect(judge(nodeOf('n', 'conf', config))).toEqual(['R6_CONFIG_INVALID node.n.config']);
    expect(judge(nodeOf('n', undefined, config))).toEqual(['R6_CONFIG_INVALID node.n.config']);
    expect(judge(nodeOf('n', 'nope', config))).toEqual([
      'R6_CONFIG_INVALID node.n.config',
      'R9_NODE_TYPE_UNKNOWN node.n',
    ]);
  });

  test('R6.a: null is absent', () => {
    expect(judge(nodeOf('n', 'loose', null))).toEqual([]);
    expect(judge(nodeOf('n', 'conf', null))).toEqual(['R6_CONFIG_REQUIRED node.n.config.must']);
  });
});

describe('required keys', () => {
  test('R6.b: each missing key is one error; a connectable one is not asked for, whatever is wired', () => {
    expect(judge(nodeOf('n', 'conf', {}))).toEqual(['R6_CONFIG_REQUIRED node.n.config.must']);
    expect(judge(nodeOf('n', 'conf'))).toEqual(['R6_CONFIG_REQUIRED node.n.config.must']);
  });

  test('R6.b, R6.i: a null value is present, and no constraint runs on it', () => {
    expect(judge(nodeOf('n', 'conf', { must: null }))).toEqual([]);
    expect(ofLoose(Object.fromEntries(Object.keys(SCHEMAS).map((key) => [key, null])))).toEqual([]);
  });
});

describe('values', () => {
  test.each<[string, JsonObject, string | undefined]>([
    ['a value of another type', { count: '3' }, 'count'],
    ['a fraction is no integer', { count: 2.5 }, 'count'],
    ['an integral number is an integer', { count: 2.0 }, undefined],
    ['an integer is a number', { ratio: 2 }, undefined],
    ['a list is no object, an object no list', { many: {} }, 'many'],
    ['any of several types', { many: false }, undefined],
    ['unknown type names and no type pass', { x: 7, y: [true] }, undefined],
    ['one of the values', { mode: 'fast' }, undefined],
    ['none of the values', { mode: 'Fast' }, 'mode'],
    ['no coercion', { pick: '1' }, 'pick'],
    ['structures compare by content', { pick: { a: [1] } }, undefined],
    ['below the minimum', { count: 0 }, 'count'],
    ['on the bounds', { count: 10 }, undefined],
    ['above the maximum', { count: 11 }, 'count'],
    ['a string is never bounds-checked, only its type', { y: '99' }, undefined],
    ['four code points in eight bytes', { name: 'éèàù' }, 'name'],
    ['five code points in five code units and more', { name: 'é😀😀😀😀' }, undefined],
    ['eight code points, more code units', { name: 'a😀😀😀😀😀😀😀' }, undefined],
    ['longer than the maximum', { name: 'abcdefghi' }, 'name'],
    ['another prefix', { link: 'gopher://a.test' }, 'link'],
    ['the pattern is a search', { link: 'https://a.test and more' }, undefined],
    ['a pattern that cannot compile refuses nothing', { broken: 'anything' }, undefined],
  ])('R6.d, R6.e, R6.f, R6.g, R6.h: %s', (_, config, key) => {
    expect(ofLoose(config)).toEqual(key === undefined ? [] : [`R6_CONFIG_INVALID node.n.config.${key}`]);
  });

  test('R6.d: one error a key, and the first arm in the fixed order', () => {
    const [finding, ...rest] = validate(
      workflowOf({ nodes: [nodeOf('n', 'loose', { name: 'É' })] }),
      catalog,
    );
    expect(rest).toEqual([]);
    expect(finding?.params).toMatchObject({ key: 'name', constraint: 'minLength', expected: 5, actual: 1 });
    expect(finding?.rule).toBe('R6.g');
  });

  test('R6.c: an unknown key warns, with the nearest known one', () => {
    const [finding, ...rest] = validate(
      workflowOf({ nodes: [nodeOf('n', 'loose', { mdoe: 'fast' })] }),
      catalog,
    );
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      code: 'W_CONFIG_UNKNOWN_KEY',
      severity: 'warning',
      params: { key: 'mdoe', suggestion: 'mode' },
    });
  });

  test('R6.c: what every node may carry is known', () => {
    const config = {
      instanceTitle: 'T',
      instanceDescription: 'D',
      maxRetries: 0,
      requiresConfirmation: 'revoked',
      ports: { inputs: [], outputs: [] },
    };
    expect(ofLoose(config)).toEqual([]);
    expect(judge(nodeOf('n', 'chat_input', { nodeType: 'simple' }))).toEqual([]);
    expect(judge(nodeOf('n', 'deco', { ports: {} }))).toEqual(['W_CONFIG_UNKNOWN_KEY node.n.config.ports']);
  });

  test('R6.c: prototype members are unknown keys', () => {
    const config = JSON.parse('{"__proto__": 1, "constructor": 2}');
    expect(ofLoose(config)).toEqual([
      'W_CONFIG_UNKNOWN_KEY node.n.config.__proto__',
      'W_CONFIG_UNKNOWN_KEY node.n.config.constructor',
    ]);
  });

  test('R6.j: without a node type, no key is missing, wrong or unknown', () => {
    expect(judge(nodeOf('n', 'nope', { stray: 'v' }))).toEqual(['R9_NODE_TYPE_UNKNOWN node.n']);
    expect(judge(nodeOf('n', undefined, { stray: 'v' }))).toEqual([]);
  });
});

describe('secret references', () => {
  const DOLLAR = '$';
  test.each<[string, Json, boolean]>([
    ['nested, without a dollar', { opts: { Key: 'Token {{ secrets.mail }}' } }, true],
    ['nested, with a dollar', { opts: { Key: `Token ${DOLLAR}{{ secrets.mail }}` } }, false],
    ['in a list', { opts: [['{{secrets.mail}}']] }, true],
    ['any spacing', { opts: '{{   secrets . mail }}' }, true],
    ['a right one before a wrong one', { opts: `${DOLLAR}{{ secrets.a }} {{ secrets.b }}` }, true],
    ['another variable', { opts: '{{ secretsOf.mail }}' }, false],
  ])('R6.l: %s', (_, config, warns) => {
    const expected = warns ? ['W_SECRET_REFERENCE node.n.config.opts'] : [];
    expect(judge(nodeOf('n', undefined, config))).toEqual(expected);
  });

  test('R6.l: one warning a top-level key, that never blocks', () => {
    const config = { y: ['{{ secrets.a }}', '{{ secrets.b }}'], x: '{{ secrets.c }}' };
    const findings = validate(workflowOf({ nodes: [nodeOf('n', 'loose', config)] }), catalog);
    expect(findings.map(({ params, severity }) => [params.key, severity])).toEqual([
      ['y', 'warning'],
      ['x', 'warning'],
    ]);
  });
});

describe('dynamic port names', () => {
  const named = (...names: readonly Json[]) => names.map((name) => ({ name }));
  test.each<[string, JsonObject, readonly (readonly [string, number, string])[]]>([
    ['good names', { dynamicInputs: named('in_1', 'Beta2', 'a') }, []],
    ['a letter that is not ASCII', { dynamicInputs: named('größe') }, [['dynamicInputs', 0, 'format']]],
    [
      'one name on both sides',
      { dynamicInputs: named('same'), dynamicOutputs: named('same') },
      [['dynamicOutputs', 0, 'duplicate']],
    ],
    [
      'reserved names',
      { dynamicOutputs: named('ok', 'trigger', '__x') },
      [
        ['dynamicOutputs', 1, 'reserved'],
        ['dynamicOutputs', 2, 'reserved'],
      ],
    ],
    ['no name', { dynamicInputs: [{}] }, [['dynamicInputs', 0, 'missing']]],
  ])('DYN-3: %s', (_, config, faults) => {
    const findings = validate(workflowOf({ nodes: [nodeOf('n', 'dyn', config)] }), catalog);
    expect(findings.map(({ code, params }) => [code, params.key, params.index, params.fault])).toEqual(
      faults.map((fault) => ['DYN_PORT_NAME_INVALID', ...fault]),
    );
  });

  test('DYN-3: located at the key that holds the definition', () => {
    expect(judge(nodeOf('n', 'dyn', { dynamicOutputs: named('1') }))).toEqual([
      'DYN_PORT_NAME_INVALID node.n.config.dynamicOutputs',
    ]);
  });
});
