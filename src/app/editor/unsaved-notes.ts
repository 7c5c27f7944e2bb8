// Steps that a page could not store before it went, in the browser's local storage: it is written at once, and has room of
// its own where the database has none.
import { type DraftRepository, decodeUnsaved, encodeUnsaved } from '../../store';
import type { DraftPersistence, UnsavedNotes } from './draft-persistence';

const keyOf = (id: string) => `sluice.unsaved.${id}`;

/** The notes of one draft. `storage` may refuse: then what is not stored is lost with the page. */
export function unsavedNotes(id: string, storage: Storage | undefined = browserStorage()): UnsavedNotes {
  return {
    note(unsaved) {
      try {
        storage?.setItem(keyOf(id), encodeUnsaved(unsaved));
      } catch {
        // See above.
      }
    },
    forget() {
      try {
        storage?.removeItem(keyOf(id));
      } catch {
        // A note that stays is found to be stored already.
      }
    },
  };
}

/**
 * Stores what an earlier page noted of a draft, before the draft is opened. What does not fit any more, because another tab
 * has written since, is let go: nothing is overwritten. A write that fails keeps the note for the next time.
 */
export async function takeUpNotes(
  id: string,
  drafts: Pick<DraftRepository, 'takeUp'>,
  storage: Storage | undefined = browserStorage(),
): Promise<void> {
  const notes = unsavedNotes(id, storage);
  const text = read(id, storage);
  if (text === null) return;
  const unsaved = decodeUnsaved(text);
  if (!unsaved.ok || unsaved.value.id !== id) {
    notes.forget();
    return;
  }
  const taken = await drafts.takeUp(unsaved.value);
  if (taken.ok || (taken.error.reason !== 'quota' && taken.error.reason !== 'write')) notes.forget();
}

/** Notes what is not stored when the page goes, and stops noting when it comes back. @returns ends it. */
export function noteOnLeaving(persistence: Pick<DraftPersistence, 'leave'>): () => void {
  // Fields hand on what was typed when the page goes; whichever listener comes first, their steps are noted.
  const leave = () => persistence.leave(true);
  const back = () => persistence.leave(false);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', back);
  return () => {
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', back);
  };
}

function read(id: string, storage: Storage | undefined): string | null {
  try {
    return storage?.getItem(keyOf(id)) ?? null;
  } catch {
    return null;
  }
}

function browserStorage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    // Cookies and site data are blocked.
    return undefined;
  }
}
