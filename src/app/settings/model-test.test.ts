import { describe, expect, test } from 'vitest';
import { testOpenAi } from './model-test';

const server = { baseUrl: 'http://127.0.0.1:1/v1/', model: 'm' };

/** A fetch that answers once, and what it was asked. */
function answering(status: number, body: string) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const fetching = async (url: string | URL | Request, init?: RequestInit) => {
    asked.push({ url: String(url), init });
    return new Response(body, { status });
  };
  return { asked, fetching };
}

describe('testOpenAi', () => {
  test('asks the completions door with the key and shows the answer', async () => {
    const { asked, fetching } = answering(200, '{"choices":[{"message":{"content":" ready "}}]}');
    const result = await testOpenAi(server, 'k', 'say', fetching);
    expect(result).toMatchObject({ kind: 'ok', text: 'ready' });
    expect(asked[0]?.url).toBe('http://127.0.0.1:1/v1/chat/completions');
    expect(new Headers(asked[0]?.init?.headers).get('authorization')).toBe('Bearer k');
  });

  test.each([
    [401, '{"error":{"message":"bad key"}}', { kind: 'refused', status: 401, detail: 'bad key' }],
    [500, 'not json', { kind: 'refused', status: 500, detail: '' }],
    [200, '{"hello":1}', { kind: 'shape' }],
    [200, '<html>', { kind: 'shape' }],
  ])('%i with %s is told apart', async (status, body, expected) => {
    const { fetching } = answering(status, body);
    expect(await testOpenAi(server, null, 'say', fetching)).toEqual(expected);
  });

  test('a server that cannot be reached, and one that is silent', async () => {
    const gone = async () => {
      throw new TypeError('failed');
    };
    const silent = async () => {
      throw new DOMException('late', 'TimeoutError');
    };
    expect(await testOpenAi(server, null, 'say', gone)).toEqual({ kind: 'unreachable' });
    expect(await testOpenAi(server, null, 'say', silent)).toEqual({ kind: 'timeout', seconds: 20 });
  });
});
