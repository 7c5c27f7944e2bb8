// What the dialog's verbs do with a server's answers, against a store in memory and doors that are played.
import { describe, expect, test } from 'vitest';
import { createEditor } from '../../canvas';
import { createCatalog } from '../../catalog/catalog';
import { createExpressionHost } from '../../expression/host';
import { decodeWorkflow } from '../../model/api-form';
import { type Json, type JsonObject, own } from '../../model/json';
import { createRepositories } from '../../store';
import { memoryDatabase } from '../../store/testing/memory-database';
import { createPublishRunner } from './publish-runner';
import { createPublishSession } from './publish-state';

const SERVER = { id: 's', name: 'Staging', address: 'http://127.0.0.1:1', publisher: 'acme' };
const FLOW: JsonObject = {
  id: 'flow',
  name: 'Flow',
  nodes: [
    {
      id: 'text_input.1',
      position: { x: 0, y: 0 },
      data: { label: 'In', config: {}, metadata: { node_type_id: 'text_input' } },
    },
  ],
  edges: [],
};

type Played = Json | ((body: Json) => Json) | 'drop';
const done = (data: Json): Json => ({ success: true, data });
const refused = (code: string, details: readonly Json[] = []): Json => ({
  success: false,
  error: code,
  error_code: code,
  details,
});
const THERE = done({ ...FLOW, changed: 't1' });
const ABSENT = refused('WORKFLOW_NOT_FOUND');

