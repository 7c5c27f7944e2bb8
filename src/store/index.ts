// What the app may use of the store.
import type { Announce } from './announcements';
import { createContentDesk } from './content-desk';
import type { SluiceDatabase } from './database';
import { createDoorChanges } from './door-changes';
import { createDrafts } from './drafts';
import { createLateSecrets } from './late-secrets';
import { createPublishing } from './publishing';
import { createSettings } from './settings';
import { createSite } from './site';
import { createLaneStore } from './site-lanes';
import { createVersions } from './versions';
import { createWorkflows } from './workflows';

export type { Announce, Announcement } from './announcements';
export { decodeContent } from './content';
export {
  type Collection,
  type ContentDesk,
  type ContentStep,
  sameDocument,
} from './content-desk';
export { type OpenFault, type OpenOptions, openDatabase, type SluiceDatabase } from './database';
export type { DoorChange, DoorChanges, DraftNews } from './door-changes';
export { BROWSER_OWNER } from './door-record';
export { headOf } from './draft-head';
export type { SaveStep } from './draft-log';
export type {
  AppendRequest,
  DraftList,
  DraftRepository,
  DraftSummary,
  OpenDraft,
  UnreadableDraft,
} from './draft-types';
export type { StoreFault } from './faults';
export { type HistoryStep, keyedHistory } from './history';
export { createInterruptStore, listInterrupts } from './interrupts';
export { laneProblems } from './lane-problems';
export { createMemoryStore, sameMemory } from './memory';
export type { PassphraseFault, Protection } from './passphrase';
export type { Publish } from './publish';
export { forgetLive, type LiveCopy, type PublishingStore, type PublishServer } from './publishing';
export { rawDraft } from './raw-draft';
export { deleteRun, deleteRuns, workflowsWithRuns } from './retention';
export type { DraftHead, ProblemCounts, Thumbnail, VersionRow, WorkflowRow } from './rows';
export type { RunHead } from './run-rows';
export { createRunStore, jobsById, runHead, runHeads, valueText } from './runs';
export type { SecretStore } from './secrets';
export { createSettings, DEFAULT_SETTINGS, type Settings, type SettingsStore } from './settings';
export {
  LANE_OVERLAY,
  type SiteChange,
  type SiteEdit,
  type SiteKind,
  type SiteStamp,
  type SiteStore,
} from './site';
export { type LaneRefusal, type LaneStore, sameLaneRecords } from './site-lanes';
export type { StoredSnapshot } from './snapshot-rows';
export { createSnapshots } from './snapshots';
export { frozenWorkflow, storedWorkflow } from './stored-workflow';
export { type Channel, createTabs, liveDraft, type Tabs } from './tabs';
export { checkpointsOf, forgetThreads } from './threads';
export { createTriggerStore } from './triggers';
export { decodeUnsaved, encodeUnsaved, memoryOf, type Unsaved } from './unsaved';
export type { VersionRepository } from './versions';

/** The repositories over one open database. */
export function createRepositories(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
) {
  const secrets = createLateSecrets(db, world);
  return {
    drafts: createDrafts(db, world),
    doorChanges: createDoorChanges(db, world),
    workflows: createWorkflows(db, world),
    versions: createVersions(db),
    secrets,
    publishing: createPublishing(db, secrets, world),
    settings: createSettings(db, world),
    site: createSite(db, world),
    lanes: createLaneStore(db, world),
    content: createContentDesk(db, world),
  };
}
