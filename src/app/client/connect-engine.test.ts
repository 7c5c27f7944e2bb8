import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../engine/ports';
import type { Json } from '../../model/json';
import { type Announcement, createRepositories, createRunStore, type Tabs } from '../../store';
import { memoryDatabase } from '../../store/testing/memory-database';
import { connectEngine } from './connect-engine';
import type { EngineClient } from './engine-client';

/** A page with an engine that notes what it is told. */
async function page() {
  const db = await memoryDatabase();
  const calls: string[] = [];
  const others = new Set<(announcement: Announcement) => void>();
  const tabs: Tabs = {
    announce: () => undefined,
    listen(listener) {
      others.add(listener);
      return () => others.delete(listener);
    },
    close: () => undefined,
  };
  const client: EngineClient = {
    configure: async ({ model, allowInternalAddresses }, site) =>
      void calls.push(`configure ${model.default} ${allowInternalAddresses} ${site.nodeTypes?.length}`),
    launch: async () => {
      calls.push('launch');
      return { success: true, data: { execution_id: 'r1', status: 'pending' } };
    },
    cancel: async (runId, reason) => ({
      success: false,
      error: `${runId} ${reason}`,
      error_code: 'PIPELINE_TERMINAL',
      details: [1],
    }),
    fireTrigger: async (id) => {
      calls.push(`fire ${id}`);
      return { success: true, data: { execution_id: 'r2', status: 'queued' } };
    },
    raise: async ({ type }) => void calls.push(`raise ${type}`),
    onToken: () => () => undefined,
    resume: async () => ({ success: true, data: { status: 'running' } }),
    answer: async () => ({ success: true, data: { status: 'resolved' } }),
    cancelInterrupt: async () => ({ success: true, data: { status: 'cancelled' } }),
    pause: async (runId, reason) => ({
      success: false,
      error: `${runId} ${reason}`,
      error_code: 'PIPELINE_TERMINAL',
      details: [],
    }),
    watch: async (workflow) => {
      calls.push(`watch ${workflow}`);
    },
    recover: async () => {
      calls.push('recover');
      return [];
    },
    onEvent: () => () => undefined,
    onLost: () => () => undefined,
    close: () => undefined,
  };
  const repositories = createRepositories(db, { now: () => 1, announce: () => undefined });
  const remembered = new Map<string, Json>();
  const connect = () =>
    connectEngine({
      db,
      tabs,
      repositories,
      client,
      memory: {
        recall: async (key) => remembered.get(key),
        remember: async (key, value) => void remembered.set(key, value),
      },
    });
  const tell = (announcement: Announcement) => {
    for (const listener of [...others]) listener(announcement);
  };
  const idle = () => new Promise((resolve) => setTimeout(resolve, 20));
  return { db, calls, repositories, connect, tell, idle, remembered };
}

const event: RunEvent = { runId: 'r', workflow: 'w', seq: 1, kind: 'started' };
const REQUEST = { document: {}, inputs: {}, initialData: {} };

