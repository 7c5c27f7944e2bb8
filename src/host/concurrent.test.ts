// Many at once at one workflow, over HTTP, with a journal: each state is that of one request, whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf } from '../api/testing/world';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { decodeLines } from './journal/lines';
import { dataOf, type RunningHost, startHost, temporary } from './testing/processes';

const WORKFLOW = '/api/flowdrop/workflows/shared';
const AT_ONCE = 50;
const directories = temporary();
const directory = directories.make();
let host: RunningHost;
beforeAll(async () => {
  host = await startHost(['--data', directory]);
}, 60_000);
afterAll(async () => {
  await host.stop();
  directories.remove();
});

/** Every part says whose it is, and the declared input is another one each time, so that each save publishes a version. */
function bodyOf(author: number): Json {
  const name = `author ${author}`;
  const node = nodeOf(`calculator.${author}`, 'calculator');
  const note = { id: `note.${author}`, type: 'note', data: { label: name } };
  return {
    name,
    description: name,
    nodes: [node, note],
    edges: [],
    metadata: { author },
    interface: {
      inputs: [{ id: `in_${author}`, bindings: [{ nodeId: `calculator.${author}`, portId: 'values' }] }],
    },
  };
}

/** The author of a workflow that is of one hand. */
function authorOf(workflow: Json | undefined): number {
  const author = Number(own(own(workflow, 'metadata'), 'author'));
  const name = `author ${author}`;
  const nodes = own(workflow, 'nodes');
  const inputs = own(own(workflow, 'interface'), 'inputs');
  expect([
    own(workflow, 'name'),
    own(workflow, 'description'),
    ...(isArray(nodes) ? nodes : []).map((node) => own(node, 'id')),
    ...(isArray(inputs) ? inputs : []).map((entry) => own(entry, 'id')),
  ]).toEqual([name, name, `calculator.${author}`, `note.${author}`, `in_${author}`]);
  return author;
}

const numbersOf = (version: string) => version.split('.').map(Number);
function compare(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  return left.map((number, i) => number - (right[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

describe('updates of one workflow at once', () => {
  test('never interleave: every answer and every state read between is one request; versions only rise', async () => {
    const made = await host.call('POST', '/api/flowdrop/workflows', { ...Object(bodyOf(0)), id: 'shared' });
    expect(made.status).toBe(201);
    let over = false;
    const states: number[] = [];
    const versions: string[] = [];
    const changes: string[] = [];
    const reader = async () => {
      while (!over) {
        const { data } = Object((await host.call('GET', WORKFLOW)).body);
        states.push(authorOf(data));
        changes.push(ownString(data, 'changed') ?? '');
        const schema = await host.call('GET', `${WORKFLOW}/schema`);
        const version = ownString(schema.body, 'schema_version') ?? '';
        expect(schema.headers.get('etag')).toBe(`"${version}"`);
        versions.push(version);
      }
    };
    const reading = reader();
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => host.call('PUT', WORKFLOW, bodyOf(i + 1))),
    );
    over = true;
    await reading;

    answers.forEach((answer, i) => {
      expect([answer.status, authorOf(dataOf(answer))]).toEqual([200, i + 1]);
    });
    expect(versions).toEqual([...versions].sort(compare));
    expect(changes).toEqual([...changes].sort());
    const last = authorOf(dataOf(await host.call('GET', WORKFLOW)));

    // The journal has them one after the other, each whole, each with a version of its own.
    const lines = decodeLines(readFileSync(join(directory, 'journal')));
    if (!lines.ok) throw new Error(lines.error);
    const written = lines.value.batches
      .slice(1)
      .flat()
      .flatMap((operation) => (isArray(operation) && isObject(operation[1]) ? [operation[1]] : []));
    expect(written).toHaveLength(AT_ONCE + 1);
    const authors = written.map((record) => Number(own(own(record, 'metadata'), 'author')));
    expect([...authors].sort((a, b) => a - b)).toEqual(Array.from({ length: AT_ONCE + 1 }, (_, i) => i));
    expect(authors.at(-1)).toBe(last);
    const published = written.map((record) => ownString(own(record, 'contract'), 'schema_version') ?? '');
    expect(new Set(published).size).toBe(AT_ONCE + 1);
    expect(published).toEqual([...published].sort(compare));
    // What was read while they were written is in the order in which they were written.
    const places = states.map((author) => authors.indexOf(author));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }, 60_000);

  test('STORE-4: partial updates at once are each applied to what the one before left; none is lost', async () => {
    const path = '/api/flowdrop/workflows/parts';
    await host.call('POST', '/api/flowdrop/workflows', { id: 'parts', name: 'p' });
    const parts: readonly JsonObject[] = [
      { nodes: [nodeOf('calculator.1', 'calculator')] },
      { metadata: { kept: true } },
      { description: 'kept' },
    ];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) => host.call('PUT', path, { name: 'p', ...parts[i % parts.length] })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    expect(dataOf(await host.call('GET', path))).toMatchObject({
      description: 'kept',
      metadata: { kept: true },
      nodes: [{ id: 'calculator.1' }],
    });
  }, 60_000);

  test('a delete among updates: each is done whole or finds nothing', async () => {
    const path = '/api/flowdrop/workflows/short';
    await host.call('POST', '/api/flowdrop/workflows', { id: 'short', name: 'author 0' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        i === 10 ? host.call('DELETE', path) : host.call('PUT', path, bodyOf(i)),
      ),
    );
    const statuses = new Set(answers.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 404)).toBe(true);
    expect(answers[10]?.status).toBe(200);
    expect((await host.call('GET', path)).status).toBe(404);
  }, 60_000);
});
