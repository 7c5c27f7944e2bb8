import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { booleanGateway } from './boolean-gateway';
import { ifElse } from './if-else';
import { switchGateway } from './switch-gateway';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';

const yesNo: Json = [
  { name: 'True', value: true },
  { name: 'False', value: false },
];

describe('boolean_gateway', () => {
  test('BR-4: emits the configured name, not true or false', async () => {
    const branches = [
      { name: 'Accept', value: true },
      { name: 'Reject', value: false },
    ];
    expect(await outputsOf(booleanGateway, { value: true, branches }, testContext())).toEqual({
      active_branches: ['Accept'],
    });
    expect(await outputsOf(booleanGateway, { value: false, branches }, testContext())).toEqual({
      active_branches: ['Reject'],
    });
  });

  const denoting: [Json, boolean][] = [
    [true, true],
    [1, true],
    ['true', true],
    ['TRUE', true],
    ['1', true],
    [false, false],
    [0, false],
    ['False', false],
    ['0', false],
  ];
  test.each(denoting)('BR-4: the branch value %j denotes %s', async (value, outcome) => {
    expect(
      await outputsOf(booleanGateway, { value: outcome, branches: [{ name: 'It', value }] }, testContext()),
    ).toEqual({ active_branches: ['It'] });
    await failureOf(booleanGateway, { value: !outcome, branches: [{ name: 'It', value }] }, testContext());
  });

  test.each<Json>(['yes', 'no', '', ' true', 2, -1, 0.5, null, [], {}, [true]])(
    'BR-4: the branch value %j denotes no boolean',
    async (value) => {
      for (const outcome of [true, false]) {
        const failure = await failureOf(
          booleanGateway,
          { value: outcome, branches: [{ name: 'It', value }] },
          testContext(),
        );
        expect(failure).toMatchObject({ code: 'no_branch', retryable: false });
      }
    },
  );

  test('BR-4: an entry without a usable name is discarded before matching', async () => {
    const branches: Json = [
      { name: '', value: true },
      { name: 5, value: true },
      { value: true },
      'True',
      null,
      { name: 'Real', value: true },
    ];
    expect(await outputsOf(booleanGateway, { value: true, branches }, testContext())).toEqual({
      active_branches: ['Real'],
    });
  });

  test('BR-4: the first of several matches wins', async () => {
    const branches = [
      { name: 'A', value: 1 },
      { name: 'B', value: true },
    ];
    expect(await outputsOf(booleanGateway, { value: true, branches }, testContext())).toEqual({
      active_branches: ['A'],
    });
  });

  test('BR-4: without a match the declared default branch, else the node fails; never true or false by itself', async () => {
    const branches = [{ name: 'Only', value: true }];
    expect(
      await outputsOf(booleanGateway, { value: false, branches, default_branch: 'only' }, testContext()),
    ).toEqual({ active_branches: ['Only'] });
    for (const value of [false, null, 'true', 1])
      expect(await failureOf(booleanGateway, { value, branches }, testContext())).toMatchObject({
        code: 'no_branch',
      });
    expect(
      await failureOf(
        booleanGateway,
        { value: false, branches, default_branch: 'no such port' },
        testContext(),
      ),
    ).toMatchObject({ code: 'no_branch' });
    expect(await failureOf(booleanGateway, { value: true, branches: [] }, testContext())).toMatchObject({
      code: 'no_branch',
    });
    expect(await failureOf(booleanGateway, { value: true, branches: null }, testContext())).toMatchObject({
      code: 'no_branch',
    });
  });

  test('BR-3: what is emitted is a list of one name as written, not split and not folded', async () => {
    const branches = [{ name: 'x, Y ,z', value: true }];
    expect(await outputsOf(booleanGateway, { value: true, branches }, testContext())).toEqual({
      active_branches: ['x, Y ,z'],
    });
  });
});

