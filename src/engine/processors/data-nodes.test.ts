import { describe, expect, test } from 'vitest';
import type { ExpressionHost } from '../../expression/types';
import type { Json, JsonObject } from '../../model/json';
import { dataExtractor } from './data-extractor';
import { dataMapper } from './data-mapper';
import { dataShaper } from './data-shaper';
import { dataToJson } from './data-to-json';
import { jsonToData } from './json-to-data';
import { merge } from './merge';
import { promptTemplate } from './prompt-template';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';

const shop: Json = {
  shop: {
    title: 'Corner Shop',
    items: [
      { label: 'Pin', cost: 2 },
      { label: 'Cup', cost: 5 },
    ],
  },
  list: ['one', 'two'],
  nested: [['a', 'b']],
  none: null,
  zero: 0,
  no: false,
  blank: '',
};

describe('data_extractor', () => {
  const extract = (parameters: JsonObject, expressions?: ExpressionHost) =>
    outputsOf(dataExtractor, parameters, testContext(expressions === undefined ? {} : { expressions }));

  test('LANG-3: an empty path gives the input unchanged, success, no match', async () => {
    const cases: Json[] = [{ k: 5 }, '{"k":5}', null, [1], 'text'];
    for (const data of cases)
      for (const engine of ['jsonpath', 'property_path', 'expression_language', 'twig'])
        expect(await extract({ data, path: '', engine })).toEqual({
          data,
          path: '',
          success: true,
          match_count: 0,
          is_jsonpath: false,
          engine,
        });
  });

  const cases: [JsonObject, JsonObject][] = [
    [{ path: '$.shop.title' }, { data: 'Corner Shop', success: true, match_count: 1, is_jsonpath: true }],
    [{ path: 'shop.title' }, { data: 'Corner Shop', success: true, match_count: 1, is_jsonpath: false }],
    [{ path: '$.list[*]' }, { data: 'one', success: true, match_count: 2 }],
    [
      { path: '$.list[*]', extract_all: true },
      { data: ['one', 'two'], success: true, match_count: 2 },
    ],
    [{ path: '$.list' }, { data: ['one', 'two'], match_count: 1 }],
    [{ path: '$.nested[0]' }, { data: ['a', 'b'], match_count: 1 }],
    [{ path: '$.nested[*]' }, { data: ['a', 'b'], match_count: 1 }],
    [{ path: 'list' }, { data: ['one', 'two'], match_count: 1, is_jsonpath: false }],
    [
      { path: 'list', extract_all: true },
      { data: ['one', 'two'], match_count: 2 },
    ],
    [{ path: '$.shop.items[?@.cost < 3].label' }, { data: 'Pin', match_count: 1 }],
    [
      { path: '$.shop.items[?@.cost < 3].label', extract_all: true },
      { data: ['Pin'], match_count: 1 },
    ],
    [
      { path: 'shop.title', engine: 'property_path', extract_all: true },
      { data: ['Corner Shop'], success: true },
    ],
    [
      { path: 'none', engine: 'property_path', extract_all: true, default: 'd' },
      { data: [], success: false, match_count: 0 },
    ],
    [
      { path: 'shop["title"] ~ "!"', engine: 'expression_language' },
      { data: 'Corner Shop!', success: true },
    ],
    [
      { path: '{{ shop.title }}', engine: 'twig' },
      { data: 'Corner Shop', success: true, engine: 'twig' },
    ],
  ];
  test.each(cases)('LANG-15, LANG-19, LANG-23: %j', async (parameters, expected) => {
    expect(await extract({ data: shop, engine: 'jsonpath', ...parameters })).toMatchObject(expected);
  });

  test('LANG-23: only a jsonpath engine with a $-rooted path cuts a list; is_jsonpath reports the $ alone', async () => {
    const data = { $: { rows: ['one', 'two'] }, rows: ['one', 'two'] };
    expect(await extract({ data, path: '$.rows', engine: 'property_path' })).toMatchObject({
      data: ['one', 'two'],
      is_jsonpath: true,
      match_count: 1,
    });
    expect(await extract({ data, path: '$.rows[*]', engine: 'jsonpath' })).toMatchObject({
      data: 'one',
      is_jsonpath: true,
      match_count: 2,
    });
  });

  test('LANG-24: null is a miss and takes the default; false, 0 and "" are found', async () => {
    for (const path of ['$.none', '$.absent', 'none', 'absent'])
      expect(await extract({ data: shop, engine: 'jsonpath', path, default: 'd' }), path).toMatchObject({
        data: 'd',
        success: false,
      });
    const found: [string, Json][] = [
      ['$.zero', 0],
      ['$.no', false],
      ['blank', ''],
    ];
    for (const [path, data] of found)
      expect(await extract({ data: shop, engine: 'jsonpath', path, default: 'd' })).toMatchObject({
        data,
        success: true,
      });
  });

  test('LANG-22, LANG-29: an error fails the node, names path and engine, and never takes the default', async () => {
    const faults: [string, string][] = [
      ['jsonpath', '$.[broken'],
      ['property_path', '[open'],
      ['expression_language', 'missing_name'],
      ['twig', '{{ 1 / 0 }}'],
    ];
    for (const [engine, path] of faults) {
      const failure = await failureOf(
        dataExtractor,
        { data: shop, engine, path, default: 'd' },
        testContext(),
      );
      expect(failure.message).toContain(path);
      expect(failure.message).toContain(engine);
      expect(failure).toMatchObject({ code: 'expression_error', retryable: false });
    }
  });

  test('LANG-22: a failure of the engine itself fails the node', async () => {
    const expressions: ExpressionHost = {
      validate: async () => ({ ok: true }),
      evaluate: async () => ({ ok: false, fault: { kind: 'timeout', message: 'took too long' } }),
    };
    const failure = await failureOf(
      dataExtractor,
      { data: shop, engine: 'jsonpath', path: '$.a', default: 'd' },
      testContext({ expressions }),
    );
    expect(failure.message).toMatch(/\$\.a.*took too long/);
  });

  test('LANG-2: an unknown engine fails before anything is evaluated', async () => {
    let asked = 0;
    const count = async () => {
      asked += 1;
      return { ok: true, value: null } as const;
    };
    const expressions: ExpressionHost = { validate: count, evaluate: count };
    const failure = await failureOf(
      dataExtractor,
      { data: shop, engine: 'php', path: 'a' },
      testContext({ expressions }),
    );
    expect(failure.message).toContain('php');
    expect(asked).toBe(0);
  });

  test('LANG-16: a string is parsed as JSON where it parses', async () => {
    expect(await extract({ data: '{"id":"T","n":9}', engine: 'jsonpath', path: '$.id' })).toMatchObject({
      data: 'T',
    });
    expect(await extract({ data: 'null', engine: 'jsonpath', path: '$', default: 'd' })).toMatchObject({
      data: 'd',
      success: false,
    });
  });
});

