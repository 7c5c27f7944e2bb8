// SNAP-1, SNAP-2, INT-9: stored snapshots of runs. Access to one is decided here, once, and nowhere below.
import { encodeSnapshot, type Snapshot } from '../../engine/snapshots/document';
import { either, readSnapshot } from '../../engine/snapshots/read';
import type { Json, JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { type Call, type Door, permits } from '../door';
import { type Answer, detailsOf, page, type Refusal, refusal, refuse, result } from '../envelope';
import { readPaging } from '../query';
import { hasBlanketAuthority, mayView } from '../run-access';
import { pageOf, resultOf } from '../schemas';
import {
  SNAPSHOT_BODY,
  SNAPSHOT_DELETED,
  SNAPSHOT_READ,
  SNAPSHOT_ROW,
  SNAPSHOT_SAVED,
} from '../snapshot-schemas';
import type { Principal, SnapshotRecord } from '../types';
import { PAGING } from './parameters';

const SNAPSHOTS = '/api/flowdrop-runtime/snapshot';
const VIEW = { permission: 'view own runs', orPermission: 'view any runs', personal: true } as const;

/** SNAP-2: view authority over a stored snapshot. */
export function mayViewSnapshot(principal: Principal, { owner }: SnapshotRecord): boolean {
  return hasBlanketAuthority(principal) || owner === principal.id;
}

/** Authority to overwrite or delete it: seeing every run is none. */
function mayChange(principal: Principal, { owner }: SnapshotRecord): boolean {
  return owner === principal.id || permits(principal, 'administer');
}

/** The snapshot that a record holds; a record without a readable one has none, and never a part of one. */
export function payloadOf(record: SnapshotRecord): JsonObject | undefined {
  const read = readSnapshot(record.payload, record.changed);
  return read.ok ? encodeSnapshot(read.value) : undefined;
}

/** SNAP-2: absence is answered before denial, and a denial says nothing of the record. */
async function found(
  { world, params, principal }: Call,
  may: (principal: Principal, record: SnapshotRecord) => boolean,
): Promise<Result<SnapshotRecord, Refusal>> {
  const record = await world.snapshots.get(params.id ?? '');
  if (record === undefined) return fail(refuse('SNAPSHOT_NOT_FOUND'));
  return may(principal, record) ? ok(record) : fail(refuse('ACCESS_DENIED'));
}

const list: Door = {
  ...VIEW,
  method: 'GET',
  path: SNAPSHOTS,
  summary: 'Lists the snapshots of the caller, the latest change first',
  query: PAGING,
  answers: { 200: pageOf(SNAPSHOT_ROW) },
  refusals: [],
  async handle({ world, query, principal }) {
    const paging = readPaging(query);
    const { rows, total } = await world.snapshots.list({ owner: principal.id, ...paging });
    return page(rows.map(rowOf), { total, ...paging });
  },
};

const read: Door = {
  ...VIEW,
  method: 'GET',
  path: `${SNAPSHOTS}/:id`,
  summary: 'Reads the snapshot of an execution',
  answers: { 200: resultOf(SNAPSHOT_READ) },
  refusals: ['SNAPSHOT_NOT_FOUND'],
  async handle(call) {
    const record = await found(call, mayViewSnapshot);
    if (!record.ok) return refusal(record.error);
    const { entity, execution } = record.value;
    const snapshot = payloadOf(record.value);
    if (snapshot === undefined) return refusal(refuse('SNAPSHOT_NOT_FOUND'));
    return result({ entity_id: entity, execution_id: execution, snapshot });
  },
};

const remove: Door = {
  method: 'DELETE',
  path: `${SNAPSHOTS}/:id`,
  permission: 'control runs',
  personal: true,
  summary: 'Deletes the snapshot of an execution',
  answers: { 200: resultOf(SNAPSHOT_DELETED) },
  refusals: ['SNAPSHOT_NOT_FOUND'],
  async handle(call) {
    const record = await found(call, mayChange);
    if (!record.ok) return refusal(record.error);
    const { execution } = record.value;
    const gone = await call.world.snapshots.delete(execution);
    if (!gone) return refusal(refuse('SNAPSHOT_NOT_FOUND'));
    return result({ message: 'Snapshot deleted', execution_id: execution });
  },
};

const save: Door = {
  method: 'POST',
  path: SNAPSHOTS,
  permission: 'control runs',
  personal: true,
  summary: 'Stores the snapshot of an execution; of a run that is here, made where only its id is sent',
  body: SNAPSHOT_BODY,
  answers: { 200: resultOf(SNAPSHOT_SAVED), 201: resultOf(SNAPSHOT_SAVED) },
  refusals: ['SNAPSHOT_INVALID'],
  async handle(call) {
    const { world, principal } = call;
    const now = world.clock.now();
    const denied = await deniedRun(call);
    if (denied !== undefined) return denied;
    const sent = await sentSnapshot(call, now);
    if (!sent.ok) return refusal(sent.error);
    const snapshot = sent.value;
    let isNew = false;
    const entity = world.ids.uuid();
    const saved = await world.snapshots.save<Refusal>(snapshot.executionId, (stored) => {
      if (stored !== undefined && !mayChange(principal, stored)) return fail(refuse('ACCESS_DENIED'));
      isNew = stored === undefined;
      return ok({
        execution: snapshot.executionId,
        entity: stored?.entity ?? entity,
        owner: stored?.owner ?? principal.id,
        status: snapshot.status,
        created: stored?.created ?? now,
        changed: now,
        payload: encodeSnapshot(snapshot),
      });
    });
    if (!saved.ok) return refusal(saved.error);
    const { entity: id, execution } = saved.value;
    return result({ entity_id: id, execution_id: execution }, isNew ? 201 : 200);
  },
};

export const SNAPSHOT_DOORS: readonly Door[] = [list, save, read, remove];

/** A run that is here and that the caller may not view is not theirs to tell of. */
async function deniedRun({ world: { runs }, body, principal }: Call): Promise<Answer | undefined> {
  const execution = either(body, 'executionId');
  const run =
    runs === undefined || typeof execution !== 'string' ? undefined : await runs.rows.run(execution);
  if (runs === undefined || run === undefined || mayView(principal, runs, run)) return undefined;
  return refusal(refuse('ACCESS_DENIED'));
}

/** What is sent; INT-6: of a run that is here, made where only its id is sent. */
async function sentSnapshot(
  { world: { runs }, body }: Call,
  now: number,
): Promise<Result<Snapshot, Refusal>> {
  const execution = either(body, 'executionId');
  const asked = typeof execution === 'string' && either(body, 'nodeStates') === undefined;
  const made = asked ? await runs?.snapshot(execution) : undefined;
  const read = readSnapshot(made ?? body, now);
  if (read.ok) return read;
  return fail(refuse('SNAPSHOT_INVALID', undefined, detailsOf(read.error, 'SNAPSHOT_INVALID')));
}

function rowOf(record: SnapshotRecord): Json {
  const read = readSnapshot(record.payload, record.changed);
  return {
    entity_id: record.entity,
    execution_id: record.execution,
    workflow_id: read.ok ? read.value.workflowId : 'unknown',
    status: record.status,
    thread_id: read.ok ? read.value.threadId : null,
    created: new Date(record.created).toISOString(),
    changed: new Date(record.changed).toISOString(),
    // Of the snapshot, not of what was stored.
    node_count: read.ok ? Object.keys(read.value.nodeStates).length : 0,
  };
}
