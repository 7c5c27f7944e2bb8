// What the canvas says of declared ports. Whatever else is said of contracts stands in contract-tab.ts.
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
} as const;
