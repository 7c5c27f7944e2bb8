import { describe, expect, test } from 'vitest';
import { FINDING_CODES } from '../model/finding';
import { type Json, own, ownString } from '../model/json';
import { API_CODES, PUBLISHED_CODES } from './codes';
import { ALL_DOORS } from './create-api';
import { codesOf } from './door';
import { page } from './envelope';
import { launched, QUICK } from './testing/runs';
import { nodeOf, testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';

describe('paging', () => {
  async function paged(count: number, query: string) {
    const { call } = testApi();
    for (let i = 0; i < count; i += 1) await call('POST', WORKFLOWS, { id: `w${i}`, name: `n${i}` });
    return call('GET', `${WORKFLOWS}${query}`);
  }

  test('API-5: the paginated envelope and its block, keys in order', async () => {
    const reply = await paged(2, '');
    expect(reply.text).toMatch(
      /^\{"success":true,"data":\[.*\],"pagination":\{"total":2,"limit":50,"offset":0,"has_more":false\}\}$/,
    );
  });

  test.each<readonly [number, number, number, boolean]>([
    [2, 1, 0, true],
    [2, 1, 1, false],
    [2, 1, 2, false],
    [0, 50, 0, false],
    [101, 100, 0, true],
  ])('API-5: of %i rows, %i from %i on: has_more %s', (total, limit, offset, has_more) => {
    expect(own(page([], { total, limit, offset }).body, 'pagination')).toEqual({
      total,
      limit,
      offset,
      has_more,
    });
  });

  test('API-5: every paginated door answers the same block', async () => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, QUICK);
    const run = launched(
      (await call('POST', `${WORKFLOWS}/quick/execute`, { inputs: { numbers: [1] } })).body,
    );
    for (const path of [
      WORKFLOWS,
      '/api/flowdrop/node-types',
      '/api/flowdrop/nodes?limit=2',
      '/api/flowdrop/workflow/quick/pipelines',
      `/api/flowdrop/pipeline/${run}/logs`,
      '/compat/flowdrop-editor/workflows?limit=5',
    ]) {
      const { body } = await call('GET', path);
      expect(Object.keys(Object(body))).toEqual(['success', 'data', 'pagination']);
      expect(Object.keys(Object(own(body, 'pagination')))).toEqual(['total', 'limit', 'offset', 'has_more']);
    }
  });

  test.each<readonly [string, number, number, number]>([
    ['?limit=1000', 100, 0, 3],
    ['?limit=0', 50, 0, 3],
    ['?limit=-5', 50, 0, 3],
    ['?limit=abc', 50, 0, 3],
    ['?limit=', 50, 0, 3],
    ['?limit=2', 2, 0, 2],
    ['?limit=2.9', 2, 0, 2],
    ['?limit=1e999', 100, 0, 3],
    ['?limit=1&limit=2', 50, 0, 3],
    ['?offset=-7', 50, 0, 3],
    ['?offset=2', 50, 2, 1],
    ['?offset=x', 50, 0, 3],
    ['?offset=1e999&limit=1', 1, Number.MAX_SAFE_INTEGER, 0],
  ])('API-6: %s is corrected and reported as corrected', async (query, limit, offset, rows) => {
    const reply = await paged(3, query);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      data: { length: rows },
      pagination: { total: 3, limit, offset, has_more: offset + limit < 3 },
    });
  });

  test('API-6: the total of a filtered page is that of the filtered set', async () => {
    expect(own((await paged(3, '?search=no+match')).body, 'pagination')).toEqual({
      total: 0,
      limit: 50,
      offset: 0,
      has_more: false,
    });
    expect((await paged(3, '?search=N&limit=1')).body).toMatchObject({
      pagination: { total: 3, has_more: true },
    });
  });

  test('the node catalog is one answer unless a limit is asked for', async () => {
    const { call, world } = testApi();
    const all = (await world.catalog()).nodeTypes.filter(({ enabled }) => enabled).length;
    const whole = await call('GET', '/api/flowdrop/nodes?');
    expect(own(whole.body, 'data')).toHaveLength(all);
    expect(whole.body).not.toHaveProperty('pagination');
    const cut = await call('GET', '/api/flowdrop/nodes?limit=2&offset=1');
    expect(cut.body).toMatchObject({ data: { length: 2 }, pagination: { total: all, limit: 2, offset: 1 } });
    expect(own(own(own(cut.body, 'data'), '0') ?? null, 'id')).toBe(
      own(own(own(whole.body, 'data'), '1') ?? null, 'id'),
    );
  });
});

