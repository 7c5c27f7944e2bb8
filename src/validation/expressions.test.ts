import { describe, expect, test } from 'vitest';
import type { ExpressionHost } from '../expression/types';
import type { Json } from '../model/json';
import { expressionsOf, judgeExpressions } from './expressions';
import { catalogOf, nodeOf, printed, workflowOf } from './testing/sample';
import { validateFully } from './validate';

const catalog = catalogOf({});

/** Rejects an expression with an opening bracket that is never closed; throws on `boom`; counts what it is asked. */
function hostOf(): ExpressionHost & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    validate(engine, expression) {
      asked.push(`${engine} ${expression}`);
      if (expression === 'boom') throw new Error('engine fell over');
      if (expression === 'later') return Promise.reject(new Error('worker went away'));
      const open = expression.includes('[') && !expression.includes(']');
      return Promise.resolve(open ? { ok: false, message: 'unclosed bracket' } : { ok: true });
    },
    evaluate: () => Promise.resolve({ ok: true, value: null }),
  };
}

function listed(type: string, config: Json) {
  return workflowOf({ nodes: [nodeOf('n', type, config)] }).nodes.flatMap((node) =>
    expressionsOf(node, catalog),
  );
}

describe('expressionsOf', () => {
  test.each<[string, string, Json, readonly (readonly [string, string, string])[]]>([
    [
      'a template, by the one engine it has',
      'prompt_template',
      { template: 'Hi {{ x }}' },
      [['template', 'twig', 'Hi {{ x }}']],
    ],
    [
      'a path, by the engine chosen',
      'data_extractor',
      { path: 'a.b', engine: 'property_path' },
      [['path', 'property_path', 'a.b']],
    ],
    ['a path, by the default engine', 'data_extractor', { path: '$.a' }, [['path', 'jsonpath', '$.a']]],
    [
      'the value of each output',
      'data_mapper',
      {
        engine: 'twig',
        dynamicOutputs: [
          { name: 'a', value: 'A' },
          { name: 'b' },
          { name: 'c', value: '' },
          { name: 'd', value: 'D' },
        ],
      },
      [
        ['dynamicOutputs', 'twig', 'A'],
        ['dynamicOutputs', 'twig', 'D'],
      ],
    ],
    [
      'the sources of a mapping, without reserved values',
      'data_shaper',
      {
        mapping: {
          a: '_LITERAL:bad [path',
          b: '_NOW_',
          c: { _source: '[open', _each: { t: '[name]' } },
          d: '_NULL_',
        },
      },
      [
        ['mapping', 'property_path', '[open'],
        ['mapping', 'property_path', '[name]'],
      ],
    ],
    ['nothing where it is empty', 'prompt_template', { template: '' }, []],
    ['nothing for an engine that is not known', 'data_extractor', { path: '[', engine: 'xpath' }, []],
    ['nothing for a value of another type', 'data_mapper', { dynamicOutputs: 'x' }, []],
  ])('R11: %s', (_, type, config, expected) => {
    expect(listed(type, config).map(({ key, engine, expression }) => [key, engine, expression])).toEqual(
      expected,
    );
  });

  test('R11: says where below the key an expression stands', () => {
    expect(
      listed('data_mapper', { dynamicOutputs: [{ name: 'a' }, { name: 'b', value: 'x' }] })[0]?.path,
    ).toEqual([1, 'value']);
    expect(listed('data_shaper', { mapping: { c: { _each: { t: 'x' } } } })[0]?.path).toEqual([
      'c',
      '_each',
      't',
    ]);
  });
});

describe('judgeExpressions', () => {
  test('R11: one error for each expression that fails, naming node, key, engine and expression', async () => {
    const mapping = { a: '_LITERAL:bad [path', b: '_NOW_', c: { _source: '[open', _each: { t: '[name]' } } };
    const document = workflowOf({ nodes: [nodeOf('s', 'data_shaper', { mapping })] });
    const findings = await validateFully(document, catalog, hostOf());
    expect(printed(findings, document)).toEqual(['R11_EXPRESSION_INVALID node.s.config.mapping']);
    expect(findings[0]).toMatchObject({
      severity: 'error',
      params: {
        node: 's',
        key: 'mapping',
        engine: 'property_path',
        expression: '[open',
        reason: 'unclosed bracket',
        path: ['c', '_source'],
      },
    });
  });

  test('R11: a check that throws, now or later, is a rejection and nothing worse', async () => {
    const findings = await judgeExpressions(
      [
        ...listed('prompt_template', { template: 'boom' }),
        ...listed('prompt_template', { template: 'later' }),
      ],
      hostOf(),
    );
    expect(findings.map(({ code, params }) => [code, params.reason])).toEqual([
      ['R11_EXPRESSION_INVALID', 'engine fell over'],
      ['R11_EXPRESSION_INVALID', 'worker went away'],
    ]);
  });

  test('R11: a verdict is asked for once an engine and expression, but not kept after a throw', async () => {
    const host = hostOf();
    const twice = [
      ...listed('prompt_template', { template: 'a' }),
      ...listed('prompt_template', { template: 'a' }),
    ];
    await judgeExpressions(twice, host);
    await judgeExpressions([...twice, ...listed('data_extractor', { path: 'a' })], host);
    expect(host.asked).toEqual(['twig a', 'jsonpath a']);
    await judgeExpressions(listed('prompt_template', { template: 'boom' }), host);
    await judgeExpressions(listed('prompt_template', { template: 'boom' }), host);
    expect(host.asked.filter((line) => line === 'twig boom')).toHaveLength(2);
  });

  test('R11: an unknown engine is the enum’s to report', async () => {
    const document = workflowOf({ nodes: [nodeOf('x', 'data_extractor', { path: '[', engine: 'xpath' })] });
    expect(printed(await validateFully(document, catalog, hostOf()), document)).toEqual([
      'R6_CONFIG_INVALID node.x.config.engine',
    ]);
  });

  test('R11: joins the other findings in document order', async () => {
    const document = workflowOf({
      nodes: [nodeOf('p', 'prompt_template', { template: '[', stray: 1 }), nodeOf('q', 'nope')],
      edges: [{ id: 'e', source: 'p', target: 'z' }],
    });
    expect(printed(await validateFully(document, catalog, hostOf()), document)).toEqual([
      'W_CONFIG_UNKNOWN_KEY node.p.config.stray',
      'R11_EXPRESSION_INVALID node.p.config.template',
      'R9_NODE_TYPE_UNKNOWN node.q',
      'R8_EDGE_TARGET_MISSING edge.0',
    ]);
  });
});
