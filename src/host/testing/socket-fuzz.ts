// Hostile senders at the port of a real host: what no client library would send, many at once.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { MAX_BODY_BYTES } from '../../api/body-gate';
import { hostileRequest, seededRandom } from '../../api/testing/hostile';
import { nodeOf } from '../../api/testing/world';
import { isArray, type Json, own, ownString } from '../../model/json';
import { dataOf, type RunningHost } from './processes';
import { type RawAnswer, rawRequest, type Step, sendRaw } from './raw-request';

const WORKFLOWS = '/api/flowdrop/workflows';

export type SocketFuzzReport = {
  /** Connections of each kind. */
  readonly kinds: { readonly [kind: string]: number };
  readonly statuses: { readonly [status: string]: number };
  /** Workflows that hostile senders stored, each compared with what was sent. */
  readonly stored: number;
  /** KiB that the process grew by from the first half to its end; 0 where the system does not tell. */
  readonly growth: number;
  readonly faults: readonly string[];
};

/** Connections open at once. */
const TOGETHER = 32;
const MAX_FAULTS = 20;
/** KiB; a collector that has not come round yet explains this much, unbounded growth does not stay below it. */
export const MAX_RESIDENT_GROWTH = 64 * 1024;

type Attack = {
  readonly steps: readonly Step[];
  readonly answers?: number;
  /** What the final answers must be; absent: anything that is no failure of the host, or silence. */
  readonly expected?: readonly number[];
  /** The workflow that is stored if the host says so, and may be stored if it could not say. */
  readonly workflow?: Json;
};
type Pick = <T>(list: readonly [T, ...T[]]) => T;
type Make = (index: number, pick: Pick, random: () => number) => Attack;

function workflowOf(index: number): { readonly [key: string]: Json } {
  const label = `${index}`;
  const node = {
    ...nodeOf('note.1', 'note'),
    data: { label, config: {}, metadata: { node_type_id: 'note' } },
  };
  return { id: `sent_${index}`, name: label, description: `${label} ${'ä'.repeat(200)}`, nodes: [node] };
}

const bodyOf = (index: number) => JSON.stringify(workflowOf(index));
const post = (body: string, headers: { readonly [name: string]: string } = {}) =>
  rawRequest('POST', WORKFLOWS, { 'Content-Type': 'application/json', ...headers }, body);

/** The text in pieces, with short waits between them. */
function dribbled(text: string, pieces: number, wait: number): readonly Step[] {
  const bytes = Buffer.from(text);
  const size = Math.ceil(bytes.length / pieces);
  return Array.from({ length: pieces }, (_, i) => bytes.subarray(i * size, (i + 1) * size)).flatMap(
    (piece): Step[] => [piece, wait],
  );
}

