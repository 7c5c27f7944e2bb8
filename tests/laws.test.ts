// Laws that hold across rooms: one question, one answer, whoever is asked.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testApi } from '../src/api/testing/world';
import { createCatalog } from '../src/catalog/catalog';
import { isExposed } from '../src/catalog/exposure';
import { instancePorts } from '../src/catalog/instance-ports';
import { decodeNodeType, encodeNodeType } from '../src/catalog/node-type-record';
import type { BuiltType, NodeType, Processor } from '../src/catalog/types';
import { mapNode } from '../src/engine/compile/mappings';
import { createExpressionHost } from '../src/expression/host';
import { decodeWorkflow } from '../src/model/api-form';
import type { WorkflowDocument } from '../src/model/document';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../src/model/json';
import { decodeStoredEntry } from '../src/model/manifest-form';
import { createValidator } from '../src/validation/incremental';
import { validate, validateFully } from '../src/validation/validate';

const catalog = createCatalog();
const typeIds = catalog.nodeTypes.map(({ id }) => id);

/** JSON as it travels. */
const json = fc.jsonValue({ maxDepth: 4 }).map((value): Json => JSON.parse(JSON.stringify(value)));

function documentOf(
  value: Json,
  inputs: readonly Json[] = [],
  outputs: readonly Json[] = [],
): WorkflowDocument {
  const decoded = decodeWorkflow(value);
  if (!decoded.ok) throw new Error('no workflow');
  const entries = (list: readonly Json[]) => list.map((entry) => decodeStoredEntry(entry, '', []));
  return { ...decoded.value.document, inputs: entries(inputs), outputs: entries(outputs) };
}

describe('validation', () => {
  /** Nearly right, so that it is not all thrown out at the first look. */
  const ids = fc.oneof(fc.constantFrom('a', 'b', '__proto__', 'constructor', ''), json);
  const config = fc.oneof(
    json,
    fc.dictionary(
      fc.constantFrom(
        'ports',
        'branches',
        'dynamicInputs',
        'dynamicOutputs',
        'mapping',
        'template',
        'path',
        'nodeType',
        'operation',
      ),
      json,
    ),
  );
  const node = fc.oneof(
    json,
    fc.record(
      {
        id: ids,
        type: json,
        position: json,
        data: fc.oneof(
          json,
          fc.record(
            {
              config,
              label: json,
              metadata: fc.oneof(
                json,
                fc.record({ node_type_id: fc.oneof(fc.constantFrom(...typeIds), json) }),
              ),
            },
            { requiredKeys: [] },
          ),
        ),
      },
      { requiredKeys: [] },
    ),
  );
  const handle = fc.oneof(
    fc.constantFrom('a-output-result', 'b-input-trigger', 'a-input-loop_back', 'b-input-tool'),
    json,
  );
  const edge = fc.oneof(
    json,
    fc.record(
      { id: json, source: ids, target: ids, sourceHandle: handle, targetHandle: handle, data: json },
      { requiredKeys: [] },
    ),
  );
  const entry = fc.oneof(json, fc.record({ name: json, node_id: ids, port: json }, { requiredKeys: [] }));
  const workflow = fc
    .tuple(
      fc.oneof(json, fc.array(node, { maxLength: 5 })),
      fc.oneof(json, fc.array(edge, { maxLength: 5 })),
      fc.array(entry, { maxLength: 2 }),
    )
    .map(([nodes, edges, entries]) => documentOf({ id: 'w', name: 'w', nodes, edges }, entries, entries));

  test('never throws on any JSON, and judges it the same after an edit as afresh', async () => {
    const host = createExpressionHost();
    let findings = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(workflow, { minLength: 2, maxLength: 3 }), async (documents) => {
        const kept = createValidator(catalog);
        for (const document of documents) {
          const fresh = validate(document, catalog);
          expect(kept.judge(document)).toEqual(fresh);
          const full = await validateFully(document, catalog, host);
          // With expressions there are more findings, and none fewer.
          expect(full.filter(({ code }) => code !== 'R11_EXPRESSION_INVALID')).toEqual(fresh);
          findings += fresh.length;
        }
      }),
      { numRuns: 150 },
    );
    expect(findings).toBeGreaterThan(100);
  });
});

/** The value with the keys of its objects in another order, those of `ordered` left alone. */
function reordered(value: Json, ordered: ReadonlySet<string>, next: () => number, key = ''): Json {
  if (isArray(value)) return value.map((item) => reordered(item, ordered, next));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(
    ([name, item]) => [name, reordered(item, ordered, next, name)] as const,
  );
  return Object.fromEntries(
    ordered.has(key)
      ? entries
      : entries
          .map((one) => [next(), one] as const)
          .sort(([a], [b]) => a - b)
          .map(([, one]) => one),
  );
}

