// One English message for one finding, with its names and values: what doors and the command line print. The page renders
// its own from the message catalogue, out of the same params.
import type { Finding, FindingCode } from '../model/finding';
import { isArray, isObject, type Json, own, ownString } from '../model/json';
import { describeViolation, pathText } from '../model/violation-text';

type Params = Finding['params'];

/** What is wrong at this place, and what would be right. */
export function textOf(finding: Finding): string {
  return TEXTS[finding.code](finding.params);
}

const TEXTS: { readonly [code in FindingCode]: (params: Params) => string } = {
  R1_PLUGIN_MISSING: (p) =>
    `${node(p)} has the type ${q(p, 'nodeType')}, whose executor ${q(p, 'executor')} is not available here.${hint(p)} Choose another type, or provide the executor.`,
  R2_NODE_DUPLICATE_ID: (p) =>
    `${node(p)} has the same id as the node at position ${s(p, 'earlier')}. Give it an id of its own.`,
  R3_EDGE_MISSING_ID: (p) => `The edge ${ends(p)} has no id. Give it one that no other edge has.`,
  R3_EDGE_DUPLICATE_ID: (p) =>
    `The edge ${ends(p)} has the id ${q(p, 'edge')}, which the edge at position ${s(p, 'earlier')} has already. Give it an id of its own.`,
  R4_NAME_FORMAT: (p) =>
    `The name ${q(p, 'name')} of an exposed ${s(p, 'side')} must be made of a-z, 0-9, _ and -, and must not be empty.${hint(p)}`,
  R4_NAME_DUPLICATE: (p) =>
    `The name ${q(p, 'name')} is used already by the exposed ${s(p, 'side')} at position ${s(p, 'earlier')}. Rename one of them.`,
  R4_NODE_MISSING: (p) =>
    `The exposed ${s(p, 'side')} ${q(p, 'name')} names the node ${q(p, 'node')}, which does not exist.${hint(p)} Bind it to a node of the workflow, or remove it.`,
  R4_PORT_MISSING: (p) =>
    `The exposed ${s(p, 'side')} ${q(p, 'name')} names the port ${q(p, 'port')}, which ${node(p)} does not declare.${hint(p)} Declared: ${list(p, 'allowed')}.`,
  R4_NAME_RESERVED: (p) =>
    `The name ${q(p, 'name')} of an exposed ${s(p, 'side')} is reserved for the runtime. Choose another name.`,
  R5_TOO_MANY_NODES: (p) =>
    `The workflow has ${s(p, 'count')} nodes; at most ${s(p, 'limit')} are allowed. Split it, or remove some.`,
  R5_TOO_MANY_EDGES: (p) =>
    `The workflow has ${s(p, 'count')} edges; at most ${s(p, 'limit')} are allowed. Split it, or remove some.`,
  R5_NODE_MISSING_ID: () => 'The node has no id. Give it one that no other node has.',
  R6_CONFIG_INVALID: violation,
  R6_CONFIG_REQUIRED: (p) => `${node(p)} needs a value for ${q(p, 'key')}.`,
  R7_EDGE_TARGET_NOT_EXPOSED: (p) =>
    `The edge ${ends(p)} enters the port ${q(p, 'port')}, which ${node(p)} hides. Show the port, or move the edge.`,
  R7_EDGE_SOURCE_NOT_EXPOSED: (p) =>
    `The edge ${ends(p)} leaves the port ${q(p, 'port')}, which ${node(p)} hides. Show the port, or move the edge.`,
  R8_EDGE_SOURCE_MISSING: (p) =>
    `The edge starts at the node ${q(p, 'source')}, which does not exist. Reconnect it, or delete it.`,
  R8_EDGE_TARGET_MISSING: (p) =>
    `The edge ends at the node ${q(p, 'target')}, which does not exist. Reconnect it, or delete it.`,
  R9_NODE_TYPE_UNKNOWN: (p) =>
    `${node(p)} has the type ${q(p, 'nodeType')}, which does not exist here.${hint(p)} Choose another type, or import it.`,
  R10_EXPOSURE_HIDDEN_PORT: (p) =>
    `The exposed ${s(p, 'side')} ${q(p, 'name')} names the port ${q(p, 'port')}, which ${node(p)} hides. Show the port on the node.`,
  R11_EXPRESSION_INVALID: (p) =>
    `${node(p)} has under ${q(p, 'key')}${at(p)} an expression that ${s(p, 'engine')} cannot read: ${s(p, 'reason')} (expression: ${short(s(p, 'expression'))})`,
  R12_EDGE_SELF: (p) =>
    `The edge connects the node ${q(p, 'source')} to itself. Connect it to another node, or delete it.`,
  R13_EDGE_PARALLEL_DUPLICATE: (p) =>
    `The edge ${ends(p)} repeats the edge at position ${s(p, 'earlier')} between the same ports. Delete one of them.`,
  EDGE_TYPE_UNKNOWN: (p) =>
    `The edge ${ends(p)} declares the type ${q(p, 'edgeType')}, which is not known.${hint(p)} Known: ${list(p, 'allowed')}.`,
  DYN_PORT_NAME_INVALID: (p) =>
    `${node(p)} has under ${q(p, 'key')}, at position ${s(p, 'index')}, a port ${FAULTS[s(p, 'fault')]?.(q(p, 'name')) ?? 'with a bad name'}.`,
  W_CONFIG_UNKNOWN_KEY: (p) =>
    `${node(p)} has a value for ${q(p, 'key')}, which its type does not know; it is ignored at execution.${hint(p)}`,
  W_SECRET_REFERENCE: (p) =>
    `${node(p)} has under ${q(p, 'key')} a secret reference without its dollar sign, which stays plain text. Write \${{ secrets.${s(p, 'name') || 'NAME'} }}.`,
  W_TERMINAL_EDGE: (p) =>
    `The edge leaves "${s(p, 'sourceTitle')}" (${s(p, 'source')}), which ends the workflow; "${s(p, 'targetTitle')}" (${s(p, 'target')}) is never reached by it.`,
  W_EDGE_CONDITION: (p) =>
    `The edge ${ends(p)} carries the condition ${q(p, 'condition')}, which is ignored. Branch with a gateway node instead.`,
  W_PORT_UNDECLARED: undeclared,
  W_DATA_COLLISION: (p) =>
    `The edge ${ends(p)} enters the port ${q(p, 'port')} of ${node(p)}, which the edge at position ${s(p, 'earlier')} enters too; only the value of the latest execution arrives.`,
  W_LOOP_MERGED: (p) =>
    `The loops of ${list(p, 'heads')} overlap without one containing the other, so they run as one loop with one count of rounds.`,
  W_LOOP_NOT_CLOSED: (p) =>
    `The loopback edge ${ends(p)} closes no cycle: ${q(p, 'source')} does not run after ${q(p, 'target')}.`,
  W_LOOP_HEAD_NO_ENTRY: (p) =>
    `Only loopback edges lead into ${node(p)}, so it never runs. Add an edge that enters the loop${s(p, 'start') === '' ? '' : `, for instance from the trigger port of ${q(p, 'start')}`}.`,
  W_WORKFLOW_CONTRACT: (p) =>
    `${node(p)} was wired by version ${s(p, 'pinned')} of the workflow ${q(p, 'workflow')}, which has published ${s(p, 'current')} since. Look at its ports, then accept the new version.`,
  TOOL_CONSUMER_MISSING: (p) =>
    `The tool ${q(p, 'source')} is wired to ${node(p)}, whose type ${q(p, 'nodeType')} neither uses nor passes on tools.`,
  TOOL_FORWARDING_CYCLE: (p) =>
    `The nodes ${list(p, 'nodes')} pass on tools in a circle. Remove one of the edges.`,
};

