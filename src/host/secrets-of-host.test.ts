// A secret of a host that runs as a process of its own: it reaches the server that it is for, and nobody else.
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type JsonObject, own, ownString } from '../model/json';
import { startHost, temporary } from './testing/processes';

const FROM_FILE = 'canary-file/7 a';
const FROM_ENVIRONMENT = 'canary-env-8b';
const MODEL_KEY = 'canary-model-9c';
const directories = temporary();
afterAll(() => directories.remove());

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

test('a host sends its secrets where they are meant to go; journal, log, answers and prompts hold none', async () => {
  const seen: { readonly url: string; readonly key: string; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const key = request.headers.authorization ?? '';
    seen.push({ url: request.url ?? '', key, body });
    if (request.url?.endsWith('/chat/completions') === true)
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end(JSON.stringify({ error: { message: `Wrong key ${key}` } }));
    else
      response
        .writeHead(200, { 'content-type': 'application/json', 'x-echo': key })
        .end(JSON.stringify({ said: [key, body] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const data = directories.make();
  const file = join(directories.make(), 'secrets.json');
  writeFileSync(file, JSON.stringify({ FILE_KEY: FROM_FILE }));
  chmodSync(file, 0o600);
  const host = await startHost(['--data', data, '--secrets', file, '--allow-internal'], {
    SLUICE_SECRET_ENV_KEY: FROM_ENVIRONMENT,
    SLUICE_MODEL_URL: `${url}/v1`,
    SLUICE_MODEL: 'm',
    SLUICE_MODEL_KEY: MODEL_KEY,
  });
  const answers: unknown[] = [];
  const call = async (...given: Parameters<typeof host.call>) => {
    const reply = await host.call(...given);
    answers.push([reply.body, [...reply.headers]]);
    return reply;
  };
  try {
    const node = (id: string, type: string, config: JsonObject): JsonObject => ({
      id,
      data: { label: id, config, metadata: { id: type } },
    });
    const wire = (from: string, to: string): JsonObject => {
      const [source = '', output = ''] = from.split(':');
      const [target = '', input = ''] = to.split(':');
      return {
        id: `${from}>${to}`,
        source,
        target,
        sourceHandle: `${source}-output-${output}`,
        targetHandle: `${target}-input-${input}`,
      };
    };
    const stored = await call('POST', '/api/flowdrop/workflows', {
      id: 'keys',
      name: 'Keys',
      nodes: [
        node('a', 'text_input', { defaultValue: `${url}/send` }),
        node('b', 'http_request', {
          method: 'POST',
          headers: { Authorization: 'Bearer ${{ secrets.FILE_KEY }}' },
          body: 'k=${{ secrets.ENV_KEY }}',
        }),
        node('c', 'logger', { message: 'Using ${{ secrets.ENV_KEY }}' }),
        node('d', 'flowdrop_ai_provider_simple_chat', {}),
      ],
      edges: [wire('a:text', 'b:url'), wire('b:body', 'd:message')],
    });
    expect(stored.status).toBeLessThan(300);
    const ran = await call('POST', '/api/flowdrop/workflows/keys/execute', { wait: true });
    const id = ownString(own(ran.body, 'data'), 'execution_id') ?? '';
    for (const path of ['', '/status', '/jobs', '/logs'])
      await call('GET', `/api/flowdrop/pipeline/${id}${path}`);
    for (const path of ['/keys', '/keys/bundle', '/keys/schema'])
      await call('GET', `/api/flowdrop/workflows${path}`);
    await call('POST', '/api/flowdrop-runtime/snapshot', { execution_id: id });
    await call('GET', `/api/flowdrop-runtime/snapshot/${id}`);
    await call('GET', '/api/flowdrop/health');

    expect(seen[0]).toEqual({ url: '/send', key: `Bearer ${FROM_FILE}`, body: `k=${FROM_ENVIRONMENT}` });
    const prompt = seen.find((request) => request.url.endsWith('/chat/completions'));
    expect(prompt?.key).toBe(`Bearer ${MODEL_KEY}`);
    // The echo went on along a wire into the prompt of the model, masked.
    expect(prompt?.body).toContain('<secret>');
    expect(JSON.stringify(answers)).toContain('model_auth');
  } finally {
    await host.stop();
    server.closeAllConnections();
    server.close();
  }
  const kept = filesIn(data).map((path) => readFileSync(path, 'latin1'));
  expect(kept.join('')).toContain('secrets.FILE_KEY');
  const places = {
    answers: JSON.stringify(answers),
    journal: kept.join('\n'),
    log: host.err(),
    prompts: JSON.stringify(seen.slice(1).map(({ body }) => body)),
  };
  for (const [place, text] of Object.entries(places))
    for (const canary of [FROM_FILE, FROM_ENVIRONMENT, MODEL_KEY])
      for (const spelling of [canary, encodeURIComponent(canary), btoa(canary).replace(/=+$/, '')])
        expect([place, text.includes(spelling)]).toEqual([place, false]);
}, 60_000);
