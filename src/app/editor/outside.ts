// What happens to the open workflow outside of this editor: other programs write through the doors, other tabs write the
// draft. A draft that followed its workflow is taken up where it stands, as a step that undo takes back. Everything else is
// told, and the author chooses; nothing is overwritten before.
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Editor } from '../../canvas';
import { fail, ok, type Result } from '../../model/problem';
import { type DoorChange, keyedHistory, liveDraft, type StoreFault } from '../../store';
import type { Services } from '../services';
import type { DraftPersistence } from './draft-persistence';

/** What the author is told. */
export type Outside =
  /** A door stored or deleted the workflow while the draft had edits that were not stored. */
  | DoorChange
  /** The draft followed a door's change while steps of this page were on their way; they were not written. */
  | { readonly kind: 'overtaken' }
  /** The draft was deleted, by a door or in another tab, and can be brought back. */
  | { readonly kind: 'removed' };

/** What becomes of the page after an answer: it goes on, it opens the draft again, or it leaves. */
export type After = 'stay' | 'reload' | 'leave';

export type OutsideWatch = {
  readonly store: StoreApi<{ readonly outside: Outside | null }>;
  /** Takes what is stored outside. */
  take(): Promise<Result<After, StoreFault>>;
  /** Keeps what is on the screen; it is stored in the place of the other. */
  keep(): Promise<Result<After, StoreFault>>;
  /** Puts what is on the screen under another id and name, then takes what is stored. */
  copy(id: string, name: string): Promise<Result<null, StoreFault>>;
  dispose(): void;
};

export function watchOutside(given: {
  readonly services: Pick<Services, 'doorChanges' | 'drafts' | 'tabs'>;
  readonly id: string;
  readonly editor: Editor;
  readonly persistence: Pick<DraftPersistence, 'revision' | 'pending' | 'follow'>;
}): OutsideWatch {
  const { services, id, editor, persistence } = given;
  const { doorChanges, drafts, tabs } = services;
  const store = createStore<{ readonly outside: Outside | null }>(() => ({ outside: null }));
  const show = (outside: Outside | null) => store.setState({ outside });
  let disposed = false;

  /** Takes up what the draft did since this editor's revision; false where that is more than to follow. */
  async function catchUp(): Promise<boolean> {
    const since = persistence.revision();
    const news = await doorChanges.news(id, since);
    // Whatever is typed while the store is read is based on the older revision, and will be told as overtaken.
    if (disposed || persistence.revision() !== since) return true;
    if (news.kind === 'removed') {
      show({ kind: 'removed' });
      return true;
    }
    if (news.kind !== 'followed' || persistence.pending()) return false;
    const { document } = editor.store.getState();
    editor.follow(keyedHistory(document, [], news.steps).redo.toReversed());
    editor.setSave(await persistence.follow(news.revision));
    return true;
  }

  async function readPending(): Promise<void> {
    const change = await doorChanges.pending(id);
    if (disposed) return;
    const shown = store.getState().outside;
    if (change !== undefined) show(change);
    else if (shown?.kind === 'changed' || shown?.kind === 'deleted') show(null);
  }

  async function explainConflict(): Promise<void> {
    const news = await doorChanges.news(id, persistence.revision());
    if (disposed || editor.store.getState().save.state !== 'conflict') return;
    if (news.kind === 'followed') show({ kind: 'overtaken' });
    else if (news.kind === 'removed') show({ kind: 'removed' });
  }

  const quietly = (work: Promise<unknown>) => void work.catch(() => undefined);
  const stops = [
    liveDraft(tabs, id, persistence.revision, () =>
      quietly(
        catchUp().then((done) => {
          if (!done && !disposed) editor.setSave({ state: 'conflict' });
        }),
      ),
    ),
    tabs.listen((announcement) => {
      if (announcement.kind === 'workflow' && announcement.id === id) quietly(readPending());
    }),
    editor.store.subscribe(({ save }, before) => {
      if (save.state === 'conflict' && before.save.state !== 'conflict') quietly(explainConflict());
    }),
  ];
  quietly(readPending());

  /** Saved, as far as the editor goes; whoever promotes looks again. */
  function goOn(): void {
    const { save } = editor.store.getState();
    if (save.state === 'saved') editor.setSave({ ...save });
  }

  /** What is on the screen becomes the newest step of the stored draft. */
  async function putOver(): Promise<Result<After, StoreFault>> {
    const put = await drafts.replace(id, editor.store.getState().document);
    return put.ok ? ok('reload') : put;
  }

  async function bringBack(): Promise<Result<After, StoreFault>> {
    const restored = await drafts.restore(id);
    if (!restored.ok) return restored;
    show(null);
    editor.setSave(await persistence.follow(restored.value));
    return ok('stay');
  }

  async function takeChange(change: DoorChange): Promise<Result<After, StoreFault>> {
    const taken = await doorChanges.take(id, change.writes, persistence.revision());
    if (!taken.ok) {
      await readPending();
      return taken;
    }
    show(null);
    if (change.kind === 'deleted') return ok('leave');
    return ok((await catchUp()) ? 'stay' : 'reload');
  }

  const watch: OutsideWatch = {
    store,
    async take() {
      const { outside } = store.getState();
      if (outside === null) return ok('stay');
      if (outside.kind === 'overtaken') return ok('reload');
      return outside.kind === 'removed' ? ok('leave') : takeChange(outside);
    },
    async keep() {
      const { outside } = store.getState();
      if (outside === null) return ok('stay');
      if (outside.kind === 'overtaken') return putOver();
      if (outside.kind === 'removed') return bringBack();
      const kept = await doorChanges.keep(id, outside.writes);
      await readPending();
      if (!kept.ok) return kept;
      goOn();
      return ok('stay');
    },
    async copy(copyId, name) {
      const { document } = editor.store.getState();
      const made = await drafts.create({ ...document, id: copyId, name, contract: undefined });
      if (!made.ok) return fail(made.error);
      const taken = await watch.take();
      return taken.ok ? ok(null) : taken;
    },
    dispose() {
      disposed = true;
      for (const stop of stops) stop();
    },
  };
  return watch;
}
