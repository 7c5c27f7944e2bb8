// Checkpoints and snapshots of runs for the playground: what is stored beside their rows.
import { encodeSnapshot } from '../../engine/snapshots/document';
import { makeSnapshot } from '../../engine/snapshots/make';
import { readSnapshot } from '../../engine/snapshots/read';
import { webCryptoHash } from '../../engine/values';
import { isObject, own, ownString } from '../../model/json';
import { ok } from '../../model/problem';
import type { RunCheckpoint, RunStates, SavedSnapshot } from '../../playground/ports';
import {
  BROWSER_OWNER,
  checkpointsOf,
  createRunStore,
  createSettings,
  createSnapshots,
  type SluiceDatabase,
  type StoredSnapshot,
} from '../../store';

const ENDED = ['completed', 'failed', 'cancelled'];

/** Over the database of this browser. */
export function runStates(db: SluiceDatabase): RunStates {
  const snapshots = createSnapshots(db);
  return {
    async checkpoints(runId) {
      return (await checkpointsOf(db, runId)).flatMap(({ state }): RunCheckpoint[] => {
        const held = own(state, 'state');
        if (!isObject(held)) return [];
        const ended = ENDED.includes(ownString(held, 'status') ?? '');
        return [
          { id: ownString(state, 'id') ?? '', name: ownString(state, 'name') ?? '', state: held, ended },
        ];
      });
    },
    async snapshots(workflow) {
      const found = (await snapshots.all()).flatMap((record): SavedSnapshot[] => {
        const read = readSnapshot(record.payload, record.changed);
        if (!read.ok || read.value.workflowId !== workflow) return [];
        const nodes = Object.values(read.value.nodeStates);
        return [
          {
            run: record.execution,
            changed: record.changed,
            nodes: nodes.length,
            done: nodes.filter(({ status }) => status === 'completed').length,
            ended: ENDED.includes(read.value.status),
            payload: record.payload,
          },
        ];
      });
      return found.sort((a, b) => b.changed - a.changed);
    },
    async save(runId) {
      const now = Date.now();
      const made = await makeSnapshot(createRunStore(db), runId, {
        now,
        hash: webCryptoHash,
        log: (message, cause) => console.warn(message, cause),
      });
      if (made === undefined) return false;
      const saved = await snapshots.save<never>(runId, (stored) =>
        ok({
          execution: runId,
          entity: stored?.entity ?? crypto.randomUUID(),
          owner: stored?.owner ?? BROWSER_OWNER,
          status: made.status,
          created: stored?.created ?? now,
          changed: now,
          payload: encodeSnapshot(made),
        }),
      );
      return saved.ok;
    },
    async remove(runId) {
      const gone: StoredSnapshot | undefined = await snapshots.get(runId);
      await snapshots.delete(runId);
      return async () => {
        if (gone !== undefined) await snapshots.save<never>(runId, (stored) => ok(stored ?? gone));
      };
    },
    usual: async () => (await createSettings(db, { announce: () => undefined }).read()).settings.strategy,
  };
}
