// What a site adds to the shipped catalog: node types, categories, lanes. A record over a shipped one hides it, and taking
// the record away brings the shipped one back.
import { decodeCategory, decodeNodeType, encodeCategory, encodeNodeType } from '../catalog/node-type-record';
import type { Category, NodeType, SiteRecords } from '../catalog/types';
import { type JsonObject, ownString } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { decodeSiteRecord, type SiteRecordRow } from './rows';

export type SiteKind = 'nodeTypes' | 'categories' | 'lanes';

/**
 * What was there before a change, so that the change can be taken back. `null`: nothing was. `after`: the stamp that the
 * change left, so that nothing newer is taken back with it; `null`: it left no record.
 */
export type SiteChange = readonly {
  readonly kind: SiteKind;
  readonly id: string;
  readonly before: JsonObject | null;
  readonly after?: number | null;
}[];

/** A record that must still be what it was: its `changed`, or null where there must be none. */
export type SiteStamp = { readonly kind: SiteKind; readonly id: string; readonly changed: number | null };

/** Puts and removals, all or none; `conflict` where one of `expect` no longer holds. */
export type SiteEdit = {
  readonly put?: SiteRecords;
  readonly remove?: readonly { readonly kind: SiteKind; readonly id: string }[];
  readonly expect?: readonly SiteStamp[];
};

export type SiteStore = {
  /** Every readable record; the others are told and left as they are. */
  read(): Promise<{ readonly records: SiteRecords; readonly problems: readonly Problem[] }>;
  /** Puts records, all or none. `laneOverlay` replaces the stored overlay (checked by the caller, SCH-45). */
  put(records: SiteRecords): Promise<Result<SiteChange, StoreFault>>;
  /** Takes records of the site away; shipped ones of the same id are seen again. */
  remove(kind: SiteKind, ids: readonly string[]): Promise<Result<SiteChange, StoreFault>>;
  /** Puts and takes away in one step. */
  change(edit: SiteEdit): Promise<Result<SiteChange, StoreFault>>;
  /** The site's own record as it is stored, with its stamp; null where the site has none. */
  one(kind: SiteKind, id: string): Promise<{ readonly record: JsonObject; readonly changed: number } | null>;
  /** Takes a change back; `conflict` where somebody has changed one of its records since. */
  revert(change: SiteChange): Promise<Result<null, StoreFault>>;
};

/** Id of the lane overlay's row (SCH-10.a); shapes have `shape:` and their own id. */
export const LANE_OVERLAY = 'overlay';
export const SHAPE = 'shape:';

type Put = { readonly kind: SiteKind; readonly id: string; readonly record: JsonObject | null };

export function createSite(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): SiteStore {
  const tables = { nodeTypes: db.nodeTypes, categories: db.categories, lanes: db.lanes };

  async function stored(kind: SiteKind, id: string): Promise<SiteRecordRow | null> {
    const decoded = decodeSiteRecord(await tables[kind].get(id));
    return decoded.ok ? decoded.value : null;
  }

  async function write(
    puts: readonly Put[],
    expect: readonly SiteStamp[] = [],
  ): Promise<Result<SiteChange, StoreFault>> {
    try {
      const change = await db.transaction('rw', db.nodeTypes, db.categories, db.lanes, async () => {
        for (const { kind, id, changed } of expect) {
          const now = (await stored(kind, id))?.changed ?? null;
          if (now !== changed) throw new StoreRefusal({ reason: 'conflict', revision: now ?? 0 });
        }
        const before: SiteChange[number][] = [];
        for (const { kind, id, record } of puts) {
          const row = await stored(kind, id);
          // A stamp tells two writes apart, those of one millisecond too.
          const changed = Math.max(world.now(), (row?.changed ?? 0) + 1);
          before.push({ kind, id, before: row?.record ?? null, after: record === null ? null : changed });
          if (record === null) await tables[kind].delete(id);
          else await tables[kind].put({ v: 1, id, record, changed });
        }
        return before.reverse();
      });
      world.announce({ kind: 'site' });
      return ok(change);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  return {
    async read() {
      const problems: Problem[] = [];
      const nodeTypes = readAll(await db.nodeTypes.toArray(), 'nodeTypes', problems, decodeNodeType);
      const categories = readAll(await db.categories.toArray(), 'categories', problems, decodeCategory);
      const lanes = readRows(await db.lanes.toArray(), 'lanes', problems);
      const laneOverlay = lanes.find((row) => row.id === LANE_OVERLAY)?.record;
      const shapes = lanes.filter((row) => row.id.startsWith(SHAPE)).map((row) => row.record);
      const records: SiteRecords =
        laneOverlay === undefined
          ? { nodeTypes, categories, shapes }
          : { nodeTypes, categories, shapes, laneOverlay };
      return { records, problems };
    },

    put: (records) => write(putsOf(records)),

    remove: (kind, ids) => write(ids.map((id): Put => ({ kind, id, record: null }))),

    change: ({ put = {}, remove = [], expect = [] }) =>
      write([...putsOf(put), ...remove.map((one): Put => ({ ...one, record: null }))], expect),

    async one(kind, id) {
      const row = await stored(kind, id);
      return row === null ? null : { record: row.record, changed: row.changed };
    },

    async revert(change) {
      const result = await write(
        change.map(({ kind, id, before }): Put => ({ kind, id, record: before })),
        change.flatMap(({ kind, id, after }) => (after === undefined ? [] : [{ kind, id, changed: after }])),
      );
      return result.ok ? ok(null) : result;
    },
  };
}

function putsOf({ nodeTypes = [], categories = [], laneOverlay, shapes = [] }: SiteRecords): readonly Put[] {
  return [
    ...nodeTypes.map(
      (type: NodeType): Put => ({ kind: 'nodeTypes', id: type.id, record: encodeNodeType(type) }),
    ),
    ...categories.map(
      (category: Category): Put => ({
        kind: 'categories',
        id: category.id,
        record: encodeCategory(category),
      }),
    ),
    ...(laneOverlay === undefined ? [] : [{ kind: 'lanes' as const, id: LANE_OVERLAY, record: laneOverlay }]),
    ...shapes.map(
      (shape): Put => ({ kind: 'lanes', id: `${SHAPE}${ownString(shape, 'id') ?? ''}`, record: shape }),
    ),
  ];
}

function readRows(stored: readonly unknown[], kind: SiteKind, problems: Problem[]): readonly SiteRecordRow[] {
  return stored.flatMap((row) => {
    const decoded = decodeSiteRecord(row);
    if (decoded.ok) return [decoded.value];
    problems.push(...decoded.error.map(({ path, message }) => ({ path: `${kind}.${path}`, message })));
    return [];
  });
}

function readAll<T>(
  stored: readonly unknown[],
  kind: SiteKind,
  problems: Problem[],
  decode: (value: unknown) => Result<T>,
): readonly T[] {
  return readRows(stored, kind, problems).flatMap(({ id, record }) => {
    const decoded = decode(record);
    if (decoded.ok) return [decoded.value];
    problems.push(...decoded.error.map(({ path, message }) => ({ path: `${kind}[${id}].${path}`, message })));
    return [];
  });
}
