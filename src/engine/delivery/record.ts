import type { JsonObject } from '../../model/json';

/**
 * Rounds of the loops that an execution belongs to, outermost first (SG-17). Empty: in no loop. A list, because order
 * decides (SG-19) and object keys that look like numbers would not keep it.
 */
export type Rounds = readonly { readonly loop: string; readonly round: number }[];

/** One finished execution of a node, as edges see it. */
export type ExecutionRecord = {
  readonly node: string;
  /** `routed`: failed, and its failure travels on error edges (ERR-7). */
  readonly verdict: 'completed' | 'routed';
  /** Position among the executions of the run (DATA-2); null where none was recorded. */
  readonly order: number | null;
  /** After the strip; the error envelope under `error` where the failure was routed. */
  readonly outputs: JsonObject;
  /** BR-3: trimmed, lower-cased; empty where the node made no branch decision. */
  readonly activeBranches: readonly string[];
  readonly rounds: Rounds;
  /** SG-4: of a ForEach head: it has completed its iterator. */
  readonly over?: boolean;
};
