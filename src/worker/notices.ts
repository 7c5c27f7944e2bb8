// What nodes have to say to whoever looks at their workflow: to this page, else to a tab that shows the workflow, and never
// more than a person can read.
import type { Notice, Notifier } from '../engine/ports';
import type { ToldNotice } from './protocol';

/** So many notices are shown in so many milliseconds; the rest are in the logs of their runs. */
const MOST = 3;
const WINDOW_MS = 8_000;
/** Characters of a notice that are shown; the log has the whole text. */
const MOST_TEXT = 500;
/** Runs of which it is remembered that the rest was told of. */
const MOST_RUNS = 200;

/** The lock that a page holds, shared, while it shows a workflow. It goes with the page, however that ends. */
export function watchLock(workflow: string): string {
  return `watch:${workflow}`;
}

export type Notices = {
  readonly notify: Notifier;
  /** Which workflow this worker's page shows; null: none. */
  watch(workflow: string | null): void;
};

/**
 * @param show shows it in this worker's page. False: the page cannot.
 * @param elsewhere shows it in another tab. False: none shows the workflow.
 */
export function createNotices({
  now,
  show,
  elsewhere,
}: {
  readonly now: () => number;
  readonly show: (told: ToldNotice) => boolean;
  readonly elsewhere: (told: ToldNotice) => Promise<boolean>;
}): Notices {
  let watched: string | null = null;
  let shownAt: readonly number[] = [];
  const told = new Set<string>();

  async function send(notice: ToldNotice): Promise<boolean> {
    if (notice.workflow === watched && show(notice)) return true;
    return elsewhere(notice).catch(() => false);
  }

  return {
    watch(workflow) {
      watched = workflow;
    },
    async notify(notice) {
      const at = now();
      // A clock that was set back ends the window.
      shownAt = shownAt.filter((then) => then <= at && at - then < WINDOW_MS);
      if (shownAt.length >= MOST) {
        if (!told.has(notice.run)) {
          if (told.size >= MOST_RUNS) told.clear();
          told.add(notice.run);
          await send({ ...notice, message: '', more: true });
        }
        return false;
      }
      // Taken before it is awaited: notices of several runs may come at once.
      shownAt = [...shownAt, at];
      const displayed = await send({ ...notice, message: cut(notice), more: false });
      if (!displayed) {
        const taken = shownAt.lastIndexOf(at);
        shownAt = shownAt.filter((_, index) => index !== taken);
      }
      return displayed;
    },
  };
}

function cut({ message }: Notice): string {
  return message.length <= MOST_TEXT ? message : `${message.slice(0, MOST_TEXT)}…`;
}
