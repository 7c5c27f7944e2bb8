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
