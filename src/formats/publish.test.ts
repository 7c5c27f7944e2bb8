import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { decodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { type Json, type JsonObject, own } from '../model/json';
import { judgeBundle } from './bundle';
import { answerText, callHeaders, isToken, readAddress, readAnswer } from './door-calls';
import { importFiles } from './import';
import { gateOf, gateVerdicts, IMPORT_GATES, placeOf } from './import-gates';
import { bundleToPublish, contentsOf, probeBundle, updateBody } from './publish-bundle';
import { differenceOf, structureText } from './workflow-diff';

const catalog = createCatalog();

function documentOf(value: JsonObject): WorkflowDocument {
  const decoded = decodeWorkflow(value);
  if (!decoded.ok) throw new Error('no workflow');
  return decoded.value.document;
}

const nodeOf = (id: string, type: string, config: Json = {}, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'universalNode',
  position: { x: 0, y: 0 },
  data: { label: id, config, metadata: { node_type_id: type } },
  ...more,
});

const FLOW: JsonObject = {
  id: '1f-2A',
  name: 'Flow',
  description: 'd',
  nodes: [nodeOf('text_input.1', 'text_input'), nodeOf('text_input.1.x', 'text_output')],
  edges: [{ id: 'e', source: 'text_input.1', target: 'text_input.1.x' }],
  metadata: {},
  interface: {
    inputs: [
      { id: 'draft', bindings: [] },
      { id: 'q', name: 'Question', bindings: [{ nodeId: 'text_input.1', portId: 'value' }] },
    ],
  },
};

describe('what is sent', () => {
  test('STORE-9: a bundle has the id that the import door takes, the publisher, and no confirmation unless asked', () => {
    const { id, bundle, notes } = bundleToPublish(documentOf(FLOW), catalog, { publisher: 'acme' });
    expect(id).toBe('1f_2a');
    expect(judgeBundle(bundle)).toMatchObject({
      ok: true,
      value: { publisher: 'acme', confirmsPublisher: false, processors: expect.any(Array) },
    });
    expect(notes.map(({ path }) => path)).toEqual(['id', 'interface']);
    const confirmed = bundleToPublish(documentOf(FLOW), catalog, { id: 'mine', confirm: true });
    expect([confirmed.id, own(confirmed.bundle, 'confirm_publisher')]).toEqual(['mine', true]);
    expect(confirmed.notes.map(({ path }) => path)).toEqual(['interface']);
  });

  test('STORE-9: a confirmation that came with an imported bundle is not passed on, its publisher is', () => {
    const came = {
      format: 'flowdrop.bundle/v1',
      payload: { publisher: 'theirs', flow: { id: 'f', label: 'F', nodes: [], edges: [] } },
      confirm_publisher: true,
    };
    const bytes = new TextEncoder().encode(JSON.stringify(came));
    const [imported] = importFiles([{ name: 'f.json', bytes }], catalog).workflows;
    if (imported === undefined) throw new Error('nothing imported');
    const again = bundleToPublish(imported.document, catalog).bundle;
    expect(again).toEqual({ format: came.format, payload: came.payload });
    expect(
      contentsOf(bundleToPublish(imported.document, catalog, { publisher: 'ours' }).bundle).publisher,
    ).toBe('ours');
  });

  test('STORE-4: an update sends every part, an interface without entries too', () => {
    const bare = documentOf({ ...FLOW, interface: {}, description: '' });
    const body = updateBody(bare, catalog, 'there');
    expect(Object.keys(body)).toEqual([
      'id',
      'name',
      'description',
      'nodes',
      'edges',
      'metadata',
      'interface',
    ]);
    expect(body).toMatchObject({ id: 'there', description: '', interface: {}, metadata: {} });
  });

  test('the list of servers in an export of everything is passed over by an import', () => {
    const bytes = new TextEncoder().encode('{"servers":[],"live":{}}');
    expect(importFiles([{ name: 'sluice-servers.json', bytes }], catalog).files).toMatchObject([
      { entries: [{ outcome: 'ignored' }] },
    ]);
  });

  test('what a person is told of a bundle is what is in it', () => {
    const { bundle } = bundleToPublish(documentOf(FLOW), catalog, { publisher: 'acme' });
    expect(contentsOf(bundle)).toMatchObject({ publisher: 'acme', nodes: 2, edges: 1, nodeTypes: [] });
    expect(contentsOf(bundle).processors).toContain('flowdrop_node_processor:text_input');
    expect(contentsOf({})).toEqual({ publisher: '', nodes: 0, edges: 0, nodeTypes: [], processors: [] });
  });

  test('STORE-9: the probe passes the first gate only', () => {
    expect(judgeBundle(probeBundle())).toMatchObject({ ok: true, value: { confirmsPublisher: true } });
  });
});

