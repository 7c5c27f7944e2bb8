// The lanes that are being edited: what is stored, the draft over it, its steps back and forth. Nothing reaches the site
// before it is stored, and what another tab stores meanwhile is never overwritten unseen.
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type LaneRecords, mergeOverlay, mergeShapes } from '../../../catalog/lane-overlay';
import { isArray, isObject, type Json, own } from '../../../model/json';
import type { Problem } from '../../../model/problem';
import { type LaneRefusal, type LaneStore, laneProblems, sameLaneRecords } from '../../../store';
import type { Memory } from '../../person';
import { tidied } from './lane-draft';
import { laneJson, readLaneText } from './lanes-text';

export type DeskState = {
  readonly open: boolean;
  readonly stored: LaneRecords;
  readonly draft: LaneRecords;
  readonly past: readonly LaneRecords[];
  readonly future: readonly LaneRecords[];
  /** What another tab has stored over which this draft cannot simply be put. */
  readonly theirs: LaneRecords | null;
  readonly saving: boolean;
  /** Why the last attempt to store was refused; null once something is changed. */
  readonly refusal: LaneRefusal | null;
  /** Fields whose text is not in the draft, because it cannot be read. */
  readonly unread: ReadonlySet<string>;
};

export type Desk = {
  readonly store: StoreApi<DeskState>;
  /** Changes the draft; consecutive changes with the same `merge` are one step back. */
  edit(change: (records: LaneRecords) => LaneRecords, merge?: string): void;
  undo(): void;
  redo(): void;
  /** Puts the draft back to what is stored; one step, which can be taken back. */
  discard(): void;
  /** @returns what was stored before, to take the change back; null where nothing was stored. */
  save(): Promise<LaneRecords | null>;
  /** Stores what was there before a {@link save}, unless somebody has changed it since. */
  takeBack(before: LaneRecords): Promise<boolean>;
  /** Ends a conflict: with the draft dropped, or with the draft laid over what the other tab stored. */
  settle(how: 'theirs' | 'both'): void;
  setUnread(field: string, unread: boolean): void;
  /** Reads the store again: somebody has changed something of the site. */
  heard(): void;
  close(): void;
};

const NONE: LaneRecords = { overlay: undefined, shapes: [] };
const DRAFT = 'lanes:draft';
const DEEPEST = 200;

