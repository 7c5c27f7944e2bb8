import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import type { InterruptType } from '../../model/status';
import { answerFault } from './check-answer';

const OPTIONS: Json[] = [{ value: 'a' }, { value: 'b' }, { value: 'c' }];
const several: JsonObject = { multiple: true, min_selections: 1, max_selections: 2 };
const schema: JsonObject = {
  type: 'object',
  properties: { n: { type: 'integer', minimum: 1 } },
  required: ['n'],
};
const changes: JsonObject = { changes: [{ field: 'x' }, { field: 'y' }] };
const yes: JsonObject = { accepted: true };

describe('what answers a question', () => {
  test.each<readonly [InterruptType, JsonObject, Json, string | undefined]>([
    ['confirmation', {}, true, undefined],
    ['confirmation', {}, 'yes', 'true or false'],
    ['confirmation', {}, 1, 'true or false'],
    ['choice', {}, 'b', undefined],
    ['choice', {}, 'd', 'one of "a", "b", "c"'],
    ['choice', {}, ['a'], 'one of'],
    ['choice', several, ['a', 'c'], undefined],
    ['choice', several, 'a', 'a list of some of'],
    ['choice', several, [], 'at least 1 option,'],
    ['choice', several, ['a', 'b', 'c'], 'at most 2 options'],
    ['choice', several, ['a', 'a'], 'at most once'],
    ['choice', several, ['a', 'd'], 'not "d"'],
    ['text', { min_length: 2, max_length: 3 }, 'abc', undefined],
    ['text', { min_length: 2 }, '\u{1f600}', 'at least 2 characters, not 1'],
    ['text', { max_length: 3 }, 'abcd', 'at most 3 characters, not 4'],
    ['text', {}, 7, 'a text'],
    ['form', {}, { n: 1 }, undefined],
    ['form', {}, { n: 0 }, 'n'],
    ['form', {}, {}, 'n'],
    ['form', {}, [], 'an object of fields'],
    ['review', changes, { decisions: { x: yes, y: { accepted: false } } }, undefined],
    ['review', changes, { decisions: { x: yes } }, '"y"'],
    ['review', changes, { decisions: { x: yes, y: yes, z: yes } }, 'no field "z"'],
    ['review', changes, true, 'decisions'],
    ['external_call', {}, { anything: [1] }, undefined],
  ])('%s %j: %j', (type, context, value, wanted) => {
    const fault = answerFault({ type, options: OPTIONS, context, schema }, value);
    if (wanted === undefined) expect(fault).toBeUndefined();
    else expect(fault).toContain(wanted);
  });
});
