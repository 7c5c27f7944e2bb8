/** Does work when the page has nothing else to do, at the latest after a second. @returns takes it back. */
export type Idle = (work: () => void) => () => void;

const LATEST_MS = 1_000;

/** By the browser's idle callback; where it has none, a little later. */
export const whenIdle: Idle = (work) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, LATEST_MS / 5);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => work(), { timeout: LATEST_MS });
  return () => cancelIdleCallback(handle);
};
