// Repositories that keep everything in memory: for tests, and for a host without a directory.
import type { NodeType, SiteRecords } from '../../catalog/types';
import type { JsonObject } from '../../model/json';
import type { Result } from '../../model/problem';
import { matchesName } from '../query';
import { isOutdated, ownedBy } from '../snapshot-order';
import type {
  SiteRepository,
  SiteTransaction,
  SnapshotRecord,
  SnapshotRepository,
  WorkflowRecord,
  WorkflowRepository,
} from '../types';

/** Runs tasks of one key one after the other, whether they succeed or not. */
function createQueue(): <T>(key: string, task: () => Promise<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    const settled = mine.catch(() => undefined);
    tails.set(key, settled);
    void settled.then(() => {
      if (tails.get(key) === settled) tails.delete(key);
    });
    return mine;
  };
}

export function memoryWorkflows(): WorkflowRepository {
  const records = new Map<string, WorkflowRecord>();
  const queue = createQueue();
  return {
    async list({ search, limit, offset }) {
      const found = [...records.values()]
        .filter(({ name }) => search === undefined || matchesName(name, search))
        .sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (id) => records.get(id),
    create: (record) =>
      queue(record.id, async () => {
        if (records.has(record.id)) return false;
        records.set(record.id, record);
        return true;
      }),
    update: (id, change) =>
      queue(id, async () => {
        const before = records.get(id);
        if (before === undefined) return undefined;
        const changed = await change(before);
        if (changed.ok) records.set(id, changed.value);
        return changed;
      }),
    delete: (id, only) =>
      queue(id, async () => (only === undefined || records.get(id) === only) && records.delete(id)),
  };
}

export function memorySite(start: SiteRecords = {}): SiteRepository {
  let stored = start;
  const queue = createQueue();
  return {
    read: async () => stored,
    transact: <T, E>(work: (site: SiteTransaction) => Promise<Result<T, E>>) =>
      queue('site', async () => {
        let draft = stored;
        const outcome = await work({
          read: async () => draft,
          async putNodeTypes(nodeTypes: readonly NodeType[]) {
            const ids = new Set(nodeTypes.map(({ id }) => id));
            const others = (draft.nodeTypes ?? []).filter(({ id }) => !ids.has(id));
            draft = { ...draft, nodeTypes: [...others, ...nodeTypes] };
          },
          async removeNodeType(id: string) {
            const before = draft.nodeTypes ?? [];
            const left = before.filter((nodeType) => nodeType.id !== id);
            draft = { ...draft, nodeTypes: left };
            return left.length < before.length;
          },
          async putLaneOverlay(laneOverlay: JsonObject) {
            draft = { ...draft, laneOverlay };
          },
        });
        if (outcome.ok) stored = draft;
        return outcome;
      }),
  };
}

export function memorySnapshots(): SnapshotRepository {
  const records = new Map<string, SnapshotRecord>();
  return {
    async list({ owner, limit, offset }) {
      const found = ownedBy([...records.values()], owner);
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (execution) => records.get(execution),
    async save(execution, change) {
      const changed = change(records.get(execution));
      if (changed.ok) records.set(execution, changed.value);
      return changed;
    },
    delete: async (execution) => records.delete(execution),
    async cleanup(what) {
      const outdated = [...records.values()].filter((record) => isOutdated(record, what));
      for (const { execution } of outdated) records.delete(execution);
      return outdated.length;
    },
  };
}
