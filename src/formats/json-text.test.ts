import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeDecimal } from './decimal';
import { findJsonFault } from './json-fault';
import { scanJson } from './json-scan';
import { parseJson } from './json-text';
import { DEFAULT_LIMITS } from './limits';
import { lineAndColumn, printPath } from './path';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('JSON text', () => {
  const mutated = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '\\', '\n', 'x', '0', ':', '\\u12'))
    .map(([text, at, part]) => {
      const cut = at % (text.length + 1);
      return text.slice(0, cut) + part + text.slice(cut + (at % 3));
    });

  test('a fault is found in exactly the texts that JSON.parse refuses', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.json(), fc.string()), (text) => {
        const fault = findJsonFault(text);
        const clean = fault.expected === 'the end of the file' && fault.offset === text.length;
        expect(clean).toBe(isJson(text));
        expect(fault.offset).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['{"a" 1}', 5, '":"'],
    ['[1 2]', 3, '"," or "]"'],
    ['{"a":1]', 6, '"," or "}"'],
    ['"a\nb"', 2, 'an escape for a control character'],
    ['"\\x"', 1, 'an escape that JSON knows'],
    ['[01]', 2, '"," or "]"'],
    ['[1,]', 3, 'a value'],
    ['1 2', 2, 'the end of the file'],
  ])('in %s, at %i, %s is expected', (text, offset, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, expected });
  });

  test('what parses is what JSON.parse gives, where doubles hold every number', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const parsed = parseJson(text, DEFAULT_LIMITS);
        expect(parsed.ok && parsed.value.value).toEqual(JSON.parse(text));
        expect(parsed.ok && parsed.value.notes.filter(({ code }) => code !== 'duplicate-key')).toEqual([]);
      }),
    );
  });

  test('paths lead to what is reported, through lists, odd keys and escapes', () => {
    const text = '{"a":[{"b c":1e999,"x":"]}\\"","d":{"e":1,"e":2}},3,12345678901234567891]}';
    const { notes, overflows } = scanJson(text, 10);
    expect(notes.map(({ path }) => path)).toEqual(['a[0]["b c"]', 'a[0].d.e', 'a[2]']);
    expect(overflows).toEqual([{ path: ['a', 0, 'b c'], written: '1e999' }]);
    const parsed = parseJson('{"k":1e999,"k":{"k":2},"__proto__":[-1e999]}', DEFAULT_LIMITS);
    expect(parsed.ok && JSON.stringify(parsed.value.value)).toBe('{"k":{"k":2},"__proto__":["-1e999"]}');
  });

  test.each<[string, ReturnType<typeof judgeDecimal>]>([
    ['0', 'exact'],
    ['-0.0', 'exact'],
    ['1.50', 'exact'],
    ['0.1', 'exact'],
    ['1e21', 'exact'],
    ['100000000000000000000000', 'exact'],
    ['9007199254740993', 'rounded'],
    ['0.1000000000000000055511151231257827', 'rounded'],
    ['1e-400', 'rounded'],
    ['1e309', 'overflow'],
    ['-1e309', 'overflow'],
  ])('%s is %s', (written, verdict) => {
    expect(judgeDecimal(written)).toBe(verdict);
  });

  test('places are told as people count', () => {
    expect(lineAndColumn('a\nbc\n', 3)).toBe('line 2, column 2');
    expect(lineAndColumn('', 0)).toBe('line 1, column 1');
    expect(printPath(['a', 0, 'b-c', '', 'x"y'])).toBe('a[0].b-c[""]["x\\"y"]');
  });
});
