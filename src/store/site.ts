// What a site adds to the shipped catalog: node types, categories, lanes. A record over a shipped one hides it, and taking
// the record away brings the shipped one back.
import { decodeCategory, decodeNodeType, encodeCategory, encodeNodeType } from '../catalog/node-type-record';
import type { Category, NodeType, SiteRecords } from '../catalog/types';
import { type JsonObject, ownString } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { faultOf, type StoreFault } from './faults';
import { decodeSiteRecord, type SiteRecordRow } from './rows';

export type SiteKind = 'nodeTypes' | 'categories' | 'lanes';

/** What was there before a change, so that the change can be taken back. `null`: nothing was. */
export type SiteChange = readonly {
  readonly kind: SiteKind;
  readonly id: string;
  readonly before: JsonObject | null;
}[];

export type SiteStore = {
  /** Every readable record; the others are told and left as they are. */
  read(): Promise<{ readonly records: SiteRecords; readonly problems: readonly Problem[] }>;
  /** Puts records, all or none. `laneOverlay` replaces the stored overlay (checked by the caller, SCH-45). */
  put(records: SiteRecords): Promise<Result<SiteChange, StoreFault>>;
  /** Takes records of the site away; shipped ones of the same id are seen again. */
  remove(kind: SiteKind, ids: readonly string[]): Promise<Result<SiteChange, StoreFault>>;
  /** Takes a change back. */
  revert(change: SiteChange): Promise<Result<null, StoreFault>>;
};

/** Id of the lane overlay's row (SCH-10.a); shapes have `shape:` and their own id. */
const LANE_OVERLAY = 'overlay';
const SHAPE = 'shape:';

type Put = { readonly kind: SiteKind; readonly id: string; readonly record: JsonObject | null };

export function createSite(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): SiteStore {
  const tables = { nodeTypes: db.nodeTypes, categories: db.categories, lanes: db.lanes };

  async function write(puts: readonly Put[]): Promise<Result<SiteChange, StoreFault>> {
    try {
      const change = await db.transaction('rw', db.nodeTypes, db.categories, db.lanes, async () => {
        const before: { kind: SiteKind; id: string; before: JsonObject | null }[] = [];
        for (const { kind, id, record } of puts) {
          const stored = decodeSiteRecord(await tables[kind].get(id));
          before.push({ kind, id, before: stored.ok ? stored.value.record : null });
          if (record === null) await tables[kind].delete(id);
          else await tables[kind].put({ v: 1, id, record, changed: world.now() });
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

    put: ({ nodeTypes = [], categories = [], laneOverlay, shapes = [] }) =>
      write([
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
        ...(laneOverlay === undefined
          ? []
          : [{ kind: 'lanes' as const, id: LANE_OVERLAY, record: laneOverlay }]),
        ...shapes.map(
          (shape): Put => ({ kind: 'lanes', id: `${SHAPE}${ownString(shape, 'id') ?? ''}`, record: shape }),
        ),
      ]),

    remove: (kind, ids) => write(ids.map((id): Put => ({ kind, id, record: null }))),

    async revert(change) {
      const result = await write(change.map(({ kind, id, before }): Put => ({ kind, id, record: before })));
      return result.ok ? ok(null) : result;
    },
  };
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