const FAULTS: { readonly [fault: string]: (name: string) => string } = {
  missing: () => 'without a name',
  format: (name) => `named ${name}; a name is a letter followed by letters, digits and underscores`,
  reserved: (name) => `named ${name}, which is reserved`,
  duplicate: (name) => `named ${name}, as another port of the node is`,
};

function violation(params: Params): string {
  const key = s(params, 'key');
  const subject =
    key === '' ? `The configuration of ${node(params)}` : `${node(params)}: ${q(params, 'key')}`;
  const { expected = null, actual = null } = params;
  return describeViolation({ keyword: s(params, 'constraint'), path: [], expected, actual }, subject);
}

function undeclared(params: Params): string {
  const found = isArray(params.ends) ? params.ends.filter(isObject) : [];
  const sentences = found.map((end) => {
    const verb = ownString(end, 'end') === 'source' ? 'leaves' : 'enters';
    const suggestion = ownString(end, 'suggestion') ?? '';
    const meant = suggestion === '' ? '' : ` (did you mean "${suggestion}"?)`;
    return `it ${verb} the port "${ownString(end, 'port')}", which ${node(end)} does not have${meant}`;
  });
  return `The edge ${ends(params)} is attached to nothing: ${sentences.join(', and ')}.`;
}

function s(params: Params, key: string): string {
  const value = own(params, key);
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value);
}

function q(params: Params, key: string): string {
  return `"${short(s(params, key))}"`;
}

function short(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function node(params: Params): string {
  const [id, title] = [s(params, 'node'), s(params, 'title')];
  return title === '' || title === id ? `Node "${id}"` : `Node "${short(title)}" (${id})`;
}

function ends(params: Params): string {
  return `from "${s(params, 'source')}" to "${s(params, 'target')}"`;
}

function hint(params: Params): string {
  const suggestion = s(params, 'suggestion');
  return suggestion === '' ? '' : ` Did you mean "${suggestion}"?`;
}

function list(params: Params, key: string): string {
  const value: Json | undefined = own(params, key);
  if (!isArray(value) || value.length === 0) return 'none';
  const shown = value.slice(0, 20).map(String).join(', ');
  return value.length > 20 ? `${shown}, and ${value.length - 20} more` : shown;
}

function at(params: Params): string {
  const path = own(params, 'path');
  if (!isArray(path) || path.length === 0) return '';
  const steps = path.filter((step) => typeof step === 'string' || typeof step === 'number');
  return ` (${pathText(steps)})`;
}
