import { expect, test } from 'vitest';
import type { JobRow, RunRow } from '../engine/ports';
import { pauseKind, runControls } from './pause';
import type { RunView } from './ports';

const RUN: RunRow = {
  v: 1,
  id: 'r',
  workflow: 'w',
  workflowName: 'W',
  strategy: 'flowdrop_runtime:synchronous_pipeline',
  status: 'paused',
  pauseReason: null,
  error: null,
  document: {},
  initialData: {},
  inputs: {},
  outputs: null,
  warnings: [],
  skipped: [],
  passes: 0,
  created: 0,
  started: 0,
  ended: null,
  fence: 1,
  signal: null,
  seq: 1,
};
const ASKED: JobRow = {
  v: 1,
  id: 'j',
  run: 'r',
  node: 'n',
  nodeType: 't',
  processor: 'p',
  label: '',
  status: 'interrupted',
  errorRouted: false,
  skipReason: null,
  priority: 0,
  order: 1,
  attempts: 1,
  inputs: null,
  origins: null,
  outputs: null,
  activeBranches: null,
  error: null,
  created: 0,
  started: 0,
  ended: null,
};
const view = (run: Partial<RunRow>, jobs: readonly JobRow[] = [], queued?: true): RunView => ({
  run: { ...RUN, ...run },
  jobs,
  logs: [],
  ...(queued === undefined ? {} : { queued }),
});
const signal = { id: 's', type: 'pause', reason: 'lunch' } as const;
const NOTHING = { stop: false, pause: false, resume: false };

test.each([
  ['by a person', view({ signal }), 'person', { stop: true, pause: false, resume: true }],
  [
    'by a budget',
    view({ pauseReason: 'scheduler_budget' }),
    'budget',
    { stop: true, pause: true, resume: false },
  ],
  ['for a time', view({ wakeAt: 5 }, [ASKED]), 'time', { stop: true, pause: false, resume: true }],
  [
    'by a person while it waits for a time',
    view({ wakeAt: 5, signal }, [ASKED]),
    'person',
    { stop: true, pause: false, resume: true },
  ],
  ['for an answer', view({}, [ASKED]), 'answer', { stop: true, pause: false, resume: true }],
  [
    'by a person while a node asks',
    view({ signal }, [ASKED]),
    'person',
    { stop: true, pause: false, resume: true },
  ],
  [
    'until its turn, told to go on',
    view({}, [ASKED], true),
    'queued',
    { stop: true, pause: true, resume: false },
  ],
  [
    'by a budget, in the queue',
    view({ pauseReason: 'time_budget' }, [], true),
    'budget',
    { stop: true, pause: true, resume: false },
  ],
  ['not at all', view({ status: 'running' }), null, { stop: true, pause: true, resume: false }],
  [
    'never, in one pass',
    view({ status: 'running', strategy: 'flowdrop_runtime:synchronous' }),
    null,
    { stop: true, pause: false, resume: false },
  ],
  ['no longer', view({ status: 'completed' }), null, NOTHING],
])('INT-12: a run is paused %s', (_, given, kind, controls) => {
  expect(pauseKind(given)).toBe(kind);
  expect(runControls(given)).toEqual(controls);
});

test('without a run there is nothing to control', () => {
  expect(runControls(null)).toEqual(NOTHING);
});
