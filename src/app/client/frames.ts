/** Does work soon, at most once a frame. @returns takes it back. */
export type Schedule = (work: () => void) => () => void;

/** With the next frame; in a tab that draws none (hidden), after a quarter of a second. */
export const nextFrame: Schedule = (work) => {
  let open = true;
  const run = () => {
    if (!open) return;
    cancel();
    work();
  };
  const frame = typeof requestAnimationFrame === 'undefined' ? undefined : requestAnimationFrame(run);
  const timer = setTimeout(run, frame === undefined ? 0 : 250);
  function cancel(): void {
    open = false;
    clearTimeout(timer);
    if (frame !== undefined) cancelAnimationFrame(frame);
  }
  return cancel;
};

/**
 * Leaves at least `gapMs` between one work and the next, so that a long run's views leave the page time for the person.
 * The first work, and one after a rest, does not wait.
 */
export function spaced(
  schedule: Schedule,
  gapMs: number,
  now: () => number = () => performance.now(),
): Schedule {
  let last = Number.NEGATIVE_INFINITY;
  return (work) => {
    const run = () => {
      last = now();
      work();
    };
    const wait = last + gapMs - now();
    if (!(wait > 0)) return schedule(run);
    let cancel: () => void = () => undefined;
    const timer = setTimeout(() => {
      cancel = schedule(run);
    }, wait);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  };
}
