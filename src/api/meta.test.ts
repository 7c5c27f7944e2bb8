import { describe, expect, test } from 'vitest';
import type { Category } from '../catalog/types';
import { own } from '../model/json';
import { PERMISSIONS } from '../model/permission';
import { ALL_DOORS } from './create-api';
import { nodeOf, testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';
const CATEGORIES = '/api/flowdrop/categories';
const META_PATHS = [CATEGORIES, `${WORKFLOWS}/:id/schema`];

function category(id: string, enabled: boolean, more: Partial<Category> = {}): Category {
  return { id, label: id, description: '', icon: '', color: '', enabled, extra: {}, ...more };
}

describe('categories', () => {
  test('META-1: rows of five texts in the standard envelope; a disabled category has no row', async () => {
    const math = category('math', true, {
      label: 'Math',
      icon: 'mdi:calculator',
      color: '#112233',
      description: 'Number nodes.',
    });
    const { call } = testApi({
      records: { categories: [math, category('legacy', false), category('data', false)] },
    });
    const reply = await call('GET', CATEGORIES);
    expect(Object.keys(Object(reply.body))).toEqual(['success', 'data']);
    expect(reply.text).toContain(
      '{"name":"math","label":"Math","icon":"mdi:calculator","color":"#112233","description":"Number nodes."}',
    );
    expect(reply.text).not.toMatch(/"legacy"|"name":"data"/);
  });

  test('META-3: a failed read is a fixed message; what was thrown is in the log alone', async () => {
    const cause = new Error('table cat_x missing');
    const { call, world } = testApi({ catalog: () => Promise.reject(cause) });
    const reply = await call('GET', CATEGORIES);
    expect(reply.status).toBe(500);
    expect(reply.body).toEqual({
      success: false,
      error: 'Failed to fetch categories',
      error_code: 'INTERNAL_ERROR',
    });
    expect(world.logged).toMatchObject([{ level: 'error', cause }]);
  });

  test('META-3: a schema read that fails answers the same way', async () => {
    const { world } = testApi();
    const workflows = { ...world.workflows, get: () => Promise.reject(new Error('SELECT secret')) };
    const reply = await testApi({ workflows }).call('GET', `${WORKFLOWS}/w/schema`);
    expect([reply.status, own(reply.body, 'error')]).toEqual([500, 'Failed to fetch workflow schema']);
    expect(reply.text).not.toContain('SELECT');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the schema door', () => {
  async function withWorkflow() {
    const api = testApi();
    await api.call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('c', 'calculator')],
      interface: {
        inputs: [{ id: 'list', name: 'Numbers to add', bindings: [{ nodeId: 'c', portId: 'values' }] }],
        outputs: [{ id: 'sum', bindings: [{ nodeId: 'c', portId: 'result' }] }],
      },
    });
    const get = (query = '', headers: { [name: string]: string } = {}) =>
      api.call('GET', `${WORKFLOWS}/w/schema${query}`, undefined, headers);
    return { ...api, get };
  }

  test('META-4: a bare document of three keys', async () => {
    const { get } = await withWorkflow();
    expect((await get()).text).toBe(
      '{"schema_version":"1.0.0","parameter_schema":{"type":"object","properties":{"list":{"type":"array","items":{}}}},"output_schema":{"type":"object","properties":{"sum":{"type":"number"}}}}',
    );
  });

  test('META-4: null where the workflow declares no ports', async () => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n' });
    expect((await call('GET', `${WORKFLOWS}/w/schema`)).text).toBe(
      '{"schema_version":"0.0.0","parameter_schema":null,"output_schema":null}',
    );
  });

  test('META-5: an unknown workflow is a bare error, whatever else was asked', async () => {
    const { call } = testApi({ catalog: () => Promise.reject(new Error('asked')) });
    for (const query of ['', '?annotated=1']) {
      const reply = await call('GET', `${WORKFLOWS}/nope/schema${query}`, undefined, {
        'if-none-match': '"0.0.0"',
      });
      expect([reply.status, reply.text]).toEqual([404, '{"error":"Workflow not found."}']);
      expect(reply.headers.get('etag')).toBeNull();
    }
  });

  test.each([
    ['', '"1.0.0"', false],
    ['?annotated=1', '"1.0.0+annotated"', true],
    ['?annotated=true', '"1.0.0"', false],
    ['?annotated=0', '"1.0.0"', false],
    ['?annotated=', '"1.0.0"', false],
  ])('META-6: %j has the tag %s', async (query, tag, annotated) => {
    const { get } = await withWorkflow();
    const reply = await get(query);
    expect(reply.headers.get('etag')).toBe(tag);
    expect(reply.text.includes('"title":"Numbers to add"')).toBe(annotated);
  });

  test.each([
    ['', '"1.0.0"', 304],
    ['?annotated=1', '"1.0.0+annotated"', 304],
    ['?annotated=1', '"1.0.0"', 200],
    ['', '"1.0.0+annotated"', 200],
    ['', '*', 200],
    ['', 'W/"1.0.0"', 200],
    ['', '"1.0.0", "2.0.0"', 200],
    ['', '1.0.0', 200],
    ['', '"0.9.0"', 200],
  ])('META-7: %j with If-None-Match %s answers %i', async (query, tag, status) => {
    const { get } = await withWorkflow();
    const reply = await get(query, { 'if-none-match': tag });
    expect(reply.status).toBe(status);
    if (status === 304) expect([reply.text, reply.headers.get('etag')]).toEqual(['', tag]);
    else expect(Object.keys(Object(reply.body))).toHaveLength(3);
  });

  test('META-8: plain: anybody may keep it for a minute; annotated: nobody without asking, by language', async () => {
    const { get, call } = await withWorkflow();
    const plain = await get();
    const annotated = await get('?annotated=1');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=60');
    expect(annotated.headers.get('cache-control')).toBe('no-cache');
    expect(plain.headers.get('vary')).not.toMatch(/accept-language/i);
    expect(annotated.headers.get('vary')).toMatch(/accept-language/i);
    const all = [
      plain,
      annotated,
      await get('', { 'if-none-match': '"1.0.0"' }),
      await call('GET', `${WORKFLOWS}/nope/schema`),
    ];
    for (const reply of all) expect(reply.headers.get('no-vary-search')).toContain('"annotated"');
  });

  test('META-8: a kept answer is not handed to another caller who may not see it', async () => {
    const { get, as } = await withWorkflow();
    expect((await get()).headers.get('vary')).toMatch(/authorization/i);
    const denied = await as('none')('GET', `${WORKFLOWS}/w/schema`);
    expect([denied.status, denied.headers.get('cache-control')]).toEqual([403, 'no-store']);
  });
});

describe('access', () => {
  test.each(
    META_PATHS.flatMap((path) =>
      ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].map((method) => [method, path] as const),
    ),
  )('META-9: %s %s is not taken', async (method, path) => {
    const reply = await testApi().call(method, path.replace(':id', 'w'));
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('META-9: the declaration of a door is its access contract, and names what exists', () => {
    const doors = ALL_DOORS.filter(({ path }) => META_PATHS.includes(path));
    expect(doors.map(({ method, path, permission }) => [method, path, permission])).toEqual([
      ['GET', `${WORKFLOWS}/:id/schema`, 'view workflows'],
      ['GET', CATEGORIES, 'view workflows'],
    ]);
    for (const { permission } of ALL_DOORS) expect([...PERMISSIONS, 'public']).toContain(permission);
  });
});
