import type { Json } from '../../model/json';
import { reconcile, triggerNodes } from '../triggers/derive';
import type { TriggerRow, TriggerStore } from '../triggers/types';

export type MemoryTriggers = {
  readonly store: TriggerStore;
  /** Stores a workflow with these nodes: its triggers become those of its trigger nodes. */
  storeWorkflow(id: string, nodes: Json): void;
  removeWorkflow(id: string): void;
};

/** {@link TriggerStore} in memory. Rows are plain data and never changed in place. */
export function createMemoryTriggers(now: () => number = () => 1): MemoryTriggers {
  const rows = new Map<string, TriggerRow>();
  const workflows = new Set<string>();
  const read = (id: string): TriggerRow | undefined => {
    const row = rows.get(id);
    return row !== undefined && workflows.has(row.workflow) ? row : undefined;
  };

  async function write(
    id: string,
    change: (stored: TriggerRow) => TriggerRow | undefined,
    anyway: boolean,
  ): Promise<TriggerRow | undefined> {
    const stored = read(id);
    if (stored === undefined || (stored.gone !== null && !anyway)) return undefined;
    const changed = change(stored);
    if (changed !== undefined) rows.set(id, changed);
    return changed;
  }

  return {
    store: {
      async get(id) {
        const row = read(id);
        return row?.gone === null ? row : undefined;
      },
      list: async (workflow) =>
        [...rows.values()]
          .filter((row) => row.gone === null && workflows.has(row.workflow))
          .filter((row) => workflow === undefined || row.workflow === workflow)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      update: (id, change) => write(id, change, false),
      restore: (id, change) => write(id, change, true),
    },
    storeWorkflow(id, nodes) {
      workflows.add(id);
      const stored = [...rows.values()].filter((row) => row.workflow === id);
      for (const row of reconcile(id, triggerNodes(nodes), stored, now())) rows.set(row.id, row);
    },
    removeWorkflow: (id) => void workflows.delete(id),
  };
}