describe('a page and its engine', () => {
  test('the first command configures the engine from what is stored and takes over what was left', async () => {
    const at = await page();
    await at.repositories.settings.write('allowInternalAddresses', true);
    const { runs } = at.connect();
    await at.idle();
    expect(at.calls).toEqual([]);
    expect(await runs.launch(REQUEST)).toEqual({ ok: true, value: 'r1' });
    expect(await runs.launch(REQUEST)).toEqual({ ok: true, value: 'r1' });
    expect(at.calls).toEqual(['configure offline true 0', 'recover', 'launch', 'launch']);
    expect(await runs.cancel('r1', 'why')).toEqual({
      ok: false,
      refusal: { message: 'r1 why', code: 'PIPELINE_TERMINAL', details: [1] },
    });
    expect(await runs.resume('r1')).toEqual({ ok: true, value: null });
  });

  test('settings and records that change later reach an engine that has started, and no other', async () => {
    const at = await page();
    const { runs } = at.connect();
    at.tell({ kind: 'settings' });
    await at.idle();
    expect(at.calls).toEqual([]);
    await runs.launch(REQUEST);
    await at.repositories.settings.write('model', { default: 'browser', connections: [], script: '' });
    at.tell({ kind: 'settings' });
    await at.idle();
    expect(at.calls.at(-1)).toBe('configure browser false 0');
  });

  test('what nodes say in runs that another tab drives is heard for the workflow that is shown, and no other', async () => {
    const at = await page();
    const connection = at.connect();
    const heard: string[] = [];
    const say = (workflow: string, message: string) =>
      at.tell({
        kind: 'notice',
        told: { run: 'r', workflow, node: 'n', level: 'info', message, more: false },
      });
    say('w', 'before');
    const end = connection.watch('w', ({ message }) => heard.push(message));
    say('w', 'shown');
    say('other', 'not shown');
    const next = connection.watch('other', ({ message }) => heard.push(message));
    end();
    say('other', 'the next one stays');
    next();
    say('other', 'after');
    expect(heard).toEqual(['shown', 'the next one stays']);
    expect(at.calls).toEqual(['watch w', 'watch other', 'watch null']);
  });

  test.each([
    ['starts', { kind: 'run', event }, true],
    [
      'has ended',
      {
        kind: 'run',
        event: { ...event, kind: 'completed', finished: { status: 'completed', durationMs: 1 } },
      },
      false,
    ],
    ['waits for a person', { kind: 'run', event: { ...event, kind: 'paused' } }, false],
  ] as const)('a run of another tab that %s', async (_, announcement, wakes) => {
    const at = await page();
    at.connect();
    at.tell(announcement);
    await at.idle();
    await expect.poll(() => at.calls.includes('recover')).toBe(wakes);
  });

  test.each([
    ['running', null, null, true],
    ['pending', null, null, true],
    ['paused', 'time_budget', 'pause', true],
    ['paused', null, 'pause', false],
    ['paused', null, 'cancel', true],
    ['completed', null, null, false],
  ] as const)(
    'a run that was left %s (%s, %s) wakes the engine: %s',
    async (status, pauseReason, type, wakes) => {
      const at = await page();
      await createRunStore(at.db).create({
        run: {
          v: 1,
          id: 'r',
          workflow: 'w',
          workflowName: 'W',
          strategy: 'flowdrop_runtime:synchronous_pipeline',
          status,
          pauseReason,
          error: null,
          document: {},
          initialData: {},
          inputs: {},
          outputs: null,
          warnings: [],
          skipped: [],
          passes: 0,
          created: 1,
          started: 1,
          ended: null,
          fence: 1,
          signal: type === null ? null : { id: 's', type, reason: '' },
          seq: 1,
        },
        jobs: [],
        values: [],
        logs: [],
      });
      at.connect();
      await at.idle();
      await expect.poll(() => at.calls.includes('recover')).toBe(wakes);
    },
  );

  test('INT-12: a run that was resumed and still waits in the queue wakes the engine', async () => {
    const at = await page();
    await at.db.queue.put({ v: 1, run: 'r', due: 1, turn: 1, reason: 'resumed', claim: null });
    at.connect();
    await at.idle();
    await expect.poll(() => at.calls.includes('recover')).toBe(true);
  });

  test('what was typed is remembered by workflow; anything but texts is left out', async () => {
    const at = await page();
    const { runs } = at.connect();
    expect(await runs.rememberedInputs('w')).toEqual({});
    await runs.rememberInputs('w', { a: 'x' });
    expect(await runs.rememberedInputs('w')).toEqual({ a: 'x' });
    at.remembered.set('inputs:w', { a: 1, b: 'y' });
    expect(await runs.rememberedInputs('w')).toEqual({ b: 'y' });
    expect(await runs.rememberedInputs('other')).toEqual({});
  });
});
