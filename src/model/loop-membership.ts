// SG-16, SG-18: which nodes belong to which loop, from the wiring alone. The engine fixes it at launch (SG-17), the
// validator reports what it had to merge and what closes no cycle.

/** An edge between two positions of a node list. */
export type GraphEdge = { readonly from: number; readonly to: number };

export type Loop = {
  /** Node id that keys the loop. */
  readonly head: string;
  /** Heads of all loopback edges that count for this loop, `head` included, sorted; more than one where it was merged. */
  readonly heads: readonly string[];
  /** Node ids of the body, sorted. */
  readonly body: readonly string[];
};

export type LoopMembership = {
  /** Outermost first: a loop stands before every loop that it contains; sorted by head where neither contains the other. */
  readonly loops: readonly Loop[];
  /** Positions, in the list of loopback edges, of those whose tail is not downstream of their head. */
  readonly notClosed: readonly number[];
};

/**
 * Finds the loops of a graph.
 *
 * @param ids node ids, each once
 * @param forward edges of the forward graph: no loopback, tool or agent-result edge
 * @param loopbacks loopback edges, from the tail to the head
 */
export function findLoops(
  ids: readonly string[],
  forward: readonly GraphEdge[],
  loopbacks: readonly GraphEdge[],
): LoopMembership {
  if (loopbacks.length === 0) return { loops: [], notClosed: [] };
  const down = neighbours(ids.length, forward, (edge) => [edge.from, edge.to]);
  const up = neighbours(ids.length, forward, (edge) => [edge.to, edge.from]);
  const descendants = memoised((node: number) => reach(down, node));
  const ancestors = memoised((node: number) => reach(up, node));
  const notClosed: number[] = [];
  const bodies = new Map<number, NodeSet>();
  for (const [index, { from: tail, to: head }] of loopbacks.entries()) {
    const body = bodies.get(head) ?? new NodeSet(ids.length);
    bodies.set(head, body);
    body.add(head);
    if (descendants(head).has(tail)) body.addShared(descendants(head), ancestors(tail));
    else notClosed.push(index);
  }
  const loops = mergeTangled(
    [...bodies].map(([head, body]) => ({ heads: [{ head, size: body.size() }], body })),
  );
  return {
    loops: loops
      .map(({ heads, body }) => named(ids, heads, body))
      .sort((a, b) => b.body.length - a.body.length || compareText(a.head, b.head)),
    notClosed,
  };
}

type Draft = {
  readonly heads: readonly { readonly head: number; readonly size: number }[];
  readonly body: NodeSet;
};

/**
 * SG-18: loops that share nodes without one strictly containing the other become one. A union can tangle with a third
 * loop, so this is repeated until nothing is tangled.
 */
function mergeTangled(drafts: readonly Draft[]): readonly Draft[] {
  let loops = drafts;
  for (;;) {
    const group = loops.map((_, i) => i);
    const rootOf = (i: number): number => {
      let root = i;
      while (group[root] !== undefined && group[root] !== root) root = group[root] ?? root;
      return root;
    };
    for (const [i, a] of loops.entries()) {
      for (const [j, b] of loops.entries()) {
        if (j > i && a.body.tangles(b.body)) group[rootOf(j)] = rootOf(i);
      }
    }
    const merged = new Map<number, Draft>();
    for (const [i, loop] of loops.entries()) {
      const root = rootOf(i);
      const into = merged.get(root);
      if (into === undefined) merged.set(root, loop);
      else {
        into.body.addAll(loop.body);
        merged.set(root, { heads: [...into.heads, ...loop.heads], body: into.body });
      }
    }
    if (merged.size === loops.length) return loops;
    loops = [...merged.values()];
  }
}

/** SG-18: keyed by the head with the largest body of its own, ties by the order of the ids. */
function named(ids: readonly string[], heads: Draft['heads'], body: NodeSet): Loop {
  const ranked = heads
    .map(({ head, size }) => ({ id: ids[head] ?? '', size }))
    .sort((a, b) => b.size - a.size || compareText(a.id, b.id));
  return {
    head: ranked[0]?.id ?? '',
    heads: ranked.map(({ id }) => id).sort(compareText),
    body: ids.filter((_, node) => body.has(node)).sort(compareText),
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function neighbours(
  count: number,
  edges: readonly GraphEdge[],
  ends: (edge: GraphEdge) => readonly [number, number],
): readonly (readonly number[])[] {
  const lists: number[][] = Array.from({ length: count }, () => []);
  for (const edge of edges) {
    const [from, to] = ends(edge);
    lists[from]?.push(to);
  }
  return lists;
}

/** The node and everything reachable from it. */
function reach(next: readonly (readonly number[])[], start: number): NodeSet {
  const seen = new NodeSet(next.length);
  const todo = [start];
  seen.add(start);
  for (let node = todo.pop(); node !== undefined; node = todo.pop()) {
    for (const other of next[node] ?? []) {
      if (seen.has(other)) continue;
      seen.add(other);
      todo.push(other);
    }
  }
  return seen;
}

function memoised<T>(compute: (node: number) => T): (node: number) => T {
  const known = new Map<number, T>();
  return (node) => {
    const found = known.get(node) ?? compute(node);
    known.set(node, found);
    return found;
  };
}

/** A set of node positions as bits: hundreds of loops are compared pair by pair. */
class NodeSet {
  private readonly words: Uint32Array;

  constructor(count: number) {
    this.words = new Uint32Array((count + 31) >>> 5);
  }

  has(node: number): boolean {
    return (this.word(node >>> 5) & (1 << (node & 31))) !== 0;
  }

  add(node: number): void {
    this.words[node >>> 5] = this.word(node >>> 5) | (1 << (node & 31));
  }

  addAll(other: NodeSet): void {
    for (let i = 0; i < this.words.length; i += 1) this.words[i] = this.word(i) | other.word(i);
  }

  addShared(a: NodeSet, b: NodeSet): void {
    for (let i = 0; i < this.words.length; i += 1) this.words[i] = this.word(i) | (a.word(i) & b.word(i));
  }

  size(): number {
    let count = 0;
    for (let word of this.words) for (; word !== 0; word &= word - 1) count += 1;
    return count;
  }

  /** Shares a node with `other`, and neither strictly contains the other. */
  tangles(other: NodeSet): boolean {
    let shared = false;
    let mine = false;
    let theirs = false;
    for (let i = 0; i < this.words.length; i += 1) {
      const [a, b] = [this.word(i), other.word(i)];
      shared ||= (a & b) !== 0;
      mine ||= (a & ~b) !== 0;
      theirs ||= (b & ~a) !== 0;
    }
    return shared && mine === theirs;
  }

  private word(i: number): number {
    return this.words[i] ?? 0;
  }
}
