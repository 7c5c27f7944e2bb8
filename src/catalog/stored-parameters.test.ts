import { describe, expect, test } from 'vitest';
import { guardStoredParameters, writableNodeType } from './stored-parameters';
import { typeOf } from './testing/make';

const STORED = {
  loop_back: { configurable: false, connectable: true, required: false, exposed_by_default: true },
  term: { configurable: true, connectable: true, required: true, exposed_by_default: true, default: 'dogs' },
};
const UNUSABLE: readonly (readonly [string, unknown])[] = [
  ['that failed to load', undefined],
  ['that is null', null],
  ['without properties', { type: 'object' }],
  ['with properties that are no map', { type: 'object', properties: [] }],
];

describe('SCH-33: a schema that will not load', () => {
  test.each(UNUSABLE)('SCH-33: a schema %s refuses the save of stored parameters', (_name, schema) => {
    expect(guardStoredParameters(schema, STORED, {})).toMatchObject({
      ok: false,
      error: { status: 422, code: 'NODE_TYPE_SCHEMA_UNAVAILABLE', parameters: ['loop_back', 'term'] },
    });
  });
  test.each(UNUSABLE)('SCH-33: a schema %s refuses nothing where nothing is stored', (_name, schema) => {
    expect(guardStoredParameters(schema, {}, {})).toEqual({ ok: true, value: {} });
  });
  test('SCH-33: an empty map declares nothing, and says so', () => {
    expect(guardStoredParameters({ properties: {} }, STORED, {})).toEqual({ ok: true, value: {} });
  });
  test.each(UNUSABLE)('SCH-33: a write past the refusal keeps what is stored (%s)', (_name, schema) => {
    const stored = typeOf({ parameters: STORED, reserved_port_exposure: { error: true } });
    const edited = typeOf({ label: 'Renamed' });
    const written = writableNodeType(schema, stored, edited);
    expect(written).toEqual({ ...stored, label: 'Renamed' });
    expect(written.parameters).toBe(STORED);
    expect(writableNodeType({ properties: {} }, stored, edited)).toBe(edited);
  });
});
