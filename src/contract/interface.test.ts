import { describe, expect, test } from 'vitest';
import { decodeWorkflow } from '../model/api-form';
import type { Json, JsonObject } from '../model/json';
import { encodeStoredEntry } from '../model/manifest-form';
import { validate } from '../validation/validate';
import { interfaceOf, mapInterface } from './interface';
import { resolveLaunch } from './launch';
import { rebuild } from './rebuild';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';

const bound = (id: Json, nodeId: Json, portId: Json, more: JsonObject = {}): JsonObject => ({
  id,
  bindings: [{ nodeId, portId }],
  ...more,
});
const stored = (value: Json) => {
  const mapped = mapInterface(value);
  if (!mapped.ok) throw new Error(mapped.error.message);
  return {
    inputs: mapped.value.inputs.map(encodeStoredEntry),
    outputs: mapped.value.outputs.map(encodeStoredEntry),
  };
};
const refusal = (value: Json) => {
  const mapped = mapInterface(value);
  return mapped.ok ? undefined : mapped.error;
};

describe('writing an interface', () => {
  test('MAN-20: id, node and port become the stored entry, author words come along', () => {
    const words = { description: 'Number on the invoice.', examples: ['A-1'], required: true };
    expect(
      stored({
        inputs: [bound('sum', 'c1', 'values', { name: 'Sum', ...words })],
        outputs: [bound('out', 'c1', 'result', { name: 'Out', ...words })],
      }),
    ).toEqual({
      inputs: [{ name: 'sum', node_id: 'c1', port: 'values', title: 'Sum', ...words }],
      outputs: [{ name: 'out', node_id: 'c1', port: 'result' }],
    });
  });
  test('MAN-20: two bindings are refused, the same one twice too, before anything else is looked at', () => {
    const binding = { nodeId: 'c1', portId: 'values' };
    for (const side of ['inputs', 'outputs']) {
      const entries: readonly Json[] = [
        { id: 'sum', bindings: [binding, binding] },
        { id: 7, required: 'yes', bindings: [binding, 'no binding'] },
      ];
      for (const entry of entries) {
        const refused = refusal({ [side]: [entry] });
        expect(refused).toMatchObject({
          status: 400,
          code: 'INTERFACE_ENTRY_INVALID',
          details: [{ path: `interface.${side}[0].bindings` }],
        });
        expect(refused?.details).toHaveLength(1);
      }
    }
  });
  test('MAN-20: an entry without a binding is a draft: skipped, whatever else it says', () => {
    expect(
      stored({
        inputs: [{ id: 'later', bindings: [] }, { id: 4, required: 'x' }, bound('sum', 'c1', 'values')],
      }),
    ).toEqual({ inputs: [{ name: 'sum', node_id: 'c1', port: 'values' }], outputs: [] });
  });
  test('MAN-20: type, schema, default and metadata are ignored, whatever they are', () => {
    const noise = { dataType: 5, schema: 'x', defaultValue: { a: [] }, metadata: null };
    const mapped = mapInterface({ inputs: [bound('sum', 'c1', 'values', noise)] });
    expect(mapped).toMatchObject({ ok: true, value: { inputs: [{ extra: {} }] } });
    expect(mapped.ok && Object.keys(mapped.value.inputs[0]?.extra ?? { none: true })).toEqual([]);
    expect(stored({ inputs: [bound('sum', 'c1', 'values', noise)] }).inputs).toEqual([
      { name: 'sum', node_id: 'c1', port: 'values' },
    ]);
  });
  test('MAN-20: keys of the stored form mean nothing in an entry, other keys stay with an input', () => {
    const noise = { node_id: 'evil', port: 'evil', title: 'evil' };
    const kept = { format: 'uri', sensitive: true };
    expect(
      stored({
        inputs: [bound('sum', 'c1', 'values', { ...noise, ...kept })],
        outputs: [bound('o', 'c1', 'r', { ...noise, ...kept })],
      }),
    ).toEqual({
      inputs: [{ name: 'sum', node_id: 'c1', port: 'values', ...kept }],
      outputs: [{ name: 'o', node_id: 'c1', port: 'r' }],
    });
  });
  test('STORE-4: a side that is left out or empty is cleared; an empty list is an empty interface', () => {
    const empty: readonly Json[] = [[], {}, { inputs: [] }, { inputs: {}, outputs: [] }];
    for (const value of empty) expect(stored(value)).toEqual({ inputs: [], outputs: [] });
    expect(stored({ outputs: [bound('o', 'c1', 'r')] }).inputs).toEqual([]);
  });
  test.each<[Json, string, string]>([
    [null, 'BODY_INVALID', 'interface'],
    ['x', 'BODY_INVALID', 'interface'],
    [[1], 'BODY_INVALID', 'interface'],
    [{ inputs: 'x' }, 'BODY_INVALID', 'interface.inputs'],
    [{ outputs: { a: 1 } }, 'BODY_INVALID', 'interface.outputs'],
    [{ inputs: [null] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[0]'],
    [{ inputs: [bound('ok', 'a', 'b'), 'x'] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[1]'],
    [{ inputs: [{ id: 'a', bindings: {} }] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[0].bindings'],
    [{ inputs: [bound(7, 'a', 'b')] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[0].id'],
    [
      { outputs: [{ bindings: [{ nodeId: 'a', portId: 'b' }] }] },
      'INTERFACE_ENTRY_INVALID',
      'interface.outputs[0].id',
    ],
    [{ inputs: [bound('a', 1, 'b')] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[0].bindings[0].nodeId'],
    [
      { inputs: [bound('a', 'n', null)] },
      'INTERFACE_ENTRY_INVALID',
      'interface.inputs[0].bindings[0].portId',
    ],
    [{ inputs: [bound('a', 'n', 'p', { name: 1 })] }, 'INTERFACE_ENTRY_INVALID', 'interface.inputs[0].name'],
    [
      { inputs: [bound('a', 'n', 'p', { examples: 'x' })] },
      'INTERFACE_ENTRY_INVALID',
      'interface.inputs[0].examples',
    ],
    [
      { inputs: [bound('a', 'n', 'p', { required: 'yes' })] },
      'INTERFACE_ENTRY_INVALID',
      'interface.inputs[0].required',
    ],
  ])('MAN-20: %j is refused with 400', (value, code, path) => {
    expect(refusal(value)).toMatchObject({ status: 400, code, details: [{ path }] });
  });
  test('MAN-20: every fault is named at once, and null words are words left out', () => {
    expect(refusal({ inputs: [null, bound(1, 2, 3)] })?.details).toHaveLength(4);
    expect(stored({ inputs: [bound('a', 'n', 'p', { name: null, required: null })] }).inputs).toEqual([
      { name: 'a', node_id: 'n', port: 'p' },
    ]);
  });
});

describe('both ends of a door', () => {
  const probe = processorWith(
    'probe',
    { values: { type: 'array', title: 'Values' }, hidden: { type: 'string' } },
    {
      messages: { type: 'array', title: 'Messages', 'x-data-type': 'messages' },
      message: { type: 'object', description: 'One.' },
    },
  );
  const catalog = catalogOf([probe]);
  const config = { ports: { inputs: [{ id: 'hidden', exposed: false }], outputs: [] } };
  const written = (value: Json) => {
    const mapped = mapInterface(value);
    if (!mapped.ok) throw new Error(mapped.error.message);
    const document = { ...workflowOf('w', { c1: 'probe', m1: 'probe' }, { config }), ...mapped.value };
    const { contract } = rebuild(undefined, document, catalog);
    return { ...document, contract };
  };
  const read = (value: Json) => {
    const document = written(value);
    return interfaceOf(document, document.contract, catalog);
  };
  const codes = (value: Json) =>
    validate(written(value), catalog).flatMap(({ code, severity }) => (severity === 'error' ? [code] : []));

  test('MAN-20: the response names what was stored, and no draft', () => {
    const inputs = [{ id: 'later', bindings: [] }, bound('sum', 'c1', 'values')];
    expect(read({ inputs })).toMatchObject({ inputs: [{ id: 'sum' }] });
    expect(read({ inputs: [{ id: 'later', bindings: [] }] })).toBeUndefined();
  });
  test('MAN-20: author words and unknown keys make the round trip, an output has none', () => {
    const words = { name: 'Sum', description: 'D', examples: [1], required: true, format: 'uri' };
    const sent = {
      inputs: [bound('sum', 'c1', 'values', words)],
      outputs: [bound('o', 'm1', 'message', words)],
    };
    expect(read(sent)).toEqual({
      inputs: [{ ...bound('sum', 'c1', 'values', words), dataType: 'array', schema: { type: 'array' } }],
      outputs: [{ ...bound('o', 'm1', 'message'), dataType: 'json', schema: { type: 'object' } }],
    });
    expect(read(read(sent) ?? {})).toEqual(read(sent));
  });
  test('MAN-21: an entry states lane and structure apart', () => {
    const outputs = [bound('all', 'm1', 'messages'), bound('one', 'm1', 'message')];
    const shown = read({ outputs });
    expect(shown).toMatchObject({
      outputs: [
        { id: 'all', dataType: 'messages', schema: { type: 'array' } },
        { id: 'one', dataType: 'json', schema: { type: 'object' } },
      ],
    });
    expect(shown).toEqual({
      outputs: [
        { ...bound('all', 'm1', 'messages'), dataType: 'messages', schema: { type: 'array' } },
        { ...bound('one', 'm1', 'message'), dataType: 'json', schema: { type: 'object' } },
      ],
    });
  });
  test('MAN-21: reading derives nothing again', () => {
    const document = written({ outputs: [bound('all', 'm1', 'messages')] });
    const moved = catalogOf([processorWith('probe', {}, { messages: { type: 'string' } })]);
    expect(interfaceOf(document, document.contract, moved)).toMatchObject({
      outputs: [{ dataType: 'messages', schema: { type: 'array' } }],
    });
    const older = { ...document.contract, output_schema: { properties: { all: { type: 'array' } } } };
    expect(interfaceOf(document, older, catalog)).toMatchObject({ outputs: [{ dataType: 'array' }] });
  });
  test('MAN-21: what a launch takes does not hang on this', () => {
    const document = written({ inputs: [bound('sum', 'c1', 'values')] });
    const pinned = {
      ...document.contract,
      parameter_schema: { properties: { sum: { type: 'string', 'x-data-type': 'array' } } },
    };
    const launch = (value: Json) =>
      resolveLaunch({ ...document, contract: pinned }, catalog, { sum: value }, 'external').ok;
    expect([launch('text'), launch([1])]).toEqual([true, false]);
  });
  test('an entry that the contract could not build claims neither lane nor schema', () => {
    expect(read({ inputs: [bound('sum', 'nobody', 'values')] })).toEqual({
      inputs: [bound('sum', 'nobody', 'values')],
    });
  });
  test('MAN-20: whether node and port exist is for validation to say', () => {
    expect(codes({ inputs: [bound('sum', 'nobody', 'values')] })).toEqual(['R4_NODE_MISSING']);
    expect(codes({ inputs: [bound('sum', 'c1', 'nope')] })).toEqual(['R4_PORT_MISSING']);
    expect(codes({ inputs: [bound('Not a name', 'c1', 'values')] })).toEqual(['R4_NAME_FORMAT']);
  });
  test('MAN-3: the same entry through either door is stored alike and judged alike', () => {
    const cases = [
      bound('a', 'nobody', 'values'),
      bound('a', 'c1', 'hidden'),
      bound('a', 'c1', 'nope'),
      bound('a', 'c1', 'values'),
    ];
    for (const entry of cases) {
      const drawn = decodeWorkflow({ name: 'W', interface: { inputs: [entry] } });
      const viaEditor = drawn.ok ? drawn.value.document.inputs : [];
      const viaDoor = written({ inputs: [entry] });
      expect(viaEditor.map(encodeStoredEntry)).toEqual(viaDoor.inputs.map(encodeStoredEntry));
      const judged = (inputs: typeof viaEditor) =>
        validate({ ...viaDoor, inputs }, catalog).map(({ code }) => code);
      expect(judged(viaEditor)).toEqual(judged(viaDoor.inputs));
    }
    expect(codes({ inputs: [cases[1] ?? null] })).toEqual(['R10_EXPOSURE_HIDDEN_PORT']);
  });
});