describe('if_else', () => {
  const outcome = async (parameters: JsonObject) => {
    const outputs = await outputsOf(
      ifElse,
      { branches: yesNo, matchText: '', operator: 'equals', ...parameters },
      testContext(),
    );
    return JSON.stringify(outputs.active_branches) === '["True"]';
  };

  const cases: [Json, string, string, boolean, boolean][] = [
    ['Hello', 'equals', 'hello', false, true],
    ['Hello', 'equals', 'hello', true, false],
    ['a', 'not_equals', 'A', false, false],
    ['a', 'not_equals', 'A', true, true],
    ['Hello World', 'contains', 'WORLD', false, true],
    ['Hello World', 'contains', 'WORLD', true, false],
    ['Hello', 'starts_with', 'he', false, true],
    ['Hello', 'ends_with', 'LO', false, true],
    ['Hello', 'ends_with', 'LO', true, false],
    ['x', 'contains', '', false, true],
    [null, 'equals', '', false, true],
    [null, 'not_equals', '', false, false],
    ['found', 'not_equals', '', false, true],
    [true, 'equals', 'TRUE', false, true],
    [5, 'equals', '5', false, true],
    [1e21, 'equals', '1000000000000000000000', false, true],
    [{ a: 1 }, 'equals', '{"a":1}', false, true],
    [[1], 'contains', '1', false, true],
    ['abc', 'regex', 'B', false, true],
    ['abc', 'regex', 'B', true, false],
    ['abc', 'regex', '^b', false, false],
    ['123', 'regex', '\\D', false, false],
    ['12a', 'regex', '\\D', false, true],
    ['ABC', 'regex', '^[a-z]+$', false, true],
    ['ABC', 'regex', '^[a-z]+$', true, false],
    ['abc', 'regex', '/B/i', true, true],
    ['abc', 'regex', '/B/', true, false],
    ['a-b', 'regex', 'a\\-b', false, true],
    ['/usr/bin', 'regex', '/usr/bin', false, true],
    ['a\nb', 'regex', '/^b$/m', false, true],
  ];
  test.each(cases)(
    'LANG-28: %j %s %j, case-sensitive %s: %s',
    async (data, operator, matchText, caseSensitive, expected) => {
      expect(await outcome({ data, operator, matchText, caseSensitive })).toBe(expected);
    },
  );

  test.each(['matches', 'EQUALS', '', 'constructor'])(
    'LANG-28: the operator %j fails the node',
    async (operator) => {
      expect(await failureOf(ifElse, { data: 'a', operator, branches: yesNo }, testContext())).toMatchObject({
        code: 'unknown_operator',
      });
    },
  );

  test.each(['(', '[a', '*', '/(/i'])(
    'LANG-28: the pattern %s fails the node when it runs',
    async (matchText) => {
      expect(
        await failureOf(ifElse, { data: 'a', operator: 'regex', matchText, branches: yesNo }, testContext()),
      ).toMatchObject({ code: 'pattern_invalid' });
    },
  );

  test('no pattern can hang the run', async () => {
    expect(await outcome({ data: `${'a'.repeat(50_000)}!`, operator: 'regex', matchText: '^(a+)+$' })).toBe(
      false,
    );
  });

  test('BR-4: renamed branches are what is emitted', async () => {
    const branches = [
      { name: 'Yes!', value: 'true' },
      { name: 'No!', value: 0 },
    ];
    const parameters = { data: 'a', matchText: 'a', operator: 'equals', branches };
    expect(await outputsOf(ifElse, parameters, testContext())).toEqual({ active_branches: ['Yes!'] });
    expect(await outputsOf(ifElse, { ...parameters, data: 'b' }, testContext())).toEqual({
      active_branches: ['No!'],
    });
  });
});

describe('switch_gateway', () => {
  test('LANG-27: the value is compared, not evaluated', async () => {
    const parameters = {
      expression: '$.a.b',
      default_branch: 'none',
      branches: [
        { name: 'X', value: 'x' },
        { name: 'Same', value: '$.a.b' },
      ],
    };
    expect(await outputsOf(switchGateway, parameters, testContext())).toEqual({ active_branches: ['Same'] });
  });
  test('LANG-27: nothing is coerced', async () => {
    const parameters = { expression: '2', default_branch: 'Else', branches: [{ name: 'Two', value: 2 }] };
    expect(await outputsOf(switchGateway, parameters, testContext())).toEqual({ active_branches: ['Else'] });
  });

  const pairs: [Json, Json, boolean][] = [
    ['a', 'a', true],
    ['a', 'A', false],
    [2, 2, true],
    [2, '2', false],
    [true, true, true],
    [true, 1, false],
    [true, 'true', false],
    [null, null, true],
    [0, false, false],
    ['', null, false],
    [{ a: 1 }, { a: 1 }, true],
    [[1], [1], true],
    [[1], ['1'], false],
  ];
  test.each(pairs)('LANG-27: %j against a branch of value %j: %s', async (expression, value, matches) => {
    const outputs = await outputsOf(
      switchGateway,
      { expression, branches: [{ name: 'B', value }], default_branch: 'D' },
      testContext(),
    );
    expect(outputs).toEqual({ active_branches: [matches ? 'B' : 'D'] });
  });

  test('LANG-27: the first match is the only one active; bad entries are discarded', async () => {
    const branches = [
      { name: '', value: 'v' },
      { name: 'A', value: 'v' },
      { name: 'B', value: 'v' },
    ];
    expect(await outputsOf(switchGateway, { expression: 'v', branches }, testContext())).toEqual({
      active_branches: ['A'],
    });
  });

  test('LANG-27, BR-4: the shipped default reaches the branch Default, and nothing where there is none', async () => {
    const shipped = { expression: 'zzz', default_branch: 'default' };
    expect(
      await outputsOf(
        switchGateway,
        { ...shipped, branches: [{ name: 'Default', value: 'default' }] },
        testContext(),
      ),
    ).toEqual({ active_branches: ['Default'] });
    expect(
      await failureOf(switchGateway, { ...shipped, branches: [{ name: 'A', value: 'a' }] }, testContext()),
    ).toMatchObject({ code: 'no_branch' });
  });

  test.each<Json>(['', '  ', null])(
    'LANG-27: no match and the default %j fails the node',
    async (default_branch) => {
      expect(
        await failureOf(
          switchGateway,
          { expression: 'z', default_branch, branches: [{ name: 'A', value: 'a' }] },
          testContext(),
        ),
      ).toMatchObject({ code: 'no_branch' });
    },
  );
});