describe('failures', () => {
  const boom = async (): Promise<never> => {
    throw new Error('table wf_x missing');
  };

  test('API-7: a failure that nobody foresaw is one fixed sentence; what was thrown goes to the log only', async () => {
    const { world } = testApi();
    const workflows = { ...world.workflows, list: boom, get: boom, create: boom, update: boom, delete: boom };
    const { call, world: used } = testApi({ workflows });
    const replies = await Promise.all([
      call('GET', WORKFLOWS),
      call('GET', `${WORKFLOWS}/w`),
      call('POST', WORKFLOWS, { name: 'n' }),
      call('PUT', `${WORKFLOWS}/w`, { name: 'n' }),
      call('DELETE', `${WORKFLOWS}/w`),
    ]);
    for (const reply of replies) {
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual({
        success: false,
        error: 'An unexpected error occurred.',
        error_code: 'INTERNAL_ERROR',
      });
    }
    expect(used.logged.map(({ cause }) => cause)).toEqual(Array(5).fill(new Error('table wf_x missing')));
  });

  test('API-7: a log that fails, and a throw that is no error, change nothing of that', async () => {
    const { world } = testApi();
    const workflows = { ...world.workflows, list: () => Promise.reject('a text') };
    const { call } = testApi({
      workflows,
      log() {
        throw new Error('no log');
      },
    });
    expect((await call('GET', WORKFLOWS)).status).toBe(500);
  });

  test.each([
    ['principals', WORKFLOWS],
    ['allowsOrigin', WORKFLOWS],
    ['allowsOrigin', '/nowhere'],
  ])('API-7: a failing port "%s" is answered like any other failure at %s', async (port, path) => {
    const fails = () => {
      throw new Error('who?');
    };
    const { call, world } = testApi({ allowsOrigin: () => true, [port]: fails });
    const reply = await call('GET', path, undefined, { origin: 'https://a.example' });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([500, 'INTERNAL_ERROR']);
    expect(world.logged.at(-1)?.cause).toEqual(new Error('who?'));
  });

  test.each<readonly [string, string, Json | undefined, string, number, Json]>([
    [
      'GET',
      `${WORKFLOWS}/99999`,
      undefined,
      'all',
      404,
      { success: false, error: 'Workflow with ID 99999 does not exist.', error_code: 'WORKFLOW_NOT_FOUND' },
    ],
    [
      'GET',
      `${WORKFLOWS}/99999`,
      undefined,
      'none',
      403,
      { success: false, error: 'Access denied', error_code: 'ACCESS_DENIED' },
    ],
    [
      'PUT',
      `${WORKFLOWS}/no`,
      { name: 'n' },
      'all',
      404,
      expect.objectContaining({ error_code: 'WORKFLOW_NOT_FOUND' }),
    ],
    [
      'DELETE',
      `${WORKFLOWS}/no`,
      undefined,
      'all',
      404,
      expect.objectContaining({ error_code: 'WORKFLOW_NOT_FOUND' }),
    ],
    [
      'GET',
      `${WORKFLOWS}/no/bundle`,
      undefined,
      'all',
      404,
      expect.objectContaining({ error_code: 'WORKFLOW_NOT_FOUND' }),
    ],
    [
      'GET',
      '/api/flowdrop/nodes/no',
      undefined,
      'all',
      404,
      expect.objectContaining({ error_code: 'NODE_TYPE_NOT_FOUND' }),
    ],
    [
      'GET',
      '/api/flowdrop/nothing',
      undefined,
      'all',
      404,
      expect.objectContaining({ error_code: 'NOT_FOUND' }),
    ],
    ['GET', '/', undefined, '', 404, expect.objectContaining({ error_code: 'NOT_FOUND' })],
    [
      'PATCH',
      `${WORKFLOWS}/w`,
      { name: 'n' },
      'all',
      405,
      expect.objectContaining({ error_code: 'METHOD_NOT_ALLOWED' }),
    ],
    [
      'GET',
      WORKFLOWS,
      undefined,
      '',
      401,
      expect.objectContaining({ error_code: 'AUTHENTICATION_REQUIRED' }),
    ],
  ])('API-7: %s %s is answered by its own name', async (method, path, body, token, status, wanted) => {
    const reply = await testApi().as(token)(method, path, body);
    expect(reply.status).toBe(status);
    expect(reply.body).toEqual(wanted);
  });
});