describe('calls', () => {
  test.each<readonly [string, string, Json]>([
    ['a result', '{"success":true,"data":{"id":"a"}}', { kind: 'done', status: 200, data: { id: 'a' } }],
    ['a result without data', '{"success":true}', { kind: 'done', status: 200, data: null }],
    [
      'a refusal with details',
      '{"success":false,"error":"No.","error_code":"X","details":[{"code":"Y","message":"m","locator":"node.a"},7]}',
      {
        kind: 'refused',
        status: 200,
        code: 'X',
        error: 'No.',
        details: [
          { code: 'Y', message: 'm', locator: 'node.a' },
          { code: '', message: '', locator: '' },
        ],
      },
    ],
    [
      'a refusal without a code',
      '{"success":false,"error":"No."}',
      { kind: 'refused', status: 200, code: '', error: 'No.', details: [] },
    ],
    ['a page', '<html>', { kind: 'foreign', status: 200 }],
    ['another JSON', '[]', { kind: 'foreign', status: 200 }],
    ['an inherited key', '{"__proto__":{"success":true}}', { kind: 'foreign', status: 200 }],
  ])('API-8: %s is read', (_, text, expected) => {
    expect(readAnswer(200, text)).toEqual(expected);
  });

  test('an answer is read up to a bound, and a server that does not stop is let go of', async () => {
    const chunk = new TextEncoder().encode('aä€');
    let sent = 0;
    let stopped = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        stopped = true;
      },
    });
    expect(await answerText(endless, 1000)).toBeUndefined();
    expect([stopped, sent < 2000]).toEqual([true, true]);
    expect(await answerText(new Response('{"a":"ä€"}').body, 20)).toBe('{"a":"ä€"}');
    expect(await answerText(null)).toBe('');
  });

  test('a success under the status of a failure, a nest of lists and an answer without end are nothing that a door says', () => {
    const nest = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(readAnswer(502, '{"success":true,"data":{}}')).toEqual({ kind: 'foreign', status: 502 });
    expect(readAnswer(200, `{"success":true,"data":${nest(200)}}`).kind).toBe('foreign');
    expect(readAnswer(200, `{"success":true,"data":${nest(190)}}`).kind).toBe('done');
    expect(readAnswer(200, undefined)).toEqual({ kind: 'foreign', status: 200 });
  });

  test('a token stands in one header, and an empty one in none', () => {
    expect(callHeaders('t', true)).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'application/json',
    });
    expect(Object.keys(callHeaders('', false))).toEqual(['accept']);
    expect([isToken('a~1'), isToken('a b'), isToken('ä'), isToken('a\r\nX: y')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test.each([
    [' https://Host.example/sub/ ', 'https://host.example/sub'],
    ['http://127.0.0.1:8790/', 'http://127.0.0.1:8790'],
    ['http://localhost:80', 'http://localhost'],
    ['http://home.example:1', 'http://home.example:1'],
  ])('the address %s is kept as %s', (text, kept) => {
    expect(readAddress(text, 'http://home.example:1')).toEqual({ ok: true, value: kept });
  });

  test.each([
    ['', 'blank'],
    ['host.example', 'notAddress'],
    ['ftp://host.example', 'scheme'],
    ['http://host.example', 'insecure'],
    ['http://127.0.0.2:1', 'insecure'],
    ['http://localhost.evil.example', 'insecure'],
    ['https://me:secret@host.example', 'credentials'],
    ['https://host.example/?a=1', 'query'],
    ['https://host.example/#a', 'query'],
  ])('the address "%s" is refused as %s', (text, fault) => {
    expect(readAddress(text, 'https://page.example')).toEqual({ ok: false, error: fault });
  });
});

