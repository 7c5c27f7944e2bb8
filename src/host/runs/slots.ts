// How many runs of a host are driven at once. The others wait, in the order in which they came.

export type Slots = {
  /** Resolves when the run may go on. Entering twice is entering once. `ahead`: before those that have not begun. */
  enter(run: string, ahead?: boolean): Promise<void>;
  /** Makes room. A run that is not inside, or waits no more, changes nothing. */
  leave(run: string): void;
  /** Lets a run that waits in at once, full or not: it has been cancelled, and is not to wait for its end. */
  hurry(run: string): void;
  inside(): ReadonlySet<string>;
};

type Waiting = { readonly entered: Promise<void>; readonly enter: () => void };

export function createSlots(most: number): Slots {
  const inside = new Set<string>();
  const ahead = new Map<string, Waiting>();
  const behind = new Map<string, Waiting>();

  const admit = (run: string): void => {
    const one = ahead.get(run) ?? behind.get(run);
    ahead.delete(run);
    behind.delete(run);
    inside.add(run);
    one?.enter();
  };

  return {
    enter(run, first = false) {
      if (inside.has(run)) return Promise.resolve();
      const already = ahead.get(run) ?? behind.get(run);
      if (already !== undefined) return already.entered;
      if (inside.size < most) {
        inside.add(run);
        return Promise.resolve();
      }
      let enter = () => {};
      const entered = new Promise<void>((resolve) => {
        enter = resolve;
      });
      (first ? ahead : behind).set(run, { entered, enter });
      return entered;
    },
    leave(run) {
      if (!inside.delete(run)) return;
      const [next] = [...ahead.keys(), ...behind.keys()];
      if (next !== undefined && inside.size < most) admit(next);
    },
    hurry(run) {
      if (ahead.has(run) || behind.has(run)) admit(run);
    },
    inside: () => inside,
  };
}
