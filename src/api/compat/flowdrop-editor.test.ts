// Plays what the FlowDrop editor 1.4 sends, reads from each answer every key that it reads, and saves what it would save.
import { describe, expect, test } from 'vitest';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { nodeOf, testApi } from '../testing/world';
import { EDITOR_PREFIX } from './flowdrop-editor';

const API = '/api/flowdrop';
const HEADERS = { 'content-type': 'application/json' };

function object(value: Json | undefined): JsonObject {
  if (!isObject(value)) throw new Error(`no object: ${JSON.stringify(value)}`);
  return value;
}
function list(value: Json | undefined): readonly Json[] {
  if (!isArray(value)) throw new Error(`no list: ${JSON.stringify(value)}`);
  return value;
}

/** The editor of one page, over the compatible doors. */
function editor(api = testApi()) {
  const ask = async (method: string, path: string, body?: Json) => {
    const reply = await api.call(method, `${EDITOR_PREFIX}${path}`, body, HEADERS);
    // It parses every answer, a delete's too, and shows `error` of one that fails.
    const parsed = object(reply.body);
    if (reply.status >= 300) expect(typeof own(parsed, 'error')).toBe('string');
    else expect([own(parsed, 'success'), Boolean(own(parsed, 'data'))]).toEqual([true, true]);
    return { status: reply.status, data: own(parsed, 'data'), error: own(parsed, 'error') };
  };
  return { ...api, ask };
}

/** Everything that the editor does with a workflow before it draws. */
function open(workflow: Json | undefined) {
  const { id, name, description, nodes, edges, metadata } = object(workflow);
  expect([typeof id, typeof name, typeof description]).toEqual(['string', 'string', 'string']);
  expect(typeof metadata).toBe('object');
  for (const node of list(nodes)) checkNode(object(node));
  for (const edge of list(edges)) {
    const drawn = object(edge);
    for (const [end, side] of [
      ['source', 'output'],
      ['target', 'input'],
    ] as const) {
      const handle = ownString(drawn, `${end}Handle`) ?? '';
      const prefix = `${ownString(drawn, end)}-${side}-`;
      expect(handle.startsWith(prefix)).toBe(true);
      const node = list(nodes)
        .map(object)
        .find((each) => each.id === drawn[end]);
      const ports = list(own(own(own(node, 'data'), 'metadata'), `${side}s`));
      expect(ports.map((port) => own(port, 'id'))).toContain(handle.slice(prefix.length));
    }
  }
  return { nodes: list(nodes).map(object), edges: list(edges).map(object) };
}

function checkNode(node: JsonObject) {
  expect([typeof node.id, node.type]).toEqual(['string', 'universalNode']);
  const { x, y } = object(node.position);
  expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true]);
  const data = object(node.data);
  expect(data.nodeId).toBe(node.id);
  expect([typeof data.label, isObject(data.config)]).toEqual(['string', true]);
  if (data.extensions !== undefined) object(data.extensions);
  checkMetadata(object(data.metadata));
}

function checkMetadata(metadata: JsonObject) {
  for (const key of ['id', 'name', 'description', 'category', 'version']) {
    expect([key, typeof metadata[key]]).toEqual([key, 'string']);
  }
  for (const key of ['type', 'icon', 'color', 'badge', 'portDataType']) {
    expect([key, ['string', 'undefined']]).toEqual([key, expect.arrayContaining([typeof metadata[key]])]);
  }
  for (const key of ['supportedTypes', 'tags', 'formats']) {
    for (const each of list(metadata[key] ?? [])) expect([key, typeof each]).toEqual([key, 'string']);
  }
  if (metadata.configSchema !== undefined) checkConfigSchema(object(metadata.configSchema));
  checkUiSchema(metadata.uiSchema ?? null);
  if (metadata.configEdit !== undefined) object(metadata.configEdit);
  for (const [side, direction] of [
    ['inputs', 'input'],
    ['outputs', 'output'],
  ] as const) {
    const ports = list(metadata[side]).map(object);
    for (const { id, name, type, dataType, required, description, schema } of ports) {
      expect([id, name, dataType, description].map((each) => typeof each)).toEqual(Array(4).fill('string'));
      expect([type, typeof required]).toEqual([direction, 'boolean']);
      if (schema !== undefined) object(schema);
    }
    expect(new Set(ports.map(({ id }) => id)).size).toBe(ports.length);
    const orders = ports.map((port) => Number(port.displayOrder ?? 0));
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
  }
}