describe('gates', () => {
  test('STORE-9: gates before the one that refused passed, those after it were not asked', () => {
    expect(gateVerdicts('workflow').map(({ verdict }) => verdict)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
      'refused',
      'unreached',
      'unreached',
    ]);
    expect(gateVerdicts(null).every(({ verdict }) => verdict === 'passed')).toBe(true);
    expect(gateVerdicts('format')[0]).toEqual({ gate: IMPORT_GATES[0], verdict: 'refused' });
    expect([gateOf('WORKFLOW_ID_TAKEN'), gateOf('ACCESS_DENIED'), gateOf('__proto__')]).toEqual([
      'taken',
      undefined,
      undefined,
    ]);
  });

  const document = documentOf(FLOW);
  const { bundle } = bundleToPublish(document, catalog);
  const sent: JsonObject = {
    payload: { ...Object(own(bundle, 'payload')), node_types: [{ id: 'text_output' }] },
  };
  const text = contentsOf(bundle).processors.indexOf('flowdrop_node_processor:text_input');

  test.each<readonly [string, readonly string[], readonly string[]]>([
    ['node.text_input.1', ['text_input.1'], []],
    ['node.text_input.1.config.label', ['text_input.1'], []],
    ['node.text_input.1.x', ['text_input.1.x'], []],
    ['node.text_input.1.x.config', ['text_input.1.x'], []],
    ['node.text_input.12', [], []],
    ['nodes.1', ['text_input.1.x'], []],
    ['edge.0', ['text_input.1', 'text_input.1.x'], ['e']],
    ['edge.7', [], []],
    ['schema.input.0', ['text_input.1'], []],
    ['flow.nodes[1].data.metadata.executor_plugin', ['text_input.1.x'], []],
    ['flow.edges[0]', ['text_input.1', 'text_input.1.x'], ['e']],
    ['node_types[0].id', ['text_input.1.x'], []],
    ['node_types[9].id', [], []],
    [`capabilities.processors[${text}]`, ['text_input.1'], []],
    ['capabilities.processors[99]', [], []],
    ['flow.id', [], []],
    ['publisher', [], []],
    ['', [], []],
  ])('STORE-9: the locator "%s" is found on the canvas', (locator, nodes, edges) => {
    const place = placeOf(locator, document, catalog, sent);
    const idOf = (key: string) => [...document.nodes, ...document.edges].find((one) => one.key === key)?.id;
    expect([place.nodes.map(idOf), place.edges.map(idOf)]).toEqual([nodes, edges]);
  });
});

describe('what differs', () => {
  const here = documentOf(FLOW);

  test('STORE-14: a workflow as a server serves it is the same as the one that was sent', () => {
    const served = documentOf({
      ...FLOW,
      id: 'other_id',
      metadata: [],
      nodes: [
        {
          ...nodeOf('text_input.1.x', 'text_output'),
          data: {
            label: 'text_input.1.x',
            config: {},
            metadata: { node_type_id: 'text_output', id: 'text_output', name: 'Text Output' },
            nodeId: 'text_input.1.x',
          },
          position: { x: 50, y: 0 },
          measured: { width: 1, height: 2 },
        },
        nodeOf('text_input.1', 'text_input', []),
      ],
      interface: {
        inputs: [
          {
            id: 'q',
            dataType: 'string',
            schema: { type: 'string' },
            bindings: [{ nodeId: 'text_input.1', portId: 'value' }],
            name: 'Question',
          },
        ],
      },
      created: 'x',
      changed: 'y',
      uid: '1',
    });
    const difference = differenceOf(here, served);
    expect(difference).toMatchObject({ same: true, nodes: { moved: 1, changed: [] } });
    expect(structureText(here)).toBe(structureText(served));
  });

  test('names, nodes, configuration, wires and interface are told apart', () => {
    const there = documentOf({
      ...FLOW,
      name: 'Other',
      description: '',
      metadata: { a: 1 },
      nodes: [nodeOf('text_input.1', 'text_input', { defaultValue: 'x' }), nodeOf('gone.1', 'text_output')],
      edges: [
        { id: 'e', source: 'text_input.1', target: 'gone.1' },
        { id: 'f', source: 'gone.1', target: 'text_input.1' },
      ],
      interface: { outputs: [{ id: 'r', bindings: [{ nodeId: 'gone.1', portId: 'o' }] }] },
    });
    expect(differenceOf(here, there)).toEqual({
      same: false,
      name: { here: 'Flow', there: 'Other' },
      description: true,
      nodes: {
        added: [{ id: 'text_input.1.x', title: 'text_input.1.x' }],
        removed: [{ id: 'gone.1', title: 'gone.1' }],
        changed: [{ id: 'text_input.1', title: 'text_input.1', parts: ['config'], config: ['defaultValue'] }],
        moved: 0,
      },
      edges: { added: [], removed: ['gone.1 → text_input.1'], changed: ['text_input.1 → text_input.1.x'] },
      interface: ['q', 'r'],
      metadata: true,
    });
    expect(structureText(here)).not.toBe(structureText(there));
  });

  test('another type, another label and another key of a node are changes of it', () => {
    const change = (node: JsonObject) =>
      differenceOf(here, documentOf({ ...FLOW, nodes: [node, nodeOf('text_input.1.x', 'text_output')] }))
        .nodes.changed[0]?.parts;
    expect(change(nodeOf('text_input.1', 'text_output'))).toEqual(['type']);
    expect(
      change(
        nodeOf(
          'text_input.1',
          'text_input',
          {},
          { data: { label: 'L', config: {}, metadata: { node_type_id: 'text_input' } } },
        ),
      ),
    ).toEqual(['label']);
    expect(change(nodeOf('text_input.1', 'text_input', {}, { width: 5 }))).toEqual(['other']);
  });
});
