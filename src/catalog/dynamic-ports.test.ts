import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { declaredPort } from './build';
import { dynamicNameFault, dynamicPortFaults, readDynamicPorts } from './dynamic-ports';
import { isExposed, stripOutputs } from './exposure';
import { instancePorts } from './instance-ports';
import { composePortConfig } from './lane-composition';
import { pickableLanes } from './lanes';
import { build, catalogWith, FORM, IN, nodeOf, processorOf } from './testing/make';

const SCHEMAS = {
  dynamicInputs: { type: 'array', default: [] },
  dynamicOutputs: { type: 'array', default: [] },
};
const OPTED_IN = { parameters: { dynamicInputs: FORM, dynamicOutputs: FORM } };
const opted = build(OPTED_IN, processorOf(SCHEMAS));
const names = (built: typeof opted, config: Json) => {
  const { inputs, outputs } = readDynamicPorts(built, config);
  return [inputs.map(({ name }) => name), outputs.map(({ name }) => name)];
};
const lane = (dataType: Json) => {
  const node = nodeOf('step', { dynamicInputs: [{ name: 'a', label: 'A', dataType }] });
  return instancePorts(catalogWith(OPTED_IN, processorOf(SCHEMAS)), node).inputs.find(({ id }) => id === 'a')
    ?.lane;
};

describe('DYN-1: dynamic ports are opt-in', () => {
  const config = { dynamicInputs: [{ name: 'a' }], dynamicOutputs: [{ name: 'b' }] };
  test('DYN-1: opted in, they are there; not opted in, they are not', () => {
    expect(names(opted, config)).toEqual([['a'], ['b']]);
    expect(names(build({}, processorOf(SCHEMAS)), config)).toEqual([[], []]);
    expect(names(build({}, processorOf({})), config)).toEqual([[], []]);
  });
  test('DYN-1: what is no list reads back as an empty one', () => {
    expect(names(opted, { dynamicInputs: 'text', dynamicOutputs: 7 })).toEqual([[], []]);
    expect(names(opted, { dynamicInputs: {}, dynamicOutputs: null })).toEqual([[], []]);
    expect(names(opted, { dynamicInputs: [null, 'a', 5, {}, { name: 5 }, { name: '' }] })).toEqual([[], []]);
  });
  test('DYN-1: the two lists are opted in each for itself', () => {
    const half = build({ parameters: { dynamicInputs: FORM } }, processorOf(SCHEMAS));
    expect(names(half, config)).toEqual([['a'], []]);
  });
});

describe('DYN-2: name, label, data type', () => {
  test('DYN-2: the data type defaults to mixed, the label to the name', () => {
    const { inputs } = readDynamicPorts(opted, {
      dynamicInputs: [{ name: 'a' }, { name: 'b', label: 'Bee', dataType: 'string' }],
    });
    expect(inputs).toMatchObject([
      { name: 'a', label: 'a', dataType: 'mixed' },
      { name: 'b', label: 'Bee', dataType: 'string' },
    ]);
  });
  test('DYN-2: an editor offers every lane that carries a value, and no control lane', () => {
    const offered = pickableLanes(composePortConfig({ overlay: { dataTypes: [{ id: 'ours' }] } })).map(
      ({ id }) => id,
    );
    expect(offered).toEqual(expect.arrayContaining(['ours', 'string', 'json', 'mixed', 'messages', 'error']));
    expect(offered).not.toEqual(expect.arrayContaining(['trigger']));
    expect(offered.filter((id) => ['trigger', 'tool', 'any'].includes(id))).toEqual([]);
  });
  test.each<[Json, string]>([
    ['messages', 'messages'],
    ['object', 'json'],
    ['integer', 'number'],
    ['trigger', 'mixed'],
    ['nonesuch', 'mixed'],
    [5, 'mixed'],
    ['', 'mixed'],
  ])('DYN-2: a data type outside the set is no fault: %j is drawn as %s', (dataType, expected) => {
    expect(lane(dataType)).toBe(expected);
    expect(dynamicPortFaults(opted, { dynamicInputs: [{ name: 'a', label: 'A', dataType }] })).toEqual([]);
  });
});