/** None of these can store anything. */
const HARMLESS: { readonly [kind: string]: Make } = {
  'unfinished body': (i, pick, random) => {
    const body = bodyOf(i);
    const cut = Math.floor(random() * body.length);
    const request = post(body);
    const sent = request.slice(0, request.length - body.length + cut);
    return { steps: [sent, pick([0, 1, 5]), pick<Step>(['END', 'CUT'])] };
  },
  'unfinished headers': (_, pick, random) => {
    const text = post('{}');
    return { steps: [text.slice(0, Math.floor(random() * (text.length - 4))), pick<Step>(['END', 'CUT'])] };
  },
  'pipelined junk': (_, pick) => ({
    steps: [
      rawRequest('GET', '/api/flowdrop/health') +
        rawRequest('GET', `${WORKFLOWS}?limit=1`) +
        pick(['GARBAGE\r\n\r\n', '\0\0\0\0\r\n\r\n', '{"name":"x"}\r\n\r\n', 'GET\r\n\r\n']),
    ],
    answers: 3,
    expected: [200, 200, 400],
  }),
  'random bytes': (_, __, random) => ({
    steps: [Uint8Array.from({ length: 1 + Math.floor(random() * 400) }, () => random() * 256), 'END'],
  }),
  'oversize headers': (_, pick) => ({
    steps: [
      pick([
        rawRequest('GET', WORKFLOWS, { 'X-Long': 'x'.repeat(20_000) }),
        rawRequest('GET', `${WORKFLOWS}?search=${'x'.repeat(20_000)}`),
        rawRequest(
          'GET',
          WORKFLOWS,
          Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`X-${n}`, 'yyyyyyyyyyyyyyyyyy'])),
        ),
      ]),
    ],
    expected: [431],
  }),
  'two lengths': (i, pick) => {
    const body = bodyOf(i);
    const length = Buffer.byteLength(body);
    const head = `POST ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n`;
    const second = pick(['Transfer-Encoding: chunked', 'Content-Length: 1', 'Content-Length: -1']);
    return { steps: [`${head}${second}\r\n\r\n${body}`], expected: [400] };
  },
  'broken chunks': (_, pick) => ({
    steps: [
      `POST ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
      pick([
        'ZZ\r\n{"name":"x"}\r\n0\r\n\r\n',
        '-1\r\n\r\n',
        'fffffffffffffffff\r\n',
        '5\r\n{"name":"x"}\r\n0\r\n\r\n',
      ]),
      'END',
    ],
  }),
  'a body that need not come': () => ({
    steps: [
      rawRequest('POST', WORKFLOWS, { Expect: '100-continue', 'Content-Length': String(MAX_BODY_BYTES + 1) }),
    ],
    expected: [400],
  }),
  'another expectation': (i) => ({ steps: [post(bodyOf(i), { Expect: 'a-miracle' })], expected: [417] }),
  'no host, no such version, no such method': (_, pick) => ({
    steps: [
      pick([
        `GET ${WORKFLOWS} HTTP/1.1\r\n\r\n`,
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        `FLY ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        `GET ${WORKFLOWS} HTTP/9.9\r\nHost: localhost\r\n\r\n`,
        'GET /\0 HTTP/1.1\r\nHost: localhost\r\n\r\n',
        `GET ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\0\r\n\r\n`,
        `GET ${WORKFLOWS} HTTP/1.1\nHost: localhost\n\n`,
      ]),
      'END',
    ],
  }),
  'a tunnel, a proxy, an upgrade': (_, pick) => ({
    steps: [
      pick([
        'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
        'GET http://evil.example/api/flowdrop/workflows HTTP/1.1\r\nHost: evil.example\r\n\r\n',
        'GET http://localhost/api/flowdrop/workflows HTTP/1.1\r\nHost: localhost\r\n\r\n',
        rawRequest('GET', WORKFLOWS, { Connection: 'Upgrade', Upgrade: 'websocket' }),
        rawRequest('GET', '//evil.example/%2e%2e/%2e%2e/etc/passwd'),
        rawRequest('GET', '/../../../../etc/passwd'),
        rawRequest('GET', WORKFLOWS, { Host: 'localhost:99999' }),
        rawRequest('GET', WORKFLOWS, { Host: '[::1' }),
      ]),
      'END',
    ],
  }),
  'a body where none is read': (i) => ({
    steps: [rawRequest('GET', `${WORKFLOWS}?limit=1`, {}, bodyOf(i))],
    expected: [200],
  }),
  'too much, without an end': () => ({
    steps: [
      `POST ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 9 }, () => `100000\r\n${'['.repeat(0x10_00_00)}\r\n`),
      'ANSWER',
    ],
    expected: [400],
  }),
};

/** These may store what they send, all of it or nothing. */
const WRITING: { readonly [kind: string]: Make } = {
  'slow body': (i, pick) => ({
    steps: dribbled(post(bodyOf(i)), pick([5, 20, 60]), pick([0, 1, 3])),
    expected: [201],
    workflow: workflowOf(i),
  }),
  'slow body that is cut off': (i, _, random) => {
    const steps = dribbled(post(bodyOf(i)), 20, 1);
    return { steps: [...steps.slice(0, Math.floor(random() * (steps.length - 2))), 'CUT'] };
  },
  'gone before the answer': (i, pick) => ({
    steps: [post(bodyOf(i)), pick([0, 0, 1, 2]), 'CUT'],
    workflow: workflowOf(i),
  }),
  'a body that is asked for': (i) => {
    const body = bodyOf(i);
    const head = rawRequest('POST', WORKFLOWS, {
      Expect: '100-continue',
      'Content-Length': String(Buffer.byteLength(body)),
    });
    return { steps: [head, 'ANSWER', body], expected: [201], workflow: workflowOf(i) };
  },
  'chunks of one byte': (i) => {
    const chunks = [...Buffer.from(bodyOf(i))].map((byte) =>
      Buffer.concat([Buffer.from('1;x=y\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
    );
    const head = `POST ${WORKFLOWS} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n`;
    return {
      steps: [head, Buffer.concat(chunks), '0\r\nX-Trailer: 1\r\n\r\n'],
      expected: [201],
      workflow: workflowOf(i),
    };
  },
};

/** Sends `count` attacks to a host that nobody else uses. Everything but time is the same for the same seed. */
export async function fuzzSockets(host: RunningHost, count: number, seed: number): Promise<SocketFuzzReport> {
  const random = seededRandom(seed);
  const pick: Pick = (list) => list[Math.floor(random() * list.length)] ?? list[0];
  const kinds = new Map<string, number>();
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let residentAtHalf = 0;

  const run = async (kind: string, attack: Attack): Promise<RawAnswer> => {
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const answer = await sendRaw(host.url, attack.steps, attack.answers);
    const final = answer.statuses.filter((status) => status >= 200);
    for (const status of final) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const shown = `${kind}: ${answer.text.replace(/\r\n(Content-Security|Referrer|Cross)[^\r]*/g, '').slice(0, 300)}`;
    if (final.some((status) => status >= 500)) faults.push(`a failure of the host at ${shown}`);
    if (attack.expected !== undefined && final.join() !== attack.expected.join())
      faults.push(`expected ${attack.expected}, got ${final} at ${shown}`);
    // META-5: one refusal is bare.
    if (/"success":false/.test(answer.text) && !/"error_code":"[A-Z_]+"/.test(answer.text))
      faults.push(`no code at ${shown}`);
    return answer;
  };
  const together = async (total: number, one: (index: number) => Promise<unknown>) => {
    let next = 0;
    const worker = async () => {
      while (next < total && faults.length < MAX_FAULTS) {
        next += 1;
        await one(next);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, worker));
  };

  await host.call('POST', WORKFLOWS, { id: 'before', name: 'before' });
  const before = await digestOf(host);
  const harmless = Object.entries(HARMLESS);
  await together(Math.floor(count * 0.5), async (i) => {
    const [kind = '', make] = harmless[i % harmless.length] ?? [];
    // Of the one that sends megabytes there need not be so many.
    if (make === undefined || (kind.startsWith('too much') && i > harmless.length * 4)) return;
    await run(kind, make(i, pick, random));
  });
  if ((await digestOf(host)) !== before) faults.push('something is stored that nobody sent to its end');
  residentAtHalf = residentOf(host.pid);

  const writing = Object.entries(WRITING);
  const sent = new Map<string, { readonly workflow: Json; readonly acknowledged: boolean }>();
  await together(Math.floor(count * 0.2), async (i) => {
    const [kind = '', make] = writing[i % writing.length] ?? [];
    if (make === undefined) return;
    const attack = make(i, pick, random);
    const { statuses: got } = await run(kind, attack);
    if (attack.workflow !== undefined)
      sent.set(`sent_${i}`, { workflow: attack.workflow, acknowledged: got.includes(201) });
  });
  let stored = 0;
  for (const [id, { workflow, acknowledged }] of sent) {
    const reply = await host.call('GET', `${WORKFLOWS}/${id}`);
    if (reply.status === 404 && acknowledged) faults.push(`${id} was acknowledged and is not there`);
    if (reply.status === 404) continue;
    stored += 1;
    if (!isAsSent(dataOf(reply), workflow)) faults.push(`${id} is half there`);
  }
  const strangers = (await idsOf(host)).filter((id) => id !== 'before' && !sent.has(id));
  if (strangers.length > 0) faults.push(`stored from a body that was cut off: ${strangers}`);

  await together(Math.ceil(count * 0.3), async () => {
    const { method, path, body, headers } = hostileRequest(random);
    const text =
      typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : Buffer.from('{');
    if (text.length > 1_000_000) return;
    // Bytes that no request line may hold are another kind.
    const target = path.replace(/[^\x21-\x7e]/g, encodeURIComponent);
    const head = rawRequest(method, target, { ...headers, 'Content-Length': String(text.length) });
    if (method === 'HEAD') return;
    await run('hostile content', { steps: [head, text] });
  });

  const health = await host.call('GET', '/api/flowdrop/health');
  if (health.status !== 200) faults.push(`the host is not well: ${health.status}`);
  const wrong = host
    .err()
    .split('\n')
    .filter((line) => /^error:|Unhandled|^\s+at /.test(line));
  if (wrong.length > 0) faults.push(`the host complained: ${wrong.slice(0, 5).join(' | ')}`);
  return {
    kinds: Object.fromEntries(kinds),
    statuses: Object.fromEntries(statuses),
    stored,
    growth: residentAtHalf === 0 ? 0 : residentOf(host.pid) - residentAtHalf,
    faults,
  };
}

async function idsOf(host: RunningHost): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let offset = 0; ; offset += 100) {
    const rows = dataOf(await host.call('GET', `${WORKFLOWS}?limit=100&offset=${offset}`));
    if (!isArray(rows) || rows.length === 0) return ids;
    ids.push(...rows.map((row) => ownString(row, 'id') ?? ''));
  }
}

/** Of everything that the doors show. */
async function digestOf(host: RunningHost): Promise<string> {
  const paths = [`${WORKFLOWS}?limit=100`, '/api/flowdrop/node-types?limit=100', '/api/flowdrop/port-config'];
  const shown = await Promise.all(paths.map((path) => host.call('GET', path)));
  return createHash('sha256')
    .update(JSON.stringify(shown.map(dataOf)))
    .digest('hex');
}

function isAsSent(found: Json, sent: Json): boolean {
  const label = (workflow: Json) => {
    const nodes = own(workflow, 'nodes');
    return isArray(nodes) && nodes.length === 1 ? own(own(nodes[0], 'data'), 'label') : undefined;
  };
  return (
    label(found) === label(sent) &&
    ['id', 'name', 'description'].every((key) => own(found, key) === own(sent, key))
  );
}

/** KiB in memory, where the system tells. */
function residentOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