/** `answers`: by method and path, each list played in order, the last one from then on. */
async function stage(answers: { readonly [call: string]: readonly Played[] }, workflow: JsonObject = FLOW) {
  const db = await memoryDatabase();
  const { publishing } = createRepositories(db, { now: () => 1, announce: () => undefined });
  const server = await publishing.saveServer(SERVER, 'token');
  if (!server.ok) throw new Error('not saved');
  const decoded = decodeWorkflow(workflow);
  if (!decoded.ok) throw new Error('no workflow');
  const saved = async () => ({ state: 'saved', at: 1 }) as const;
  const editor = createEditor({
    document: decoded.value.document,
    catalog: createCatalog(),
    persistence: { append: saved, undo: saved, redo: saved },
    now: () => 1,
    uuid: () => 'e',
  });
  const marks: ReadonlyMap<string, readonly string[]>[] = [];
  const session = createPublishSession({
    set: (changes) => {
      if (changes.marks !== undefined) marks.push(changes.marks);
    },
  });
  const calls: string[] = [];
  const bodies: Json[] = [];
  const fetching: typeof fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${String(input).replace(`${SERVER.address}/api/flowdrop/`, '')}`;
    calls.push(call);
    const list = Object.hasOwn(answers, call) ? (answers[call] ?? []) : [];
    const played = list[Math.min(calls.filter((one) => one === call).length, list.length) - 1];
    if (init?.signal?.aborted === true) throw init.signal.reason;
    if (played === 'drop') throw new TypeError('reset');
    const body: Json = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
    bodies.push(body);
    const answer = played === undefined ? ABSENT : typeof played === 'function' ? played(body) : played;
    const status =
      own(answer, 'success') === true ? 200 : own(answer, 'error_code') === 'WORKFLOW_NOT_FOUND' ? 404 : 422;
    return new Response(JSON.stringify(answer), { status });
  };
  const runner = createPublishRunner({
    services: { publishing, expressions: createExpressionHost() },
    editor,
    session,
    now: () => 7,
    fetching,
  });
  const step = () => session.store.getState().step;
  return { runner, session, step, calls, bodies, marks, publishing, server: server.value, editor };
}

const IMPORT = 'POST workflows/import';
const READ = 'GET workflows/flow';
const UPDATE = 'PUT workflows/flow';

describe('publish', () => {
  test('an id that is free is imported, once, and remembered', async () => {
    const { runner, server, step, calls, publishing } = await stage({ [IMPORT]: [THERE] });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({
      step: 'live',
      replaced: false,
      copy: { id: 'flow', changed: 't1', at: 7 },
    });
    expect(calls.filter((call) => call === IMPORT)).toHaveLength(1);
    expect((await publishing.live('flow')).get('flow')).toMatchObject([{ server: 's', id: 'flow' }]);
  });

  test('what was published from here and not touched since is replaced; anything else is asked about', async () => {
    const { runner, server, step, calls } = await stage({
      [IMPORT]: [THERE],
      [READ]: [ABSENT, THERE, done({ ...FLOW, changed: 't3', name: 'Theirs' })],
      [UPDATE]: [done({ ...FLOW, changed: 't2' })],
    });
    await runner.publish(server, 'flow');
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'live', replaced: true, copy: { changed: 't2' } });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'taken', ours: true, difference: { name: { there: 'Theirs' } } });
    expect(calls.filter((call) => call === UPDATE)).toHaveLength(1);
  });

  test('an id that somebody took between the look and the import is asked about', async () => {
    const { runner, server, step } = await stage({
      [READ]: [ABSENT, THERE],
      [IMPORT]: [refused('WORKFLOW_ID_TAKEN')],
    });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'taken', ours: false, difference: { same: true } });
  });

  test('a workflow with errors is sent nowhere', async () => {
    const { runner, server, step, calls } = await stage(
      {},
      {
        ...FLOW,
        edges: [{ id: 'e', source: 'text_input.1', target: 'gone' }],
      },
    );
    await runner.publish(server, 'flow');
    expect([step(), calls]).toEqual([{ step: 'invalid', errors: 1 }, []]);
  });

  test('R11: neither is one with an expression that cannot be read, though no rule found it before', async () => {
    const prompt = {
      id: 'prompt_template.1',
      position: { x: 0, y: 0 },
      data: { label: 'P', config: { template: '{{ name ' }, metadata: { node_type_id: 'prompt_template' } },
    };
    const { runner, server, step, calls } = await stage({}, { ...FLOW, nodes: [prompt] });
    await runner.publish(server, 'flow');
    expect([step(), calls]).toEqual([{ step: 'invalid', errors: 1 }, []]);
  });

  test('the reasons of a refusal are marked at their nodes until they are dismissed', async () => {
    const detail = { code: 'R1_PLUGIN_MISSING', message: 'Gone.', locator: 'node.text_input.1' };
    const { runner, server, session, step, marks, editor } = await stage({
      [IMPORT]: [refused('WORKFLOW_INVALID', [detail])],
    });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'refused', gate: 'workflow', door: 'import', mayConfirm: false });
    const key = editor.store.getState().document.nodes[0]?.key ?? '';
    expect([...(marks.at(-1) ?? [])]).toEqual([[key, ['Gone.']]]);
    session.close();
    expect(step().step).toBe('refused');
    session.dismiss();
    expect([...(marks.at(-1) ?? [])]).toEqual([]);
  });

  test('a refusal without details is its own reason', async () => {
    const { runner, server, step } = await stage({ [IMPORT]: [refused('ACCESS_DENIED')] });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'refused', gate: null, reasons: [{ code: 'ACCESS_DENIED' }] });
  });

  test('STORE-9: a confirmation is sent only where the person gave it', async () => {
    const { runner, server, bodies, step } = await stage({
      [IMPORT]: [
        refused('BUNDLE_PUBLISHER_UNTRUSTED'),
        // The probe.
        refused('BUNDLE_PROCESSOR_MISSING'),
        THERE,
      ],
    });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'refused', gate: 'publisher', mayConfirm: true });
    await runner.publish(server, 'flow', { confirm: true });
    expect(step().step).toBe('live');
    const flows = bodies.filter((body) => own(own(own(body, 'payload'), 'flow'), 'id') === 'flow');
    expect(flows.map((body) => own(body, 'confirm_publisher'))).toEqual([undefined, true]);
  });
});

describe('what goes wrong on the way', () => {
  test('a server that is down is sent nothing', async () => {
    const { runner, server, step, calls } = await stage({ [READ]: ['drop'] });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'stuck' });
    expect(calls).not.toContain(IMPORT);
  });

  test.each<readonly [string, readonly Played[], object]>([
    ['arrived', [ABSENT, THERE], { step: 'live', replaced: false }],
    ['did not arrive', [ABSENT, ABSENT], { step: 'lost', asked: true }],
    [
      'found somebody else there',
      [ABSENT, done({ ...FLOW, name: 'Other', changed: 'x' })],
      { step: 'taken', ours: false },
    ],
    ['is still not known', [ABSENT, 'drop'], { step: 'lost', asked: false }],
  ])('an answer that was lost is asked for again: it %s', async (_, reads, expected) => {
    const { runner, server, step } = await stage({ [IMPORT]: ['drop'], [READ]: reads });
    await runner.publish(server, 'flow');
    expect(step()).toMatchObject({ step: 'lost', asked: false });
    await runner.askAgain(server, 'flow');
    expect(step()).toMatchObject(expected);
  });

  test('what changed while the person looked at it is not replaced', async () => {
    const seen = done({ ...FLOW, name: 'A', changed: 'a' });
    const { runner, server, step, calls } = await stage({
      [READ]: [seen, done({ ...FLOW, name: 'B', changed: 'b' })],
    });
    await runner.publish(server, 'flow');
    const first = step();
    if (first.step !== 'taken' || first.copy === null) throw new Error(first.step);
    await runner.replace(server, first.copy);
    expect(step()).toMatchObject({ step: 'taken', copy: { changed: 'b' } });
    expect(calls).not.toContain(UPDATE);
  });

  test('what is taken back while it is judged is sent nowhere', async () => {
    const { runner, server, step, calls } = await stage({ [IMPORT]: [THERE] });
    const publishing = runner.publish(server, 'flow');
    expect(step()).toEqual({ step: 'busy', what: 'judging' });
    runner.cancel();
    await publishing;
    expect([step(), calls]).toEqual([{ step: 'ready' }, []]);
  });

  test.each<readonly [string, Json]>([
    ['no workflow', done(null)],
    ['an id that no address can say', done({ ...FLOW, id: '\ud800' })],
    ['an id that leads to another door', done({ ...FLOW, id: '..' })],
  ])('a success that names %s is not taken for a publication', async (_, answer) => {
    const { runner, server, step, publishing } = await stage({ [IMPORT]: [answer] });
    await runner.publish(server, 'flow');
    expect(step()).toEqual({ step: 'lost', fault: { kind: 'foreign', status: 200 }, asked: false });
    expect((await publishing.live('flow')).get('flow') ?? []).toEqual([]);
  });

  test('a copy that is nested without end is none, and the dialog goes on', async () => {
    let deep: Json = 1;
    for (let i = 0; i < 300; i += 1) deep = { deep };
    const { runner, server, step } = await stage({ [READ]: [done({ ...FLOW, metadata: { deep } })] });
    await runner.publish(server, 'flow');
    expect(step()).toEqual({ step: 'stuck', why: { kind: 'foreign', status: 200 } });
  });

  test('a token that cannot be read any more is said, and nothing is sent', async () => {
    const { runner, server, step, calls } = await stage({});
    await runner.publish({ ...server, secret: 'lost' }, 'flow');
    expect([step(), calls]).toEqual([{ step: 'stuck', why: { kind: 'token' } }, []]);
  });
});

test('what was taken down, here or there, is remembered no more', async () => {
  const { runner, server, step, publishing } = await stage({
    [IMPORT]: [THERE],
    [READ]: [ABSENT, THERE, ABSENT],
    'DELETE workflows/flow': [done({ id: 'flow' })],
  });
  await runner.publish(server, 'flow');
  await runner.compare(server, 'flow');
  expect(step()).toMatchObject({ step: 'compared', difference: { same: true } });
  await runner.compare(server, 'flow');
  expect(step()).toEqual({ step: 'gone', taken: false });
  expect((await publishing.live('flow')).get('flow') ?? []).toEqual([]);
  await runner.takeDown(server, 'flow');
  expect(step()).toEqual({ step: 'gone', taken: true });
});
