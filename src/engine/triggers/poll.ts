// OCX-3, OCX-8, OCX-9: what a poll answers. Pages are read until there is something to tell or nothing is left.

/** An ended run in the order of polls: by the time of its end, then by its id. */
export type Ended = { readonly id: string; readonly ended: number };

/** `after`: rows later than this one; without an `id`, later than all of that moment. */
export type PollPosition = { readonly ended: number; readonly id?: string };

export type PollSource<T extends Ended> = {
  /** At most `limit` rows in the order of polls, after the position; from the first one where it is `undefined`. */
  page(after: PollPosition | undefined, limit: number): Promise<readonly T[]>;
  /** Where a run that is named stands; `undefined` where it is not there or has not ended. */
  position(id: string): Promise<PollPosition | undefined>;
};

export type Poll<T> = {
  readonly rows: readonly T[];
  /** Where the next poll goes on; `undefined` where nothing was read and none was given. */
  readonly next: PollPosition | undefined;
};

/** OCX-9: rows of a page where the caller names no number, and most that it can name. */
export const DEFAULT_PAGE = 50;
export const MOST_PAGE = 100;

/**
 * One poll. A page is extended over every row that ended in the same moment as its last one, so that a caller who goes on
 * from that moment loses none; whoever is not meant is left out after that, and an empty page is no answer while rows remain.
 */
export async function poll<T extends Ended>(
  source: Pick<PollSource<T>, 'page'>,
  scope: (row: T) => boolean,
  after: PollPosition | undefined,
  size: number,
): Promise<Poll<T>> {
  let at = after;
  for (;;) {
    const page = await wholePage(source, at, size);
    const last = page.at(-1);
    if (last === undefined) return { rows: [], next: at };
    at = { ended: last.ended, id: last.id };
    const rows = page.filter(scope);
    if (rows.length > 0) return { rows, next: at };
  }
}

async function wholePage<T extends Ended>(
  source: Pick<PollSource<T>, 'page'>,
  after: PollPosition | undefined,
  size: number,
): Promise<readonly T[]> {
  const rows = [...(await source.page(after, size))];
  for (let last = rows.at(-1); rows.length >= size && last !== undefined; ) {
    const { ended }: Ended = last;
    const more = await source.page({ ended, id: last.id }, size);
    const same = more.filter((row) => row.ended === ended);
    rows.push(...same);
    if (same.length < size) break;
    last = same.at(-1);
  }
  return rows;
}

/** The order of polls. */
export function byEnd(a: Ended, b: Ended): number {
  return a.ended - b.ended || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
}

/** Whether a row comes after a position. */
export function isAfter(row: Ended, { ended, id }: PollPosition): boolean {
  return row.ended > ended || (id !== undefined && row.ended === ended && row.id > id);
}
