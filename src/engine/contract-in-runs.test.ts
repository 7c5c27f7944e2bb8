// What a contract, a configuration and an edge mean once a workflow runs: the whole way from a launch to what came of it.
import { describe, expect, test } from 'vitest';
import { resolveLaunch } from '../contract/launch';
import { rebuild } from '../contract/rebuild';
import type { WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { createEngine } from './engine';
import type { LaunchRequest } from './launch';
import { always, echo, type TestType, testCatalog, testWorkflow, testWorld } from './testing/world';

const TYPES: readonly TestType[] = [
  {
    id: 'echo',
    parameters: {
      text: { schema: { type: 'string' } },
      count: { schema: { type: 'integer' }, default: 7 },
      data: {},
      fixed: { connectable: false },
    },
    outputs: { text: {}, count: {}, data: {}, fixed: {} },
    execute: echo,
  },
  { id: 'nothing', outputs: { here: {}, gone: {} }, execute: always({ here: null }) },
  { id: 'needy', parameters: { text: { schema: { type: 'string' }, required: true } }, execute: echo },
  { id: 'fails', outputs: { text: {} }, execute: always({ text: 'x' }) },
];
const { catalog, executors } = testCatalog(TYPES);

const bind = (id: string, nodeId: string, portId: string, more: JsonObject = {}): Json => ({
  id,
  ...more,
  bindings: [{ nodeId, portId }],
});
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';

/** Runs a workflow to its end, or answers the refusal. Everything is read back from the store. */
async function run(document: WorkflowDocument, request: Partial<LaunchRequest> = {}) {
  const world = testWorld();
  const engine = createEngine(world, { executors });
  const launched = await engine.launch(catalog, {
    document,
    caller: 'external',
    strategy: PIPELINE,
    ...request,
  });
  if (!launched.ok) return { refusal: launched.error, events: world.events };
  await launched.value.done;
  const { id } = launched.value.run;
  const [row, jobs] = await Promise.all([world.store.run(id), world.store.jobs(id)]);
  const plain = (values: object | null | undefined) =>
    Object.fromEntries(
      Object.entries(values ?? {}).map(([name, value]) => [
        name,
        typeof value === 'object' && value !== null && 'inline' in value ? value.inline : value,
      ]),
    );
  return {
    status: row?.status,
    outputs: plain(row?.outputs),
    warnings: row?.warnings ?? [],
    inputsOf: (node: string) => plain(jobs.find((job) => job.node === node)?.inputs),
    statusOf: (node: string) => jobs.find((job) => job.node === node)?.status,
    errorOf: (node: string) => jobs.find((job) => job.node === node)?.error,
  };
}

describe('inputs on their way into a run', () => {
  const document = testWorkflow({ a: 'echo', who: 'echo' }, [], {
    interface: {
      inputs: [
        bind('who', 'a', 'text', { required: true }),
        bind('n', 'a', 'count'),
        bind('any', 'a', 'data'),
      ],
      outputs: [bind('said', 'a', 'text')],
    },
  });

  test('MAN-11: a value arrives at the port that its entry binds, and nowhere else', async () => {
    const done = await run(document, { inputs: { who: 'Ada', n: 3 } });
    expect(done).toMatchObject({ status: 'completed', outputs: { said: 'Ada' } });
    expect(done.inputsOf?.('a')).toMatchObject({ text: 'Ada', count: 3 });
    expect(done.inputsOf?.('who')).toMatchObject({ text: null, count: 7 });
  });

  test('MAN-10: a declared name wins over a node of that name', async () => {
    const named = testWorkflow({ a: 'echo', who: 'echo' }, [], {
      interface: { inputs: [bind('who', 'a', 'data')] },
    });
    const done = await run(named, { inputs: { who: { text: 'x' } }, caller: 'system' });
    expect(done.inputsOf?.('a')).toMatchObject({ data: { text: 'x' } });
    expect(done.inputsOf?.('who')).toMatchObject({ text: null });
  });

  test('MAN-12: node-keyed data is a way in for the system alone; beneath what is declared', async () => {
    const keyed = { a: { text: 'keyed', count: 1 } };
    for (const refused of [
      await run(document, { inputs: { who: 'Ada', ...keyed } }),
      await run(document, { inputs: { who: 'Ada' }, initialData: keyed }),
    ]) {
      expect(refused).toMatchObject({ refusal: { status: 400, code: 'INPUT_UNDECLARED' }, events: [] });
    }
    const done = await run(document, { inputs: { who: 'Ada' }, initialData: keyed, caller: 'system' });
    expect(done.inputsOf?.('a')).toMatchObject({ text: 'Ada', count: 1 });
  });

  test.each<[string, JsonObject, string, RegExp]>([
    [
      'MAN-13: an undeclared key',
      { whom: 'Ada' },
      'INPUT_UNDECLARED',
      /"whom".*It accepts "who", "n", "any"\.$/,
    ],
    ['MAN-15: the undeclared before the missing', { x: 1 }, 'INPUT_UNDECLARED', /"x"/],
    ['MAN-15: the missing before the values', { n: 'seven' }, 'INPUT_REQUIRED', /"who".*It accepts/],
    [
      'MAN-16: a value of another type',
      { who: 1 },
      'INPUT_INVALID',
      /"who" must be of type string.*It accepts/,
    ],
    [
      'MAN-16: all such values at once',
      { who: 1, n: 'x' },
      'INPUT_INVALID',
      /"who".*"n" must be of type integer/,
    ],
  ])(
    '%s is refused before anything is created, as the launch check says it',
    async (_, inputs, code, message) => {
      const refused = await run(document, { inputs });
      expect(refused).toMatchObject({
        refusal: { status: 400, code, message: expect.stringMatching(message) },
        events: [],
      });
      const checked = resolveLaunch(document, catalog, inputs, 'external');
      expect(refused.refusal?.message).toBe(checked.ok ? undefined : checked.error.message);
    },
  );

  test('MAN-15: what the published contract requires is required, though the manifest says it no longer', async () => {
    const { contract } = rebuild(undefined, document, catalog);
    const relaxed = {
      ...document,
      contract,
      inputs: document.inputs.map((entry) => ({ ...entry, required: false })),
    };
    expect(await run(relaxed, { inputs: {} })).toMatchObject({ refusal: { code: 'INPUT_REQUIRED' } });
    expect(await run({ ...relaxed, contract: undefined }, { inputs: {} })).toMatchObject({
      status: 'completed',
    });
  });

  test('MAN-15, MAN-16: null is present, and is of no type but the one that takes every value', async () => {
    expect(await run(document, { inputs: { who: null } })).toMatchObject({
      refusal: { code: 'INPUT_INVALID' },
    });
    const done = await run(document, { inputs: { who: 'Ada', any: null } });
    expect(done.inputsOf?.('a')).toMatchObject({ data: null });
  });

  test('MAN-14: a broken entry of the manifest costs its value and not the run', async () => {
    const broken: WorkflowDocument = {
      ...document,
      inputs: document.inputs.map((entry) => (entry.name === 'n' ? { ...entry, port: '' } : entry)),
    };
    const checked = resolveLaunch(broken, catalog, { who: 'Ada', n: 3 }, 'external');
    expect(checked).toMatchObject({
      ok: true,
      value: { initialData: { a: { text: 'Ada' } }, warnings: [{ entry: 'n' }] },
    });
  });
});

describe('outputs on their way out of a run', () => {
  test('MAN-17: null counts as given; what was never given is left out, with a warning that names it', async () => {
    const document = testWorkflow({ n: 'nothing' }, [], {
      interface: { outputs: [bind('nil', 'n', 'here'), bind('lost', 'n', 'gone')] },
    });
    const done = await run(document);
    expect(done).toMatchObject({ status: 'completed', outputs: { nil: null } });
    expect(Object.keys(done.outputs ?? {})).toEqual(['nil']);
    expect(JSON.stringify(done.warnings)).toContain('lost');
  });

  test('MAN-1, MAN-17: what is not declared is no output, wired and exposed as it may be', async () => {
    const document = testWorkflow({ a: 'echo', b: 'echo' }, ['a.text>b.text']);
    expect(await run(document)).toMatchObject({ status: 'completed', outputs: {} });
  });
});

describe('where a value of a node comes from in a run', () => {
  const from = (config: JsonObject, initial: JsonObject, wires: readonly string[] = []) =>
    run(
      testWorkflow({ s: { type: 'echo', config: { text: 'wired' } }, a: { type: 'echo', config } }, wires),
      {
        caller: 'system',
        initialData: { a: initial },
      },
    );

  test('CFG-4: a wire beats what was launched with, which beats the configuration', async () => {
    const config = { text: 'configured' };
    const wired = await from(config, { text: 'launched' }, ['s.text>a.text']);
    const launched = await from(config, { text: 'launched' });
    const configured = await from(config, {});
    expect([wired, launched, configured].map((done) => done.inputsOf?.('a')?.text)).toEqual([
      'wired',
      'launched',
      'configured',
    ]);
  });

  test('CFG-4: a parameter that takes no wires takes nothing of the launch either', async () => {
    const done = await from({ fixed: 'configured' }, { fixed: 'launched' });
    expect(done.inputsOf?.('a')).toMatchObject({ fixed: 'configured' });
  });

  test('CFG-6, CFG-14: else the default, else null; every declared parameter is there', async () => {
    const done = await from({}, {});
    expect(done.inputsOf?.('a')).toMatchObject({ text: null, count: 7, data: null, fixed: null });
  });

  test('CFG-9: a required parameter that nothing fills fails its node, by name', async () => {
    const done = await run(testWorkflow({ a: 'needy' }));
    expect(done).toMatchObject({ status: 'failed' });
    expect(done.errorOf?.('a')).toMatchObject({
      code: 'missing_parameter',
      message: expect.stringContaining('text'),
    });
  });
});

describe('what an edge decides in a run', () => {
  test('EDGE-2: an edge without handles orders two nodes and carries nothing', async () => {
    const document = testWorkflow({ a: { type: 'echo', config: { text: 'x' } }, b: 'echo' }, ['a>b']);
    const done = await run(document);
    expect(done).toMatchObject({ status: 'completed' });
    expect(done.inputsOf?.('b')).toMatchObject({ text: null });
  });

  test('EDGE-8: a condition on an edge is ignored, and said so in the log of the run', async () => {
    const document = testWorkflow({ a: { type: 'echo', config: { text: 'x' } }, b: 'echo' }, [
      { wire: 'a.text>b.text', data: { condition: 'false' } },
    ]);
    const done = await run(document);
    expect(done.inputsOf?.('b')).toMatchObject({ text: 'x' });
    expect(done.statusOf?.('b')).toBe('completed');
  });
});
