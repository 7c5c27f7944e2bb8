import type { Json, JsonObject } from '../model/json';
import type { Loop } from '../model/loop-membership';
import type { ModelToolOffer } from './tools/offer';

/** Why a node of the workflow is not in the execution graph (CMP-6). */
export type ExclusionReason = 'non_executable' | 'tool_only' | 'loopback_only';

/** All that parameter resolution reads about one parameter (CFG-1 to CFG-8), computed once a compilation. */
export type PlanParameter = {
  readonly name: string;
  /** CFG-8: the name starts with `__`. */
  readonly internal: boolean;
  readonly connectable: boolean;
  readonly configurable: boolean;
  readonly required: boolean;
  /** Exposure of the input port on this instance (EXPO-2). */
  readonly exposed: boolean;
  /** CFG-3; null where there is none. */
  readonly default: Json;
  readonly schema: JsonObject;
};

/** A tool that a consumer may call (DATA-12). */
export type ToolBinding = {
  readonly node: string;
  readonly name: string;
  /** What a model is offered (DATA-11); absent where the tool's type does not build. */
  readonly offer?: ModelToolOffer;
};

/** What an incoming edge does to its target: each node counts these (DATA-4, ERR-10). */
export type Gates = {
  /** Incoming error edges: any one is enough. */
  readonly errors: number;
  /** Incoming trigger edges: any one is enough, and data ports are not evaluated. */
  readonly triggers: number;
  /** Data ports that at least one edge feeds: all have to be filled. */
  readonly ports: number;
};

/** One node as the plan runs it. CMP-11: type and processor both. */
export type PlanNode = {
  readonly id: string;
  readonly label: string;
  readonly node_type_id: string;
  readonly processor: string;
  /** Re-enriched from the live node type (CMP-2). */
  readonly metadata: JsonObject;
  /** Saved configuration with the node type's defaults in absent keys (STORE-10). */
  readonly config: JsonObject;
  /** Keys of `config` that the defaults filled; no author wrote them. */
  readonly defaulted: readonly string[];
  readonly parameters: readonly PlanParameter[];
  /** The type opts in to dynamic inputs (DYN-1, DYN-7). */
  readonly dynamic: boolean;
  /** Names of the node's dynamic inputs (CFG-15). */
  readonly dynamicInputs: readonly string[];
  /** Names of its branch ports, trimmed and lower-cased (BR-2). */
  readonly branches: readonly string[];
  /** Output keys that the strip removes (EXPO-11, EXPO-13). */
  readonly hidden: readonly string[];
  /** The unified port `output` is offered (DATA-9). */
  readonly unifiedOutput: boolean;
  /** ERR-11: further attempts after a retryable failure. */
  readonly maxRetries: number;
  /** False: it may be run again when a crash left it in flight. */
  readonly sideEffects: boolean;
  /** The author lets it be run again all the same. */
  readonly rerun?: true;
  /** DATA-12: tools it may call; empty for a type that consumes none. */
  readonly tools: readonly ToolBinding[];
  readonly gates: Gates;
  /** SG-2: it may be handed the live state. */
  readonly stateAware: boolean;
  /** SG-4: a loop head that hands out the items of a list. */
  readonly iterates: boolean;
  /** Positions in `Plan.loops` of the loops whose body it is in, outermost first (SG-17). */
  readonly loops: readonly number[];
  /** Position in `Plan.loops` of the loop that re-enters at it; -1 where none does. */
  readonly headOf: number;
  /** Of a head that iterates: positions of the nodes that its own loopback edges enclose, were its loop not merged. */
  readonly encloses: readonly number[];
  /** Of a node that is being executed: parameters into whose configuration secrets were put. No plan has them. */
  readonly secrets?: readonly string[];
  /** Indexes into `Plan.edges`. */
  readonly incoming: readonly number[];
  readonly outgoing: readonly number[];
};

/** How an edge acts at run time. `none`: loopback, tool and agent-result edges create no dependency (DATA-5, SG-16). */
export type EdgeRole = 'data' | 'trigger' | 'error' | 'none';

/** An edge in the form of execution records (EDGE-9), with what the engine derives from its handles. */
export type PlanEdge = {
  readonly edge_id: string;
  readonly source: string;
  readonly target: string;
  readonly source_handle: string;
  readonly target_handle: string;
  readonly is_trigger: boolean;
  readonly is_loopback: boolean;
  readonly is_tool: boolean;
  readonly is_error: boolean;
  readonly is_agent_result: boolean;
  /** The source port; `''` for the reserved `trigger` port and where the handle names none (SG-10). */
  readonly branch_name: string;
  /** `null`: the handle names no port (DATA-1). */
  readonly source_port: string | null;
  readonly target_port: string | null;
  readonly role: EdgeRole;
  /** Of a data edge: the place of its port among those of its target that data edges feed (DATA-4); else -1. */
  readonly slot: number;
  /** A stored condition is tolerated and ignored, with a warning (EDGE-8). */
  readonly has_condition: boolean;
  /** Positions of the ends in `Plan.nodes`; -1 for a node outside the execution graph. */
  readonly from: number;
  readonly to: number;
  /** Of a loopback edge: position in `Plan.loops` of the loop that it re-enters; else -1. */
  readonly loop: number;
};

/** A loop of the plan (SG-16, SG-18). */
export type PlanLoop = Loop & {
  /** Positions of the loops that lie strictly inside it. */
  readonly nested: readonly number[];
};

export type PlanWarning = {
  readonly code: string;
  readonly message: string;
  readonly node?: string;
  readonly edge?: string;
};

/** A declared output, bound to a port (MAN-17). */
export type PlanOutput = { readonly name: string; readonly node_id: string; readonly port: string };

/** What a run needs to know about its workflow. Plain data. */
export type Plan = {
  readonly workflow: string;
  readonly name: string;
  /** The execution graph in topological order (CMP-8): a node's position is its priority, lower first. */
  readonly nodes: readonly PlanNode[];
  /** All edges of the workflow in document order. */
  readonly edges: readonly PlanEdge[];
  readonly excluded: readonly { readonly id: string; readonly reason: ExclusionReason }[];
  /** Tool-only nodes: no job, run inline when a consumer calls them (EDGE-7). */
  readonly tools: readonly PlanNode[];
  /** Outermost first (SG-18); fixed at launch (SG-17). */
  readonly loops: readonly PlanLoop[];
  /** By loop: positions of its heads that iterate. */
  readonly iterating: readonly (readonly number[])[];
  /** SG-17: for each node of a body, the nodes that can reach it over the forward graph, itself included. */
  readonly reach: { readonly [node: string]: readonly string[] };
  readonly outputs: readonly PlanOutput[];
  readonly warnings: readonly PlanWarning[];
};
