// What the tab of the contract, entries of the interface and nodes that run workflows say; loaded with them.
export default {
  tab: 'Contract',

  entryShow: 'Show {name} on the canvas',
  entryUp: 'Move {name} up',
  entryDown: 'Move {name} down',
  entryNameHelp:
    'What callers call it: small letters, digits, _ and -. Another name breaks everyone who uses this one.',
  entryWords: 'Title, description, examples',
  examples: 'Examples',
  examplesHelp: 'Shown to whoever fills this in. Text, or any JSON value.',
  example: 'Example {n, number}',
  exampleNew: 'Another example',
  exampleAdd: 'Add this example',
  exampleJson: 'JSON',
  exampleJsonOf: 'Read example {n, number} as JSON',
  exampleRemove: 'Remove example {n, number}',
  exampleFault: 'This is no JSON value: {message}',

  showNode: 'Show {name}',

  help: 'What others rely on who run this workflow: from outside, or as a node of their own. It follows the declared inputs and outputs, and nothing else, each time they change and the workflow has no errors.',
  reading: 'Reading what is published…',
  nothingPublished:
    'Nothing is published yet. Declare an input or an output, and it is as soon as the workflow has no errors.',
  published: 'Published contract',
  version: 'Version {version}',
  takes: 'Takes',
  takesNothing: 'Nothing.',
  gives: 'Gives back',
  givesNothing: 'Nothing.',
  laneAndType: 'Lane of the port, and type of the value',
  required: 'required',
  default: 'Otherwise',
  oneOf: 'One of {values}',
  forExample: 'For example {values}',

  draft: 'Not published yet',
  wouldBe: 'would be {version}',
  soon: 'Published with the next save.',
  waitsForErrors:
    '{count, plural, one {Published once the error of the workflow is gone.} other {Published once the # errors of the workflow are gone.}}',
  wordsOnly: 'Words or order alone. Nobody has to change anything.',
  bump: { major: 'breaks callers', minor: 'new', patch: 'harmless' },
  change: {
    removed:
      '{side, select, input {Input} other {Output}} {name} is gone, or is called something else. Whoever uses it has to change.',
    narrower: '{side, select, input {Input} other {Output}} {name} takes fewer values than before.',
    nowRequired: 'Input {name} has to be sent from now on.',
    addedRequired: 'Input {name} is new and has to be sent.',
    added: '{side, select, input {Input} other {Output}} {name} is new. Nobody has to use it.',
    nowOptional: 'Input {name} may be left out from now on.',
    changed: '{side, select, input {Input} other {Output}} {name} takes at least what it took before.',
  },
  leftOut: 'Left out of the contract',
  warning: {
    ENTRY_MALFORMED: 'An entry lacks a name, a node or a port, so it is left out: {entry}',
    ENTRY_UNRESOLVED: 'The port of “{entry}” does not exist, so it is left out.',
    DEFAULT_DROPPED: 'The default of “{entry}” holds lists or objects inside of others and is not published.',
    WORKFLOW_REENTERED: '“{entry}” leads back into this workflow, so any object is accepted for it.',
  },

  again: 'The ports are others by now',
  againHelp:
    'A contract says what its ports were when the declared inputs and outputs last changed. Node types have changed since. Rebuild it, and callers are told; leave it, and what they rely on stays.',
  rebuildNow: 'Rebuild now',
  rebuilt: 'Published version {version}',
  notRebuilt: 'It could not be published. What was published stays.',
  upToDate: 'The contract matches the ports as they are now.',

  history: 'Versions',
  look: 'Look',
  lookAt: 'Look at version {version}',
  reason: {
    first: 'first version',
    manifest: 'inputs or outputs changed',
    forced: 'rebuilt by hand',
    brought: 'came with an import',
  },
  oldHelp:
    'Published {at}, with {nodes, plural, one {# node} other {# nodes}} and {edges, plural, one {# wire} other {# wires}}.',
  sinceBefore: 'Against version {version}',
  restore: 'Put this version on the canvas',
  restoreHelp:
    'The workflow on the canvas is replaced by what it was then, as one step that undo takes back. Version numbers go on from where they are.',
  restored: 'Version {version} is on the canvas',
  close: 'Close',

  runsWorkflow: 'Runs a workflow',
  runsItself: 'That is this workflow: it would run itself.',
  calleeGone: 'The workflow “{workflow}” is not here, or has no version without errors.',
  notPinned: 'It publishes version {current}. By which version this node was wired was never noted.',
  pinnedCurrent: 'Wired by version {current}, the one that is published.',
  pinnedOlder: 'Wired by version {pin}. Version {current} is published and breaks nothing.',
  pinnedBreaks:
    'Wired by version {pin}. Version {current} is published, and it breaks what callers relied on.',
  accept: 'Accept version {version}',
} as const;
