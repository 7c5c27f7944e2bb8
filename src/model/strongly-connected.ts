import type { GraphEdge } from './loop-membership';

/**
 * The strongly connected component of every node, as a number: two nodes share it exactly where each reaches the other.
 * Tarjan's algorithm with a stack of its own, so that long chains cannot exhaust the call stack.
 */
export function stronglyConnected(count: number, edges: readonly GraphEdge[]): readonly number[] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const { from, to } of edges) next[from]?.push(to);
  const order = new Array<number>(count).fill(-1);
  const low = new Array<number>(count).fill(0);
  const component = new Array<number>(count).fill(-1);
  const open: number[] = [];
  let visited = 0;
  let components = 0;
  for (let root = 0; root < count; root += 1) {
    if (order[root] !== -1) continue;
    const path: { readonly node: number; edge: number }[] = [{ node: root, edge: 0 }];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const { node } = step;
      if (step.edge === 0) {
        order[node] = visited;
        low[node] = visited;
        visited += 1;
        open.push(node);
      }
      const to = next[node]?.[step.edge];
      step.edge += 1;
      if (to !== undefined) {
        if (order[to] === -1) path.push({ node: to, edge: 0 });
        else if (component[to] === -1) low[node] = Math.min(low[node] ?? 0, order[to] ?? 0);
        continue;
      }
      path.pop();
      const parent = path.at(-1)?.node;
      if (parent !== undefined) low[parent] = Math.min(low[parent] ?? 0, low[node] ?? 0);
      if (low[node] !== order[node]) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        component[member] = components;
        if (member === node) break;
      }
      components += 1;
    }
  }
  return component;
}
