// The rows of stored snapshots, and their one decoder.
import type { Json } from '../model/json';
import type { Result } from '../model/problem';
import { json, number, object, type Reader, rowDecoder, string } from './decode';

/** A snapshot as doors know it. Times are milliseconds; `payload` is its published form. */
export type StoredSnapshot = {
  readonly execution: string;
  readonly entity: string;
  readonly owner: string;
  readonly status: string;
  readonly created: number;
  readonly changed: number;
  readonly payload: Json;
};

export type SnapshotRow = StoredSnapshot & { readonly v: 1 };

const v1: Reader<1> = () => 1;

export const decodeSnapshotRow: (row: unknown) => Result<SnapshotRow> = rowDecoder(
  'snapshot',
  1,
  object({
    v: v1,
    execution: string,
    entity: string,
    owner: string,
    status: string,
    created: number,
    changed: number,
    payload: json,
  }),
);

export function recordOfRow({ v: _v, ...record }: SnapshotRow): StoredSnapshot {
  return record;
}