describe('data_mapper', () => {
  const map = (engine: string, outputs: Json, inputs: JsonObject) =>
    outputsOf(
      dataMapper,
      { engine, dynamicOutputs: outputs, dynamicInputs: [], ...inputs },
      testContext({ dynamicInputs: Object.keys(inputs) }),
    );

  test('computes each output over the named inputs', async () => {
    const outputs = [
      { name: 'sum', value: 'a + b' },
      { name: 'label', value: 'a ~ "/" ~ b' },
    ];
    expect(await map('expression_language', outputs, { a: 1, b: 2 })).toEqual({ sum: 3, label: '1/2' });
    expect(await map('jsonpath', [{ name: 'x', value: '$.a.b' }], { a: { b: 5 } })).toEqual({ x: 5 });
    expect(
      await map(
        'property_path',
        [
          { name: 'x', value: 'a.b' },
          { name: 'y', value: 'a.z' },
        ],
        { a: { b: 5 } },
      ),
    ).toEqual({ x: 5, y: null });
    expect(await map('twig', [{ name: 'x', value: '{{ a }}' }], { a: '<' })).toEqual({ x: '&lt;' });
  });

  test('LANG-3: an output with an empty expression is null, whatever the engine', async () => {
    for (const engine of ['expression_language', 'twig', 'property_path', 'jsonpath'])
      expect(await map(engine, [{ name: 'x', value: '' }, { name: 'y' }], { a: 1 })).toEqual({
        x: null,
        y: null,
      });
  });

  test('LANG-21, LANG-29: a failing expression fails the node and names its port; there is no partial map', async () => {
    const faults: [string, string][] = [
      ['expression_language', 'nope'],
      ['twig', '{{ broken'],
      ['jsonpath', '$.[broken'],
      ['property_path', '[open'],
    ];
    for (const [engine, value] of faults) {
      const dynamicOutputs = [
        { name: 'good', value: engine === 'twig' ? 'x' : '1' },
        { name: 'bad_port', value },
      ];
      const failure = await failureOf(dataMapper, { engine, dynamicOutputs }, testContext());
      expect(failure.message).toContain('"bad_port"');
      expect(failure.code).toBe('expression_error');
    }
    expect(
      (await failureOf(dataMapper, { dynamicOutputs: [{ name: 'p', value: 5 }] }, testContext())).message,
    ).toContain('"p"');
  });

  test('DYN-4: an input that is not wired is in the context as null', async () => {
    expect(await map('expression_language', [{ name: 'x', value: 'a === null' }], { a: null })).toEqual({
      x: true,
    });
  });
});

