import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './json';
import {
  decodeInterfaceEntry,
  decodeStoredEntry,
  encodeInterfaceEntry,
  encodeStoredEntry,
} from './manifest-form';
import type { Repair } from './record';

const STORED: JsonObject = {
  name: 'order_ref',
  node_id: 'n2',
  port: 'key',
  title: 'Order',
  description: 'Number on the invoice.',
  examples: ['A-1', 'A-2'],
  required: true,
};
const CLIENT: JsonObject = {
  id: 'order_ref',
  bindings: [{ nodeId: 'n2', portId: 'key' }],
  name: 'Order',
  description: 'Number on the invoice.',
  examples: ['A-1', 'A-2'],
  required: true,
};

describe('manifest entries', () => {
  test('MAN-2: name, node_id and port say what is bound where; the other keys are optional', () => {
    const { key: _, ...entry } = decodeStoredEntry(STORED, 'inputs[0]', []);
    expect(entry).toEqual({ ...STORED, extra: {} });
    const bare = decodeStoredEntry({ name: 'a', node_id: 'n', port: 'p' }, 'inputs[0]', []);
    expect(bare).toMatchObject({
      title: undefined,
      description: undefined,
      examples: undefined,
      required: undefined,
    });
    expect(encodeStoredEntry(bare)).toEqual({ name: 'a', node_id: 'n', port: 'p' });
  });

  test('MAN-20: the id is the name, the binding is node and port, the name is the title', () => {
    const read = decodeInterfaceEntry(CLIENT, 'inputs[0]', []);
    expect(encodeStoredEntry(read)).toEqual(STORED);
    expect(encodeInterfaceEntry(decodeStoredEntry(STORED, 'inputs[0]', []))).toEqual(CLIENT);
  });

  test('MAN-20: of several bindings the first is used, all are kept, and it is reported', () => {
    const twice = { nodeId: 'c1', portId: 'values' };
    const source = { id: 'sum', bindings: [twice, twice] };
    const repairs: Repair[] = [];
    const entry = decodeInterfaceEntry(source, 'interface.inputs[0]', repairs);
    expect(entry).toMatchObject({ name: 'sum', node_id: 'c1', port: 'values' });
    expect(repairs).toMatchObject([{ code: 'binding', path: 'interface.inputs[0].bindings' }]);
    expect(encodeInterfaceEntry(entry)).toEqual(source);
    expect(encodeInterfaceEntry({ ...entry, port: 'other' })).toEqual({
      id: 'sum',
      bindings: [{ nodeId: 'c1', portId: 'other' }],
    });
  });

  test('MAN-20: type, schema, default value and free metadata have no place in the stored form', () => {
    const source = { ...CLIENT, dataType: 'string', schema: {}, defaultValue: 1, metadata: { a: 1 } };
    const entry = decodeInterfaceEntry(source, 'inputs[0]', []);
    expect(encodeStoredEntry(entry)).toEqual(STORED);
    expect(encodeInterfaceEntry(entry)).toEqual(source);
  });

  test('both forms give back every key, whatever its value', () => {
    const key = fc.constantFrom(
      ...[
        'id',
        'bindings',
        'name',
        'title',
        'node_id',
        'port',
        'required',
        'examples',
        'x',
        'interface',
        'stored',
      ],
      ...['__proto__', 'constructor'],
    );
    const binding = fc.record(
      { nodeId: fc.oneof(fc.string(), fc.integer()), portId: fc.string(), z: fc.integer() },
      { requiredKeys: [] },
    );
    const value = fc.oneof(fc.string(), fc.boolean(), fc.jsonValue(), fc.array(binding, { maxLength: 2 }));
    const source = fc.array(fc.tuple(key, value)).map((entries) => Object.fromEntries(entries) as JsonObject);
    fc.assert(
      fc.property(fc.oneof(source, fc.jsonValue() as fc.Arbitrary<Json>), (json) => {
        const client = encodeInterfaceEntry(decodeInterfaceEntry(json, '', []));
        expect(without(client, 'bindings')).toEqual(without(json, 'bindings'));
        if (typeof json === 'object' && json !== null && Object.hasOwn(json, 'bindings')) {
          expect(client).toHaveProperty('bindings', (json as JsonObject).bindings);
        }
        expect(encodeStoredEntry(decodeStoredEntry(json, '', []))).toEqual(json);
      }),
    );
  });
});

function without(value: Json, key: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}
