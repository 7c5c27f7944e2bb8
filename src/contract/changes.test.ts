import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { changeOf } from './change';
import { changesOf } from './changes';
import type { ContractSchemas } from './types';
import { breaksFrom, bumpVersion, compareVersions } from './versions';

const side = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const contract = (inputs: JsonObject | null, outputs: JsonObject | null = null): ContractSchemas => ({
  parameter_schema: inputs,
  output_schema: outputs,
});
const text = { type: 'string' };

describe('what lies between two contracts', () => {
  test.each<[string, ContractSchemas, ContractSchemas, readonly string[]]>([
    ['nothing', contract(side({ a: text })), contract(side({ a: text })), []],
    ['an entry is gone', contract(side({ a: text })), contract(null), ['input a removed major']],
    [
      'one is renamed',
      contract(side({ a: text })),
      contract(side({ b: text })),
      ['input a removed major', 'input b added minor'],
    ],
    [
      'a narrower type',
      contract(null, side({ a: {} })),
      contract(null, side({ a: text })),
      ['output a narrower major'],
    ],
    ['a wider one', contract(side({ a: text })), contract(side({ a: {} })), ['input a changed patch']],
    [
      'required by now',
      contract(side({ a: text })),
      contract(side({ a: text }, ['a'])),
      ['input a nowRequired major'],
    ],
    [
      'no longer required',
      contract(side({ a: text }, ['a'])),
      contract(side({ a: text })),
      ['input a nowOptional patch'],
    ],
    ['new and required', contract(null), contract(side({ a: text }, ['a'])), ['input a addedRequired major']],
  ])('MAN-18: %s', (_, before, after, expected) => {
    const lines = changesOf(before, after).map((one) => `${one.side} ${one.name} ${one.kind} ${one.bump}`);
    expect(lines).toEqual(expected);
  });

  const schema = fc.constantFrom<JsonObject>({}, text, { type: 'number' }, { ...text, enum: ['x'] });
  const anySide = fc.option(
    fc
      .dictionary(fc.constantFrom('a', 'b', '__proto__'), schema)
      .chain((properties) =>
        fc.subarray(Object.keys(properties)).map((required) => side(properties, required)),
      ),
  );
  const any = fc.tuple(anySide, anySide).map(([inputs, outputs]) => contract(inputs, outputs));

  test('MAN-18: the heaviest of them is the digit that a rebuild moves', () => {
    fc.assert(
      fc.property(any, any, (before, after) => {
        const bumps = changesOf(before, after).map(({ bump }) => bump);
        const heaviest = bumps.includes('major') ? 'major' : bumps.includes('minor') ? 'minor' : 'patch';
        expect(heaviest).toBe(changeOf(before, after));
      }),
    );
  });
});

describe('the order of versions', () => {
  const digit = fc.integer({ min: 0, max: 30 });
  const version = fc.tuple(digit, digit, digit).map((digits) => digits.join('.'));

  test('MAN-18: it is that of their digits, and every bump leads up', () => {
    fc.assert(
      fc.property(version, version, fc.constantFrom('major', 'minor', 'patch'), (a, b, bump) => {
        const [x, y] = [a, b].map((one) => one.split('.').map(Number));
        const expected = x?.map((digit, at) => digit - (y?.[at] ?? 0)).find((step) => step !== 0) ?? 0;
        expect(compareVersions(a, b)).toBe(Math.sign(expected));
        expect(compareVersions(bumpVersion(a, bump), a)).toBe(1);
        expect(breaksFrom(a, bumpVersion(a, bump))).toBe(bump === 'major' && a !== '0.0.0');
      }),
    );
  });
  test.each([
    ['1.0.0', '2.0.0', true],
    ['1.9.9', '1.10.0', false],
    ['2.0.0', '1.0.0', false],
    ['', '1.0.0', false],
    ['0.0.0', '1.0.0', false],
    ['0.1.0', '1.0.0', true],
    ['99999999999999999999.0.0', '99999999999999999998.0.0', false],
  ])('MAN-18: from %s to %s callers have to look: %j', (from, to, breaks) => {
    expect(breaksFrom(from, to)).toBe(breaks);
  });
});
