import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { normalisedArguments } from './call-arguments';

const schema: JsonObject = {
  type: 'object',
  properties: {
    list: { type: 'array' },
    map: { type: 'object' },
    either: { type: ['array', 'object', 'null'] },
    text: { type: 'string' },
    textOrList: { type: ['string', 'array'] },
    any: {},
  },
};
const given = (name: string, value: Json) => normalisedArguments({ [name]: value }, schema)[name];

describe('arguments of a tool call', () => {
  test.each<[string, string, Json, Json]>([
    ['a list in a text becomes the list', 'list', '["a",1]', ['a', 1]],
    ['a map in a text becomes the map', 'map', '{"a":{"b":1}}', { a: { b: 1 } }],
    ['a map where a list is declared stays a text', 'list', '{"a":1}', '{"a":1}'],
    ['a list where a map is declared stays a text', 'map', '[1]', '[1]'],
    ['a number is no list', 'list', '1', '1'],
    ['null is no map', 'map', 'null', 'null'],
    ['what does not parse stays a text', 'list', '["a"', '["a"'],
    ['one of several declared shapes is enough', 'either', '{"a":1}', { a: 1 }],
    ['a text is never decoded', 'text', '["a"]', '["a"]'],
    ['nor is what may be a text', 'textOrList', '["a"]', '["a"]'],
    ['nor is what declares no type', 'any', '["a"]', '["a"]'],
    ['nor is what is not declared', 'unknown', '["a"]', '["a"]'],
    ['a value that has the shape already stays', 'list', ['["a"]'], ['["a"]']],
  ])('RT-TOOL-8: %s', (_, name, value, expected) => {
    expect(given(name, value)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['Salt &amp;amp; Oil', 'Salt & Oil'],
    ['&amp;amp;amp;lt;', '<'],
    ['&#x41;&#66;', 'AB'],
    ['&Eacute;t&eacute; &nbsp;|', 'Été \u00a0|'],
    ['&CounterClockwiseContourIntegral;', '∳'],
    ['Fish & chips', 'Fish & chips'],
    ['?a=1&copy=2&x;', '?a=1&copy=2&x;'],
    ['&nosuch;', '&nosuch;'],
  ])('RT-TOOL-8: %s is read as %s', (text, expected) => {
    expect(given('text', text)).toBe(expected);
    expect(given('unknown', { deep: [text] })).toEqual({ deep: [expected] });
  });

  test('RT-TOOL-8: references are read before JSON, also in a list that comes as a text', () => {
    expect(given('list', '[&quot;a &amp;amp; b&quot;]')).toEqual(['a & b']);
  });

  test('RT-TOOL-8: keys stay as they are, those that are prototype members elsewhere included', () => {
    const value = JSON.parse('{"&amp;":"&amp;","__proto__":"&lt;","constructor":1}') as JsonObject;
    const result = normalisedArguments({ any: value }, schema);
    expect(JSON.stringify(result)).toBe('{"any":{"&amp;":"&","__proto__":"<","constructor":1}}');
  });

  test('RT-TOOL-8: a text without a reference comes back unchanged, and what has been normalised stays', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const once = given('text', text);
        if (!text.includes('&')) expect(once).toBe(text);
        expect(given('text', once ?? null)).toBe(once);
      }),
    );
  });
});