describe('data_shaper', () => {
  test('a mapping that is nested without end fails the node and names the field', async () => {
    let mapping: JsonObject = { leaf: 'title' };
    for (let i = 0; i < 5000; i += 1) mapping = { deep: mapping };
    const failure = await failureOf(
      dataShaper,
      { data: shop, engine: 'property_path', mapping },
      testContext(),
    );
    expect(failure).toMatchObject({ code: 'mapping_too_deep', details: { field: 'deep' } });
  });
  const shape = (parameters: JsonObject) =>
    outputsOf(dataShaper, { data: shop, engine: 'property_path', ...parameters }, testContext());

  test('LANG-25: sentinels come before any engine', async () => {
    const mapping = {
      now: '_NOW_',
      none: '_NULL_',
      list: '_EMPTY_ARRAY_',
      map: '_EMPTY_OBJECT_',
      text: '_LITERAL:bad [path',
    };
    for (const engine of ['property_path', 'jsonpath', 'twig', 'expression_language', 'no such engine'])
      expect(await shape({ mapping, engine })).toEqual({
        data: { now: '2024-05-06T07:08:09.010Z', none: null, list: [], map: {}, text: 'bad [path' },
        valid: true,
        errors: [],
        mappedFields: 5,
      });
  });

  test('shapes nested fields, each item of a list, and literals', async () => {
    const mapping = {
      'store.name': 'shop.title',
      'store.count': 3,
      goods: { _source: 'shop.items', _each: { name: 'label', 'price.net': 'cost', at: '_LITERAL:shelf' } },
      names: { _source: 'shop.items', _each: 'label' },
      plain: { _source: 'list' },
      nested: { inner: 'zero' },
      missing: 'absent.path',
      empty: '',
    };
    expect((await shape({ mapping })).data).toEqual({
      store: { name: 'Corner Shop', count: 3 },
      goods: [
        { name: 'Pin', price: { net: 2 }, at: 'shelf' },
        { name: 'Cup', price: { net: 5 }, at: 'shelf' },
      ],
      names: ['Pin', 'Cup'],
      plain: ['one', 'two'],
      nested: { inner: 0 },
      missing: null,
      empty: null,
    });
    expect((await shape({ mapping: { a: { _source: 'absent', _each: 'x' } } })).data).toEqual({ a: [] });
  });

  test('LANG-25, LANG-29: a source that fails fails the node and names source and engine', async () => {
    const failure = await failureOf(
      dataShaper,
      { data: shop, engine: 'jsonpath', mapping: { a: { b: '$.[broken' } } },
      testContext(),
    );
    expect(failure.message).toMatch(/"jsonpath".*\$\.\[broken/);
    const each = { a: { _source: 'shop.title', _each: 'x' } };
    expect(
      (await failureOf(dataShaper, { data: shop, engine: 'property_path', mapping: each }, testContext()))
        .message,
    ).toContain('"a"');
  });

  test('checks the result: soft reports, strict fails', async () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] };
    expect(await shape({ mapping: { a: 'zero' }, schema })).toMatchObject({ valid: true, errors: [] });
    expect(await shape({ mapping: { a: 'shop.title' }, schema, validationMode: 'soft' })).toMatchObject({
      data: { a: 'Corner Shop' },
      valid: false,
      errors: [{ path: 'a', constraint: 'type' }],
    });
    const strict = { data: shop, mapping: { a: 'shop.title' }, schema, validationMode: 'strict' };
    expect(await failureOf(dataShaper, strict, testContext())).toMatchObject({ code: 'validation_failed' });
    expect(await shape({ mapping: {} })).toEqual({ data: {}, valid: true, errors: [], mappedFields: 0 });
  });

  test('a field named like a prototype is a field', async () => {
    const mapping: JsonObject = JSON.parse('{"__proto__.polluted":"zero","constructor":"zero"}');
    const { data } = await shape({ mapping });
    expect(JSON.stringify(data)).toBe('{"__proto__":{"polluted":0},"constructor":0}');
    expect('polluted' in {}).toBe(false);
  });
});

describe('prompt_template', () => {
  test('renders over the variables; one that is no map is data (LANG-4)', async () => {
    expect(
      await outputsOf(promptTemplate, { template: 'Hi {{ n }}', variables: { n: '<A>' } }, testContext()),
    ).toEqual({
      prompt: 'Hi &lt;A&gt;',
      template: 'Hi {{ n }}',
      variables: { n: '<A>' },
    });
    expect(
      await outputsOf(promptTemplate, { template: '{{ data }}', variables: 'v' }, testContext()),
    ).toMatchObject({ prompt: 'v' });
    expect(
      await outputsOf(promptTemplate, { template: '[{{ x }}]', variables: null }, testContext()),
    ).toMatchObject({ prompt: '[]' });
  });
  test('LANG-3: an empty template renders to empty text', async () => {
    expect(await outputsOf(promptTemplate, { template: '', variables: {} }, testContext())).toMatchObject({
      prompt: '',
    });
  });
  test('LANG-26: a template that does not compile, load or render fails the node with its cause', async () => {
    const faults: [string, string, RegExp][] = [
      ['{{ broken', 'compile', /Unclosed variable/],
      ['{% include "other" %}', 'evaluate', /Unable to find template "other"/],
      ['{{ 1 / 0 }}', 'evaluate', /Division by zero/],
    ];
    for (const [template, kind, cause] of faults) {
      const failure = await failureOf(promptTemplate, { template, variables: {} }, testContext());
      expect(failure).toMatchObject({ code: 'template_error', details: { kind } });
      expect(failure.message).toMatch(cause);
      expect(String(failure.cause)).toMatch(cause);
    }
  });
});

