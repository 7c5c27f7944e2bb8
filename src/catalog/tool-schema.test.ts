import { describe, expect, test } from 'vitest';
import { BOTH, build, FORM, IN, processorOf } from './testing/make';
import { toolSchema } from './tool-schema';

const NONE: ReadonlySet<string> = new Set();

describe('SCH-2: required on a property counts where a model is offered the node', () => {
  test('SCH-2: it is lifted into the required list of the enclosing object, at every depth', () => {
    const built = build(
      { parameters: { city: IN, when: IN } },
      processorOf({
        city: { type: 'string', required: true },
        when: {
          type: 'object',
          properties: { day: { type: 'string', required: true }, hour: { required: false } },
          required: ['zone'],
        },
      }),
    );
    expect(toolSchema(built, {}, NONE)).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string' },
        when: {
          type: 'object',
          properties: { day: { type: 'string' }, hour: {} },
          required: ['zone', 'day'],
        },
      },
      required: ['city'],
    });
    expect(built.inputSchema.required).toEqual([]);
  });
});

describe('EXPO-15: the schema that a model is offered', () => {
  const built = build(
    {
      parameters: {
        path: { ...BOTH, required: true },
        term: IN,
        shy: { ...IN, exposed_by_default: false },
        form: FORM,
        __i: IN,
      },
    },
    processorOf({ path: { type: 'string' }, term: { type: 'string' }, shy: {}, form: {}, __i: {} }),
  );
  test('EXPO-15: holds what may be filled and requires what is required', () => {
    const schema = toolSchema(built, {}, NONE);
    expect(Object.keys(schema.properties as object)).toEqual(['path', 'term']);
    expect(schema.required).toEqual(['path']);
  });
  test('EXPO-15: what is fixed drops out of both', () => {
    const schema = toolSchema(built, {}, new Set(['path']));
    expect(Object.keys(schema.properties as object)).toEqual(['term']);
    expect(schema.required).toEqual([]);
  });
});
