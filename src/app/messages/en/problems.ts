// One text a code: what is wrong, where, and what would put it right. `hint` is `yes` where a near name is known.
export default {
  list: 'Problems',
  none: 'No problems. This workflow can run.',
  error: 'Error',
  warning: 'Warning',
  fixExpose: 'Expose {port}',
  fixRemoveWire: 'Remove the wire',
  fixRemoveSetting: 'Remove {key}',
  fixRemoveEntry: 'Remove {name}',
  fixRename: 'Rename to {name}',
  fixDefault: 'Use the default',
  fixFreshId: 'Give it a fresh id',
  fixSecret: 'Add the dollar sign',
  fixAccept: 'Accept version {version}',
  fixEntryWire: 'Wire it after {source}',
  fixCondition: 'Remove the condition',
  count: '{count, plural, =0 {No problems} one {# problem} other {# problems}}',

  R1_PLUGIN_MISSING:
    '“{title}” cannot run here: its type {nodeTypeLabel} needs the processor {executor}, which is not part of Sluice. Use another node type{hint, select, yes { (perhaps {suggestion})} other {}}, or run the workflow where that processor is.',
  R2_NODE_DUPLICATE_ID: 'Two nodes have the id {node}. Remove one, or duplicate it to give it a fresh id.',
  R3_EDGE_MISSING_ID: 'This wire has no id. Remove it and draw it again.',
  R3_EDGE_DUPLICATE_ID: 'Two wires have the id {edge}. Remove this one and draw it again.',
  R4_NAME_FORMAT:
    'The declared {side} “{name}” needs a name of small letters, digits, _ and -{hint, select, yes {, such as {suggestion}} other {}}.',
  R4_NAME_DUPLICATE: 'Two declared {side}s are called {name}. Give this one another name.',
  R4_NODE_MISSING:
    'The declared {side} “{name}” points to the node {node}, which does not exist. Choose another port, or remove the entry.',
  R4_PORT_MISSING:
    'The declared {side} “{name}” points to {port}, which “{title}” does not have. Choose one of its ports{hint, select, yes {, perhaps {suggestion}} other {}}.',
  R4_NAME_RESERVED: 'The name {name} is reserved. Give the declared {side} another name.',
  R5_TOO_MANY_NODES:
    'This workflow has {count} nodes; {limit} are allowed. Move a part into a workflow of its own.',
  R5_TOO_MANY_EDGES:
    'This workflow has {count} wires; {limit} are allowed. Move a part into a workflow of its own.',
  R5_NODE_MISSING_ID: 'A node (“{title}”) has no id. Duplicate it to give the copy one, and remove this.',
  R6_CONFIG_INVALID: '“{title}”: {label} needs {expected}; it is {actual}.',
  R6_CONFIG_REQUIRED: '“{title}” needs a value for “{label}”. Fill it in.',
  R7_EDGE_TARGET_NOT_EXPOSED:
    'A wire goes into “{port}” of “{title}”, which is hidden. Expose the port, or remove the wire.',
  R7_EDGE_SOURCE_NOT_EXPOSED:
    'A wire leaves “{port}” of “{title}”, which is hidden. Expose the port, or remove the wire.',
  R8_EDGE_SOURCE_MISSING: 'A wire starts at {source}, which does not exist. Reconnect it, or remove it.',
  R8_EDGE_TARGET_MISSING: 'A wire ends at {target}, which does not exist. Reconnect it, or remove it.',
  R9_NODE_TYPE_UNKNOWN:
    '“{title}” has the type {nodeType}, which is not known here. Import the type{hint, select, yes {, or use {suggestion}} other {}}, or remove the node.',
  R10_EXPOSURE_HIDDEN_PORT:
    'The declared {side} “{name}” points to {port} of “{title}”, which is hidden. Expose the port, or remove the entry.',
  R11_EXPRESSION_INVALID:
    'The expression “{expression}” of “{title}” cannot be read as {engine, select, expression_language {expression language} twig {Twig} jsonpath {JSONPath} property_path {a property path} other {{engine}}}: {reason}',
  R12_EDGE_SELF: 'A node is wired to itself. Wire it to another node, or remove the wire.',
  R13_EDGE_PARALLEL_DUPLICATE:
    'This wire repeats another one between the same two ports. Remove one of them.',
  EDGE_TYPE_UNKNOWN:
    'This wire says it is of the type {edgeType}, which is not known{hint, select, yes { (perhaps {suggestion})} other {}}. Remove it and draw it again.',
  DYN_PORT_NAME_INVALID:
    '{fault, select, missing {A port of “{title}” has no name. Give it one.} reserved {“{name}” is a reserved name. Give the port of “{title}” another.} duplicate {Two ports of “{title}” are called {name}. Rename one.} other {“{name}” cannot name a port of “{title}”: begin with a letter, go on with letters, digits and _.}}',
  W_CONFIG_UNKNOWN_KEY:
    '“{title}” has a setting “{key}” that its type does not know, so a run ignores it{hint, select, yes {. Perhaps {suggestion} is meant} other {}}.',
  W_SECRET_REFERENCE:
    'A secret in “{key}” of “{title}” lacks its dollar sign and stays plain text. Write {reference}.',
  W_TERMINAL_EDGE:
    '“{sourceTitle}” ends the workflow, so what this wire leads to never runs. Remove the wire.',
  W_EDGE_CONDITION: 'This wire carries a condition, which is ignored. Use a gateway node to branch.',
  W_PORT_UNDECLARED:
    'A wire is attached to “{port}”, which “{title}” does not have, so it delivers nothing{hint, select, yes {. Perhaps {suggestion} is meant} other {}}.',
  W_DATA_COLLISION:
    'Several wires lead into “{port}” of “{title}”. Only the value of the node that ran last arrives.',
  W_LOOP_MERGED: 'These loops overlap without one holding the other, so they count their rounds together.',
  W_LOOP_NOT_CLOSED: 'This loop back closes no loop, as its source does not run after its target.',
  W_LOOP_HEAD_NO_ENTRY:
    'Only loop backs lead into “{title}”, so it never starts. Wire something into it that runs first.',
  W_WORKFLOW_CONTRACT:
    '“{title}” was wired by version {pinned} of its workflow, which has published {current} since. That breaks what callers relied on: look at its ports, then accept it.',
  TOOL_CONSUMER_MISSING: '“{title}” cannot use tools. Wire the tool to a node that can.',
  TOOL_FORWARDING_CYCLE: 'Nodes that pass on tools are wired in a circle. Remove one of the wires.',
} as const;
