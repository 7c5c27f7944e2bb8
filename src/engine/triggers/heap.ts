/** Keys by the time at which they are next due, the soonest first. A key has one time at most. */
export type DueHeap = {
  /** Null takes the key out. */
  set(key: string, at: number | null): void;
  /** The soonest time; `undefined` where nothing waits. */
  soonest(): number | undefined;
  /** Takes out what is due at `now`, the soonest first. */
  take(now: number): readonly string[];
  readonly size: number;
};

type Entry = { readonly at: number; readonly key: string };

export function createDueHeap(): DueHeap {
  const times = new Map<string, number>();
  // Entries of keys that have another time by now are dropped when they come up.
  let heap: Entry[] = [];

  const valid = ({ key, at }: Entry): boolean => times.get(key) === at;

  function push(entry: Entry): void {
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.at <= entry.at) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = entry;
  }

  function pop(): void {
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const child = right !== undefined && left !== undefined && right.at < left.at ? 2 * at + 2 : 2 * at + 1;
      const entry = heap[child];
      if (entry === undefined || entry.at >= last.at) break;
      heap[at] = entry;
      at = child;
    }
    heap[at] = last;
  }

  function top(): Entry | undefined {
    while (heap[0] !== undefined && !valid(heap[0])) pop();
    return heap[0];
  }

  return {
    set(key, at) {
      if (at === null) times.delete(key);
      else if (times.get(key) !== at) {
        times.set(key, at);
        push({ key, at });
      }
      // What was replaced many times takes no room for ever.
      if (heap.length > 64 && heap.length > 4 * times.size) {
        const left = heap.filter(valid);
        heap = [];
        for (const entry of left) push(entry);
      }
    },
    soonest: () => top()?.at,
    take(now) {
      const due: string[] = [];
      for (let entry = top(); entry !== undefined && entry.at <= now; entry = top()) {
        due.push(entry.key);
        times.delete(entry.key);
        pop();
      }
      return due;
    },
    get size() {
      return times.size;
    },
  };
}
