// What the end of an execution leaves in its node's cell and in the state that nodes share.
import { isObject, type Json, type JsonObject } from '../model/json';
import type { ExecutionRecord } from './delivery/record';
import { iterationsOf, mergedState } from './graph/state';
import { type IteratorUpdate, updatedIterator } from './loops/iterator';
import type { Exceeded } from './loops/reentry';
import type { Plan } from './plan';
import { type Cell, cellOf, type Draft } from './state';

/** The cell of a node whose newest execution has completed. */
export function completedCell(
  plan: Plan,
  cell: Cell,
  index: number,
  outputs: JsonObject,
  activeBranches: readonly string[],
  update: IteratorUpdate | undefined,
): Cell {
  const iterator = update === undefined ? cell.iterator : updatedIterator(cell.iterator, update);
  const over = update !== undefined && iterator?.completed === true;
  const done = record(plan, cell, index, 'completed', outputs, activeBranches);
  const ended = cellOf(cell);
  ended.status = 'completed';
  ended.queued = false;
  ended.iterator = iterator;
  ended.done = over ? { ...done, over } : done;
  return ended;
}

/** The cell of a node whose failure is routed (ERR-7). */
export function routedCell(plan: Plan, cell: Cell, index: number, outputs: JsonObject): Cell {
  return {
    ...cell,
    status: 'failed',
    queued: false,
    done: record(plan, cell, index, 'routed', outputs, []),
  };
}

function record(
  plan: Plan,
  { order, rounds }: Cell,
  index: number,
  verdict: ExecutionRecord['verdict'],
  outputs: JsonObject,
  activeBranches: readonly string[],
): ExecutionRecord {
  return { node: plan.nodes[index]?.id ?? '', verdict, order, outputs, activeBranches, rounds };
}

/**
 * SG-3: the update of a node that has completed goes into the state, through the reducers. SG-14: one that would take the
 * iteration count past the maximum ends the run.
 */
export function applyUpdate(draft: Draft, node: string, update: Json | undefined): Exceeded | undefined {
  if (!isObject(update)) return undefined;
  const iterations = iterationsOf(update);
  const maximum = draft.limits.maxIterations;
  if (iterations !== undefined && iterations > maximum) return { node, iterations, maximum };
  if (iterations !== undefined) draft.iterations = iterations;
  draft.graph = mergedState(draft.graph, update);
  return undefined;
}
