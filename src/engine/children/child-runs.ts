// Runs that nodes start. A child is a run like any other, with rows of its own; its id is made of the attempt at the job that
// starts it, so whoever takes the job up again finds the child that is there and starts no other.
import { waitRefusal } from '../../contract/wait';
import type { JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { isTerminal } from '../../model/status';
import type { RunSignal } from '../events';
import { Interrupt } from '../interrupt';
import { openQuestion } from '../interrupts/reentry';
import type { InterruptRow } from '../interrupts/row';
import type { LaunchFailure, LaunchRequest } from '../launch';
import type { EngineWorld, JobRow, RunParent, RunRow } from '../ports';
import { NodeFailure } from '../processors/types';
import { type Hasher, readValues } from '../values';
import type { Bells } from './bells';
import { childRunId } from './child-id';
import { nestingFault } from './nesting';
import { type ChildRefusal, type ChildRequest, type ChildRunsMaker, type Patience, Suspended } from './types';

/** What of the engine children need. Each may be asked for a run that is driven elsewhere. */
export type ChildEngine = {
  launch(
    request: LaunchRequest,
    child: { readonly id: string; readonly parent: RunParent },
  ): Promise<Result<unknown, LaunchFailure>>;
  /** Whether the run is driven by this engine. */
  drives(run: string): boolean;
  /** Sees to it that somebody drives the run. */
  ensure(run: string): Promise<unknown>;
  resume(run: string): Promise<unknown>;
  cancel(run: string, reason: string): Promise<unknown>;
};

/** How often a child that is driven elsewhere is looked at; milliseconds. */
const LOOK_MS = 1_000;
const DIRECT = 'flowdrop_runtime:synchronous';
/** Before the id of the parent's pause, in that of the pause it makes of its child. */
const PASSED_ON = 'parent:';

export function createChildRuns(
  world: Pick<EngineWorld, 'store' | 'clock' | 'workflows' | 'waits'>,
  engine: ChildEngine,
  bells: Bells,
  hash: Hasher,
): ChildRunsMaker {
  const { store, clock, workflows } = world;

  async function launch(
    parent: RunRow,
    job: JobRow,
    id: string,
    { workflow, inputs, detached = false }: ChildRequest,
  ): Promise<Result<string, ChildRefusal>> {
    if (workflows === undefined) {
      const message = 'Workflows cannot be run as steps of other workflows here.';
      return fail({ code: 'workflow_nodes_not_supported', message });
    }
    const path = pathOf(parent);
    const fault = nestingFault(path, workflow);
    if (fault !== undefined) {
      return fail({
        code: fault.code.toLowerCase(),
        message: fault.message,
        details: { workflows: fault.path },
      });
    }
    const document = await workflows.workflow(workflow);
    if (document === undefined) {
      const message = `There is no stored workflow "${workflow}". Store one of this id, or choose another.`;
      return fail({ code: 'workflow_not_found', message, details: { workflow } });
    }
    // MAN-19: before anything of it exists.
    const waiting = waitRefusal(document, !detached);
    if (waiting !== undefined) {
      return fail({ code: waiting.code.toLowerCase(), message: waiting.message, details: { workflow } });
    }
    const child: RunParent = {
      run: parent.id,
      job: job.id,
      node: job.node,
      path,
      ...(detached ? { detached } : {}),
    };
    const launched = await engine.launch(
      {
        document,
        inputs,
        caller: 'external',
        // It is for whom the run that starts it is, and in the same session.
        identity: parent.identity,
        // ORC-2: a child is driven like its parent, so what a pre-save event waits for has happened when it goes on.
        strategy: detached ? 'flowdrop_runtime:asynchronous' : parent.strategy,
      },
      { id, parent: child },
    );
    if (launched.ok) return ok(id);
    const { code, message, details } = launched.error;
    return fail({
      code: 'child_refused',
      message: `The workflow "${document.name || workflow}" was not started: ${message}`,
      details: { workflow, code, problems: details },
    });
  }

  /** Waits until there may be news, but no longer than `ms`. */
  async function rest(news: Promise<void>, ms: number): Promise<void> {
    const over = new AbortController();
    const slept = clock.sleep(ms, over.signal).catch(() => undefined);
    await Promise.race([news, slept]);
    over.abort();
  }

  async function waitFor(
    parent: RunRow,
    child: string,
    signal: AbortSignal,
    { mostMs, pollMs = LOOK_MS }: Patience,
  ): Promise<RunRow> {
    const since = clock.now();
    const bell = bells.listen([child, parent.id]);
    let goOn: (() => Promise<void>) | undefined;
    signal.addEventListener('abort', bell.ring);
    try {
      for (;;) {
        const news = bell.next();
        const row = await store.run(child);
        if (row === undefined) throw gone(child);
        if (isTerminal(row.status)) return row;
        const left = mostMs === undefined ? LOOK_MS : since + mostMs - clock.now();
        if (left <= 0) return row;
        goOn ??= world.waits?.(parent.id, row);
        await tend(parent, row, signal);
        await rest(news, Math.max(1, Math.min(left, pollMs)));
      }
    } finally {
      bell.end();
      signal.removeEventListener('abort', bell.ring);
      await goOn?.();
    }
  }

  /** Passes on what has been asked of the parent, and sees to it that the child goes on. */
  async function tend(parent: RunRow, row: RunRow, signal: AbortSignal): Promise<void> {
    const detached = row.parent?.detached === true;
    if (signal.aborted) {
      if (detached) signal.throwIfAborted();
      await engine.cancel(row.id, 'The run that it is part of was cancelled.');
      return;
    }
    const stands = row.status === 'paused' && row.pauseReason === null;
    // ORC-7: a direct run observes no signals between its steps.
    const pause = parent.strategy === DIRECT ? undefined : await pauseOf(parent.id);
    if (pause !== undefined) {
      if (stands || detached) throw new Suspended(pause);
      const passed: RunSignal = { ...pause, id: `${PASSED_ON}${pause.id}` };
      // The child, too, may wait for one of its own.
      if ((await store.signal(row.id, passed)).ok) bells.ring(row.id);
    } else if (stands) {
      // What it asks, those above wait for too.
      const asked = detached ? undefined : await openQuestion(store, row);
      if (asked !== undefined) throw waitingFor(asked);
      // Where a person has paused the child itself, that person lets it go on.
      if (row.signal?.id.startsWith(PASSED_ON) === true) await engine.resume(row.id);
      return;
    }
    if (!engine.drives(row.id)) await engine.ensure(row.id);
  }

  async function pauseOf(run: string): Promise<RunSignal | undefined> {
    const signal = (await store.run(run))?.signal ?? null;
    return signal?.type === 'pause' ? signal : undefined;
  }

  return {
    of: (parent, job, attempt, signal) => ({
      async start(request) {
        const id = await childRunId(hash, parent.id, job.id, attempt);
        if ((await store.run(id)) !== undefined) return ok(id);
        try {
          return await launch(parent, job, id, request);
        } catch (cause) {
          // Of two owners of one job, the other was first.
          if ((await store.run(id)) !== undefined) return ok(id);
          throw cause;
        }
      },
      end: (child, patience = {}) => waitFor(parent, child, signal, patience),
      async find(child) {
        const row = await store.run(child);
        const starter = row?.parent?.path.at(-1);
        return starter !== undefined && pathOf(parent).includes(starter) ? row : undefined;
      },
      async outputs(child) {
        const values = await readValues(child.outputs ?? {}, (ref) => store.value(ref));
        if (values === undefined) throw gone(child.id);
        return values;
      },
    }),

    async abandon(parent, jobs) {
      for (const { id: job, attempts } of jobs) {
        // A job that a pause took back has not counted the attempt whose child waits.
        for (const attempt of [attempts, attempts + 1]) {
          const row = await store.run(await childRunId(hash, parent.id, job, attempt));
          if (row === undefined || isTerminal(row.status) || row.parent?.detached === true) continue;
          await engine.cancel(row.id, 'The run that it is part of has ended.');
        }
      }
    },
  };
}

/** The workflows from the outermost down to that of this run. */
export function pathOf({ parent, workflow }: Pick<RunRow, 'parent' | 'workflow'>): readonly string[] {
  return [...(parent?.path ?? []), workflow];
}

/** INT-1: the question of a child is the one that its parents wait for. */
function waitingFor({ id, type }: InterruptRow): Interrupt {
  const raised = new Interrupt(null);
  raised.identity = { id, type };
  return raised;
}

function gone(run: string): NodeFailure {
  const details: JsonObject = { run };
  return new NodeFailure(`The run ${run}, or what it gave, is no longer stored.`, {
    code: 'child_gone',
    details,
  });
}
