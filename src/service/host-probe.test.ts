import { describe, expect, test } from 'vitest';
import { createHostWatch, type HealthAnswer, judgeHealth } from './host-probe';

const answer = (status: number, body: unknown, type = 'basic'): HealthAnswer => ({
  status,
  type,
  text: async () => (typeof body === 'string' ? body : JSON.stringify(body)),
});

const HOST = answer(200, { success: true, data: { status: 'ok', service: 'sluice' } });
const FILES = answer(404, 'Not found');

describe('who answers at the health door', () => {
  test.each<[string, HealthAnswer, string]>([
    ['a host', HOST, 'host'],
    ['another FlowDrop host', answer(200, { success: true, data: { status: 'healthy' } }), 'host'],
    ['a file server without the file', FILES, 'none'],
    [
      'a file server that serves the app at every address',
      answer(200, '<!doctype html><title>Sluice</title>'),
      'none',
    ],
    [
      'a refusal envelope without such a door',
      answer(404, { success: false, error_code: 'NOT_FOUND' }),
      'none',
    ],
    ['JSON of something else', answer(200, { status: 'ok' }), 'none'],
    ['an envelope of something else', answer(200, { success: true, data: [] }), 'none'],
    ['a scalar', answer(200, 'null'), 'none'],
    ['nothing', answer(204, ''), 'none'],
    ['a login', answer(401, {}), 'unclear'],
    ['a login elsewhere', answer(0, '', 'opaqueredirect'), 'unclear'],
    ['a proxy whose host is down', answer(502, 'Bad gateway'), 'unclear'],
    ['a server that has enough', answer(429, ''), 'unclear'],
  ])('%s', async (_name, given, verdict) => {
    expect(await judgeHealth(given)).toBe(verdict);
  });
});

/** A network that answers as it is told, and a memory that outlives the worker. */
function origin() {
  const remembered: { verdict?: string } = {};
  const network: { answer: HealthAnswer | 'down'; asked: number } = { answer: FILES, asked: 0 };
  const start = () =>
    createHostWatch({
      async fetchHealth() {
        network.asked += 1;
        if (network.answer === 'down') throw new TypeError('Failed to fetch');
        return network.answer;
      },
      memory: {
        recall: async () => remembered.verdict,
        async remember(verdict) {
          remembered.verdict = verdict;
        },
      },
    });
  return { network, remembered, start };
}

describe('what is known of the origin', () => {
  test('is asked once a run of the worker, by however many requests', async () => {
    const { network, start } = origin();
    const watch = start();
    expect(watch.known()).toBeUndefined();
    expect(await Promise.all([watch.verdict(), watch.verdict()])).toEqual(['none', 'none']);
    expect(await watch.verdict()).toBe('none');
    expect(network.asked).toBe(1);
    expect(watch.known()).toBe('none');
  });

  test('is remembered where the network is cut', async () => {
    const { network, start } = origin();
    await start().verdict();
    network.answer = 'down';
    expect(await start().verdict()).toBe('none');
    network.answer = HOST;
    await start().verdict();
    network.answer = 'down';
    expect(await start().verdict()).toBe('host');
  });

  test('is what it was where the answer is unclear', async () => {
    const { network, start } = origin();
    network.answer = HOST;
    const watch = start();
    await watch.verdict();
    network.answer = answer(503, '');
    await watch.ask();
    expect(await watch.verdict()).toBe('host');
  });

  test('is nothing where nobody ever said, and then the next request asks again', async () => {
    const { network, start } = origin();
    network.answer = 'down';
    const watch = start();
    expect(await watch.verdict()).toBeUndefined();
    network.answer = FILES;
    expect(await watch.verdict()).toBe('none');
  });

  test('changes when the server is another one', async () => {
    const { network, start, remembered } = origin();
    const watch = start();
    await watch.verdict();
    network.answer = HOST;
    await watch.ask();
    expect(await watch.verdict()).toBe('host');
    expect(remembered.verdict).toBe('host');
  });

  test('a request that comes while it is asked waits for the answer', async () => {
    const { network, start } = origin();
    const watch = start();
    await watch.verdict();
    network.answer = HOST;
    const asking = watch.ask();
    expect(await watch.verdict()).toBe('host');
    await asking;
  });

  test('a memory that fails is none', async () => {
    const watch = createHostWatch({
      fetchHealth: async () => HOST,
      memory: {
        recall: () => Promise.reject(new Error('no')),
        remember: () => Promise.reject(new Error('full')),
      },
    });
    expect(await watch.verdict()).toBe('host');
  });
});