/** `properties` is walked for every field of the form. */
function checkConfigSchema({ type, properties, required }: JsonObject) {
  expect(type).toBe('object');
  for (const [key, property] of Object.entries(object(properties ?? {}))) {
    const { title, description, enum: choices, oneOf, pattern } = object(property);
    for (const text of [title, description, pattern])
      expect([key, ['string', 'undefined']]).toEqual([key, expect.arrayContaining([typeof text])]);
    if (choices !== undefined) list(choices);
    for (const choice of list(oneOf ?? [])) expect(Object.hasOwn(object(choice), 'const')).toBe(true);
  }
  for (const key of list(required ?? [])) expect(typeof key).toBe('string');
}

/** Null or absent: a flat form. Else layouts and groups of controls. */
function checkUiSchema(element: Json) {
  if (element === null) return;
  const { type, elements, scope, label, collapsible, defaultOpen } = object(element);
  if (type === 'Control') {
    expect(String(scope)).toMatch(/^#\/properties\//);
    return;
  }
  expect(['VerticalLayout', 'Group']).toContain(type);
  if (type === 'Group')
    expect([typeof label, collapsible, typeof defaultOpen]).toEqual(['string', true, 'boolean']);
  for (const inner of list(elements)) checkUiSchema(inner);
}

/** A save: six keys, every node with what it was drawn from, edges with their looks. */
function saved(workflow: Json | undefined): JsonObject {
  const { id = '', name = '', description = '', nodes, edges, metadata } = object(workflow);
  return {
    id,
    name,
    description,
    nodes: list(nodes).map((node) => ({
      ...object(node),
      selected: false,
      dragging: false,
      deletable: true,
      measured: { width: 288, height: 120 },
      data: {
        ...object(own(node, 'data')),
        executionInfo: { status: 'idle', executionCount: 0, isExecuting: false },
      },
    })),
    edges: list(edges).map((edge) => ({
      ...object(edge),
      style: 'stroke: red;',
      class: 'flowdrop--edge',
      markerEnd: { type: 'arrowclosed', width: 16, height: 16, color: 'grey' },
      data: {
        metadata: { edgeType: 'data', sourcePortDataType: 'number' },
        targetNodeType: 'universalNode',
        targetCategory: 'data',
      },
    })),
    metadata: {
      ...Object(metadata),
      versionId: 'v-1',
      updateNumber: 1,
      updatedAt: '2026-01-01T00:00:00.000Z',
      format: 'flowdrop',
    },
  };
}

const shownError = { ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] } };
/** As a site has them: of a type, of one that names a type which is not here, drawn by hand, with nothing at all. */
const MIXED: readonly JsonObject[] = [
  nodeOf('sum.1', 'calculator', { operation: 'add' }),
  nodeOf('sum.2', 'calculator', shownError),
  {
    id: 'gone.1',
    type: 'oldKind',
    position: { x: 1, y: 2 },
    data: { label: 'Gone', metadata: { id: 'nowhere', inputs: 'x' } },
  },
  { id: 'hand.1', type: 'box', data: { label: 'By hand' } },
  { id: 'sum.3', type: 'universalNode', data: { metadata: { node_type_id: 'calculator' } } },
  { id: 'odd.1', type: 'box', data: ['no', 'object'] },
  { id: 'null.1', data: { config: null, label: 7, metadata: null } },
  { id: 'bare.1' },
];
const WIRE = {
  id: 'e',
  source: 'sum.1',
  target: 'sum.2',
  sourceHandle: 'sum.1-output-result',
  targetHandle: 'sum.2-input-values',
};