/** @param onDraft hears every draft before anything that is drawn of it. */
export function createLanesDesk(ports: {
  readonly lanes: LaneStore;
  readonly memory: Memory;
  readonly onDraft?: (draft: LaneRecords) => void;
}): Desk {
  const { lanes, memory } = ports;
  const store = createStore<DeskState>(() => ({
    open: false,
    stored: NONE,
    draft: NONE,
    past: [],
    future: [],
    theirs: null,
    saving: false,
    refusal: null,
    unread: new Set<string>(),
  }));
  let lastMerge: string | undefined;
  let closed = false;

  function show(changes: Partial<DeskState>): void {
    if (closed) return;
    const before = store.getState();
    if (changes.draft !== undefined && changes.draft !== before.draft) ports.onDraft?.(changes.draft);
    store.setState(changes);
    const { open, stored, draft } = store.getState();
    if (!open || (before.open && before.draft === draft && before.stored === stored)) return;
    // A draft outlives the page: a reload, another page of the app, a browser that is closed.
    const kept: Json = sameLaneRecords(stored, draft)
      ? null
      : { seen: laneJson(stored), draft: laneJson(draft) };
    void memory.remember(DRAFT, kept);
  }

  function step(draft: LaneRecords, merge?: string): void {
    const { past, draft: last } = store.getState();
    if (sameLaneRecords(draft, last)) return;
    const joined = merge !== undefined && merge === lastMerge && past.length > 0;
    lastMerge = merge;
    show({
      draft,
      past: joined ? past : [...past.slice(1 - DEEPEST), last],
      future: [],
      refusal: null,
    });
  }

  async function begin(): Promise<void> {
    const [stored, kept] = await Promise.all([lanes.read(), memory.recall(DRAFT)]);
    const draft = recordsIn(own(kept, 'draft'));
    const seen = recordsIn(own(kept, 'seen'));
    if (draft === null || seen === null || sameLaneRecords(draft, stored)) {
      show({ open: true, stored, draft: stored });
      return;
    }
    const theirs = sameLaneRecords(seen, stored) ? null : stored;
    show({ open: true, stored: seen, draft, past: [seen], theirs });
  }
  void begin();

  return {
    store,
    edit(change, merge) {
      step(change(store.getState().draft), merge);
    },
    undo() {
      const { past, future, draft } = store.getState();
      const before = past.at(-1);
      if (before === undefined) return;
      lastMerge = undefined;
      show({ draft: before, past: past.slice(0, -1), future: [draft, ...future], refusal: null });
    },
    redo() {
      const { past, future, draft } = store.getState();
      const [next, ...rest] = future;
      if (next === undefined) return;
      lastMerge = undefined;
      show({ draft: next, past: [...past, draft], future: rest, refusal: null });
    },
    discard() {
      step(store.getState().stored);
      store.setState({ unread: new Set() });
    },
    async save() {
      const { stored, draft, theirs, saving } = store.getState();
      if (saving || theirs !== null) return null;
      const problems = laneProblems(draft);
      if (problems.length > 0) {
        show({ refusal: { reason: 'malformed', problems } });
        return null;
      }
      const next = tidied(draft);
      show({ saving: true, refusal: null });
      const result = await lanes.replace(stored, next);
      if (result.ok) {
        // What was typed while it was being stored stays, over what is stored now.
        const typed = store.getState().draft;
        show({ saving: false, stored: next, draft: typed === draft ? next : typed });
        return stored;
      }
      if (result.error.reason === 'conflict') show({ saving: false, theirs: await lanes.read() });
      else show({ saving: false, refusal: result.error });
      return null;
    },
    async takeBack(before) {
      const { stored, draft } = store.getState();
      const result = await lanes.replace(stored, before);
      if (!result.ok) {
        if (result.error.reason === 'conflict') show({ theirs: await lanes.read() });
        else show({ refusal: result.error });
        return false;
      }
      lastMerge = undefined;
      const clean = sameLaneRecords(stored, draft);
      show({ stored: before, ...(clean ? { draft: before } : {}) });
      return true;
    },
    settle(how) {
      const { theirs, draft, past } = store.getState();
      if (theirs === null) return;
      lastMerge = undefined;
      const both = (): LaneRecords => ({
        overlay: draft.overlay === undefined ? theirs.overlay : mergeOverlay(theirs.overlay, draft.overlay),
        shapes: mergeShapes(theirs.shapes, draft.shapes),
      });
      show({
        stored: theirs,
        theirs: null,
        draft: how === 'theirs' ? theirs : tidied(both()),
        past: [...past, draft],
        future: [],
        refusal: null,
      });
    },
    setUnread(field, unread) {
      const { unread: old } = store.getState();
      if (old.has(field) === unread) return;
      const next = new Set(old);
      if (unread) next.add(field);
      else next.delete(field);
      store.setState({ unread: next });
    },
    heard() {
      void lanes.read().then((now) => {
        const { open, stored, draft, saving } = store.getState();
        if (!open || saving || closed) return;
        if (sameLaneRecords(now, stored)) show({ theirs: null });
        else if (sameLaneRecords(stored, draft) || sameLaneRecords(now, draft)) {
          lastMerge = undefined;
          show({ stored: now, draft: now, past: [], future: [], theirs: null });
        } else show({ theirs: now });
      });
    },
    close() {
      closed = true;
    },
  };
}

/** What the draft of the desk would be refused for, as things stand. */
export function problemsOf({ draft }: Pick<DeskState, 'draft'>): readonly Problem[] {
  return laneProblems(draft);
}

function recordsIn(value: Json | undefined): LaneRecords | null {
  if (!isObject(value)) return null;
  const { shapes } = value;
  if (shapes !== undefined && !(isArray(shapes) && shapes.every(isObject))) return null;
  const read = readLaneText(JSON.stringify(value));
  return read.ok ? read.value : null;
}
