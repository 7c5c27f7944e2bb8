// Where memory lives, and how those who append to one conversation take turns.
import type { Json } from '../../model/json';

/** One remembered value. `scope` is a `memoryName`; with `key` the row's key. */
export type MemoryRow = {
  readonly v: 1;
  readonly scope: string;
  readonly key: string;
  readonly value: Json;
  /** Milliseconds. */
  readonly created: number;
  readonly changed: number;
  /** When it is forgotten; null: never. */
  readonly expires: number | null;
  /**
   * Of a conversation: the jobs whose messages are in it and how many they added (`{job} {count}`), newest last. One that is
   * executed again after a crash adds nothing twice.
   */
  readonly jobs?: readonly string[];
};

/** What was remembered. `testing/memory-conformance.ts` is the promise in full; every implementation runs it. */
export type MemoryStore = {
  /** A row is given until somebody removes it: whoever reads looks whether it has expired. */
  get(scope: string, key: string): Promise<MemoryRow | undefined>;
  /** All rows, by scope and key. */
  list(): Promise<readonly MemoryRow[]>;
  /**
   * Changes one row, makes one, or removes it, in one transaction. `change` is given the stored row (`undefined`: there is
   * none) and gives the new one, null to remove it, or `undefined` to leave everything as it is. It is synchronous and may
   * throw, then nothing is written.
   *
   * @returns what is stored now.
   */
  update(
    scope: string,
    key: string,
    change: (stored: MemoryRow | undefined) => MemoryRow | null | undefined,
  ): Promise<MemoryRow | undefined>;
  /** Removes what has expired before this time. Answers how many. */
  forget(before: number): Promise<number>;
};

/**
 * MEM-12: turns at a name. Answers what gives the turn back; `undefined` where it did not come within `mostMs` (milliseconds,
 * by the clock of whoever made this). Rejects with the signal's reason where that fires first.
 */
export type Turns = {
  take(name: string, mostMs: number, signal: AbortSignal): Promise<(() => void) | undefined>;
};

/** What the engine is given of memory. */
export type Memory = { readonly store: MemoryStore; readonly turns: Turns };

/** Is the row one that is remembered at this time? */
export function isRemembered(row: MemoryRow | undefined, now: number): row is MemoryRow {
  return row !== undefined && (row.expires === null || row.expires > now);
}
