// SG-2: what a node sees of the run's state: only what its own schema declares.
import type { Json, JsonObject } from '../../model/json';
import type { IteratorState } from '../loops/iterator';
import type { Plan } from '../plan';
import type { RunState } from '../state';
import { itemAt } from '../vector';

/** Of a node that declares none. */
export const NO_INTERNALS: JsonObject = Object.freeze({});

/** The reserved internal inputs of one execution, those that its node declares. They outrank what wires bring. */
export function internalInputs(plan: Plan, state: RunState, index: number): JsonObject {
  const node = plan.nodes[index];
  if (node === undefined || !node.parameters.some((parameter) => parameter.internal)) return NO_INTERNALS;
  const given: [string, Json][] = [];
  for (const { name } of node.parameters) {
    const value = internal(name);
    if (value !== undefined) given.push([name, value]);
  }
  return Object.fromEntries(given);

  function internal(name: string): Json | undefined {
    const { graph } = state;
    switch (name) {
      case '__state__':
        // The live state goes to a type that declares itself state-aware, and to no other.
        return node?.stateAware === true
          ? { ...graph, currentNodeId: node.id, iterationCount: state.iterations }
          : undefined;
      case '__messages__':
        return graph.messages;
      case '__data__':
        return graph.data;
      case '__iterator__': {
        const iterator = nearest(plan, state, index);
        return iterator === undefined ? (graph.iterator ?? undefined) : summary(iterator);
      }
      case '__current_item__': {
        const iterator = nearest(plan, state, index);
        return iterator === undefined ? undefined : (iterator.items[iterator.index] ?? null);
      }
      default:
        return undefined;
    }
  }
}

/** What is told of an iterator; its items stay where they are. */
function summary({ items, index, completed }: IteratorState): JsonObject {
  return { index, total_count: items.length, has_more: index + 1 < items.length, completed };
}

/** The iterator of the innermost loop around a node that has one. */
function nearest(plan: Plan, state: RunState, index: number): IteratorState | undefined {
  for (const loop of [...(plan.nodes[index]?.loops ?? [])].reverse()) {
    for (const head of plan.iterating[loop] ?? []) {
      const iterator = itemAt(state.cells, head)?.iterator;
      if (iterator !== null && iterator !== undefined) return iterator;
    }
  }
  return undefined;
}
