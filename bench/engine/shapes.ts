// The workflows that are measured, each with the node types it needs and what its run has to give.
import type { JobRow, RunConfig, RunRow } from '../../src/engine/ports';
import { DEFAULT_LIMITS } from '../../src/engine/state';
import { type TestType, testWorkflow } from '../../src/engine/testing/world';
import type { WorkflowDocument } from '../../src/model/document';
import type { Json } from '../../src/model/json';

export type Shape = {
  readonly document: WorkflowDocument;
  readonly types: readonly TestType[];
  readonly config: RunConfig;
  /** How many executions a run of it has. */
  readonly executions: number;
  /** Whether a run went as drawn. */
  readonly check: (run: RunRow, jobs: readonly JobRow[]) => boolean;
};

const TEXT = { schema: { type: 'string', default: '' } } as const;

/** Passes a text on. */
const pass: TestType = {
  id: 'pass',
  parameters: { text: TEXT },
  outputs: { text: { schema: { type: 'string' } } },
  execute: ({ text }) => ({ outputs: { text: typeof text === 'string' ? text : '' } }),
};

/** What a job gave at this port, where that is small enough to lie in its row. */
function given(job: JobRow | undefined, port: string): unknown {
  const value = job?.outputs?.[port];
  return value !== undefined && 'inline' in value ? value.inline : undefined;
}

/** Nodes in a row, each handing a text to the next. */
export function chain(executions: number): Shape {
  const ids = Array.from({ length: executions }, (_, i) => `n${i}`);
  return {
    document: testWorkflow(
      Object.fromEntries(ids.map((id) => [id, 'pass'])),
      ids.slice(1).map((id, i) => `n${i}.text>${id}.text`),
    ),
    types: [pass],
    config: DEFAULT_LIMITS,
    executions,
    check: (_, jobs) =>
      jobs.length === executions &&
      given(
        jobs.find(({ node }) => node === ids.at(-1)),
        'text',
      ) === 'hello',
  };
}

/** One node, all but two behind it side by side, and one that waits for them all, with a port for each. */
export function fan(executions: number): Shape {
  const wide = Array.from({ length: executions - 2 }, (_, i) => `w${i}`);
  const gather: TestType = {
    id: 'gather',
    parameters: Object.fromEntries(wide.map((id) => [id, TEXT])),
    outputs: { count: { schema: { type: 'number' } } },
    execute: (texts) => ({
      outputs: { count: Object.values(texts).filter((text) => text === 'hello').length },
    }),
  };
  return {
    document: testWorkflow(
      { n0: 'pass', ...Object.fromEntries(wide.map((id) => [id, 'pass'])), last: 'gather' },
      [...wide.map((id) => `n0.text>${id}.text`), ...wide.map((id) => `${id}.text>last.${id}`)],
    ),
    types: [pass, gather],
    config: DEFAULT_LIMITS,
    executions,
    check: (_, jobs) =>
      given(
        jobs.find(({ node }) => node === 'last'),
        'count',
      ) === wide.length,
  };
}

/**
 * A head that counts and a gateway that leads back to it: `executions` of both together, behind one node that begins.
 *
 * @param bytes length of a text that each execution gives.
 */
export function loop(executions: number, bytes = 0): Shape {
  const rounds = executions / 2;
  // A text of its own in every execution, and flat: none is a part of another.
  const text = (n: Json) => (bytes === 0 ? '' : Buffer.alloc(bytes, `${n} `).toString('latin1'));
  const count: TestType = {
    id: 'count',
    parameters: { text: TEXT, loop_back: {} },
    outputs: { n: { schema: { type: 'number' } }, text: { schema: { type: 'string' } } },
    execute: ({ loop_back }) => {
      const n = typeof loop_back === 'number' ? loop_back + 1 : 1;
      return { outputs: { n, text: text(n) } };
    },
  };
  const again: TestType = {
    id: 'again',
    parameters: {
      n: { schema: { type: 'number' } },
      branches: {
        schema: { type: 'array' },
        connectable: false,
        default: [{ name: 'Again' }, { name: 'Done' }],
      },
    },
    outputs: {
      n: { schema: { type: 'number' } },
      text: { schema: { type: 'string' } },
      active_branches: { schema: { 'x-control': true } },
    },
    execute: ({ n = 0 }) => ({
      outputs: {
        n,
        text: text(n),
        active_branches: [typeof n === 'number' && n < rounds ? 'Again' : 'Done'],
      },
    }),
  };
  return {
    document: testWorkflow({ n0: 'pass', head: 'count', tail: 'again' }, [
      'n0.text>head.text',
      'head.n>tail.n',
      'tail.Again>head.loop_back',
      { wire: 'tail.n>head.loop_back', id: 'value' },
    ]),
    types: [pass, count, again],
    // The value's own edge belongs to no branch, so the budget ends the loop.
    config: { maxLoopRounds: rounds, maxIterations: rounds },
    executions,
    check: (_, jobs) =>
      jobs.length === executions + 1 &&
      given(
        jobs.reduce((last, job) => ((job.order ?? 0) > (last.order ?? 0) ? job : last)),
        'n',
      ) === rounds,
  };
}
