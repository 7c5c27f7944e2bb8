// Triggers of a host: they fire by themselves, are fired through the doors, and are invoked from outside.

import { documentOf } from '../../api/stored-workflow';
import type { TriggerService } from '../../api/trigger-service';
import type { LogEntry, WorkflowRepository } from '../../api/types';
import type { Catalog } from '../../catalog/types';
import type { Clock, ContentStore } from '../../engine/ports';
import { withContentEvents } from '../../engine/triggers/content-events';
import { createTriggerDesk, type TriggerDesk } from '../../engine/triggers/desk';
import type { PollSource } from '../../engine/triggers/poll';
import { type Scheduler, startScheduler } from '../../engine/triggers/scheduler';
import type { TriggerStore } from '../../engine/triggers/types';
import { fail, ok } from '../../model/problem';
import { realmClock } from '../../worker/clock';
import { createQueue } from '../journal/queue';
import type { HostRuns } from './run-service';
import type { EndedRun, HostRunStore } from './run-store';

export type HostTriggersOptions = {
  readonly store: TriggerStore;
  readonly workflows: Pick<WorkflowRepository, 'get'>;
  readonly runs: HostRuns;
  readonly kept: HostRunStore;
  readonly catalog: () => Promise<Catalog>;
  readonly log: (entry: LogEntry) => void;
  readonly clock?: Clock;
  readonly random?: () => number;
};

export type HostTriggers = {
  readonly service: TriggerService;
  readonly desk: TriggerDesk;
  /** From now on schedules fire. */
  start(): void;
  /** Ends that; firings that have begun are recorded first. */
  stop(): Promise<void>;
};

export function createHostTriggers(options: HostTriggersOptions): HostTriggers {
  const { store, workflows, runs, kept, log, clock = realmClock, random = Math.random } = options;
  const queue = createQueue();
  const desk = createTriggerDesk({
    store,
    clock,
    random,
    alone: (workflow, work) => queue(workflow, work),
    log: (level, message) => log({ level, message }),
    runs: {
      async active(workflow) {
        return kept.active(workflow);
      },
      async end(run, how, reason) {
        if (how === 'terminate') await runs.terminate(run, reason);
        else await runs.service.cancel(await options.catalog(), run, reason);
        await Promise.race([runs.service.rest(run), clock.sleep(PATIENCE)]);
      },
      async launch({ workflow, data, event, strategy, thread, owner }) {
        const record = await workflows.get(workflow);
        if (record === undefined)
          return fail({ code: 'WORKFLOW_NOT_FOUND', message: 'The workflow is not stored any more.' });
        const request = {
          document: documentOf(record),
          trigger: { event, strategy, data },
          ...(thread === null ? {} : { thread }),
        };
        const launched = await runs.fire(await options.catalog(), request, owner ?? record.uid);
        return launched.ok ? ok(launched.value.id) : fail(launched.error);
      },
      async rest(run) {
        await runs.service.rest(run);
      },
    },
  });
  let scheduler: Scheduler | undefined;

  const executions: PollSource<EndedRun> = {
    page: async (after, limit) => kept.ended(after, limit),
    async position(id) {
      const ended = (await kept.store.run(id))?.ended ?? null;
      return ended === null ? undefined : { ended, id };
    },
  };

  return {
    desk,
    service: { store, desk, executions, changed: (id) => scheduler?.refresh(id) },
    start() {
      scheduler ??= startScheduler({
        store,
        desk,
        clock,
        log: (message, cause) => log({ level: 'error', message, cause }),
      });
    },
    async stop() {
      await scheduler?.stop();
    },
  };
}

/** How long a firing waits for the runs that it ends, in milliseconds: a job in flight may take its time. */
const PATIENCE = 5_000;

/** Content whose changes fire triggers; the desk comes later, since it needs the runs that need the content. */
export function contentThatFires(
  content: ContentStore,
  kept: HostRunStore,
  desk: () => TriggerDesk | undefined,
): ContentStore {
  return withContentEvents(content, {
    raise: async (event) => void (await desk()?.raise(event)),
    initialData: async (run) => (await kept.store.run(run))?.initialData,
    listens: () => desk() !== undefined,
  });
}