describe('derivation', () => {
  const numbers = fc.infiniteStream(fc.nat(1_000_000));
  const next = (stream: Iterator<number>) => () => Number(stream.next().value);

  /** One type with its record and the schemas of its processor rewritten. */
  function rebuilt(built: BuiltType, change: (value: Json) => Json): BuiltType | undefined {
    const decoded = decodeNodeType(change(encodeNodeType(built.nodeType)));
    if (!decoded.ok || built.processor === undefined) throw new Error('no type');
    const schema = (value: JsonObject): JsonObject => {
      const changed = change(value);
      return isObject(changed) ? changed : {};
    };
    const processor: Processor = {
      ...built.processor,
      parameters: schema(built.processor.parameters),
      outputs: schema(built.processor.outputs),
    };
    return createCatalog({ nodeTypes: [decoded.value] }, [processor]).built(built.nodeType.id);
  }
  const everyType = typeIds.flatMap((id) => {
    const built = catalog.built(id);
    return built?.processor === undefined ? [] : [built];
  });

  test('SCH-3, SCH-8: whatever the key order of record and schemas, the same ports, forms and defaults', () => {
    expect(everyType.length).toBeGreaterThan(10);
    // The order in which parameters are declared is a meaning of its own (SCH-17); no other order is.
    const declared = new Set(['properties', 'parameters', 'outputs']);
    fc.assert(
      fc.property(fc.constantFrom(...everyType), numbers, (built, stream) => {
        const random = next(stream[Symbol.iterator]());
        const again = rebuilt(built, (value) => reordered(value, declared, random));
        expect(again?.metadata).toEqual(built.metadata);
        expect(JSON.stringify([again?.inputSchema, again?.outputSchema].map(sorted))).toBe(
          JSON.stringify([built.inputSchema, built.outputSchema].map(sorted)),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('SCH-8: with the parameters declared in another order, the same ports in that order', () => {
    fc.assert(
      fc.property(fc.constantFrom(...everyType), numbers, (built, stream) => {
        const random = next(stream[Symbol.iterator]());
        const again = rebuilt(built, (value) => reordered(value, new Set(), random));
        for (const side of ['inputs', 'outputs'] as const) {
          const ports = (of: BuiltType | undefined) => byId(own(of?.metadata, side));
          expect(ports(again)).toEqual(ports(built));
        }
        expect(sorted(own(again?.metadata, 'configSchema'))).toEqual(
          sorted(own(built.metadata, 'configSchema')),
        );
        expect(sorted(own(again?.metadata, 'configDefaults'))).toEqual(
          sorted(own(built.metadata, 'configDefaults')),
        );
      }),
      { numRuns: 60 },
    );
  });

  /** The words about the unified port list the outputs in their order (SCH-17, SCH-18). */
  function byId(ports: Json | undefined): Json {
    return (isArray(ports) ? ports : [])
      .map((port) => {
        const reserved = ['input', 'output'].includes(ownString(port, 'id') ?? '');
        return isObject(port) && reserved ? { ...port, description: '' } : port;
      })
      .toSorted((a, b) => (`${ownString(a, 'id')}` < `${ownString(b, 'id')}` ? -1 : 1));
  }
  function sorted(value: Json | undefined): Json {
    if (isArray(value))
      return value.every((item) => typeof item === 'string') ? [...value].sort() : value.map(sorted);
    if (!isObject(value)) return value ?? null;
    return Object.fromEntries(
      Object.keys(value)
        .sort()
        .map((key) => [key, sorted(value[key])]),
    );
  }
});

describe('exposure', () => {
  const flag = fc.constantFrom<Json[]>(true, false, null, 'no', 0);
  const shown = typeIds
    .flatMap((id) => {
      const built = catalog.built(id);
      return built?.processor === undefined ? [] : [built];
    })
    .filter(({ metadata }) => isArray(metadata.inputs) && metadata.inputs.length > 0);
  const question = fc.constantFrom(...shown).chain((built) => {
    const portIds = (side: 'inputs' | 'outputs') => {
      const ports = own(built.metadata, side);
      return (isArray(ports) ? ports : []).map((port) => ownString(port, 'id') ?? '');
    };
    const overrides = (side: 'inputs' | 'outputs') =>
      fc.array(
        fc.record(
          { id: fc.constantFrom(...portIds(side), 'nobody'), exposed: flag },
          { requiredKeys: ['id'] },
        ),
        { maxLength: 6 },
      );
    return fc.record({
      built: fc.constant(built),
      inputs: fc.constant(portIds('inputs')),
      outputs: fc.constant(portIds('outputs')),
      config: fc.oneof(
        fc.constant<JsonObject>({}),
        fc.record({ inputs: overrides('inputs'), outputs: overrides('outputs') }).map((ports) => ({ ports })),
      ),
    });
  });

  test('EXPO-1, R7.c, R10: canvas, edges, contract, engine, catalog door and editor door answer alike', async () => {
    const { call } = testApi();
    const doorOf = new Map<string, Json>();
    let hiddenSeen = 0;
    let shownSeen = 0;
    await fc.assert(
      fc.asyncProperty(question, async ({ built, inputs, outputs, config }) => {
        const id = built.nodeType.id;
        const node = { id: 'n', data: { config, metadata: { node_type_id: id } } };
        const nodes = [node, { id: 'm', data: { metadata: { node_type_id: 'merge' } } }];
        const [asked] = documentOf({ nodes }).nodes;
        if (asked === undefined) throw new Error('no node');
        const drawn = instancePorts(catalog, asked);
        const stripped = mapNode(asked, config, built).hidden;
        if (!doorOf.has(id))
          doorOf.set(id, own((await call('GET', `/api/flowdrop/nodes/${id}`)).body, 'data') ?? null);
        const stored = await call('POST', '/compat/flowdrop-editor/workflows', { name: 'n', nodes: [node] });
        const [editorNode] = isArray(own(own(stored.body, 'data'), 'nodes'))
          ? [own(own(stored.body, 'data'), 'nodes')].flatMap((list) => (isArray(list) ? list : []))
          : [];
        const editorPorts = own(own(editorNode, 'data'), 'metadata');

        for (const [side, ports] of [
          ['input', inputs],
          ['output', outputs],
        ] as const) {
          for (const port of ports) {
            const answer = isExposed(built, config, side, port);
            if (answer) shownSeen += 1;
            else hiddenSeen += 1;
            const where = `${id}.${side}.${port} ${JSON.stringify(config)}`;
            const says = (who: string, is: boolean | undefined) =>
              expect(`${where} ${who}: ${is}`).toBe(`${where} ${who}: ${answer}`);
            says('canvas', drawn[`${side}s`].find((one) => one.id === port)?.exposed);
            const edge =
              side === 'input'
                ? {
                    id: 'e',
                    source: 'm',
                    target: 'n',
                    sourceHandle: 'm-output-x',
                    targetHandle: `n-input-${port}`,
                  }
                : {
                    id: 'e',
                    source: 'n',
                    target: 'm',
                    sourceHandle: `n-output-${port}`,
                    targetHandle: 'm-input-x',
                  };
            const wired = validate(documentOf({ nodes, edges: [edge] }), catalog);
            const code = side === 'input' ? 'R7_EDGE_TARGET_NOT_EXPOSED' : 'R7_EDGE_SOURCE_NOT_EXPOSED';
            says('edge', !wired.some((finding) => finding.code === code));
            const entry = [{ name: 'x', node_id: 'n', port }];
            const declared = validate(
              documentOf({ nodes }, side === 'input' ? entry : [], side === 'output' ? entry : []),
              catalog,
            );
            // A reserved port is none that a workflow declares (R4.d), and then nothing more is said of it.
            if (!declared.some((finding) => finding.code === 'R4_PORT_MISSING'))
              says('contract', !declared.some((finding) => finding.code === 'R10_EXPOSURE_HIDDEN_PORT'));
            if (side === 'output' && Object.hasOwn(Object(own(built.processor?.outputs, 'properties')), port))
              says('engine', !stripped.includes(port));
            const served = own(doorOf.get(id), `${side}s`);
            const servedPort = (isArray(served) ? served : []).find((one) => own(one, 'id') === port);
            if (!Object.hasOwn(config, 'ports'))
              says('catalog door', own(servedPort, 'exposedByDefault') !== false);
            const editorSide = own(editorPorts, `${side}s`);
            if (stored.status === 201)
              says(
                'editor door',
                (isArray(editorSide) ? editorSide : []).some((one) => own(one, 'id') === port),
              );
          }
        }
      }),
      { numRuns: 120 },
    );
    expect(hiddenSeen).toBeGreaterThan(50);
    expect(shownSeen).toBeGreaterThan(50);
  });
});

test('a node type of a site is the same type once it was stored and read', () => {
  const again = catalog.nodeTypes.map((type): NodeType => {
    const decoded = decodeNodeType(JSON.parse(JSON.stringify(encodeNodeType(type))));
    if (!decoded.ok) throw new Error(type.id);
    return decoded.value;
  });
  expect(again).toEqual(catalog.nodeTypes);
});
