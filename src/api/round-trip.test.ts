import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject, own, ownString } from '../model/json';
import { testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';

// JSON as it travels: no -0, which it cannot say.
const json = fc.jsonValue({ maxDepth: 3 }).map((value): Json => JSON.parse(JSON.stringify(value)));
/** Where reading and writing numbers could lose something. */
const numbers = fc.constantFrom<Json[]>(
  0,
  5e-324,
  1.7976931348623157e308,
  2 ** 53 - 1,
  2 ** 53,
  0.1,
  -1e-7,
  1e21,
);
const text = fc.string({ maxLength: 8, unit: 'binary' });
const anyKeys = fc.dictionary(
  fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'toString', '\u2028', 'é')),
  fc.oneof(json, numbers, text),
  { maxKeys: 3 },
);
/** Keys that no type knows: validation warns, and the store keeps them. */
const config = fc.dictionary(
  text.map((key) => `x ${key}`),
  fc.oneof(json, numbers, text),
  { maxKeys: 3 },
);
const scratch = fc.record(
  { selected: json, dragging: json, deletable: json, nodeId: json, measured: json, position: json },
  { requiredKeys: [] },
);
/** Configuration is for validation to judge; the store is asked about everything else. */
const metadata = fc.oneof(
  fc.record({ node_type_id: fc.constantFrom('calculator', 'merge') }),
  fc.record({ id: fc.constantFrom('calculator', 'nowhere', ''), name: json }),
  fc.record({ node_type_id: fc.constant('calculator'), inputs: json, extra: json }),
  anyKeys.map(({ node_type_id: _, ...rest }) => rest),
);
const nodeData = fc
  .tuple(
    anyKeys,
    scratch,
    fc.record(
      {
        label: json,
        metadata: fc.oneof(
          metadata,
          json.filter((value) => own(value, 'node_type_id') === undefined),
        ),
        nodeId: json,
        config,
        extensions: json,
      },
      { requiredKeys: [] },
    ),
  )
  .map(([extra, , known]): JsonObject => {
    const { config: _, metadata: __, ...free } = extra;
    return { ...free, ...known };
  });
const node = fc
  .tuple(anyKeys, scratch, fc.record({ type: json, data: nodeData }, { requiredKeys: [] }))
  .map(([{ data: _, ...extra }, around, known]) => ({ ...extra, ...around, ...known }));
const workflow = fc
  .record(
    {
      name: fc.string({ minLength: 1, maxLength: 40, unit: 'binary' }),
      description: fc.string(),
      nodes: fc
        .array(node, { maxLength: 4 })
        .map((nodes) => nodes.map((each, i) => ({ ...each, id: `n${i}` }))),
      metadata: fc.oneof(anyKeys, fc.constant([])),
    },
    { requiredKeys: ['name', 'nodes'] },
  )
  .chain((body) =>
    fc.array(fc.tuple(anyKeys, fc.nat(), fc.nat()), { maxLength: 2 }).map((ends): JsonObject => {
      const count = body.nodes.length;
      const edges = ends.flatMap(([{ data: _, ...extra }, a, b], i) => {
        if (count < 2) return [];
        const source = a % count;
        const target = (source + 1 + (b % (count - 1))) % count;
        return [{ ...extra, id: `e${i}`, source: `n${source}`, target: `n${target}`, sourceHandle: `h${i}` }];
      });
      return { ...body, edges };
    }),
  );

/** STORE-6, STORE-7 in the plainest words: what of a node is in the store. */
function reduced(sent: JsonObject): JsonObject {
  const { selected: _, dragging: __, deletable: ___, nodeId: ____, ...left } = sent;
  const sentData = left.data;
  if (!isObject(sentData)) return left;
  const { nodeId: _____, ...data } = sentData;
  const anchor = ownString(data.metadata, 'node_type_id') || ownString(data.metadata, 'id') || '';
  if (anchor !== 'calculator' && anchor !== 'merge') return { ...left, data };
  return { ...left, type: 'universalNode', data: { ...data, metadata: { node_type_id: anchor } } };
}

test('STORE-6, STORE-7: a node is stored as it was sent, less what the rules name', async () => {
  await fc.assert(
    fc.asyncProperty(workflow, async (body) => {
      const { call, world } = testApi();
      const made = await call('POST', WORKFLOWS, { ...body, id: 'w' });
      fc.pre(made.status !== 422);
      const sent = isArray(body.nodes) ? body.nodes : [];
      const stored = (await world.workflows.get('w'))?.nodes;
      expect(stored).toEqual(sent.map((each) => (isObject(each) ? reduced(each) : each)));
    }),
    { numRuns: 150 },
  );
});

test('STORE-6, STORE-14: storing what was read stores the same again, and reading it reads the same', async () => {
  let stored = 0;
  await fc.assert(
    fc.asyncProperty(workflow, async (body) => {
      const { call, world } = testApi();
      const made = await call('POST', WORKFLOWS, { ...body, id: 'w' });
      // The few that a rule of validation refuses say nothing about storing.
      fc.pre(made.status !== 422);
      expect(made.status).toBe(201);
      stored += 1;
      const first = await world.workflows.get('w');
      const read = await call('GET', `${WORKFLOWS}/w`);
      expect(read.text).toBe(made.text);
      const { interface: _, ...sent } = Object(own(read.body, 'data'));
      expect((await call('PUT', `${WORKFLOWS}/w`, sent)).status).toBe(200);
      const second = await world.workflows.get('w');
      expect({ ...second, changed: 0 }).toEqual({ ...first, changed: 0 });
      expect(JSON.stringify(second?.edges)).toBe(JSON.stringify(body.edges));
      const again = await call('GET', `${WORKFLOWS}/w`);
      expect({ ...Object(own(again.body, 'data')), changed: 0 }).toEqual({
        ...Object(own(read.body, 'data')),
        changed: 0,
      });
    }),
    { numRuns: 150 },
  );
  expect(stored).toBeGreaterThan(100);
});
