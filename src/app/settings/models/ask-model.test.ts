import { describe, expect, test } from 'vitest';
import type { ModelConnection } from '../../../engine/models/settings';
import { listModels, testConnection } from './ask-model';
import { idFrom } from './connection-form';

const connection: ModelConnection = {
  id: 'it',
  name: 'It',
  kind: 'openai',
  baseUrl: 'https://models.example/v1',
  model: 'm',
  secret: 'model:it',
};
const secret = async () => ({ kind: 'found', value: 'canary-key' }) as const;

/** A fetch that answers always alike, and what it was asked. */
function answering(status: number, body: string) {
  const asked: { url: string; headers: Headers }[] = [];
  const fetching = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({ url: String(url), headers: new Headers(init?.headers) });
    return new Response(body, { status, headers: { 'content-type': 'application/json' } });
  };
  return { asked, fetching };
}

describe('a connection is tried', () => {
  test('with its key, and shows the answer', async () => {
    const { asked, fetching } = answering(
      200,
      '{"id":"1","created":1,"model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":" ready "}}]}',
    );
    expect(await testConnection(connection, secret, 'say', fetching)).toMatchObject({
      ok: true,
      value: { text: 'ready' },
    });
    expect(asked[0]?.url).toBe('https://models.example/v1/chat/completions');
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer canary-key');
  });
  test.each([
    [401, '{"error":{"message":"bad canary-key"}}', /does not accept the key/],
    [500, 'no json', /cannot answer now/],
    [200, '{"hello":1}', /does not answer as the API/],
  ])('%i with %s is told apart, without the key', async (status, body, said) => {
    const result = await testConnection(connection, secret, 'say', answering(status, body).fetching);
    expect(result.ok ? '' : result.message).toMatch(said);
    expect(JSON.stringify(result)).not.toContain('canary-key');
  });
  test('that cannot be reached, or whose secrets are locked', async () => {
    const gone = async () => Promise.reject(new TypeError('failed'));
    const unreachable = await testConnection(connection, secret, 'say', gone);
    expect(unreachable.ok ? '' : unreachable.message).toMatch(/could not be reached/);
    const locked = await testConnection(connection, async () => ({ kind: 'locked' }), 'say', gone);
    expect(locked.ok ? '' : locked.message).toMatch(/Unlock/);
  });
});

describe('the names of models', () => {
  test.each([
    ['openai', '{"data":[{"id":"b"},{"id":"a"},{"id":"a"}]}', ['a', 'b'], 'authorization', 'Bearer k'],
    ['anthropic', '{"data":[{"id":"claude-x","type":"model"}]}', ['claude-x'], 'x-api-key', 'k'],
    ['google', '{"models":[{"name":"models/gemini-x"}]}', ['gemini-x'], 'x-goog-api-key', 'k'],
  ] as const)('of %s', async (kind, body, names, header, value) => {
    const { asked, fetching } = answering(200, body);
    expect(await listModels({ kind, baseUrl: 'https://m.example/v1/' }, 'k', fetching)).toEqual({
      ok: true,
      value: names,
    });
    expect(asked[0]?.url).toMatch(/^https:\/\/m\.example\/v1\/models/);
    expect(asked[0]?.headers.get(header)).toBe(value);
  });
  test('are not to be had from everybody', async () => {
    expect(await listModels(connection, undefined, answering(404, '').fetching)).toEqual({
      ok: false,
      message: 'status 404',
    });
    expect((await listModels(connection, undefined, answering(200, '[]').fetching)).ok).toBe(false);
  });
});

test.each([
  ['My Server 2', 'my-server-2'],
  ['Öl', 'ol'],
  ['日本', 'model'],
  ['offline', 'offline-2'],
  ['taken', 'taken-3'],
])('the name %s makes the id %s', (name, id) => {
  expect(idFrom(name, [{ id: 'taken' }, { id: 'taken-2' }])).toBe(id);
});
