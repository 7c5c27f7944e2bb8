import { describe, expect, test } from 'vitest';
import { createCatalog, servedCatalog } from './catalog';
import { instancePorts } from './instance-ports';
import { build, nodeOf, processorOf, typeOf } from './testing/make';

const named = (id: string, category: string, label: string, enabled = true) =>
  typeOf({ id, category, label, enabled });

test('SCH-26: enabled types only, by category, then name, without regard to case, ties by id', () => {
  const catalog = createCatalog(
    {
      nodeTypes: [
        named('z2', 'zoo', 'ape'),
        named('z1', 'zoo', 'Ape'),
        named('y', 'Zoo', 'aardvark'),
        named('x', 'zoo', 'Bear'),
        named('off', 'zoo', 'Ant', false),
        named('w', 'yard', 'Zebra'),
      ],
    },
    [processorOf({})],
  );
  const ids = servedCatalog(catalog).map(({ nodeType }) => nodeType.id);
  expect(ids.slice(-5)).toEqual(['w', 'y', 'z1', 'z2', 'x']);
  expect(ids).not.toContain('off');
  expect(catalog.nodeType('off')).toBeDefined();
});

describe('a catalog', () => {
  test('a site record stands in place of the shipped one of its id', () => {
    const mine = typeOf({ id: 'text_input', label: 'Mine' });
    const catalog = createCatalog({ nodeTypes: [mine] }, [processorOf({})]);
    expect(catalog.nodeType('text_input')).toBe(mine);
    expect(catalog.nodeTypes.filter(({ id }) => id === 'text_input')).toHaveLength(1);
    expect(createCatalog().nodeType('text_input')?.label).toBe('Text Input');
  });
  test('builds are kept, revisions differ, inherited names are nothing', () => {
    const catalog = createCatalog();
    expect(catalog.built('merge')).toBe(catalog.built('merge'));
    expect(catalog.portConfig).toBe(catalog.portConfig);
    expect(catalog.faults).toBe(catalog.faults);
    expect(createCatalog().revision).not.toBe(catalog.revision);
    expect([
      catalog.built('constructor'),
      catalog.nodeType('__proto__'),
      catalog.processor('toString'),
    ]).toEqual([undefined, undefined, undefined]);
  });
  test('the stock id of Simple Chat and the one of the export name one processor', () => {
    const catalog = createCatalog({
      nodeTypes: [typeOf({ id: 'other', executor_plugin: 'flowdrop_ai_provider:simple_chat' })],
    });
    const processor = catalog.processor('aincient_flows:aincient_simple_chat');
    expect(processor).toBeDefined();
    expect(catalog.processor('flowdrop_ai_provider:simple_chat')).toBe(processor);
    expect(catalog.built('other')?.processor).toBe(processor);
  });
  test('SCH-34: a malformed schema is recorded, and its ports are on the sink', () => {
    const catalog = createCatalog({ nodeTypes: [typeOf({ parameters: { p: { connectable: true } } })] }, [
      processorOf({ p: { type: 'json' } }),
    ]);
    expect(catalog.faults).toEqual([
      { nodeType: 'step', message: expect.stringContaining('"json" is no JSON Schema type') },
    ]);
    expect(catalog.built('step')?.inputs[0]).toMatchObject({ id: 'p', dataType: 'mixed' });
  });
  test('lanes of the site reach the ports', () => {
    const ours = typeOf({ parameters: { p: { connectable: true } } });
    const processor = processorOf({ p: { type: 'object', 'x-data-type': 'order' } });
    const lane = (site: Parameters<typeof createCatalog>[0]) =>
      createCatalog({ nodeTypes: [ours], ...site }, [processor]).built('step')?.inputs[0]?.dataType;
    expect([
      lane({}),
      lane({ shapes: [{ id: 'order' }] }),
      lane({ laneOverlay: { dataTypes: [{ id: 'order' }] } }),
    ]).toEqual(['json', 'order', 'order']);
    expect(createCatalog({ shapes: [{ id: 'order' }] }).compatible('order', 'json')).toBe(true);
  });
});

describe('a type whose processor is not provided here', () => {
  const record = {
    id: 'site_step',
    executor_plugin: 'site:step',
    parameters: {
      message: { connectable: true, required: true },
      tool: { connectable: true },
      loop_back: { connectable: true },
      model: { configurable: true, default: 'm' },
      dynamicInputs: { configurable: true, default: {} },
    },
    outputs: {
      text: { exposed: true },
      raw: { exposed: false },
      late: { exposed: true, exposed_by_default: false },
      active_branches: {},
    },
    tool_exposed: true,
  };
  const built = build(record, undefined);
  test('is drawn from its stored gates', () => {
    expect(built.processor).toBeUndefined();
    expect(built.inputs.map(({ id, dataType }) => [id, dataType])).toEqual([
      ['message', 'mixed'],
      ['tool', 'tool'],
      ['loop_back', 'trigger'],
      ['trigger', 'trigger'],
    ]);
    expect(built.outputs.map(({ id }) => id)).toEqual(['text', 'late', 'trigger', 'tool', 'error']);
    expect(built.configDefaults).toEqual({ model: 'm', dynamicInputs: [] });
    expect(built.inputSchema.required).toEqual(['message']);
    expect(built.flags).toMatchObject({ executable: true, toolConsumer: true, start: false });
  });
  test('is no fault of the catalog, and takes dynamic ports', () => {
    const catalog = createCatalog({ nodeTypes: [typeOf(record)] });
    expect(catalog.faults).toEqual([]);
    const ports = instancePorts(catalog, nodeOf('site_step', { dynamicInputs: [{ name: 'a' }] }));
    expect(ports.inputs.find(({ id }) => id === 'a')?.origin).toBe('dynamic');
  });
});