describe('codes', () => {
  test('API-8: every code is published once, with one sentence', () => {
    const names = [...Object.keys(API_CODES), ...FINDING_CODES];
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(PUBLISHED_CODES).sort()).toEqual([...names].sort());
    for (const [name, sentence] of Object.entries(PUBLISHED_CODES)) {
      expect(name).toMatch(/^[A-Z][A-Z0-9_]*$/);
      expect(sentence.length).toBeGreaterThan(10);
    }
    expect(new Set(Object.values(PUBLISHED_CODES)).size).toBe(names.length);
  });

  test('API-8: every code that is published for a refusal is one that a door declares', () => {
    const declared = new Set<string>(ALL_DOORS.flatMap(codesOf));
    // Answered where no door is reached, the last four by a server that cannot read the request.
    const everywhere = [
      'NOT_FOUND',
      'METHOD_NOT_ALLOWED',
      'REQUEST_MALFORMED',
      'REQUEST_TIMEOUT',
      'EXPECTATION_FAILED',
      'HEADERS_TOO_LARGE',
    ];
    expect(Object.keys(API_CODES).filter((code) => !declared.has(code))).toEqual(everywhere);
  });

  test('API-8: one status covers several reasons, told apart by their codes', async () => {
    const { call } = testApi();
    const bodies: Json[] = [
      [],
      {},
      { name: 7 },
      { name: 'x'.repeat(999) },
      { name: 'n', nodes: 1 },
      { name: 'n', id: '..' },
    ];
    const replies = await Promise.all(bodies.map((body) => call('POST', WORKFLOWS, body)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([400]));
    expect(replies.map(({ body }) => ownString(body, 'error_code'))).toEqual([
      'BODY_INVALID',
      'NAME_REQUIRED',
      'NAME_INVALID',
      'NAME_TOO_LONG',
      'BODY_INVALID',
      'ID_INVALID',
    ]);
  });
});

describe('who may call', () => {
  const doors = ALL_DOORS.filter((door) => door.permission !== 'public');

  test.each(doors.map((door) => [door.method, door.path, door.permission, door.orPermission] as const))(
    'META-9, API-7: %s %s asks for "%s" before anything else is done',
    async (method, path, permission, other) => {
      const calls: string[] = [];
      const spy = new Proxy(
        {},
        {
          get: (_, name) => () => {
            calls.push(String(name));
            throw new Error('reached');
          },
        },
      );
      const world = testApi().world;
      const only = (held: readonly string[]) =>
        testApi({
          workflows: Object.assign(Object.create(spy), {}),
          site: world.site,
          catalog: () => Promise.reject(new Error('reached')),
          principals: () => ({ id: 'u', name: 'u', permissions: new Set(held) }),
        }).call(method, path.replace(':id', 'x'), method === 'GET' ? undefined : { name: 'n' });
      const others = [
        'view workflows',
        'edit workflows',
        'import untrusted bundles',
        'edit node types',
        'edit lanes',
      ];
      const denied = await only(others.filter((name) => name !== permission));
      expect([denied.status, own(denied.body, 'error_code')]).toEqual([403, 'ACCESS_DENIED']);
      expect(calls).toEqual([]);
      // INT-16: a run that is not there is one that is not theirs, to whoever may not see every run.
      const all = permission === 'control runs' ? [permission, 'view any runs'] : [permission];
      expect((await only(all)).status).not.toBe(403);
      if (other !== undefined) expect((await only([other])).status).not.toBe(403);
      expect((await only(['administer'])).status).not.toBe(403);
    },
  );

  test.each(['/api/flowdrop/health', '/openapi.json', '/api/flowdrop/openapi.json'])(
    '%s is open',
    async (path) => {
      expect((await testApi().as('')('GET', path)).status).toBe(200);
    },
  );

  test('a page of another origin is refused unless it is let in', async () => {
    const { call, world } = testApi({ allowsOrigin: (origin) => origin === 'https://friend.example' });
    const from = (origin: string, method = 'POST') =>
      call(method, WORKFLOWS, method === 'POST' ? { name: 'n' } : undefined, { origin });
    for (const origin of ['https://evil.example', 'null', 'http://localhost:81']) {
      const reply = await from(origin);
      expect([reply.status, own(reply.body, 'error_code')]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
      expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      expect((await from(origin, 'OPTIONS')).status).toBe(403);
    }
    expect((await world.workflows.list({ limit: 1, offset: 0 })).total).toBe(0);
    expect((await from('http://localhost')).status).toBe(201);
    const friend = await from('https://friend.example');
    expect([friend.status, friend.headers.get('access-control-allow-origin')]).toEqual([
      201,
      'https://friend.example',
    ]);
    const preflight = await call('OPTIONS', WORKFLOWS, undefined, {
      origin: 'https://friend.example',
      'access-control-request-method': 'POST',
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')).toMatch(
      /Authorization, Content-Type.*X-API-Key/,
    );
    expect(preflight.headers.get('access-control-allow-private-network')).toBeNull();
    const near = await call('OPTIONS', WORKFLOWS, undefined, {
      origin: 'https://friend.example',
      'access-control-request-method': 'POST',
      'access-control-request-private-network': 'true',
    });
    expect(near.headers.get('access-control-allow-private-network')).toBe('true');
  });

  test('every answer is JSON, also that of a delete', async () => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [nodeOf('a', 'calculator')] });
    const reply = await call('DELETE', `${WORKFLOWS}/w`);
    expect([reply.status, reply.body]).toEqual([200, { success: true, data: { id: 'w' } }]);
    expect(reply.headers.get('content-type')).toBe('application/json');
    expect((await call('GET', `${WORKFLOWS}/w`)).status).toBe(404);
  });
});
