import { describe, expect, test } from 'vitest';
import type { Announcement } from './announcements';
import { type Channel, createTabs, decodeAnnouncement, liveDraft } from './tabs';

/** Channels that reach each other but not themselves, as the browser's do. */
function channels(count: number): Channel[] {
  const listeners: ((event: { data: unknown }) => void)[][] = Array.from({ length: count }, () => []);
  return listeners.map((own, index) => ({
    postMessage: (data) => {
      const copy: unknown = structuredClone(data);
      for (const [other, heard] of listeners.entries())
        if (other !== index) for (const listener of heard) listener({ data: copy });
    },
    addEventListener: (_type, listener) => own.push(listener),
    close: () => own.splice(0),
  }));
}

const EVERY: readonly Announcement[] = [
  { kind: 'drafts' },
  { kind: 'site' },
  { kind: 'settings' },
  { kind: 'content' },
  {
    kind: 'notice',
    told: { run: 'r', workflow: 'w', node: 'n', level: 'warning', message: '<b>', more: false },
  },
  { kind: 'workflow', id: 'wf' },
  { kind: 'signal', runId: 'r' },
  { kind: 'draft', id: 'wf', revision: 3 },
  { kind: 'run', event: { runId: 'r', workflow: 'wf', seq: 2, kind: 'job', jobIds: ['j'] } },
  {
    kind: 'run',
    event: {
      runId: 'r',
      workflow: 'wf',
      seq: 3,
      kind: 'completed',
      finished: { status: 'completed', durationMs: 5 },
    },
  },
  {
    kind: 'run',
    event: {
      runId: 'r',
      workflow: 'wf',
      seq: 4,
      kind: 'job',
      nodes: [{ node: 'a', status: 'skipped', reason: 'b' }],
    },
  },
  {
    kind: 'run',
    event: {
      runId: 'r',
      workflow: 'wf',
      seq: 5,
      kind: 'job',
      queued: true,
      nodes: [
        { node: 'a', status: 'interrupted', interrupt: { interrupt_id: 'i', interrupt_type: 'choice' } },
      ],
      interrupts: [{ id: 'i', type: 'choice', status: 'pending' }],
    },
  },
  { kind: 'run', event: { runId: 'r', workflow: 'wf', seq: 5, kind: 'queued', queued: true } },
];

describe('tabs', () => {
  test('others hear what one announces, and it does not hear itself', () => {
    const [a, b] = channels(2);
    const one = createTabs(a);
    const two = createTabs(b);
    const heard: [string, Announcement][] = [];
    one.listen((announcement) => heard.push(['one', announcement]));
    const end = two.listen((announcement) => heard.push(['two', announcement]));
    for (const announcement of EVERY) one.announce(announcement);
    expect(heard).toEqual(EVERY.map((announcement) => ['two', announcement]));
    end();
    one.announce({ kind: 'drafts' });
    expect(heard).toHaveLength(EVERY.length);
  });

  test.each([
    null,
    7,
    'drafts',
    {},
    { kind: 'unknown' },
    { kind: 'draft', id: 'wf' },
    { kind: 'draft', revision: 1 },
    { kind: 'run' },
    { kind: 'run', event: { runId: 'r', workflow: 'w', seq: 1, kind: 'exploded' } },
    JSON.parse('{"__proto__": {"kind": "drafts"}}'),
  ])('a message that is not understood is no news: %j', (data) => {
    expect(decodeAnnouncement(data)).toBeUndefined();
  });

  test('a draft is told of another tab only for a newer revision of its own id', () => {
    const [a, b] = channels(2);
    const one = createTabs(a);
    const two = createTabs(b);
    const heard: number[] = [];
    let known = 4;
    liveDraft(
      two,
      'wf',
      () => known,
      (revision) => heard.push(revision),
    );
    one.announce({ kind: 'draft', id: 'wf', revision: 4 });
    one.announce({ kind: 'draft', id: 'other', revision: 9 });
    one.announce({ kind: 'draft', id: 'wf', revision: 5 });
    known = 6;
    one.announce({ kind: 'draft', id: 'wf', revision: 6 });
    expect(heard).toEqual([5]);
  });

  test('a closed channel throws at nobody', () => {
    const channel: Channel = {
      postMessage: () => {
        throw new DOMException('closed', 'InvalidStateError');
      },
      addEventListener: () => {},
      close: () => {},
    };
    expect(() => createTabs(channel).announce({ kind: 'drafts' })).not.toThrow();
  });
});
