import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { PUBLISHED_CODES } from './codes';
import { ALL_DOORS } from './create-api';
import { CALL_ID, EXAMPLES, exampleOf, INTERRUPT_ID, JOB_ID, RUN_ID } from './examples';
import { tagOf } from './openapi';
import { doorAt, openApiChecker } from './testing/openapi-checker';
import { gatedRuns, jobOf, QUICK, runThat, SLOW } from './testing/runs';
import { type Client, nodeOf, testApi } from './testing/world';

const API = '/api/flowdrop';
const EDITOR = '/compat/flowdrop-editor';
const SNAPSHOTS = '/api/flowdrop-runtime/snapshot';
const CALCULATOR = 'flowdrop_node_processor:calculator';

async function described() {
  const taken = { status: 202, headers: {}, body: '', url: '', millis: 1 };
  const gated = gatedRuns({
    network: { request: async () => taken },
    callbackUrl: (id) => `http://host.example${API}/interrupts/${id}/callback`,
  });
  const api = testApi({ hosted: gated });
  const { body } = await api.call('GET', '/openapi.json');
  if (!isObject(body)) throw new Error('no description');
  /** The path with a run, or a job, that stands as it asks: `<ended>`, `<live>`, `<paused>`, `<job>`. */
  const standing = async (path: string): Promise<string> => {
    const [whole, how] = /<(\w+)>/.exec(path) ?? [];
    if (whole === undefined) return path;
    const maker: Client = api.call;
    await maker('POST', `${API}/workflows`, QUICK);
    await maker('POST', `${API}/workflows`, SLOW);
    if (how === 'asked' || how === 'called') return path.replace(whole, await askedBy(maker, how));
    if (how === 'job') return path.replace(whole, await jobOf(maker, await runThat(maker, gated, 'ended')));
    const run = await runThat(maker, gated, how === 'live' || how === 'paused' ? how : 'ended');
    return path.replace(whole, run);
  };
  return { ...api, gated, standing, description: body, check: openApiChecker(body) };
}

/** The id of an interrupt that is open: a question, or a call that waits. */
async function askedBy(call: Client, how: 'asked' | 'called'): Promise<string> {
  const config = { message: 'Send?', url: 'https://remote.example/' };
  const node = nodeOf('ask', how === 'asked' ? 'confirmation' : 'call_and_wait', config);
  await call('POST', `${API}/workflows`, { id: how, name: how, nodes: [node] });
  const body = { orchestrator: 'flowdrop_runtime:synchronous_pipeline', wait: true };
  const reply = await call('POST', `${API}/workflows/${how}/execute`, body);
  return ownString(own(own(own(reply.body, 'data'), 'metadata'), 'interrupt'), 'id') ?? reply.text;
}

const WORKFLOW: JsonObject = {
  id: 'w',
  name: 'n',
  nodes: [nodeOf('a', 'calculator'), { id: 'note', data: { label: 'by hand' } }],
  interface: {
    inputs: [{ id: 'x', name: 'X', required: true, bindings: [{ nodeId: 'a', portId: 'values' }] }],
    outputs: [{ id: 'y', bindings: [{ nodeId: 'a', portId: 'result' }] }],
  },
};
const BUNDLE: JsonObject = {
  format: 'flowdrop.bundle/v1',
  payload: {
    publisher: 'acme',
    flow: { id: 'b', label: 'B', nodes: [nodeOf('a', 'calculator')], edges: [] },
  },
};
const MINE: JsonObject = { id: 'mine', label: 'M', executor_plugin: CALCULATOR };

const FIRED: JsonObject = { id: 'fired', name: 'Fired', nodes: [nodeOf('trigger.1', 'trigger')] };
const EXTERNAL: JsonObject = {
  event_type: 'orchestration',
  overlap_policy: 'terminate',
  orchestrator: { id: 'flowdrop_runtime:synchronous' },
};

type Step = readonly [method: string, path: string, body: Json | undefined, status: number];