describe('data_to_json and json_to_data', () => {
  test.each<[Json, string]>([
    [{ a: [1, 'é/'] }, '{"a":[1,"é/"]}'],
    [null, 'null'],
    ['x', '"x"'],
    [5, '5'],
  ])('%j is encoded', async (data, json) => {
    expect(await outputsOf(dataToJson, { data }, testContext())).toEqual({ json, success: true });
  });

  const tolerant: [string, Json, string][] = [
    ['{"a":1}', { a: 1 }, 'raw'],
    [' [1] ', [1], 'raw'],
    ['null', null, 'raw'],
    ['Here:\n```json\n{"a":1}\n```\nDone', { a: 1 }, 'fence'],
    ['```\n[1,2]\n```', [1, 2], 'fence'],
    ['```js\nno\n``` then ```json\n{"b":2}\n```', { b: 2 }, 'fence'],
    ['The answer is {"a":{"b":"}"}} as asked.', { a: { b: '}' } }, 'embedded'],
    ['use [brackets] and {"a":1}', { a: 1 }, 'embedded'],
    ['list: [1, {"x":"\\"]"}] end', [1, { x: '"]' }], 'embedded'],
  ];
  test.each(tolerant)('tolerant: %j', async (json, data, parse_source) => {
    expect(await outputsOf(jsonToData, { json, parse_mode: 'tolerant' }, testContext())).toEqual({
      data,
      success: true,
      parse_source,
    });
  });
  test.each(['', 'no json', '{"a":', '```json\n{oops\n```', `${'['.repeat(50_000)}`])(
    'tolerant: %.20s gives no data',
    async (json) => {
      expect(await outputsOf(jsonToData, { json, parse_mode: 'tolerant' }, testContext())).toEqual({
        data: null,
        success: false,
        parse_source: '',
      });
    },
  );
  test('tolerant: a text is searched at a bounded number of places', async () => {
    const fences = (count: number) => `${'```x```'.repeat(count)}\`\`\`\n5\n\`\`\``;
    expect(
      await outputsOf(jsonToData, { json: fences(150), parse_mode: 'tolerant' }, testContext()),
    ).toMatchObject({ data: 5, parse_source: 'fence' });
    expect(
      await outputsOf(jsonToData, { json: fences(250), parse_mode: 'tolerant' }, testContext()),
    ).toMatchObject({ success: false });
    for (const noise of ['[x '.repeat(200), `${'['.repeat(50)}${'x'.repeat(2_000_000)}`])
      expect(
        await outputsOf(jsonToData, { json: `${noise} {"a":1}`, parse_mode: 'tolerant' }, testContext()),
      ).toMatchObject({ success: false });
    expect(
      await outputsOf(
        jsonToData,
        { json: `${'[x '.repeat(150)} {"a":1}`, parse_mode: 'tolerant' },
        testContext(),
      ),
    ).toMatchObject({ data: { a: 1 }, parse_source: 'embedded' });
  });
  test.each(['', 'x {"a":1}', '{"a":1} x', '```json\n{}\n```'])('strict: %j fails the node', async (json) => {
    expect(await failureOf(jsonToData, { json, parse_mode: 'strict' }, testContext())).toMatchObject({
      code: 'json_invalid',
    });
  });
  test('strict takes one whole document', async () => {
    expect(await outputsOf(jsonToData, { json: '{"a":1}', parse_mode: 'strict' }, testContext())).toEqual({
      data: { a: 1 },
      success: true,
      parse_source: 'raw',
    });
  });
});

test.each<[string, JsonObject, Json]>([
  ['array', { b: 2, a: [1] }, [2, [1]]],
  ['array', { a: null, b: 0 }, [0]],
  ['object', { b: 2, a: null }, { b: 2, a: null }],
])('merge as %s of %j', async (output_mode, inputs, merged) => {
  expect(
    await outputsOf(merge, { ...inputs, output_mode }, testContext({ dynamicInputs: Object.keys(inputs) })),
  ).toEqual({ merged });
});
