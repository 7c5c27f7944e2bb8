// Tabs of one browser tell each other what they stored.
import type { NodeLifecycle, RunEvent, RunEventKind } from '../engine/ports';
import { own, ownString } from '../model/json';
import type { Problem } from '../model/problem';
import { INTERRUPT_STATUSES, INTERRUPT_TYPES, RUN_STATUSES } from '../model/status';
import type { Announce, Announcement } from './announcements';
import { boolean, count, flag, list, number, object, oneOf, optional, type Reader, string } from './decode';

/** The part of a BroadcastChannel that is used here. */
export type Channel = {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
};

export type Tabs = {
  readonly announce: Announce;
  /** Hears what other tabs and workers announce; never what this one did. @returns ends it. */
  listen(listener: (announcement: Announcement) => void): () => void;
  close(): void;
};

const CHANNEL_NAME = 'sluice';

/** Joins the tabs of this origin. Where the browser has no channels, nothing is told and nothing is heard. */
export function createTabs(channel: Channel | undefined = browserChannel()): Tabs {
  const listeners = new Set<(announcement: Announcement) => void>();
  channel?.addEventListener('message', ({ data }) => {
    const announcement = decodeAnnouncement(data);
    if (announcement !== undefined) for (const listener of [...listeners]) listener(announcement);
  });
  return {
    announce(announcement) {
      try {
        channel?.postMessage(announcement);
      } catch {
        // A closed channel: the tab is going away, and what was stored stays stored.
      }
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      channel?.close();
    },
  };
}

/**
 * Tells when another tab writes the draft. `known` is the revision that this tab has; an announcement of it or an older
 * one is no news. @returns ends it.
 */
export function liveDraft(
  tabs: Tabs,
  id: string,
  known: () => number,
  onOther: (revision: number) => void,
): () => void {
  return tabs.listen((announcement) => {
    if (announcement.kind === 'draft' && announcement.id === id && announcement.revision > known())
      onOther(announcement.revision);
  });
}

function browserChannel(): Channel | undefined {
  return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(CHANNEL_NAME);
}

const RUN_EVENT_KINDS: readonly RunEventKind[] = [
  'created',
  'started',
  'job',
  'log',
  'paused',
  'completed',
  'failed',
  'cancelled',
  'queued',
  'interrupt',
];

/** Reads a message of another tab, which may run another version. What is not understood is not news. */
export function decodeAnnouncement(data: unknown): Announcement | undefined {
  const kind = ownString(data, 'kind');
  const id = ownString(data, 'id');
  const plain = PLAIN.find((one) => one === kind);
  if (plain !== undefined) return { kind: plain };
  if (kind === 'workflow' && id !== undefined) return { kind, id };
  if (kind === 'draft' && id !== undefined) {
    const revision = own(data, 'revision');
    return typeof revision === 'number' ? { kind, id, revision } : undefined;
  }
  const runId = ownString(data, 'runId');
  if (kind === 'signal' && runId !== undefined) return { kind, runId };
  if (kind === 'notice') {
    const told = decoded(notice, own(data, 'told'));
    return told === undefined ? undefined : { kind, told };
  }
  return kind === 'run' ? decodeRunEvent(own(data, 'event')) : undefined;
}

/** Announcements that say no more than their kind. */
const PLAIN = ['drafts', 'site', 'settings', 'contracts', 'content', 'triggers'] as const;

const notice = object({
  run: string,
  workflow: string,
  node: string,
  level: oneOf(['info', 'warning', 'error']),
  message: string,
  more: boolean,
});

/** A reader for every field, optional ones included: an announcement loses none on its way. */
type Fields<T> = { readonly [K in keyof Required<T>]: Reader<T[K]> };

const lifecycle = object({
  node: string,
  status: oneOf(['running', 'completed', 'failed', 'interrupted', 'skipped']),
  reason: optional(string),
  interrupt: optional(object({ interrupt_id: string, interrupt_type: string })),
} satisfies Fields<NodeLifecycle>);
const runEvent: Reader<RunEvent> = object({
  runId: string,
  workflow: string,
  seq: count,
  kind: oneOf(RUN_EVENT_KINDS),
  finished: optional(object({ status: oneOf(RUN_STATUSES), durationMs: number })),
  jobIds: optional(list(string)),
  nodes: optional(list(lifecycle)),
  interrupts: optional(
    list(object({ id: string, type: oneOf(INTERRUPT_TYPES), status: oneOf(INTERRUPT_STATUSES) })),
  ),
  queued: optional(flag),
} satisfies Fields<RunEvent>);

function decodeRunEvent(event: unknown): Announcement | undefined {
  const read = decoded(runEvent, event);
  return read === undefined ? undefined : { kind: 'run', event: read };
}

function decoded<T>(reader: Reader<T>, data: unknown): T | undefined {
  const problems: Problem[] = [];
  const read = reader(data, '', problems);
  return problems.length === 0 ? read : undefined;
}