describe('the editor', () => {
  test('opens, saves and opens a workflow of all kinds of nodes, twice, and nothing stored grows', async () => {
    const { ask, call, world } = editor();
    await call('POST', `${API}/workflows`, {
      id: 'w',
      name: 'n',
      nodes: MIXED,
      edges: [WIRE],
      metadata: { author: 'a' },
    });
    expect((await world.workflows.get('w'))?.nodes).toEqual(MIXED);
    const saves: Json[] = [];
    for (let round = 0; round < 2; round += 1) {
      const { data } = await ask('GET', '/workflows/w');
      open(data);
      const put = await ask('PUT', '/workflows/w', saved(data));
      expect(put.status).toBe(200);
      open(put.data);
      const record = await world.workflows.get('w');
      // What the editor measures is kept (STORE-6); else every node is as it was, the ones that cannot be restored too.
      expect(record?.nodes.map((node) => ({ ...object(node), measured: undefined }))).toEqual(
        MIXED.map((node) => ({ ...node, measured: undefined })),
      );
      expect(record?.edges).toMatchObject([WIRE]);
      expect(Object.keys(object(record?.edges[0]))).not.toEqual(expect.arrayContaining(['style']));
      saves.push(JSON.stringify([record?.nodes, record?.edges, record?.metadata]));
    }
    expect(saves[1]).toBe(saves[0]);
  });

  test('saves a new workflow without an id; a copy of all kinds of nodes is stored as the original is', async () => {
    const { ask, call, world } = editor();
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: MIXED });
    const { data } = await ask('GET', '/workflows/w');
    const { id: _, ...copy } = saved(data);
    const made = await ask('POST', '/workflows', copy);
    expect(made.status).toBe(201);
    const { id } = object(made.data);
    const nodes = (await world.workflows.get(String(id)))?.nodes ?? [];
    expect(nodes.map((node) => own(node, 'data'))).toEqual(MIXED.map((node) => node.data));
  });

  test('STORE-4: a save never sends an interface, and the declared one stays', async () => {
    const { ask, call } = editor();
    const declared = { inputs: [{ id: 'x', bindings: [{ nodeId: 'sum.1', portId: 'values' }] }] };
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: MIXED, interface: declared });
    const put = await ask('PUT', '/workflows/w', saved((await ask('GET', '/workflows/w')).data));
    expect(own(put.data, 'interface')).toMatchObject(declared);
  });

  test('SCH-24, R9: opens a workflow whose node type was deleted; the save is refused by its name, and nothing is lost', async () => {
    const { ask, call, world } = editor();
    const mine = { id: 'mine', executor_plugin: 'flowdrop_node_processor:calculator' };
    await call('POST', `${API}/node-types`, mine);
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: [nodeOf('a', 'mine'), ...MIXED] });
    await call('DELETE', `${API}/node-types/mine`);
    const before = await world.workflows.get('w');
    for (let round = 0; round < 2; round += 1) {
      const { data } = await ask('GET', '/workflows/w');
      open(data);
      const put = await ask('PUT', '/workflows/w', saved(data));
      expect([put.status, put.error]).toEqual([422, 'Workflow validation failed']);
      expect(await world.workflows.get('w')).toBe(before);
    }
  });

  test('draws hidden ports only where the instance shows them', async () => {
    const { ask, call } = editor();
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: MIXED });
    const [plain, shown] = open((await ask('GET', '/workflows/w')).data).nodes;
    const outputs = (node: JsonObject | undefined) =>
      list(own(own(own(node, 'data'), 'metadata'), 'outputs')).map((port) => own(port, 'id'));
    expect(outputs(plain)).not.toContain('error');
    expect(outputs(shown)).toContain('error');
    expect(outputs(plain)).toContain('result');
    const rules = own((await call('GET', `${API}/workflows/w`)).body, 'data');
    expect(JSON.stringify(rules)).toContain('"id":"error"');
  });

  test('fills its palette, sidebar and lanes', async () => {
    const { ask, world } = editor();
    const types = list((await ask('GET', '/nodes?')).data).map(object);
    expect(types).toHaveLength((await world.catalog()).nodeTypes.filter(({ enabled }) => enabled).length);
    for (const type of types) {
      checkMetadata(type);
      expect(list(type.outputs).some((port) => own(port, 'exposedByDefault') === false)).toBe(false);
      const uiSchema = type.uiSchema;
      for (const element of isObject(uiSchema) ? list(uiSchema.elements).map(object) : []) {
        if (element.type === 'Group')
          expect([element.collapsible, element.defaultOpen]).toEqual([true, false]);
        else expect(String(element.scope)).toMatch(/^#\/properties\//);
      }
    }
    for (const row of list((await ask('GET', '/categories')).data).map(object)) {
      expect(Object.values(row).every((each) => typeof each === 'string')).toBe(true);
    }
    const lanes = object((await ask('GET', '/port-config')).data);
    expect([
      typeof lanes.defaultDataType,
      isArray(lanes.dataTypes),
      isArray(lanes.compatibilityRules),
    ]).toEqual(['string', true, true]);
    checkMetadata(object((await ask('GET', '/nodes/calculator')).data));
  });

  test('lists workflows with `changed` in seconds, and deletes one', async () => {
    const { ask, call } = editor();
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: MIXED });
    const [row] = list((await ask('GET', '/workflows')).data).map(object);
    const { changed } = object(row);
    expect(Number.isInteger(changed)).toBe(true);
    expect(new Date(Number(changed) * 1000).getUTCFullYear()).toBe(2026);
    expect([row?.id, row?.name, row?.description]).toEqual(['w', 'n', '']);
    expect(list(row?.nodes)).toHaveLength(MIXED.length);
    expect((await ask('DELETE', '/workflows/w')).status).toBe(200);
    expect((await ask('GET', '/workflows/w')).status).toBe(404);
  });

  test('keeps what somebody did to a node that was drawn with stand-ins', async () => {
    const { ask, call, world } = editor();
    await call('POST', `${API}/workflows`, {
      id: 'w',
      name: 'n',
      nodes: [{ id: 'bare.1' }, { id: 'bare.2' }],
    });
    const { data } = await ask('GET', '/workflows/w');
    const moved = {
      ...saved(data),
      nodes: list(saved(data).nodes).map((node, i) =>
        i > 0
          ? node
          : {
              ...object(node),
              position: { x: 5, y: 6 },
              data: { ...object(own(node, 'data')), label: 'Named', config: { x: 1 } },
            },
      ),
    };
    expect((await ask('PUT', '/workflows/w', moved)).status).toBe(200);
    const measured = { measured: { width: 288, height: 120 } };
    expect((await world.workflows.get('w'))?.nodes).toEqual([
      { id: 'bare.1', ...measured, position: { x: 5, y: 6 }, data: { label: 'Named', config: { x: 1 } } },
      { id: 'bare.2', ...measured },
    ]);
  });

  test('R6.d: numbers that its fields send as text are numbers again, and an emptied one is none', async () => {
    const mine = {
      id: 'mine',
      executor_plugin: 'flowdrop_node_processor:http_request',
      parameters: { timeout: { configurable: true }, url: { configurable: true } },
    };
    const { ask, call, world } = editor();
    await call('POST', `${API}/node-types`, mine);
    const schema = own(own((await call('GET', `${API}/nodes/mine`)).body, 'data'), 'configSchema');
    const numeric = Object.entries(object(own(schema, 'properties'))).find(([, property]) =>
      ['integer', 'number'].includes(String(own(property, 'type'))),
    );
    const [key = ''] = numeric ?? [];
    expect(key).not.toBe('');
    await call('POST', `${API}/workflows`, { id: 'w', name: 'n', nodes: [nodeOf('a', 'mine')] });
    for (const [sent, stored] of [
      ['12', { [key]: 12 }],
      ['', {}],
    ] as const) {
      const { data } = await ask('GET', '/workflows/w');
      const body = saved(data);
      const nodes = list(body.nodes).map((node) => ({
        ...object(node),
        data: { ...object(own(node, 'data')), config: { [key]: sent } },
      }));
      const put = await ask('PUT', '/workflows/w', { ...body, nodes });
      expect([put.status, put.error]).toEqual([200, undefined]);
      const [node] = (await world.workflows.get('w'))?.nodes ?? [];
      expect(own(own(node, 'data'), 'config')).toEqual(stored);
    }
  });

  test('SCH-21: leaving a field keeps what the instance exposes, though only keys of its form stay', async () => {
    const { ask, call, world } = editor();
    await call('POST', `${API}/workflows`, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('a', 'calculator', shownError)],
    });
    const { data } = await ask('GET', '/workflows/w');
    const nodes = list(saved(data).nodes).map((node) => {
      const inside = object(own(node, 'data'));
      const form = object(own(own(inside.metadata, 'configSchema'), 'properties'));
      const config = Object.entries(object(inside.config)).filter(([key]) => Object.hasOwn(form, key));
      return { ...object(node), data: { ...inside, config: Object.fromEntries(config) } };
    });
    expect((await ask('PUT', '/workflows/w', { ...saved(data), nodes })).status).toBe(200);
    const [node] = (await world.workflows.get('w'))?.nodes ?? [];
    expect(own(own(node, 'data'), 'config')).toEqual(shownError);
  });

  test('lists every workflow in one answer, for it asks for no second page; a limit is kept', async () => {
    const { ask, call } = editor();
    for (let i = 0; i < 120; i += 1) await call('POST', `${API}/workflows`, { id: `w${i}`, name: `n${i}` });
    expect(list((await ask('GET', '/workflows')).data)).toHaveLength(120);
    expect(list((await ask('GET', '/workflows?limit=7')).data)).toHaveLength(7);
    expect(list((await ask('GET', '/workflows?search=n11')).data)).toHaveLength(11);
  });

  test('at the doors themselves a node of a known type can be drawn as well', async () => {
    const { call } = testApi();
    const nodes = MIXED.slice(0, 2);
    const made = await call('POST', `${API}/workflows`, { name: 'n', nodes, edges: [WIRE] });
    const { nodes: served } = object(own(made.body, 'data'));
    for (const node of list(served)) checkNode(object(node));
  });
});
