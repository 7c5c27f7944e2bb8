// What is remembered, put together for the eye.
import { storedConversation } from '../../../engine/memory/buffer';
import { callsOf, contentText, MESSAGE_ROLES, roleOf } from '../../../engine/memory/messages';
import type { MemoryRow } from '../../../engine/memory/store';
import { isArray, isObject, ownString } from '../../../model/json';

export type MemoryGroup = {
  readonly scope: string;
  readonly rows: readonly MemoryRow[];
  readonly changed: number;
};

/** By memory, the one that changed last first. */
export function groupsOf(rows: readonly MemoryRow[]): readonly MemoryGroup[] {
  const groups = new Map<string, MemoryRow[]>();
  for (const row of rows) groups.set(row.scope, [...(groups.get(row.scope) ?? []), row]);
  return [...groups]
    .map(([scope, all]) => ({ scope, rows: all, changed: Math.max(...all.map(({ changed }) => changed)) }))
    .sort((a, b) => b.changed - a.changed || (a.scope < b.scope ? -1 : 1));
}

export type ShownMessage = {
  readonly role: (typeof MESSAGE_ROLES)[number] | 'other';
  readonly text: string;
  /** Names of the tools that it asks for. */
  readonly calls: readonly string[];
};

/** The messages of a row that holds a conversation; `undefined` where it holds something else. */
export function conversationOf({ value, jobs }: MemoryRow): readonly ShownMessage[] | undefined {
  if (!isArray(value) || (jobs === undefined && value.length === 0)) return undefined;
  if (!value.every((entry) => isObject(entry) && roleOf(entry) !== undefined)) return undefined;
  return storedConversation(value).map((entry) => ({
    role: MESSAGE_ROLES.find((known) => known === roleOf(entry)) ?? 'other',
    text: contentText(entry.content),
    calls: callsOf(entry).map((call) => ownString(call, 'name') ?? '?'),
  }));
}