/** Every door at least once with each status that its own logic can answer. */
const STEPS: readonly Step[] = [
  ['GET', `${API}/health`, undefined, 200],
  ['GET', '/openapi.json', undefined, 200],
  ['GET', `${API}/openapi.json`, undefined, 200],
  ['POST', `${API}/workflows`, WORKFLOW, 201],
  ['POST', `${API}/workflows`, WORKFLOW, 409],
  ['POST', `${API}/workflows`, { name: '' }, 400],
  ['POST', `${API}/workflows`, { name: 'n', edges: [{}] }, 422],
  ['GET', `${API}/workflows`, undefined, 200],
  ['GET', `${API}/workflows?search[]=x`, undefined, 400],
  ['GET', `${API}/workflows/w`, undefined, 200],
  ['GET', `${API}/workflows/no`, undefined, 404],
  ['PUT', `${API}/workflows/w`, { name: 'm' }, 200],
  ['PUT', `${API}/workflows/no`, { name: 'm' }, 404],
  ['PUT', `${API}/workflows/w`, { name: 'm', interface: { inputs: [7] } }, 400],
  ['PUT', `${API}/workflows/w`, { name: 'm', edges: [{}] }, 422],
  ['POST', `${API}/workflows/validate`, { edges: [{}], nodes: [nodeOf('a', 'calculator', { odd: 1 })] }, 200],
  ['POST', `${API}/workflows/validate`, { nodes: 7 }, 400],
  ['GET', `${API}/workflows/w/schema`, undefined, 200],
  ['GET', `${API}/workflows/w/schema?annotated=1`, undefined, 200],
  ['GET', `${API}/workflows/no/schema`, undefined, 404],
  ['GET', `${API}/workflows/w/bundle`, undefined, 200],
  ['GET', `${API}/workflows/no/bundle`, undefined, 404],
  ['POST', `${API}/workflows/import`, BUNDLE, 201],
  ['GET', `${API}/workflows/b/bundle`, undefined, 200],
  ['POST', `${API}/workflows/import`, BUNDLE, 409],
  ['POST', `${API}/workflows/import`, { ...BUNDLE, format: 'x' }, 422],
  ['POST', `${API}/workflows/import`, { format: 'flowdrop.bundle/v1', payload: { flow: {} } }, 403],
  ['GET', `${API}/nodes`, undefined, 200],
  ['GET', `${API}/nodes?limit=3`, undefined, 200],
  ['GET', `${API}/nodes?category=a&category=b`, undefined, 400],
  ['GET', `${API}/nodes/calculator`, undefined, 200],
  ['GET', `${API}/nodes/no`, undefined, 404],
  ['GET', `${API}/categories`, undefined, 200],
  ['GET', `${API}/port-config`, undefined, 200],
  ['PUT', `${API}/port-config`, { dataTypes: [{ id: 'l' }] }, 200],
  ['PUT', `${API}/port-config`, { dataTypes: 7 }, 422],
  ['POST', `${API}/node-types`, MINE, 201],
  ['POST', `${API}/node-types`, MINE, 409],
  ['POST', `${API}/node-types`, {}, 422],
  ['POST', `${API}/node-types`, { ...MINE, id: '..' }, 400],
  ['GET', `${API}/node-types`, undefined, 200],
  ['GET', `${API}/node-types?search=a&search=b`, undefined, 400],
  ['GET', `${API}/node-types/mine`, undefined, 200],
  ['GET', `${API}/node-types/no`, undefined, 404],
  ['PUT', `${API}/node-types/mine`, MINE, 200],
  ['PUT', `${API}/node-types/mine`, { ...MINE, tags: 7 }, 422],
  ['PUT', `${API}/node-types/mine`, { ...MINE, id: 'x' }, 400],
  ['PUT', `${API}/node-types/no`, { ...MINE, id: 'no' }, 404],
  ['DELETE', `${API}/node-types/mine`, undefined, 200],
  ['DELETE', `${API}/node-types/mine`, undefined, 404],
  ['DELETE', `${API}/node-types/calculator`, undefined, 409],
  ['POST', `${API}/workflows`, QUICK, 201],
  ['POST', `${API}/workflows`, SLOW, 201],
  ['POST', `${API}/workflows/quick/execute`, { inputs: { numbers: [1] } }, 202],
  ['POST', `${API}/workflows/quick/execute`, { inputs: { numbers: [1] }, wait: true }, 200],
  ['POST', `${API}/workflows/quick/execute`, {}, 400],
  ['POST', `${API}/workflows/quick/execute`, { inputs: 7 }, 400],
  [
    'POST',
    `${API}/workflows/quick/execute`,
    { inputs: { numbers: [1] }, snapshot: { executionId: 'x' } },
    422,
  ],
  ['POST', `${API}/workflows/no/execute`, {}, 404],
  ['POST', `${API}/pipeline/<ended>/rerun`, {}, 202],
  ['POST', `${API}/pipeline/no/rerun`, {}, 404],
  ['GET', `${API}/pipeline/<ended>`, undefined, 200],
  ['GET', `${API}/pipeline/<live>`, undefined, 200],
  ['GET', `${API}/pipeline/<paused>`, undefined, 200],
  ['GET', `${API}/pipeline/no`, undefined, 404],
  ['GET', `${API}/pipeline/<paused>/status`, undefined, 200],
  ['GET', `${API}/pipeline/<live>/jobs`, undefined, 200],
  ['GET', `${API}/pipeline/<ended>/logs`, undefined, 200],
  ['GET', `${API}/pipeline/<ended>/logs?level=a&level=b`, undefined, 400],
  ['GET', `${API}/workflow/quick/pipelines`, undefined, 200],
  ['GET', `${API}/workflow/quick/pipelines?status=odd`, undefined, 400],
  ['GET', `${API}/workflow/no/pipelines`, undefined, 404],
  ['GET', `${API}/job/<job>`, undefined, 200],
  ['GET', `${API}/job/no`, undefined, 404],
  ...['/flowdrop/api', API].flatMap((base): readonly Step[] => [
    ['POST', `${base}/pipelines/<live>/cancel`, {}, 202],
    ['POST', `${base}/pipelines/<ended>/cancel`, {}, 409],
    ['POST', `${base}/pipelines/no/cancel`, undefined, 404],
    ['POST', `${base}/pipelines/<live>/pause`, undefined, 202],
    ['POST', `${base}/pipelines/<live>/pause`, { reason: 7 }, 400],
    ['POST', `${base}/pipelines/<paused>/resume`, {}, 200],
    ['POST', `${base}/pipelines/<live>/resume`, {}, 409],
  ]),
  ['POST', SNAPSHOTS, { executionId: 'e', status: 'paused', nodeStates: {} }, 201],
  ['POST', SNAPSHOTS, { execution_id: 'e', status: 'paused', node_states: {} }, 200],
  ['POST', SNAPSHOTS, {}, 422],
  ['GET', SNAPSHOTS, undefined, 200],
  ['GET', `${SNAPSHOTS}/e`, undefined, 200],
  ['GET', `${SNAPSHOTS}/no`, undefined, 404],
  ['POST', `${API}/workflows/quick/execute`, { snapshot: 'no' }, 404],
  ['DELETE', `${SNAPSHOTS}/e`, undefined, 200],
  ['DELETE', `${SNAPSHOTS}/e`, undefined, 404],
  ['POST', `${API}/workflows`, FIRED, 201],
  ['GET', `${API}/triggers`, undefined, 200],
  ['GET', `${API}/triggers?workflow=a&workflow=b`, undefined, 400],
  ['POST', `${API}/triggers`, { workflow_id: 'fired', node_id: 'trigger.1' }, 409],
  ['POST', `${API}/triggers`, { workflow_id: 'fired', node_id: 'no' }, 422],
  ['POST', `${API}/triggers`, { workflow_id: 'no', node_id: 'no' }, 404],
  ['POST', `${API}/triggers`, {}, 400],
  ['GET', `${API}/triggers/fired__trigger_1`, undefined, 200],
  ['GET', `${API}/triggers/no`, undefined, 404],
  ['PUT', `${API}/triggers/fired__trigger_1`, { schedule: { cron_expression: '0' } }, 200],
  ['PUT', `${API}/triggers/fired__trigger_1`, { conditions: { odd: 1 } }, 422],
  ['PUT', `${API}/triggers/fired__trigger_1`, [], 400],
  ['GET', `${API}/triggers/fired__trigger_1/next-run`, undefined, 200],
  ['POST', `${API}/triggers/fired__trigger_1/fire`, { a: 1 }, 202],
  ['POST', `${API}/triggers/fired__trigger_1/fire`, [], 400],
  ['GET', `${API}/triggers/fired__trigger_1/history`, undefined, 200],
  ['POST', `${API}/orchestration/fired__trigger_1/invoke`, {}, 409],
  ['PUT', `${API}/triggers/fired__trigger_1`, EXTERNAL, 200],
  ['POST', `${API}/orchestration/fired__trigger_1/invoke`, { title: 'T' }, 200],
  ['GET', `${API}/orchestration/fired__trigger_1/executions`, undefined, 200],
  ['DELETE', `${API}/triggers/fired__trigger_1`, undefined, 200],
  ['DELETE', `${API}/triggers/fired__trigger_1`, undefined, 404],
  ['POST', `${API}/triggers`, { workflow_id: 'fired', node_id: 'trigger.1', conditions: 7 }, 422],
  ['POST', `${API}/triggers`, { workflow_id: 'fired', node_id: 'trigger.1' }, 201],
  ['GET', `${EDITOR}/pipeline/<ended>`, undefined, 200],
  ['GET', `${EDITOR}/pipeline/<live>/status`, undefined, 200],
  ['GET', `${EDITOR}/pipeline/<ended>/logs`, undefined, 200],
  ['GET', `${EDITOR}/workflow/quick/pipelines`, undefined, 200],
  ['GET', `${EDITOR}/workflows`, undefined, 200],
  ['GET', `${EDITOR}/workflows/w`, undefined, 200],
  ['GET', `${EDITOR}/workflows/no`, undefined, 404],
  ['POST', `${EDITOR}/workflows`, { name: 'n', nodes: [nodeOf('a', 'calculator')] }, 201],
  ['PUT', `${EDITOR}/workflows/w`, { name: 'm' }, 200],
  ['GET', `${EDITOR}/nodes`, undefined, 200],
  ['GET', `${EDITOR}/nodes/calculator`, undefined, 200],
  ['GET', `${EDITOR}/categories`, undefined, 200],
  ['GET', `${EDITOR}/port-config`, undefined, 200],
  ['PUT', `${EDITOR}/port-config`, {}, 200],
  ['GET', `${EDITOR}/health`, undefined, 200],
  ['DELETE', `${EDITOR}/workflows/w`, undefined, 200],
  ['POST', `${API}/workflows`, WORKFLOW, 201],
  ['DELETE', `${API}/workflows/w`, undefined, 200],
  ['DELETE', `${API}/workflows/w`, undefined, 404],
  ['GET', `${API}/interrupts?status=pending`, undefined, 200],
  ['GET', `${API}/interrupts?status=strange`, undefined, 400],
  ['GET', `${API}/pipeline/<paused>/interrupts`, undefined, 200],
  ['GET', `${API}/interrupts/<asked>`, undefined, 200],
  ['GET', `${API}/interrupts/nobody`, undefined, 404],
  ['POST', `${API}/interrupts/<asked>`, { value: false }, 200],
  ['POST', `${API}/interrupts/<called>`, { value: false }, 409],
  ['POST', `${API}/interrupts/<asked>/cancel`, {}, 200],
  ['POST', `${API}/interrupts/<called>/callback`, { value: [1] }, 200],
  ['POST', `${API}/interrupts/nobody/callback`, {}, 400],
];

