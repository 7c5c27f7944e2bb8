// What the doors need from the world, on Node.
import { randomUUID } from 'node:crypto';
import type { RunService } from '../api/run-service';
import { documentOf } from '../api/stored-workflow';
import type { TriggerService } from '../api/trigger-service';
import type { ApiWorld, LogEntry, WorkflowRecord } from '../api/types';
import { createCatalog } from '../catalog/catalog';
import type { Catalog, SiteRecords } from '../catalog/types';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import { createExpressionHost } from '../expression/host';
import type { WorkflowDocument } from '../model/document';
import type { HostStore } from './journal/host-store';
import { principalOf, type Tokens } from './tokens';

export type WorldOptions = {
  readonly store: HostStore;
  /** Absent: nothing is run. */
  readonly runs?: RunService;
  readonly triggers?: TriggerService;
  /** Absent: every caller is one administrator. */
  readonly tokens?: Tokens;
  readonly trustedPublishers?: readonly string[];
  /** Origins of other pages that may call. */
  readonly origins?: readonly string[];
  log(entry: LogEntry): void;
};

export function createWorld({
  store,
  runs,
  triggers,
  tokens,
  trustedPublishers,
  origins,
  log,
}: WorldOptions): ApiWorld {
  const trusted = new Set(trustedPublishers);
  const allowed = new Set(origins);
  const catalogOf = catalogs(store);
  return {
    workflows: store.workflows,
    site: store.site,
    snapshots: store.snapshots,
    ...(runs === undefined ? {} : { runs }),
    ...(triggers === undefined ? {} : { triggers }),
    catalog: async (records) => catalogOf(records ?? (await store.site.read())),
    expressions: createExpressionHost(),
    clock: { now: () => Date.now() },
    ids: { uuid: () => randomUUID() },
    log,
    principals: (request) => principalOf(tokens, request),
    trustsPublisher: (publisher) => trusted.has(publisher),
    allowsOrigin: (origin) => allowed.has(origin),
  };
}

/** MAN-9: catalogs with the node types that stored workflows are. Made once for the same records and workflows. */
function catalogs(store: HostStore): (records: SiteRecords) => Catalog {
  let workflows: readonly WorkflowRecord[] | undefined;
  let known = new WeakMap<SiteRecords, Catalog>();
  return (records) => {
    const present = store.allWorkflows();
    if (present !== workflows) {
      workflows = present;
      known = new WeakMap();
    }
    let catalog = known.get(records);
    if (catalog === undefined) {
      const types = workflowTypes(present.filter(hasContract).map(outsideOf), createCatalog(records));
      catalog = createCatalog(withWorkflowTypes(records, types), types.processors);
      known.set(records, catalog);
    }
    return catalog;
  };
}

function hasContract({ contract }: WorkflowRecord): boolean {
  return contract !== null;
}

const outsides = new WeakMap<WorkflowRecord, WorkflowDocument>();

/** What a published contract's node type is made of: nothing inside the workflow. */
function outsideOf(record: WorkflowRecord): WorkflowDocument {
  let outside = outsides.get(record);
  if (outside === undefined) {
    outside = documentOf({ ...record, nodes: [], edges: [] });
    outsides.set(record, outside);
  }
  return outside;
}
