// Runs that were removed and could still be taken back when the page went. A page that goes has no time for a transaction, so
// they are noted in local storage, which is written at once, and deleted when the workflow is next opened.
import type { RunSource } from '../../playground/ports';
import type { RunStore } from '../../playground/run-store';

const keyOf = (workflow: string) => `sluice.removed.${workflow}`;

/** Settles removals when the page goes. @returns ends it. */
export function noteRemovals(
  workflow: string,
  runs: Pick<RunStore, 'leaving' | 'settle'>,
  storage: Storage | undefined = browserStorage(),
): () => void {
  const leave = () => {
    keep(workflow, runs.leaving(), storage);
    runs.settle();
  };
  window.addEventListener('pagehide', leave);
  return () => window.removeEventListener('pagehide', leave);
}

/** Notes runs that are to be deleted; none: nothing is noted. */
export function keep(workflow: string, ids: readonly string[], storage: Storage | undefined): void {
  if (ids.length === 0) return;
  try {
    storage?.setItem(keyOf(workflow), JSON.stringify(ids));
  } catch {
    // Without room for a note such a run is listed again.
  }
}

/** Deletes what an earlier page noted. A deletion that fails keeps the note for the next time; it never rejects. */
export async function takeUpRemovals(
  workflow: string,
  source: Pick<RunSource, 'remove'>,
  storage: Storage | undefined = browserStorage(),
): Promise<void> {
  try {
    const text = storage?.getItem(keyOf(workflow)) ?? null;
    if (text === null) return;
    for (const id of idsIn(text)) await source.remove(id);
    storage?.removeItem(keyOf(workflow));
  } catch {
    // See above.
  }
}

function idsIn(text: string): readonly string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
