import type { Editor } from '../../canvas';
import { type Idle, whenIdle } from '../idle';

const REST_MS = 15_000;

/**
 * Writes a snapshot and trims the log once edits have rested and the page is idle, so that opening stays quick. A draft that
 * was not edited since is left alone. @returns ends it; `true` where edits were not compacted yet.
 */
export function keepCompact(options: {
  readonly editor: Pick<Editor, 'store'>;
  /** Whether everything on the screen is stored. */
  readonly settled: () => boolean;
  readonly compact: () => Promise<unknown>;
  readonly rest?: number;
  readonly idle?: Idle;
}): () => boolean {
  const { editor, settled, compact, rest = REST_MS, idle = whenIdle } = options;
  let edited = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let takeBack: () => void = () => undefined;

  function ask(): void {
    clearTimeout(timer);
    takeBack();
    timer = setTimeout(() => {
      takeBack = idle(() => {
        if (!settled()) return;
        edited = false;
        void compact().catch(() => undefined);
      });
    }, rest);
  }

  const stop = editor.store.subscribe((state, before) => {
    if (state.document === before.document && state.save === before.save) return;
    if (state.document !== before.document) edited = true;
    if (edited) ask();
  });
  return () => {
    stop();
    clearTimeout(timer);
    takeBack();
    return edited;
  };
}
