// The doors' workflows over this browser's database. Updates and deletes of one workflow take turns by a lock; the editor,
// which promotes drafts whenever it likes, is met by comparing stamps in the transaction that writes.
import { matchesName } from '../api/query';
import { documentOf } from '../api/stored-workflow';
import { StoreFailure, type WorkflowRecord, type WorkflowRepository } from '../api/types';
import type { DoorWorkflows, HeldRecord } from '../store/door-workflows';
import type { Alone } from './locks';

/** An update meets the editor's promotions at most every few hundred milliseconds; more than this is a defect. */
const MOST_TRIES = 20;

export type BrowserWorkflows = WorkflowRepository & {
  /** Every stored workflow; equal records are the same object as long as nobody writes them. */
  every(): Promise<readonly WorkflowRecord[]>;
};

export function createBrowserWorkflows(doors: () => Promise<DoorWorkflows>, alone: Alone): BrowserWorkflows {
  /** Records are immutable, so one that is read again unchanged is the one that was read before. */
  const known = new Map<string, HeldRecord>();

  async function every(): Promise<readonly WorkflowRecord[]> {
    const found = await (await doors()).all((id) => known.get(id));
    known.clear();
    for (const one of found) known.set(one.record.id, one);
    return found.map(({ record }) => record);
  }

  async function held(id: string): Promise<HeldRecord | undefined> {
    const found = await (await doors()).get(id, (one) => known.get(one));
    if (found === undefined) known.delete(id);
    else known.set(id, found);
    return found;
  }

  const lockOf = (id: string) => `sluice:workflow:${id}`;

  return {
    every,
    async list({ search, limit, offset }) {
      const found = (await every())
        .filter(({ name }) => search === undefined || matchesName(name, search))
        .sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (id) => (await held(id))?.record,
    create: (record) =>
      alone(lockOf(record.id), async () => {
        const created = await (await doors()).create(record, documentOf(record));
        if (created !== undefined) known.set(record.id, created);
        return created !== undefined;
      }),
    update: (id, change) =>
      alone(lockOf(id), async () => {
        for (let tries = 0; tries < MOST_TRIES; tries += 1) {
          const before = await held(id);
          if (before === undefined) return undefined;
          const changed = await change(before.record);
          if (!changed.ok) return changed;
          const after = await (await doors()).replace(before.stamp, changed.value, documentOf(changed.value));
          if (after !== undefined) {
            known.set(id, after);
            return changed;
          }
        }
        throw new StoreFailure(`The workflow ${id} was changed again and again while it was to be updated.`);
      }),
    delete: (id, only) =>
      alone(lockOf(id), async () => {
        const present = await held(id);
        if (present === undefined || (only !== undefined && present.record !== only)) return false;
        return (await doors()).remove(id, only === undefined ? undefined : present.stamp);
      }),
  };
}