describe('DYN-3: names', () => {
  test.each(['a', 'in_1', 'Beta2', 'Z_', 'triggers'])('DYN-3: %s is accepted', (name) => {
    expect(dynamicNameFault(name)).toBeUndefined();
  });
  test.each<[Json, string]>([
    ['größe', 'format'],
    ['1a', 'format'],
    ['_a', 'format'],
    ['a-b', 'format'],
    ['a b', 'format'],
    ['a\n', 'format'],
    ['', 'missing'],
    [null, 'missing'],
    ['__a', 'reserved'],
    ['trigger', 'reserved'],
    ['error', 'reserved'],
    ['tool', 'reserved'],
    ['input', 'reserved'],
    ['output', 'reserved'],
    ['engine', 'reserved'],
    ['loop_back', 'reserved'],
    ['tool_availability', 'reserved'],
  ])('DYN-3: %j is refused: %s', (name, fault) => {
    expect(dynamicNameFault(name)).toBe(fault);
    expect(dynamicPortFaults(opted, { dynamicOutputs: [{ name: 'ok' }, { name }] })).toEqual([
      { side: 'dynamicOutputs', index: 1, name: name ?? '', fault },
    ]);
  });
  test('DYN-3: unique over both sides', () => {
    expect(
      dynamicPortFaults(opted, { dynamicInputs: [{ name: 'in_1' }, { name: 'Beta2' }, { name: 'a' }] }),
    ).toEqual([]);
    expect(
      dynamicPortFaults(opted, { dynamicInputs: [{ name: 'same' }], dynamicOutputs: [{ name: 'same' }] }),
    ).toEqual([{ side: 'dynamicOutputs', index: 0, name: 'same', fault: 'duplicate' }]);
    expect(dynamicPortFaults(opted, { dynamicInputs: [{ name: 'same' }, { name: 'same' }] })).toMatchObject([
      { index: 1 },
    ]);
  });
  test('DYN-3: nothing to refuse where nothing is opted in', () => {
    const bad = { dynamicInputs: { type: 'array', default: [{ name: '1' }] } };
    expect(dynamicPortFaults(build({}, processorOf(bad)), {})).toEqual([]);
    expect(dynamicPortFaults(build({}, processorOf(SCHEMAS)), { dynamicInputs: [{ name: '1' }] })).toEqual(
      [],
    );
  });
});

test('DYN-3: of two definitions of one name, where a save was passed by, the first is the port', () => {
  const twice: Json[] = [
    { name: 'same', label: 'First' },
    { name: 'other' },
    { name: 'same', label: 'Second' },
  ];
  const { inputs } = readDynamicPorts(opted, { dynamicInputs: twice });
  expect(inputs.map(({ name, label }) => [name, label])).toEqual([
    ['same', 'First'],
    ['other', 'other'],
  ]);
});

test('DYN-5: a declared parameter or output wins over a dynamic port of its name', () => {
  const built = build(
    { parameters: { ...OPTED_IN.parameters, p: IN } },
    processorOf({ ...SCHEMAS, p: { default: 'd' }, unwireable: {} }, { q: {} }),
  );
  const config = {
    dynamicInputs: [{ name: 'p' }, { name: 'unwireable' }, { name: 'free' }],
    dynamicOutputs: [{ name: 'q' }, { name: 'p2' }],
  };
  expect(names(built, config)).toEqual([['free'], ['p2']]);
  expect(built.effectiveDefaults.p).toBe('d');
});

describe('DYN-6: no exposure, no address', () => {
  const built = build(
    { ...OPTED_IN, outputs: { secret: { exposed: false } } },
    processorOf(SCHEMAS, { result: {}, secret: {} }),
  );
  const config: JsonObject = {
    dynamicInputs: [{ name: 'a' }],
    dynamicOutputs: [{ name: 'extra' }],
    ports: { inputs: [{ id: 'a', exposed: false }], outputs: [{ id: 'extra', exposed: false }] },
  };
  test('DYN-6: always wireable, whatever an override says', () => {
    expect(isExposed(built, config, 'input', 'a')).toBe(true);
    expect(isExposed(built, config, 'output', 'extra')).toBe(true);
  });
  test('DYN-6: never stripped', () => {
    expect(stripOutputs(built, config, { result: 'ok', extra: 'x', secret: 'y' })).toEqual({
      result: 'ok',
      extra: 'x',
    });
  });
  test('DYN-6: the node type declares no such port, so no manifest can name it', () => {
    expect(declaredPort(built, 'input', 'a')).toBeUndefined();
    expect(declaredPort(built, 'output', 'extra')).toBeUndefined();
  });
});

describe('DYN-7: definitions are configuration', () => {
  test('DYN-7: never an input port, connectable or not; in the form where configurable', () => {
    const built = build(
      { parameters: { dynamicInputs: { connectable: true, configurable: true }, dynamicOutputs: IN } },
      processorOf(SCHEMAS),
    );
    expect(built.inputs.map(({ id }) => id)).toEqual(['loop_back', 'trigger']);
    expect(Object.keys(built.configSchema.properties as object)).toContain('dynamicInputs');
    expect(Object.keys(built.configSchema.properties as object)).not.toContain('dynamicOutputs');
  });
  test('DYN-7: the node type default, else the schema default, else empty; the instance over all', () => {
    const withDefault = build(
      {
        parameters: { dynamicInputs: { configurable: true, default: [{ name: 't' }] }, dynamicOutputs: FORM },
      },
      processorOf({ dynamicInputs: {}, dynamicOutputs: { default: [{ name: 's' }] } }),
    );
    expect(names(withDefault, {})).toEqual([['t'], ['s']]);
    expect(names(withDefault, { dynamicInputs: [{ name: 'i' }], dynamicOutputs: [] })).toEqual([['i'], []]);
  });
  test('DYN-7: stored definitions do not survive an opt-out', () => {
    expect(
      names(build({ parameters: { dynamicInputs: IN } }, processorOf(SCHEMAS)), {
        dynamicInputs: [{ name: 'a' }],
      }),
    ).toEqual([[], []]);
  });
});
