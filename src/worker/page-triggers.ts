// Triggers of a browser. Schedules fire while a page is open, in one worker of all of them: whoever holds the lock.
import type { Catalog } from '../catalog/types';
import type { Engine } from '../engine/engine';
import type { Clock, ContentStore, RunStore, WorkflowLibrary } from '../engine/ports';
import { type ContentListener, withContentEvents } from '../engine/triggers/content-events';
import { createTriggerDesk, type TriggerDesk } from '../engine/triggers/desk';
import { type Scheduler, startScheduler } from '../engine/triggers/scheduler';
import type { TriggerStore } from '../engine/triggers/types';
import { fail, ok } from '../model/problem';
import type { Locks } from './locks';
import type { RunKeeper } from './run-keeper';

const LEADER = 'triggers';
const UNFINISHED = ['pending', 'running', 'paused'] as const;
/** Runs of one workflow that are looked at. */
const MOST_ACTIVE = 1_000;
/** How long a firing waits for the runs that it ends, in milliseconds. */
const PATIENCE = 5_000;

export type PageTriggers = {
  readonly desk: TriggerDesk;
  /** From now on schedules fire here, as soon as no other worker does that. */
  lead(): void;
  /** Hears that triggers were changed. */
  changed(): void;
};

export function createPageTriggers(given: {
  readonly triggers: TriggerStore;
  readonly runs: RunStore;
  readonly workflows: WorkflowLibrary;
  readonly engine: () => Engine;
  readonly keeper: () => RunKeeper;
  readonly catalog: () => Catalog;
  readonly configured: () => string;
  readonly locks: Locks;
  readonly clock: Clock;
}): PageTriggers {
  const { triggers, runs, workflows, engine, keeper, catalog, locks, clock } = given;
  const turns = new Map<string, Promise<unknown>>();

  /** One after the other in this worker, and one worker at a time. */
  function alone<T>(workflow: string, work: () => Promise<T>): Promise<T> {
    const lock = `trigger:${workflow}`;
    const locked = async () => {
      await locks.wait(lock);
      try {
        return await work();
      } finally {
        locks.release(lock);
      }
    };
    const mine = (turns.get(workflow) ?? Promise.resolve()).then(locked, locked);
    const settled = mine.catch(() => undefined);
    turns.set(workflow, settled);
    void settled.then(() => {
      if (turns.get(workflow) === settled) turns.delete(workflow);
    });
    return mine;
  }

  const desk = createTriggerDesk({
    store: triggers,
    clock,
    random: Math.random,
    alone,
    get configured() {
      return given.configured();
    },
    // What is recorded with the trigger is what a person reads here.
    log: () => undefined,
    runs: {
      async active(workflow) {
        const found = await Promise.all(
          UNFINISHED.map((status) => runs.runs({ workflow, status, limit: MOST_ACTIVE })),
        );
        return found.flat();
      },
      async end(run, how, reason) {
        if (how === 'terminate') await engine().terminate(run, reason);
        else await keeper().under(run, () => engine().cancel(catalog(), run, reason));
        await Promise.race([engine().settled(run), clock.sleep(PATIENCE)]);
      },
      async launch({ workflow, data, event, strategy, thread }) {
        const document = await workflows.workflow(workflow);
        if (document === undefined)
          return fail({ code: 'WORKFLOW_NOT_FOUND', message: 'The workflow is not stored any more.' });
        const launched = await engine().launch(catalog(), {
          document,
          trigger: { event, strategy, data },
          ...(thread === null ? {} : { thread }),
          configuredStrategy: given.configured(),
          caller: 'system',
        });
        if (!launched.ok) return fail(launched.error);
        keeper().keep(launched.value.run.id);
        return ok(launched.value.run.id);
      },
      async rest(run) {
        await engine().settled(run);
      },
    },
  });

  let scheduler: Scheduler | undefined;
  let leading = false;
  return {
    desk,
    lead() {
      if (leading) return;
      leading = true;
      locks.wait(LEADER).then(
        () => {
          scheduler = startScheduler({
            store: triggers,
            desk,
            clock,
            log: (message, cause) => console.error(message, cause),
          });
        },
        () => {
          leading = false;
        },
      );
    },
    changed: () => scheduler?.refresh(),
  };
}

/** Content whose changes fire triggers, where any trigger waits for them. */
export function contentWithEvents(
  content: ContentStore,
  runs: Pick<RunStore, 'run'>,
  desk: () => Pick<TriggerDesk, 'raise'>,
): ContentStore {
  const listener: ContentListener = {
    raise: async (event) => void (await desk().raise(event)),
    initialData: async (run) => (await runs.run(run))?.initialData,
    listens: () => true,
  };
  return withContentEvents(content, listener);
}
