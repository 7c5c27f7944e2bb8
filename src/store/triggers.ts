// Triggers in the browser's database. They come and go with the stored workflows, in the transactions that store those.
import type { Table } from 'dexie';
import { reconcile, TRIGGER_EXECUTOR, triggerNodes } from '../engine/triggers/derive';
import type { TriggerRow, TriggerStore } from '../engine/triggers/types';
import { own, ownString } from '../model/json';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { decodeWorkflowRow } from './rows';
import { decodeTriggerRow } from './trigger-rows';

/** {@link TriggerStore} over the table `triggers`. A row that cannot be read is no trigger, and is not replaced. */
export function createTriggerStore(db: SluiceDatabase, announce: Announce = () => undefined): TriggerStore {
  const isStored = async (workflow: string): Promise<boolean> => {
    const row = decodeWorkflowRow(await db.workflows.get(workflow));
    return row.ok && row.value.removed === null;
  };

  const read = async (id: string): Promise<TriggerRow | undefined> => {
    const row = decodeTriggerRow(await db.triggers.get(id));
    return row.ok && (await isStored(row.value.workflow)) ? row.value : undefined;
  };

  async function write(
    id: string,
    change: (stored: TriggerRow) => TriggerRow | undefined,
    anyway: boolean,
  ): Promise<TriggerRow | undefined> {
    const changed = await db.transaction('rw', db.triggers, db.workflows, async () => {
      const stored = await read(id);
      if (stored === undefined || (stored.gone !== null && !anyway)) return undefined;
      const next = change(stored);
      if (next !== undefined) await db.triggers.put(next);
      return next;
    });
    if (changed !== undefined) announce({ kind: 'triggers' });
    return changed;
  }

  return {
    async get(id) {
      const row = await db.transaction('r', db.triggers, db.workflows, () => read(id));
      return row?.gone === null ? row : undefined;
    },
    list: (workflow) =>
      db.transaction('r', db.triggers, db.workflows, async () => {
        const stored: readonly unknown[] =
          workflow === undefined
            ? await db.triggers.toArray()
            : await db.triggers.where('workflow').equals(workflow).toArray();
        const rows = stored.flatMap((one) => {
          const row = decodeTriggerRow(one);
          return row.ok && row.value.gone === null ? [row.value] : [];
        });
        const known = new Map<string, boolean>();
        for (const row of rows)
          if (!known.has(row.workflow)) known.set(row.workflow, await isStored(row.workflow));
        return rows
          .filter((row) => known.get(row.workflow) === true)
          .toSorted((a, b) => (a.id < b.id ? -1 : 1));
      }),
    update: (id, change) => write(id, change, false),
    restore: (id, change) => write(id, change, true),
  };
}

/** What {@link syncTriggers} touches, for the transaction around it. */
export function triggerTables(db: SluiceDatabase): readonly Table[] {
  return [db.triggers, db.nodeTypes];
}

/** Makes the triggers of a workflow those of its nodes. Within the transaction that stores the workflow. @returns whether anything changed. */
export async function syncTriggers(
  db: SluiceDatabase,
  workflow: string,
  document: unknown,
  now: number,
): Promise<boolean> {
  const nodes = triggerNodes(own(document, 'nodes'), await triggerTypes(db));
  const stored: readonly unknown[] = await db.triggers.where('workflow').equals(workflow).toArray();
  if (nodes.length === 0 && stored.length === 0) return false;
  const unreadable = new Set<string | undefined>();
  const rows = stored.flatMap((one) => {
    const row = decodeTriggerRow(one);
    if (!row.ok) unreadable.add(ownString(one, 'id'));
    return row.ok ? [row.value] : [];
  });
  // What a newer version has written stays as it is; its node has no trigger here.
  const changed = reconcile(workflow, nodes, rows, now).filter(({ id }) => !unreadable.has(id));
  if (changed.length > 0) await db.triggers.bulkPut([...changed]);
  return changed.length > 0;
}

/** Gives workflows that were stored before there were triggers the triggers of their nodes. */
export async function syncAllTriggers(db: SluiceDatabase, now: number): Promise<void> {
  await db.transaction('rw', [db.workflows, ...triggerTables(db)], async () => {
    for (const stored of await db.workflows.toArray()) {
      const row = decodeWorkflowRow(stored);
      if (row.ok && row.value.removed === null) await syncTriggers(db, row.value.id, row.value.document, now);
    }
  });
}

async function triggerTypes(db: SluiceDatabase): Promise<readonly string[]> {
  const records: readonly unknown[] = await db.nodeTypes.toArray();
  return records.flatMap((row) => {
    const record = own(row, 'record');
    const id = ownString(row, 'id');
    return id !== undefined && ownString(record, 'executor_plugin') === TRIGGER_EXECUTOR ? [id] : [];
  });
}
