// The lane overlay and the shapes of a site, replaced as one: whoever writes says what it saw, so that of two tabs that edit
// lanes neither overwrites the other unseen.
import type { LaneRecords } from '../catalog/lane-overlay';
import { type JsonObject, ownString, sameJson } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { decodeSiteRecord } from './rows';
import { LANE_OVERLAY, SHAPE } from './site';

/** Why lanes were not stored: what is wrong with them (SCH-45), or what the store says. */
export type LaneRefusal =
  | { readonly reason: 'malformed'; readonly problems: readonly Problem[] }
  | StoreFault;

export type LaneStore = {
  /** What is stored; rows that cannot be read are left out and left alone. */
  read(): Promise<LaneRecords>;
  /**
   * Puts `next` in place of `seen`, all or nothing. Refused where `next` is malformed (SCH-45; nothing is written), and
   * with `conflict` where what is stored is no longer what was seen.
   */
  replace(seen: LaneRecords, next: LaneRecords): Promise<Result<null, LaneRefusal>>;
};

export function createLaneStore(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): LaneStore {
  async function read(): Promise<LaneRecords> {
    const rows = (await db.lanes.toArray()).flatMap((row) => {
      const decoded = decodeSiteRecord(row);
      return decoded.ok ? [decoded.value] : [];
    });
    return {
      overlay: rows.find(({ id }) => id === LANE_OVERLAY)?.record,
      shapes: rows.filter(({ id }) => id.startsWith(SHAPE)).map(({ record }) => record),
    };
  }

  return {
    read,
    async replace(seen, next) {
      // Lanes are rarely written, and their check is no small one.
      const { laneProblems } = await import('./lane-problems');
      const problems = laneProblems(next);
      if (problems.length > 0) return fail({ reason: 'malformed', problems });
      try {
        await db.transaction('rw', db.lanes, async () => {
          const stored = await read();
          if (!sameLaneRecords(stored, seen)) throw new StoreRefusal({ reason: 'conflict', revision: 0 });
          const puts = rowsOf(next);
          const kept = new Set(puts.map(({ id }) => id));
          await db.lanes.bulkDelete(
            rowsOf(stored)
              .map(({ id }) => id)
              .filter((id) => !kept.has(id)),
          );
          const changed = world.now();
          await db.lanes.bulkPut(puts.map(({ id, record }) => ({ v: 1, id, record, changed })));
        });
      } catch (error) {
        return fail(faultOf(error));
      }
      world.announce({ kind: 'site' });
      return ok(null);
    },
  };
}

/** Are these the same records? The order of shapes says nothing. */
export function sameLaneRecords(a: LaneRecords, b: LaneRecords): boolean {
  const byId = ({ shapes }: LaneRecords) =>
    [...shapes].sort((x, y) => ((ownString(x, 'id') ?? '') < (ownString(y, 'id') ?? '') ? -1 : 1));
  return sameJson(a.overlay, b.overlay) && sameJson(byId(a), byId(b));
}

function rowsOf({ overlay, shapes }: LaneRecords): readonly { id: string; record: JsonObject }[] {
  return [
    ...(overlay === undefined ? [] : [{ id: LANE_OVERLAY, record: overlay }]),
    ...shapes.map((record) => ({ id: `${SHAPE}${ownString(record, 'id') ?? ''}`, record })),
  ];
}
