// API-8: every code of a finding with its severity and one published sentence. Codes are never renumbered or reused.
import type { FindingCode, Severity } from '../model/finding';

export type PublishedCode = {
  readonly severity: Severity;
  /** What is wrong and what puts it right. */
  readonly sentence: string;
};

const error = (sentence: string): PublishedCode => ({ severity: 'error', sentence });
const warning = (sentence: string): PublishedCode => ({ severity: 'warning', sentence });

/** The code table of this room. `text.ts` renders one finding with its names and values. */
export const CODES: { readonly [code in FindingCode]: PublishedCode } = {
  R1_PLUGIN_MISSING: error(
    'The node type names an executor that is not available here; choose another type or provide the executor.',
  ),
  R2_NODE_DUPLICATE_ID: error('Two nodes have the same id; give the later one an id of its own.'),
  R3_EDGE_MISSING_ID: error('The edge has no id; give it one that no other edge has.'),
  R3_EDGE_DUPLICATE_ID: error('Two edges have the same id; give the later one an id of its own.'),
  R4_NAME_FORMAT: error(
    'The name of an exposed port is missing or has other characters than a-z, 0-9, _ and -; rename it.',
  ),
  R4_NAME_DUPLICATE: error('Two exposed ports of one side have the same name; rename the later one.'),
  R4_NODE_MISSING: error(
    'An exposed port names a node that the workflow does not have; bind it to a node or remove it.',
  ),
  R4_PORT_MISSING: error(
    'An exposed port names a port that its node does not declare; bind it to a declared port.',
  ),
  R4_NAME_RESERVED: error('The name of an exposed port is reserved for the runtime; choose another name.'),
  R5_TOO_MANY_NODES: error('The workflow has more than 500 nodes; split it or remove some.'),
  R5_TOO_MANY_EDGES: error('The workflow has more than 1000 edges; split it or remove some.'),
  R5_NODE_MISSING_ID: error('The node has no id; give it one that no other node has.'),
  R6_CONFIG_INVALID: error(
    'A configuration value breaks the schema of its key; change the value as the message says.',
  ),
  R6_CONFIG_REQUIRED: error('A required configuration key is missing; give it a value.'),
  R7_EDGE_TARGET_NOT_EXPOSED: error(
    'The edge enters a hidden input port; show the port on the node or move the edge.',
  ),
  R7_EDGE_SOURCE_NOT_EXPOSED: error(
    'The edge leaves a hidden output port; show the port on the node or move the edge.',
  ),
  R8_EDGE_SOURCE_MISSING: error('The edge starts at a node that does not exist; reconnect it or delete it.'),
  R8_EDGE_TARGET_MISSING: error('The edge ends at a node that does not exist; reconnect it or delete it.'),
  R9_NODE_TYPE_UNKNOWN: error(
    'The node has a type that does not exist here; choose another type or import it.',
  ),
  R10_EXPOSURE_HIDDEN_PORT: error(
    'An exposed port of the workflow names a port that its node hides; show it on the node.',
  ),
  R11_EXPRESSION_INVALID: error(
    'An expression cannot be read by its engine; correct it or choose another engine.',
  ),
  R12_EDGE_SELF: error('The edge connects a node to itself; connect it to another node or delete it.'),
  R13_EDGE_PARALLEL_DUPLICATE: error(
    'The edge repeats an earlier edge between the same ports; delete one of them.',
  ),
  EDGE_TYPE_UNKNOWN: error(
    'The edge declares a type that is not known; remove the declaration or use a known type.',
  ),
  DYN_PORT_NAME_INVALID: error(
    'A port of the node has a name that is missing, malformed, reserved or already used; rename it.',
  ),
  W_CONFIG_UNKNOWN_KEY: warning(
    'The node type does not know a configuration key; its value is ignored at execution.',
  ),
  W_SECRET_REFERENCE: warning(
    'A secret reference lacks its dollar sign and stays plain text; write it as ${{ secrets.NAME }}.',
  ),
  W_TERMINAL_EDGE: warning('The edge leaves a node that ends the workflow; what it leads to never runs.'),
  W_EDGE_CONDITION: warning(
    'The edge carries a condition, which is ignored; branch with a gateway node instead.',
  ),
  W_PORT_UNDECLARED: warning(
    'The edge is attached to a port that its node does not have; it delivers nothing there.',
  ),
  W_DATA_COLLISION: warning(
    'Several data edges enter one port; only the value of the latest execution arrives.',
  ),
  W_LOOP_MERGED: warning(
    'Loops that overlap without one containing the other are run as one loop with one round count.',
  ),
  W_LOOP_NOT_CLOSED: warning(
    'The loopback edge closes no cycle, since its source does not run after its target.',
  ),
  W_LOOP_HEAD_NO_ENTRY: warning(
    'Only loopback edges lead into the node, so it never runs; add an edge that enters the loop.',
  ),
  W_WORKFLOW_CONTRACT: warning(
    'The workflow that the node runs has published a contract that breaks the version it was wired by; look at its ports.',
  ),
  TOOL_CONSUMER_MISSING: error(
    'A tool is wired to a node whose type neither uses nor passes on tools; wire it to one that does.',
  ),
  TOOL_FORWARDING_CYCLE: error('Nodes that pass on tools are wired in a circle; remove one of the edges.'),
};
