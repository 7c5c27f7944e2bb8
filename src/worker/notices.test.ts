import { describe, expect, test } from 'vitest';
import { createNotices } from './notices';
import type { ToldNotice } from './protocol';

const notice = (message: string, more: { workflow?: string; run?: string } = {}) =>
  ({ run: 'r', workflow: 'w', node: 'messenger.1', level: 'info', message, ...more }) as const;

function notices(tabs: readonly string[] = []) {
  const shown: ToldNotice[] = [];
  const passedOn: ToldNotice[] = [];
  let at = 0;
  const made = createNotices({
    now: () => at,
    show: (told) => shown.push(told) > 0,
    elsewhere: async (told) => tabs.includes(told.workflow) && passedOn.push(told) > 0,
  });
  return { ...made, shown, passedOn, later: (ms: number) => (at += ms) };
}

describe('notices of nodes', () => {
  test('are shown by the page that shows their workflow', async () => {
    const at = notices();
    expect(await at.notify(notice('a'))).toBe(false);
    at.watch('w');
    expect(await at.notify(notice('b'))).toBe(true);
    expect(await at.notify(notice('c', { workflow: 'other' }))).toBe(false);
    at.watch(null);
    expect(await at.notify(notice('d'))).toBe(false);
    expect(at.shown.map(({ message }) => message)).toEqual(['b']);
  });

  test('go to another tab where only that one shows the workflow', async () => {
    const at = notices(['w']);
    expect(await at.notify(notice('a'))).toBe(true);
    expect(at.shown).toEqual([]);
    expect(at.passedOn).toEqual([{ ...notice('a'), more: false }]);
  });

  test('of a loop that talks without end, a few are shown, and once that there are more', async () => {
    const at = notices();
    at.watch('w');
    const displayed: boolean[] = [];
    for (let n = 0; n < 500; n += 1) displayed.push(await at.notify(notice(`${n}`)));
    expect(displayed.filter(Boolean)).toHaveLength(3);
    expect(at.shown.map(({ message, more }) => (more ? 'more' : message))).toEqual(['0', '1', '2', 'more']);
    at.later(8_000);
    expect(await at.notify(notice('again'))).toBe(true);
  });

  test('that nobody saw take no room from those that follow', async () => {
    const at = notices();
    for (let n = 0; n < 10; n += 1) await at.notify(notice(`${n}`));
    at.watch('w');
    expect(await at.notify(notice('seen'))).toBe(true);
  });

  test('are cut where they are endless', async () => {
    const at = notices();
    at.watch('w');
    await at.notify(notice('x'.repeat(100_000)));
    expect(at.shown[0]?.message).toHaveLength(501);
  });
});
