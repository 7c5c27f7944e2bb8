// The repositories of a host: everything in memory, every write in a journal before anybody sees it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { matchesName } from '../../api/query';
import { isOutdated, ownedBy } from '../../api/snapshot-order';
import type {
  SiteRepository,
  SiteTransaction,
  SnapshotRepository,
  WorkflowRecord,
  WorkflowRepository,
} from '../../api/types';
import type { NodeType, SiteRecords } from '../../catalog/types';
import { reconcile, TRIGGER_EXECUTOR, triggerNodes } from '../../engine/triggers/derive';
import type { TriggerRow, TriggerStore } from '../../engine/triggers/types';
import type { JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { type Journal, type JournalOptions, NO_JOURNAL, openJournal } from './journal';
import {
  applyOperation,
  decodeOperation,
  emptyState,
  encodeOperation,
  type HostState,
  type Operation,
  operationsOf,
} from './operations';
import { createQueue } from './queue';

export type HostStore = {
  readonly workflows: WorkflowRepository;
  readonly site: SiteRepository;
  readonly snapshots: SnapshotRepository;
  readonly triggers: TriggerStore;
  /** Every stored workflow. The list is another one after each write of a workflow, and the same one until then. */
  allWorkflows(): readonly WorkflowRecord[];
  /** Waits for writes that are under way. Later ones are refused. */
  close(): Promise<void>;
};

/** A section of the site that is under way, with the workflows that are to be stored together with it. */
type Section = { readonly operations: Operation[]; readonly over: Promise<void>; open: boolean };

/** Keeps nothing beyond the process. */
export function memoryStore(): HostStore {
  return createStore(emptyState(), NO_JOURNAL);
}

/** Opens a directory. Fails with a sentence for people: it is in use, damaged, or cannot be written. */
export async function openStore(
  directory: string,
  options: JournalOptions = {},
): Promise<Result<HostStore, string>> {
  const journal = await openJournal(directory, options);
  if (!journal.ok) return journal;
  const state = emptyState();
  for (const written of journal.value.operations) {
    const operation = decodeOperation(written);
    if (!operation.ok) {
      await journal.value.abandon();
      return fail(`The journal in ${directory} cannot be read. ${operation.error}`);
    }
    applyOperation(state, operation.value);
  }
  // Workflows of a journal from before there were triggers.
  for (const operation of triggersAfter(
    state,
    [...state.workflows.values()].map((record) => ({ kind: 'workflow', record }) as const),
    Date.now(),
  ))
    applyOperation(state, operation);
  return ok(
    createStore(
      state,
      journal.value.start(() => operationsOf(state).map(encodeOperation)),
    ),
  );
}

function createStore(state: HostState, journal: Journal, now: () => number = Date.now): HostStore {
  const queue = createQueue();
  const siteQueue = createQueue();
  const sections = new AsyncLocalStorage<Section>();
  let all: readonly WorkflowRecord[] | undefined;
  let records: SiteRecords | undefined;

  const commit = (asked: readonly Operation[]): Promise<void> => {
    const operations = [...asked, ...triggersAfter(state, asked, now())];
    return journal.append(operations.map(encodeOperation), () => {
      for (const operation of operations) {
        applyOperation(state, operation);
        if (operation.kind === 'workflow' || operation.kind === 'workflow-gone') all = undefined;
        else if (RECORDS.has(operation.kind)) records = undefined;
      }
    });
  };

  const read = (): SiteRecords => {
    records ??= {
      nodeTypes: [...state.nodeTypes.values()],
      ...(state.lanes === undefined ? {} : { laneOverlay: state.lanes }),
    };
    return records;
  };

  const allWorkflows = (): readonly WorkflowRecord[] => {
    all ??= [...state.workflows.values()].sort((a, b) => b.changed - a.changed || (a.id < b.id ? -1 : 1));
    return all;
  };

  const workflows: WorkflowRepository = {
    async list({ search, limit, offset }) {
      const found = allWorkflows().filter(({ name }) => search === undefined || matchesName(name, search));
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (id) => state.workflows.get(id),
    create(record) {
      const section = sections.getStore();
      if (section?.open === true) return createWith(section, record);
      return queue(record.id, async () => {
        if (state.workflows.has(record.id)) return false;
        await commit([{ kind: 'workflow', record }]);
        return true;
      });
    },
    update: (id, change) =>
      queue(id, async () => {
        const before = state.workflows.get(id);
        if (before === undefined) return undefined;
        const changed = await change(before);
        if (changed.ok) await commit([{ kind: 'workflow', record: changed.value }]);
        return changed;
      }),
    delete: (id, only) =>
      queue(id, async () => {
        const stored = state.workflows.get(id);
        if (stored === undefined || (only !== undefined && stored !== only)) return false;
        await commit([{ kind: 'workflow-gone', id }]);
        return true;
      }),
  };

  /**
   * STORE-9: a workflow and the node types that its bundle brings are one write, so that a crash leaves both or neither.
   * The id is held until the section is over.
   */
  function createWith(section: Section, record: WorkflowRecord): Promise<boolean> {
    return new Promise((resolve, reject) => {
      queue(record.id, async () => {
        const free = !state.workflows.has(record.id);
        if (free) section.operations.push({ kind: 'workflow', record });
        resolve(free);
        if (free) await section.over;
      }).catch(reject);
    });
  }

  const site: SiteRepository = {
    read: async () => read(),
    transact: <T, E>(work: (site: SiteTransaction) => Promise<Result<T, E>>) =>
      siteQueue('', async () => {
        let end = () => {};
        const operations: Operation[] = [];
        const section: Section = {
          operations,
          open: true,
          over: new Promise((resolve) => {
            end = resolve;
          }),
        };
        try {
          const outcome = await sections.run(section, () => work(transaction(read(), operations)));
          if (outcome.ok && operations.length > 0) await commit(operations);
          return outcome;
        } finally {
          section.open = false;
          end();
        }
      }),
  };

  // INT-9: one after the other, so that an upsert is judged by what is stored.
  const snapshotQueue = createQueue();
  const snapshots: SnapshotRepository = {
    async list({ owner, limit, offset }) {
      const found = ownedBy([...state.snapshots.values()], owner);
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (execution) => state.snapshots.get(execution),
    save: (execution, change) =>
      snapshotQueue(execution, async () => {
        const changed = change(state.snapshots.get(execution));
        if (changed.ok) await commit([{ kind: 'snapshot', snapshot: changed.value }]);
        return changed;
      }),
    delete: (execution) =>
      snapshotQueue(execution, async () => {
        if (!state.snapshots.has(execution)) return false;
        await commit([{ kind: 'snapshot-gone', id: execution }]);
        return true;
      }),
    async cleanup(what) {
      const outdated = [...state.snapshots.values()].filter((record) => isOutdated(record, what));
      if (outdated.length > 0)
        await commit(outdated.map(({ execution }) => ({ kind: 'snapshot-gone', id: execution }) as const));
      return outdated.length;
    },
  };

  // One after the other, so that a change is judged by what is stored.
  const triggerQueue = createQueue();
  const change = (
    id: string,
    work: (stored: TriggerRow) => TriggerRow | undefined,
    anyway: boolean,
  ): Promise<TriggerRow | undefined> =>
    triggerQueue(id, async () => {
      const stored = state.triggers.get(id);
      if (stored === undefined || (stored.gone !== null && !anyway)) return undefined;
      const trigger = work(stored);
      if (trigger !== undefined) await commit([{ kind: 'trigger', trigger }]);
      return trigger;
    });
  const triggers: TriggerStore = {
    async get(id) {
      const row = state.triggers.get(id);
      return row?.gone === null ? row : undefined;
    },
    list: async (workflow) =>
      [...state.triggers.values()]
        .filter((row) => row.gone === null && (workflow === undefined || row.workflow === workflow))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    update: (id, work) => change(id, work, false),
    restore: (id, work) => change(id, work, true),
  };

  return { workflows, site, snapshots, triggers, allWorkflows, close: () => journal.close() };
}

/** What is written into the records of the site. */
const RECORDS: ReadonlySet<Operation['kind']> = new Set(['node-type', 'node-type-gone', 'lanes']);

/** The triggers of workflows that are written are those of their nodes; they are one write with them. */
function triggersAfter(state: HostState, asked: readonly Operation[], now: number): readonly Operation[] {
  return asked.flatMap((operation): readonly Operation[] => {
    if (operation.kind !== 'workflow' && operation.kind !== 'workflow-gone') return [];
    const workflow = operation.kind === 'workflow' ? operation.record.id : operation.id;
    const stored = [...state.triggers.values()].filter((row) => row.workflow === workflow);
    if (operation.kind === 'workflow-gone')
      return stored.map(({ id }) => ({ kind: 'trigger-gone', id }) as const);
    const types = [...state.nodeTypes.values()].flatMap(({ id, executor_plugin }) =>
      executor_plugin === TRIGGER_EXECUTOR ? [id] : [],
    );
    const nodes = triggerNodes(operation.record.nodes, types);
    return reconcile(workflow, nodes, stored, now).map((trigger) => ({ kind: 'trigger', trigger }) as const);
  });
}

/** Sees its own writes; puts them where they wait for the end of the section. */
function transaction(stored: SiteRecords, operations: Operation[]): SiteTransaction {
  let draft = stored;
  return {
    read: async () => draft,
    async putNodeTypes(nodeTypes: readonly NodeType[]) {
      const ids = new Set(nodeTypes.map(({ id }) => id));
      const others = (draft.nodeTypes ?? []).filter(({ id }) => !ids.has(id));
      draft = { ...draft, nodeTypes: [...others, ...nodeTypes] };
      for (const nodeType of nodeTypes) operations.push({ kind: 'node-type', nodeType });
    },
    async removeNodeType(id: string) {
      const before = draft.nodeTypes ?? [];
      const left = before.filter((nodeType) => nodeType.id !== id);
      if (left.length === before.length) return false;
      draft = { ...draft, nodeTypes: left };
      operations.push({ kind: 'node-type-gone', id });
      return true;
    },
    async putLaneOverlay(overlay: JsonObject) {
      draft = { ...draft, laneOverlay: overlay };
      operations.push({ kind: 'lanes', overlay });
    },
  };
}
