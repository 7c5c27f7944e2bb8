import { describe, expect, test } from 'vitest';
import { createExpressionHost } from '../expression/host';
import { createWorkerExpressionHost, type ExpressionWorker } from './expression-host';
import { answerQuestion, type ExpressionAnswer, type ExpressionQuestion } from './expression-messages';

/** A worker in this thread: real engines, but what says `HANG` never ends, and `CRASH` fails the worker. */
function fakeWorkers() {
  const host = createExpressionHost();
  const log = { spawned: 0, ended: 0 };
  const spawn = (): ExpressionWorker => {
    log.spawned += 1;
    let alive = true;
    const worker: ExpressionWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => {
        if (alive) log.ended += 1;
        alive = false;
      },
      postMessage: (question: ExpressionQuestion) => {
        const post = (data: ExpressionAnswer) => {
          if (alive) worker.onmessage?.(new MessageEvent('message', { data }));
        };
        if (question.expression === 'NEVER LOADED') return;
        if (question.expression === 'HANG') return post({ id: question.id, kind: 'begun' });
        if (question.expression === 'CRASH') {
          worker.onerror?.(
            Object.assign(new Event('error'), {
              message: 'it broke',
              filename: '',
              lineno: 0,
              colno: 0,
              error: null,
            }),
          );
          return;
        }
        void answerQuestion(host, structuredClone(question), post);
      },
    };
    return worker;
  };
  return { spawn, log };
}

describe('a host in front of a worker', () => {
  test('evaluates and validates as the engines do, in one worker', async () => {
    const { spawn, log } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn);
    const outcomes = await Promise.all([
      host.evaluate('expression_language', 'a + 1', { a: 1 }),
      host.evaluate('jsonpath', '$.a[*]', { a: [1, 2] }),
      host.evaluate('twig', '{{ a }}', { a: '<' }),
      host.evaluate('expression_language', 'b', { a: 1 }),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, value: 2 },
      { ok: true, value: [1, 2], matches: 2, many: true },
      { ok: true, value: '&lt;' },
      { ok: false, fault: { kind: 'evaluate' } },
    ]);
    expect(await host.validate('twig', '{{ a')).toMatchObject({ ok: false });
    expect(await host.validate('twig', '{{ a }}')).toEqual({ ok: true });
    expect(log).toEqual({ spawned: 1, ended: 0 });
  });

  test('LANG-2, LANG-3: an unknown engine and an empty expression reach no worker', async () => {
    const { spawn, log } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn);
    expect(await host.evaluate('php', '1', {})).toMatchObject({
      ok: false,
      fault: { kind: 'unknown_engine' },
    });
    expect((await host.validate('php', '1')).ok).toBe(false);
    expect(await host.validate('twig', '')).toEqual({ ok: true });
    expect(log.spawned).toBe(0);
  });

  test('an overrun ends the worker, fails that expression alone, and the rest goes on', async () => {
    const { spawn, log } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn, { timeoutMs: 20 });
    const [hung, next, checked] = await Promise.all([
      host.evaluate('twig', 'HANG', {}),
      host.evaluate('property_path', 'a', { a: 1 }, { timeoutMs: 5000 }),
      host.validate('expression_language', 'HANG'),
    ]);
    expect(hung).toMatchObject({
      ok: false,
      fault: { kind: 'timeout', message: expect.stringContaining('20 ms') },
    });
    expect(next).toMatchObject({ ok: true, value: 1 });
    expect(checked).toMatchObject({ ok: false });
    expect(log).toEqual({ spawned: 2, ended: 2 });
  });

  test('an engine that does not load is a timeout too', async () => {
    const { spawn } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn, { loadTimeoutMs: 20 });
    expect(await host.evaluate('twig', 'NEVER LOADED', {})).toMatchObject({ fault: { kind: 'timeout' } });
  });

  test('a worker that breaks is replaced', async () => {
    const { spawn, log } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn);
    expect(await host.evaluate('twig', 'CRASH', {})).toMatchObject({
      ok: false,
      fault: { kind: 'evaluate', message: 'it broke' },
    });
    expect(await host.evaluate('property_path', 'a', { a: 1 })).toMatchObject({ ok: true, value: 1 });
    expect(log).toEqual({ spawned: 2, ended: 1 });
  });

  test('a worker that cannot be made is a fault, not a rejection', async () => {
    const host = createWorkerExpressionHost(() => {
      throw new Error('no workers here');
    });
    expect(await host.evaluate('twig', 'x', {})).toMatchObject({
      ok: false,
      fault: { message: 'no workers here' },
    });
  });

  test('the length of a result is bounded', async () => {
    const { spawn } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn, { maxLength: 10 });
    expect(await host.evaluate('twig', 'eleven char', {})).toMatchObject({ fault: { kind: 'too_large' } });
    expect(await host.evaluate('twig', 'eleven char', {}, { maxLength: 11 })).toMatchObject({ ok: true });
  });

  test('closing fails what is open, and the host can be used again', async () => {
    const { spawn, log } = fakeWorkers();
    const host = createWorkerExpressionHost(spawn);
    const open = [host.evaluate('twig', 'HANG', {}), host.evaluate('twig', 'x', {})];
    host.close();
    expect(await Promise.all(open)).toMatchObject([{ ok: false }, { ok: false }]);
    expect(await host.evaluate('twig', 'x', {})).toMatchObject({ ok: true, value: 'x' });
    expect(log).toEqual({ spawned: 2, ended: 1 });
  });

  test('takes a browser worker as it is', () => {
    const host = createWorkerExpressionHost(
      () => new Worker(new URL('./expressions.worker.ts', import.meta.url), { type: 'module' }),
    );
    expect(Object.keys(host).sort()).toEqual(['close', 'evaluate', 'validate']);
  });
});
