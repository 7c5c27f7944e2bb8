// What a workflow declares and publishes, and workflows that stand as nodes.
export default {
  workflows: 'Workflows',

  markInput: 'Input of the workflow: {names}',
  markOutput: 'Output of the workflow: {names}',
  declareInput: 'Declare as input of the workflow',
  declareOutput: 'Declare as output of the workflow',
  withdrawInput: 'No longer an input of the workflow',
  withdrawOutput: 'No longer an output of the workflow',
  declareInputNamed: 'Declare {port} as input of the workflow',
  declareOutputNamed: 'Declare {port} as output of the workflow',
  withdrawInputNamed: 'Withdraw {port} from the inputs of the workflow',
  withdrawOutputNamed: 'Withdraw {port} from the outputs of the workflow',
  declareWhich: 'Declare or withdraw which port?',
  portMenu: 'Port {port}',
  editEntry: 'Edit what callers see',
  wireFrom: 'Wire to…',
  notDeclared: '{side, select, input {Not an input of the workflow} other {Not an output of the workflow}}',
  noDeclarable: 'No port of this node can be declared',

  tab: 'Contract',

  entryShow: 'Show {name} on the canvas',
  entryUp: 'Move {name} up',
  entryDown: 'Move {name} down',
  entryNameHelp:
    'What callers call it: small letters, digits, _ and -. Another name breaks everyone who uses this one.',
  entryWords: 'Words for callers',
  examples: 'Examples',
  examplesHelp: 'Shown to whoever fills this in. Text, or any JSON value.',
  example: 'Example {n, number}',
  exampleNew: 'Another example',
  exampleAdd: 'Add this example',
  exampleJson: 'JSON',
  exampleJsonOf: 'Read example {n, number} as JSON',
  exampleRemove: 'Remove example {n, number}',
  exampleFault: 'This is no JSON value: {message}',
} as const;
