import type { EdgeKey, EntryKey, ManifestSide, NodeKey } from './document';
import type { Json } from './json';

/** Every code that validation can report. API-8: never renumbered, never reused. */
export const FINDING_CODES = [
  'R1_PLUGIN_MISSING',
  'R2_NODE_DUPLICATE_ID',
  'R3_EDGE_MISSING_ID',
  'R3_EDGE_DUPLICATE_ID',
  'R4_NAME_FORMAT',
  'R4_NAME_DUPLICATE',
  'R4_NODE_MISSING',
  'R4_PORT_MISSING',
  'R4_NAME_RESERVED',
  'R5_TOO_MANY_NODES',
  'R5_TOO_MANY_EDGES',
  'R5_NODE_MISSING_ID',
  'R6_CONFIG_INVALID',
  'R6_CONFIG_REQUIRED',
  'R7_EDGE_TARGET_NOT_EXPOSED',
  'R7_EDGE_SOURCE_NOT_EXPOSED',
  'R8_EDGE_SOURCE_MISSING',
  'R8_EDGE_TARGET_MISSING',
  'R9_NODE_TYPE_UNKNOWN',
  'R10_EXPOSURE_HIDDEN_PORT',
  'R11_EXPRESSION_INVALID',
  'R12_EDGE_SELF',
  'R13_EDGE_PARALLEL_DUPLICATE',
  'EDGE_TYPE_UNKNOWN',
  'DYN_PORT_NAME_INVALID',
  'W_CONFIG_UNKNOWN_KEY',
  'W_SECRET_REFERENCE',
  'W_TERMINAL_EDGE',
  'W_EDGE_CONDITION',
  'W_PORT_UNDECLARED',
  'W_DATA_COLLISION',
  'W_LOOP_MERGED',
  'W_LOOP_NOT_CLOSED',
  'W_LOOP_HEAD_NO_ENTRY',
  'W_WORKFLOW_CONTRACT',
  'TOOL_CONSUMER_MISSING',
  'TOOL_FORWARDING_CYCLE',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** Where a finding sits, by internal key. `part` of a node: `config`, or `config.<key>`; of an edge: an end. */
export type FindingTarget =
  | { readonly kind: 'workflow'; readonly part: 'nodes' | 'edges' }
  | { readonly kind: 'node'; readonly key: NodeKey; readonly part?: string }
  | { readonly kind: 'edge'; readonly key: EdgeKey; readonly part?: 'source' | 'target' }
  | { readonly kind: 'entry'; readonly key: EntryKey; readonly side: ManifestSide };

export type Severity = 'error' | 'warning';

/**
 * One verdict. Locator and text are rendered late from code, target and params: indexes shift when edges are deleted,
 * ids contain dots, texts are translated.
 */
export type Finding = {
  readonly code: FindingCode;
  /** The rule that reports it, e.g. `R6.d`. */
  readonly rule: string;
  readonly severity: Severity;
  readonly target: FindingTarget;
  readonly params: { readonly [key: string]: Json };
};
