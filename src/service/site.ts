// The doors' site over this browser's database. A section collects its writes and commits them in one transaction; where a
// page has changed the site meanwhile, the section is run again on what is stored then.
import { documentOf } from '../api/stored-workflow';
import { type SiteRepository, type SiteTransaction, StoreFailure, type WorkflowRecord } from '../api/types';
import type { NodeType, SiteRecords } from '../catalog/types';
import type { JsonObject } from '../model/json';
import type { SiteEdit } from '../store/site';
import type { NewWorkflow, SiteSnapshot, SiteSnapshots } from '../store/site-snapshots';
import type { Alone } from './locks';

const SITE_LOCK = 'sluice:site';
/** A person changes the site by hand; more than this is a defect. */
const MOST_TRIES = 20;

/** @param isTaken whether the id of a workflow is in use. */
export function createBrowserSite(
  snapshots: () => Promise<SiteSnapshots>,
  isTaken: (id: string) => Promise<boolean>,
  alone: Alone,
): SiteRepository {
  let known: SiteSnapshot | undefined;

  /** Equal states are the same object, so that catalogs can be remembered by it. */
  async function current(): Promise<SiteSnapshot> {
    const read = await (await snapshots()).read();
    if (known?.stamp !== read.stamp) known = read;
    return known;
  }

  return {
    read: async () => (await current()).records,
    transact: (work) =>
      alone(SITE_LOCK, async () => {
        for (let tries = 0; tries < MOST_TRIES; tries += 1) {
          const before = await current();
          const section = createSection(before.records, isTaken);
          const outcome = await work(section.transaction);
          if (!outcome.ok || section.isEmpty()) return outcome;
          const { change } = await snapshots();
          if (await change(before.stamp, section.edit(), section.workflows)) return outcome;
        }
        throw new StoreFailure('The site was changed again and again while it was to be written.');
      }),
  };
}

/** The writes of a section; its reads see them. */
function createSection(
  stored: SiteRecords,
  isTaken: (id: string) => Promise<boolean>,
): {
  readonly workflows: readonly NewWorkflow[];
  readonly transaction: SiteTransaction;
  isEmpty(): boolean;
  edit(): SiteEdit;
} {
  let draft = stored;
  const put = new Map<string, NodeType>();
  const removed = new Set<string>();
  let laneOverlay: JsonObject | undefined;
  const workflows: NewWorkflow[] = [];
  return {
    workflows,
    transaction: {
      read: async () => draft,
      async putNodeTypes(nodeTypes: readonly NodeType[]) {
        const ids = new Set(nodeTypes.map(({ id }) => id));
        const others = (draft.nodeTypes ?? []).filter(({ id }) => !ids.has(id));
        draft = { ...draft, nodeTypes: [...others, ...nodeTypes] };
        for (const nodeType of nodeTypes) {
          put.set(nodeType.id, nodeType);
          removed.delete(nodeType.id);
        }
      },
      async removeNodeType(id: string) {
        const before = draft.nodeTypes ?? [];
        const left = before.filter((nodeType) => nodeType.id !== id);
        if (left.length === before.length) return false;
        draft = { ...draft, nodeTypes: left };
        put.delete(id);
        removed.add(id);
        return true;
      },
      async putLaneOverlay(overlay: JsonObject) {
        draft = { ...draft, laneOverlay: overlay };
        laneOverlay = overlay;
      },
      async createWorkflow(record: WorkflowRecord) {
        if (workflows.some((one) => one.record.id === record.id) || (await isTaken(record.id))) return false;
        workflows.push({ record, document: documentOf(record) });
        return true;
      },
    },
    isEmpty: () =>
      put.size === 0 && removed.size === 0 && laneOverlay === undefined && workflows.length === 0,
    edit: () => ({
      put: { nodeTypes: [...put.values()], ...(laneOverlay === undefined ? {} : { laneOverlay }) },
      remove: [...removed].map((id) => ({ kind: 'nodeTypes', id })),
    }),
  };
}
