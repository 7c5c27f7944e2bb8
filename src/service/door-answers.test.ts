import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { fail } from '../model/problem';
import { type OpenOptions, openDatabase } from '../store/database';
import { createSettings } from '../store/settings';
import { memoryDatabase } from '../store/testing/memory-database';
import { ANSWERED_BY, createDoorAnswers } from './door-answers';

const WORKFLOWS = 'http://here.example/api/flowdrop/workflows';
const tabs = { announce: () => undefined };

/** A worker over a browser's database; `pages` are other connections to it. */
function worker(factory = new IDBFactory()) {
  const answer = createDoorAnswers({
    tabs,
    open: (options?: OpenOptions) => openDatabase({ ...options, indexedDB: factory, IDBKeyRange }),
  });
  return { factory, answer, page: () => memoryDatabase(factory) };
}

const post = (body: string) => new Request(WORKFLOWS, { method: 'POST', body });

describe('an answer', () => {
  test('says who gave it, and is nothing that a page could frame, run or mistake', async () => {
    const { answer } = worker();
    const reply = await answer(post('{"name":"From a page"}'));
    expect(reply?.status).toBe(201);
    expect(reply?.headers.get(ANSWERED_BY)).toBe('browser');
    expect(reply?.headers.get('x-content-type-options')).toBe('nosniff');
    expect(reply?.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const listed = await (await answer(new Request(WORKFLOWS)))?.json();
    expect(listed).toMatchObject({ success: true, data: [{ name: 'From a page' }] });
  });

  test('of a refusal and of no body wears the same', async () => {
    const { answer } = worker();
    const replies = [await answer(post('7')), await answer(new Request(WORKFLOWS, { method: 'HEAD' }))];
    expect(replies.map((reply) => [reply?.status, reply?.headers.get(ANSWERED_BY)])).toEqual([
      [400, 'browser'],
      [200, 'browser'],
    ]);
  });

  test('is left to the network once the person has shut the doors, with the body unread', async () => {
    const { answer, page } = worker();
    await createSettings(await page(), tabs).write('doors', false);
    const request = post('{"name":"x"}');
    expect(await answer(request)).toBeUndefined();
    expect(request.bodyUsed).toBe(false);
    await createSettings(await page(), tabs).write('doors', true);
    expect((await answer(request))?.status).toBe(201);
  });
});

test('a tab that another site sends here with a form writes nothing', async () => {
  const { answer } = worker();
  const form = new Proxy(post('{"name":"Smuggled"}'), {
    get(target, key) {
      if (key === 'mode') return 'navigate';
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const reply = await answer(form);
  expect([reply?.status, await reply?.json()]).toMatchObject([403, { error_code: 'ORIGIN_NOT_ALLOWED' }]);
  expect(await (await answer(new Request(WORKFLOWS)))?.json()).toMatchObject({ data: [] });
});

describe('a store that', () => {
  test('is deleted by a page is opened anew, empty', async () => {
    const { answer, page } = worker();
    await answer(post('{"name":"x"}'));
    await (await page()).delete();
    const listed = await (await answer(new Request(WORKFLOWS)))?.json();
    expect(listed).toMatchObject({ success: true, data: [], pagination: { total: 0 } });
  });

  test('API-8: cannot be opened is said to be so, and is tried again', async () => {
    let broken = true;
    const factory = new IDBFactory();
    const answer = createDoorAnswers({
      tabs,
      open: async (options?: OpenOptions) =>
        broken
          ? fail({ code: 'unavailable', message: 'There is no place to save.' })
          : openDatabase({ ...options, indexedDB: factory, IDBKeyRange }),
    });
    const reply = await answer(new Request(WORKFLOWS));
    expect(reply?.status).toBe(503);
    expect(await reply?.json()).toMatchObject({ success: false, error_code: 'STORE_UNAVAILABLE' });
    broken = false;
    expect((await answer(new Request(WORKFLOWS)))?.status).toBe(200);
  });
});
