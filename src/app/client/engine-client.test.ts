import { type Endpoint, expose } from 'comlink';
import { afterEach, describe, expect, test } from 'vitest';
import { DEFAULT_MODELS } from '../../engine/models/settings';
import type { RunEvent } from '../../engine/ports';
import { type Manager, realmManager } from '../../worker/locks';
import type { EngineApi, EngineSettings, WorkerApi } from '../../worker/protocol';
import { createEngineClient, type EngineClient, type EngineWorker } from './engine-client';

const EVENT: RunEvent = { runId: 'r', workflow: 'w', seq: 1, kind: 'created' };
const SETTINGS: EngineSettings = { model: DEFAULT_MODELS, allowInternalAddresses: false };

/** Workers as the browser makes them: Comlink over a message channel, with an `error` event when one is lost. */
function workers(engine: (number: number, calls: string[]) => Partial<WorkerApi> = () => ({})) {
  const calls: string[] = [];
  const errors: (() => void)[] = [];
  const ports: MessagePort[] = [];
  const ended: number[] = [];
  const listeners: ((event: RunEvent) => void)[] = [];
  const spawn = (): EngineWorker => {
    const number = errors.length + 1;
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    const api: WorkerApi = {
      configure: async ({ model }) => void calls.push(`${number} configure ${model.default}`),
      connect: async (page) => {
        calls.push(`${number} connect`);
        const { text } = await page.builtinComplete({ id: '1', messages: [], temperature: 1 });
        calls.push(`${number} page says ${text}`);
      },
      launch: async () => ({ success: true, data: { execution_id: `run of ${number}`, status: 'pending' } }),
      cancel: async () => ({ success: false, error: 'No.', error_code: 'PIPELINE_NOT_FOUND', details: [] }),
      resume: () => new Promise(() => undefined),
      answer: async () => ({ success: true, data: { status: 'resolved' } }),
      cancelInterrupt: async () => ({ success: true, data: { status: 'cancelled' } }),
      pause: async () => ({ success: true, data: { status: 'running' } }),
      fireTrigger: async () => ({
        success: false,
        error: 'No.',
        error_code: 'TRIGGER_NOT_FOUND',
        details: [],
      }),
      raise: async () => undefined,
      watch: async () => undefined,
      recover: async () => {
        calls.push(`${number} recover`);
        return [];
      },
      subscribe: async (listener) => void listeners.push(listener),
      subscribeTokens: async () => undefined,
      hold: async () => undefined,
      ...engine(number, calls),
    };
    expose(api, port2 as Endpoint);
    const target = new EventTarget();
    errors.push(() => target.dispatchEvent(Object.assign(new Event('error'), { message: 'out of memory' })));
    return {
      postMessage: (message, transfer) => port1.postMessage(message, transfer ?? []),
      addEventListener: (type, listener) =>
        (type === 'error' ? target : port1).addEventListener(type, listener),
      removeEventListener: (type, listener) =>
        (type === 'error' ? target : port1).removeEventListener(type, listener),
      start: () => port1.start(),
      terminate: () => {
        ended.push(number);
        port1.close();
      },
    };
  };
  return { spawn, calls, ended, lose: () => errors.at(-1)?.(), made: () => errors.length, listeners, ports };
}

const open: { client: EngineClient; ports: MessagePort[] }[] = [];
function client(
  fleet: ReturnType<typeof workers>,
  page?: Parameters<EngineApi['connect']>[0],
  locks: Manager | null = null,
): EngineClient {
  const made = createEngineClient({ spawn: fleet.spawn, locks, ...(page === undefined ? {} : { page }) });
  open.push({ client: made, ports: fleet.ports });
  return made;
}
afterEach(() => {
  for (const { client: each, ports } of open.splice(0)) {
    each.close();
    for (const port of ports) port.close();
  }
});