describe('the description', () => {
  test('is OpenAPI 3.1, names every door and every code, and refers only to what it holds', async () => {
    const { description } = await described();
    expect(description.openapi).toBe('3.1.0');
    const operations = Object.entries(Object(description.paths)).flatMap(([path, methods]) =>
      Object.keys(Object(methods)).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const doors = ALL_DOORS.filter(({ path }) => !path.endsWith('openapi.json'));
    expect(operations.sort()).toEqual(
      doors.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`).sort(),
    );
    expect(description['x-error-codes']).toEqual(PUBLISHED_CODES);
    const schemas = Object.keys(Object(own(description.components, 'schemas')));
    const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to);
    expect(references.length).toBeGreaterThan(10);
    for (const to of references) expect(schemas.map((name) => `#/components/schemas/${name}`)).toContain(to);
  });

  test('is a valid document of OpenAPI 3.1, in the words of its own schema', async () => {
    const { description } = await described();
    const copy = (): Record<string, unknown> => JSON.parse(JSON.stringify(description));
    const validator = new Validator();
    expect(await validator.validate(copy())).toMatchObject({ valid: true });
    expect(validator.version).toBe('3.1');
    // The validator is one that sees faults.
    expect((await new Validator().validate({ ...copy(), info: {} })).valid).toBe(false);
  });

  test('names each operation, its group, who may call it and how, and every status of its gates', async () => {
    const { description } = await described();
    const tags = Object(description.tags).map(({ name }: { name: string }) => name);
    const ids: string[] = [];
    for (const door of ALL_DOORS.filter(({ path }) => !path.endsWith('openapi.json'))) {
      const path = own(own(description, 'paths'), door.path.replace(':id', '{id}'));
      const operation = Object(own(path, door.method.toLowerCase()));
      ids.push(operation.operationId);
      expect(tags).toContain(tagOf(door));
      expect(operation.tags).toEqual([tagOf(door)]);
      const open = door.permission === 'public';
      expect(operation.security).toEqual(open ? [] : [{ bearer: [] }, { key: [] }]);
      const statuses = Object.keys(operation.responses);
      expect(statuses).toEqual(
        expect.arrayContaining([
          ...Object.keys(door.answers),
          '403',
          '500',
          ...(open ? [] : ['401']),
          ...(door.body === undefined ? [] : ['400']),
          ...(door.path.includes(':id') && !door.path.includes('port-config') ? ['404'] : []),
        ]),
      );
    }
    expect(new Set(ids).size).toBe(ids.length);
    const schemes = Object(own(own(description, 'components'), 'securitySchemes'));
    expect(Object.keys(schemes)).toEqual(['bearer', 'key']);
  });

  test('its examples: every door has one, bodies are taken, answers and refusals are as published', async () => {
    const { description, call, check, standing } = await described();
    const keys = ALL_DOORS.filter(({ path }) => !/openapi\.json$|^\/compat/.test(path)).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(Object.keys(EXAMPLES).sort()).toEqual(keys.sort());
    for (const [key, { params, body }] of Object.entries(EXAMPLES)) {
      const [method = '', path = ''] = key.split(' ');
      const wanted = path.endsWith('/resume')
        ? '<paused>'
        : path.includes('/pipelines/')
          ? '<live>'
          : '<ended>';
      const id =
        params?.id === INTERRUPT_ID
          ? '<asked>'
          : params?.id === CALL_ID
            ? '<called>'
            : params?.id === RUN_ID
              ? wanted
              : params?.id === JOB_ID
                ? '<job>'
                : (params?.id ?? '');
      const reply = await call(method, await standing(path.replace(':id', id)), body);
      expect([key, reply.status < 300 ? '' : reply.text]).toEqual([key, '']);
    }
    let refusals = 0;
    for (const door of ALL_DOORS) {
      const example = exampleOf(door);
      const [status] = Object.keys(door.answers);
      const pathname = door.path.replace(':id', 'x');
      if (example !== undefined)
        expect(check(door.method, pathname, Number(status), example.answer)).toEqual([]);
      const operation = own(
        own(own(description, 'paths'), door.path.replace(':id', '{id}')),
        door.method.toLowerCase(),
      );
      for (const [of, response] of Object.entries(Object(own(operation, 'responses')))) {
        const content = own(own(Object(response), 'content'), 'application/json');
        for (const shown of Object.values(Object(own(content, 'examples')))) {
          expect(check(door.method, pathname, Number(of), own(Object(shown), 'value') ?? null)).toEqual([]);
          if (Number(of) >= 400) refusals += 1;
        }
      }
    }
    expect(refusals).toBeGreaterThan(200);
  });

  test('API-8: real answers of every door are as it publishes them', async () => {
    const { call, as, check, standing } = await described();
    const reached = new Set<string>();
    for (const [method, template, body, status] of STEPS) {
      const path = await standing(template);
      const reply = await call(method, path, body);
      const [pathname = ''] = path.split('?');
      expect([method, path, reply.status, reply.status === status ? '' : reply.text]).toEqual([
        method,
        path,
        status,
        '',
      ]);
      expect(check(method, pathname, status, reply.body)).toEqual([]);
      const door = doorAt(method, pathname);
      if (door !== undefined) reached.add(`${door.method} ${door.path}`);
      for (const token of ['none', '']) {
        const denied = await as(token)(method, path, body);
        expect(check(method, pathname, denied.status, denied.body)).toEqual([]);
      }
      if (door?.body !== undefined) {
        const garbled = await call.raw(method, path, '{"half');
        expect(check(method, pathname, garbled.status, garbled.body)).toEqual([]);
      }
    }
    expect([...reached].sort()).toEqual(ALL_DOORS.map(({ method, path }) => `${method} ${path}`).sort());
    const kept = await call('POST', `${API}/workflows`, WORKFLOW);
    expect(kept.status).toBe(201);
    const unchanged = await call('GET', `${API}/workflows/w/schema`, undefined, {
      'if-none-match': '"1.0.0"',
    });
    expect(check('GET', `${API}/workflows/w/schema`, unchanged.status, unchanged.body)).toEqual([]);
  });

  test('a failure of the world is answered as published, too', async () => {
    const { check } = await described();
    const boom = () => Promise.reject(new Error('down'));
    const { call } = testApi({ catalog: boom });
    for (const [method, template, body] of STEPS) {
      const path = template.replace(/<\w+>/, 'some');
      const reply = await call(method, path, body);
      expect(check(method, path.split('?')[0] ?? '', reply.status, reply.body)).toEqual([]);
    }
  });

  test('the check itself refuses an answer that is not as published', async () => {
    const { check } = await described();
    const path = `${API}/workflows`;
    expect(check('GET', path, 200, { success: true, data: [] })).not.toEqual([]);
    expect(check('GET', path, 418, {})).not.toEqual([]);
    expect(check('GET', path, 403, { success: false, error: 'x', error_code: 'NOT_FOUND' })).not.toEqual([]);
    expect(check('GET', path, 403, { success: false, error: 'Access denied' })).not.toEqual([]);
  });
});
