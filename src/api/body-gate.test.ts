import { describe, expect, test } from 'vitest';
import { type Json, own } from '../model/json';
import { MAX_BODY_BYTES, parseBody, readBody } from './body-gate';
import { ALL_DOORS } from './create-api';
import { testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';

/** Lists or objects inside one another, `levels` of them. */
function nested(levels: number, open = '[', close = ']'): string {
  return open.repeat(levels) + close.repeat(levels);
}

function request(body?: BodyInit, headers: { [name: string]: string } = {}): Request {
  const init: RequestInit & { duplex?: 'half' } = { method: 'POST', headers, duplex: 'half' };
  if (body !== undefined) init.body = body;
  return new Request('http://localhost/', init);
}

async function codeOf(body?: BodyInit, headers: { [name: string]: string } = {}, optional = false) {
  const read = await readBody(request(body, headers), optional);
  return read.ok ? 'passes' : read.error.code;
}

/** A JSON object of exactly so many octets. */
function sized(bytes: number): string {
  return `{"name":"${'x'.repeat(bytes - 11)}"}`;
}

describe('the gate', () => {
  test.each<readonly [string, string | undefined, string]>([
    ['empty', '', 'BODY_MISSING'],
    ['absent', undefined, 'BODY_MISSING'],
    ['blanks', ' \n', 'BODY_NOT_JSON'],
    ['unfinished', '{"name": "half', 'BODY_NOT_JSON'],
    ['two values', '{}{}', 'BODY_NOT_JSON'],
    ['a trailing comma', '{"a":1,}', 'BODY_NOT_JSON'],
    ['not a number', '[NaN]', 'BODY_NOT_JSON'],
    ['a byte order mark', '\ufeff{}', 'BODY_NOT_JSON'],
    ['only brackets that close', ']]]]', 'BODY_NOT_JSON'],
    ['null', 'null', 'BODY_SCALAR'],
    ['a number', '7', 'BODY_SCALAR'],
    ['a text', '"plain text"', 'BODY_SCALAR'],
    ['true', 'true', 'BODY_SCALAR'],
    ['a number beyond doubles', '{"n":1e999}', 'BODY_NUMBER_RANGE'],
    ['an object', '{}', 'passes'],
    ['a list', '[]', 'passes'],
    ['63 levels of lists', nested(63), 'passes'],
    ['64 levels of lists', nested(64), 'BODY_TOO_DEEP'],
    ['63 levels of objects', `${'{"a":'.repeat(62)}{}${'}'.repeat(62)}`, 'passes'],
    ['64 levels of objects', `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`, 'BODY_TOO_DEEP'],
    ['brackets inside a text', `["${'['.repeat(200)}"]`, 'passes'],
    ['brackets behind an escaped quote', `["\\"${'['.repeat(200)}"]`, 'passes'],
    ['a million levels', '['.repeat(1_000_000), 'BODY_TOO_DEEP'],
  ])('STORE-1: %s', async (_, body, verdict) => {
    expect(await codeOf(body)).toBe(verdict);
  });

  test('STORE-1: 8 MiB are accepted and one octet more is not, counted in octets', async () => {
    expect(await codeOf(sized(MAX_BODY_BYTES))).toBe('passes');
    expect(await codeOf(sized(MAX_BODY_BYTES + 1))).toBe('BODY_TOO_LARGE');
    // Half as many characters of two octets each.
    expect(await codeOf(`{"n":"${'é'.repeat(MAX_BODY_BYTES / 2)}"}`)).toBe('BODY_TOO_LARGE');
  });

  test('STORE-1: the size is that of the body after its content encoding is undone', async () => {
    const packed = async (text: string, format: CompressionFormat) =>
      new Response(new Blob([text]).stream().pipeThrough(new CompressionStream(format))).arrayBuffer();
    const bomb = await packed(sized(MAX_BODY_BYTES + 1), 'gzip');
    expect(bomb.byteLength).toBeLessThan(100_000);
    expect(await codeOf(bomb, { 'content-encoding': 'gzip' })).toBe('BODY_TOO_LARGE');
    for (const format of ['gzip', 'deflate'] as const) {
      const body = await packed('{"name":"W"}', format);
      expect(await codeOf(body, { 'content-encoding': format })).toBe('passes');
      expect(await codeOf(body)).toBe('BODY_NOT_JSON');
    }
    expect(await codeOf('{}', { 'content-encoding': 'gzip' })).toBe('BODY_UNREADABLE');
    expect(await codeOf('{}', { 'content-encoding': 'br, gzip' })).toBe('BODY_ENCODING_UNSUPPORTED');
    expect(await codeOf('{}', { 'content-encoding': 'identity' })).toBe('passes');
  });

  test('STORE-1: a sender that goes on for ever is cut off at the bound', async () => {
    let sent = 0;
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 65536;
        controller.enqueue(new Uint8Array(65536).fill(32));
      },
      cancel() {
        cancelled = true;
      },
    });
    expect(await codeOf(endless)).toBe('BODY_TOO_LARGE');
    expect(sent).toBeLessThan(MAX_BODY_BYTES + 1_000_000);
    expect(cancelled).toBe(true);
  });

  test('STORE-1: a body that breaks off, or is no UTF-8, is refused', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"name":'));
      },
      pull() {
        throw new Error('reset');
      },
    });
    expect(await codeOf(broken)).toBe('BODY_UNREADABLE');
    expect(await codeOf(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).toBe('BODY_NOT_JSON');
  });

  test('STORE-1, API-1: a door with an optional body takes none, and judges one that is there', async () => {
    expect(await readBody(request(), true)).toEqual({ ok: true, value: {} });
    expect(await codeOf('', {}, true)).toBe('passes');
    expect(await codeOf('7', {}, true)).toBe('BODY_SCALAR');
    expect(await codeOf('{"name": "half', {}, true)).toBe('BODY_NOT_JSON');
    expect(await codeOf(nested(64), {}, true)).toBe('BODY_TOO_DEEP');
  });

  test('keys that would reach a prototype stay keys; of a repeated key the last value holds', () => {
    const read = parseBody('{"__proto__":{"polluted":1},"a":1,"a":2}');
    expect(read.ok && Object.keys(Object(read.value))).toEqual(['__proto__', 'a']);
    expect(read.ok && Object(read.value).a).toBe(2);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

describe('at the doors', () => {
  const doors = ALL_DOORS.filter((door) => door.body !== undefined);

  test('there are doors that take a body', () => {
    expect(doors.map(({ method, path }) => `${method} ${path}`)).toContain(`POST ${WORKFLOWS}`);
  });

  test.each(
    doors.map(
      (door) =>
        [door.method, door.path.replace(':id', 'x'), door.bodyOptional ? 'optional' : 'a must'] as const,
    ),
  )('API-1: %s %s runs the one gate before it reads a field; a body is %s', async (method, path, body) => {
    const { call, world } = testApi();
    const absent = await call.raw(method, path, '');
    const named = own(absent.body, 'error_code');
    if (body === 'optional') expect(String(named)).not.toMatch(/^BODY_/);
    else expect([absent.status, named]).toEqual([400, 'BODY_MISSING']);
    for (const body of ['{"name":', '"plain text"', 'null', nested(64), `{"n":1e999}`]) {
      const reply = await call.raw(method, path, body);
      expect(reply.status).toBe(400);
      expect(reply.body).toMatchObject({ success: false, error_code: expect.stringMatching(/^BODY_/) });
    }
    expect((await call.raw(method, path, sized(MAX_BODY_BYTES + 1))).body).toMatchObject({
      error_code: 'BODY_TOO_LARGE',
    });
    expect((await world.workflows.list({ limit: 1, offset: 0 })).total).toBe(0);
    expect((await world.site.read()).nodeTypes ?? []).toEqual([]);
  });

  test.each<readonly [string, number]>([
    ['{"name":', 400],
    ['"plain text"', 400],
    ['{"name":"WF"}', 201],
  ])('API-1: a create of %s answers %i', async (body, status) => {
    expect((await testApi().call.raw('POST', WORKFLOWS, body)).status).toBe(status);
  });

  test('API-1: who may not enter is told so before the body is looked at', async () => {
    const { as } = testApi();
    const reply = await as('view').raw('POST', WORKFLOWS, '{"name":');
    expect(reply.status).toBe(403);
    const accepted: Json = (await as('edit').raw('POST', WORKFLOWS, '{"name":"a"}')).body;
    expect(accepted).toMatchObject({ success: true });
  });
});

describe('a browser whose requests have no streams', () => {
  const withoutStream = (given: Request) =>
    new Proxy(given, {
      get(target, key) {
        if (key === 'body') return undefined;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });

  test.each<readonly [string, string | undefined, string]>([
    ['an object', '{"name":"x"}', 'passes'],
    ['none', undefined, 'BODY_MISSING'],
    ['a scalar', '7', 'BODY_SCALAR'],
    ['one octet too many', sized(MAX_BODY_BYTES + 1), 'BODY_TOO_LARGE'],
  ])('STORE-1: the gate judges %s alike', async (_name, body, verdict) => {
    const read = await readBody(withoutStream(request(body)));
    expect(read.ok ? 'passes' : read.error.code).toBe(verdict);
  });

  test('a body that was read already is unreadable', async () => {
    const used = request('{}');
    await used.text();
    const read = await readBody(withoutStream(used));
    expect(read.ok ? 'passes' : read.error.code).toBe('BODY_UNREADABLE');
  });
});