const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('the engine’s client', () => {
  test('the worker is made at the first command, configured, and given the page', async () => {
    const fleet = workers();
    const engine = client(fleet, {
      builtinComplete: async () => ({ text: 'hello' }),
      builtinAbort: async () => undefined,
    });
    await engine.configure(SETTINGS, {});
    expect(fleet.made()).toBe(0);
    expect(await engine.launch({ document: {} })).toEqual({
      success: true,
      data: { execution_id: 'run of 1', status: 'pending' },
    });
    expect(fleet.calls).toEqual(['1 configure offline', '1 connect', '1 page says hello']);
    await engine.configure({ ...SETTINGS, model: { ...DEFAULT_MODELS, default: 'browser' } }, {});
    expect(fleet.calls.at(-1)).toBe('1 configure browser');
    expect(fleet.made()).toBe(1);
  });

  test('a refusal comes as it was given', async () => {
    expect(await client(workers()).cancel('r', 'why')).toEqual({
      success: false,
      error: 'No.',
      error_code: 'PIPELINE_NOT_FOUND',
      details: [],
    });
  });

  test('events reach every listener until it ends', async () => {
    const fleet = workers();
    const engine = client(fleet);
    const heard: string[] = [];
    const end = engine.onEvent(({ kind }) => heard.push(`a ${kind}`));
    engine.onEvent(({ kind }) => heard.push(`b ${kind}`));
    await engine.launch({ document: {} });
    fleet.listeners[0]?.(EVENT);
    await turn();
    end();
    fleet.listeners[0]?.(EVENT);
    await turn();
    expect(heard).toEqual(['a created', 'b created', 'b created']);
  });

  test('a lost worker is replaced, set up again, and its runs are taken over; the open command is answered', async () => {
    const fleet = workers();
    const engine = client(fleet);
    await engine.configure(SETTINGS, {});
    await engine.launch({ document: {} });
    const told: string[] = [];
    engine.onLost((message) => told.push(message));
    const open = engine.resume('r');
    await turn();
    fleet.lose();
    expect(await open).toMatchObject({ success: false, error_code: 'INTERNAL_ERROR' });
    await turn();
    expect(told).toEqual(['out of memory']);
    expect(fleet.ended).toEqual([1]);
    expect(fleet.calls).toEqual(['1 configure offline', '2 configure offline', '2 recover']);
    expect(await engine.launch({ document: {} })).toMatchObject({ data: { execution_id: 'run of 2' } });
  });

  test('workers that are lost one after another are not made without end', async () => {
    let lose: () => void = () => undefined;
    const fleet = workers(() => ({
      subscribe: async () => {
        lose();
        await new Promise(() => undefined);
      },
    }));
    lose = fleet.lose;
    const engine = client(fleet);
    expect(await engine.launch({ document: {} })).toMatchObject({ success: false });
    await turn();
    const made = fleet.made();
    expect(made).toBeLessThanOrEqual(3);
    await turn();
    expect(fleet.made()).toBe(made);
    // A person who asks again gets another try.
    expect(await engine.launch({ document: {} })).toMatchObject({ success: false });
    expect(fleet.made()).toBe(made + 1);
  });

  test('a worker that was ended without a word is noticed by its lock, and replaced', async () => {
    const manager = realmManager();
    const held: (() => void)[] = [];
    const fleet = workers(() => ({
      hold: (lock) =>
        new Promise<void>((taken) => {
          void manager.request(lock, {}, () => {
            taken();
            return new Promise<void>((free) => held.push(free));
          });
        }),
    }));
    const engine = client(fleet, undefined, manager);
    await engine.launch({ document: {} });
    await turn();
    const open = engine.resume('r');
    await turn();
    expect(fleet.made()).toBe(1);
    held[0]?.();
    expect(await open).toMatchObject({
      success: false,
      error: expect.stringContaining('The engine stopped.'),
    });
    await turn();
    expect(fleet.calls).toContain('2 recover');
    expect(await engine.launch({ document: {} })).toMatchObject({ data: { execution_id: 'run of 2' } });
  });

  test('a worker that could not begin makes way for another at the next command', async () => {
    const fleet = workers((number) =>
      number === 1 ? { subscribe: () => Promise.reject(new Error('The database does not open.')) } : {},
    );
    const engine = client(fleet);
    expect(await engine.launch({ document: {} })).toMatchObject({
      success: false,
      error: expect.stringContaining('The database does not open.'),
    });
    expect(await engine.launch({ document: {} })).toMatchObject({ data: { execution_id: 'run of 2' } });
    expect(fleet.ended).toEqual([1]);
  });
});
