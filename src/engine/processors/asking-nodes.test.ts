import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { Interrupt } from '../interrupt';
import { openInterrupt, readRequest } from '../interrupts/request';
import type { InterruptRow } from '../interrupts/row';
import { choiceInput } from './choice-input';
import { confirmation } from './confirmation';
import { formInput } from './form-input';
import { reviewInput } from './review-input';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';
import { textInputInterrupt } from './text-input-interrupt';
import type { Execute } from './types';

const PLACE = {
  id: 'i',
  run: 'r',
  workflow: 'w',
  node: 'n',
  job: 'j',
  session: null,
  initiator: null,
  now: 1_000,
};

/** What a node asks, as it would be kept. */
async function question(execute: Execute, parameters: JsonObject): Promise<InterruptRow> {
  try {
    await execute(parameters, testContext());
  } catch (thrown) {
    const request = thrown instanceof Interrupt ? readRequest(thrown.request) : undefined;
    if (request !== undefined) return openInterrupt(request, PLACE);
    throw thrown;
  }
  throw new Error('The node did not ask.');
}

/** The outputs of a node that asked, was answered after two and a half seconds by user 7, and was resumed. */
async function answered(execute: Execute, parameters: JsonObject, response: Json, config: JsonObject = {}) {
  const asked = await question(execute, parameters);
  const row: InterruptRow = { ...asked, status: 'resolved', response, resolved: 3_500, resolvedBy: '7' };
  const { resume } = execute;
  if (resume === undefined) throw new Error('The node goes on with no answer.');
  const { response_time, user_id, ...outputs } = await outputsOf(
    (given, context) => resume(given, context, row),
    parameters,
    testContext({ config }),
  );
  expect([response_time, user_id]).toEqual([2.5, 7]);
  return outputs;
}

const message = 'Well?';
const BRANCHES = [
  { name: 'Approve', value: true },
  { name: 'Decline', value: false },
];
const original = { a: 1, b: 'same', gone: true };
const proposed = { a: 2, b: 'same', c: null, d: { x: 1 } };

describe('what a node asks', () => {
  test.each<readonly [string, Execute, JsonObject, Partial<InterruptRow>]>([
    ['yes or no', confirmation, {}, { type: 'confirmation', context: null, defaultValue: null }],
    [
      'yes or no, in words of its own',
      confirmation,
      { confirm_label: 'Do', cancel_label: null },
      { context: { confirm_label: 'Do' } },
    ],
    [
      'one of several; a text is value and label',
      choiceInput,
      {
        options: ['x', { value: 'y', label: 'Why', description: 'd' }, { label: 'none' }, 7],
        min_selections: 2,
      },
      {
        type: 'choice',
        options: [
          { value: 'x', label: 'x' },
          { value: 'y', label: 'Why', description: 'd' },
        ],
        context: null,
      },
    ],
    [
      'some of several, within limits',
      choiceInput,
      { options: ['x'], multiple: true, min_selections: 0, max_selections: 1 },
      { context: { multiple: true, min_selections: 0, max_selections: 1 } },
    ],
    [
      'words',
      textInputInterrupt,
      { placeholder: 'p', multiline: true, min_length: 1, max_length: 9, default_value: 'd' },
      {
        type: 'text',
        context: { placeholder: 'p', multiline: true, min_length: 1, max_length: 9 },
        defaultValue: 'd',
      },
    ],
    [
      'a form',
      formInput,
      { schema: { type: 'object' }, default_values: { n: 1 } },
      { type: 'form', schema: { type: 'object' }, defaultValue: { n: 1 } },
    ],
    [
      'a review of what differs',
      reviewInput,
      { original, proposed, submit_label: 'Go' },
      {
        type: 'review',
        context: {
          changes: [
            { field: 'a', label: 'a', original: 1, proposed: 2 },
            { field: 'c', label: 'c', original: null, proposed: null },
            { field: 'd', label: 'd', original: null, proposed: { x: 1 } },
          ],
          submit_label: 'Go',
        },
      },
    ],
  ])('%s', async (_, execute, parameters, wanted) => {
    expect(await question(execute, { message, ...parameters })).toMatchObject({ message, ...wanted });
  });

  test.each<readonly [string, Execute, JsonObject, string]>([
    ['no options', choiceInput, { options: [] }, 'options_missing'],
    ['options without values', choiceInput, { options: [{ label: 'x' }, 1] }, 'options_missing'],
    ['a schema that is none', formInput, { schema: 'x' }, 'schema_invalid'],
  ])('nothing where it cannot be answered: %s', async (_, execute, parameters, code) => {
    expect((await failureOf(execute, { message, ...parameters }, testContext())).code).toBe(code);
  });

  test('nothing where there is nothing to review', async () => {
    const same = { message, original, proposed: { a: 1 } };
    expect(await outputsOf(reviewInput, same, testContext())).toEqual({
      ...{ data: original, decisions: {}, accepted: 0, rejected: 0 },
      ...{ response_time: null, user_id: null },
    });
  });
});

describe('what a node makes of the answer', () => {
  test.each<readonly [string, Execute, JsonObject, Json, JsonObject]>([
    ['yes', confirmation, {}, true, { confirmed: true }],
    ['no', confirmation, {}, false, { confirmed: false }],
    ['one', choiceInput, { options: ['x', 'y'] }, 'y', { selected: 'y', selection_count: 1 }],
    [
      'some',
      choiceInput,
      { options: ['x', 'y'], multiple: true },
      ['y', 'x'],
      { selected: ['y', 'x'], selection_count: 2 },
    ],
    ['none', choiceInput, { options: ['x'], multiple: true }, [], { selected: [], selection_count: 0 }],
    [
      'words, counted in code points',
      textInputInterrupt,
      {},
      'a\u{1f600}',
      { text: 'a\u{1f600}', length: 2 },
    ],
    ['a form', formInput, { schema: {} }, { n: 1 }, { data: { n: 1 } }],
  ])('%s', async (_, execute, parameters, response, wanted) => {
    expect(await answered(execute, { message, ...parameters }, response)).toMatchObject(wanted);
  });

  test('BR-4: a confirmation takes the branch of its answer where it is drawn as a gateway', async () => {
    const parameters = { message, branches: BRANCHES };
    const gateway = { nodeType: 'gateway' };
    expect(await answered(confirmation, parameters, false, gateway)).toMatchObject({
      confirmed: false,
      active_branches: ['Decline'],
    });
    const none = answered(confirmation, { message, branches: BRANCHES.slice(0, 1) }, false, gateway);
    await expect(none).rejects.toThrow();
    expect(await answered(confirmation, { message, branches: [] }, false)).toEqual({ confirmed: false });
  });

  test('a review takes what was accepted, as proposed or as the person changed it, null too', async () => {
    const response = {
      decisions: {
        a: { accepted: true, value: 9 },
        c: { accepted: true },
        d: { accepted: false, value: 'ignored' },
      },
    };
    expect(await answered(reviewInput, { message, original, proposed }, response)).toEqual({
      data: { a: 9, b: 'same', gone: true, c: null },
      decisions: {
        a: { accepted: true, value: 9 },
        c: { accepted: true, value: null },
        d: { accepted: false, value: null },
      },
      accepted: 2,
      rejected: 1,
    });
    const cleared = { decisions: { a: { accepted: true, value: null } } };
    expect(await answered(reviewInput, { message, original, proposed: { a: 2 } }, cleared)).toMatchObject({
      data: { ...original, a: null },
    });
  });
});
