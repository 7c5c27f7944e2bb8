// Firing triggers: the decisions of this folder, with effects through what it is given. One desk a realm.
import type { JsonObject } from '../../model/json';
import type { Result } from '../../model/problem';
import type { Clock, StrategyId } from '../ports';
import { passes } from './conditions';
import { type Due, judgeDue } from './due';
import { depthOf, markExternal, triggerData, triggerOf } from './initial-data';
import { judgeOverlap, type OverlapReason } from './overlap';
import { type PollableEngine, pipelineIdentity, pollableEngine } from './pipeline';
import { readState, recordExecution, recordSkip, type TriggerState } from './state';
import { kindOf, type TriggerRow, type TriggerStore } from './types';

/** What a trigger asks of the place where its workflow runs. */
export type TriggeredLaunch = {
  readonly workflow: string;
  /** Flat initial data (OCX-1). */
  readonly data: JsonObject;
  /** ORC-2: the event's name, and the strategy that the trigger is configured with. */
  readonly event: string;
  readonly strategy: string;
  /** OCX-4: the thread whose state is gone on with. */
  readonly thread: string | null;
  /** Id of the principal whose run it is; null: whose the workflow is. */
  readonly owner: string | null;
};

/** A run of a workflow that has not ended. */
export type ActiveRun = { readonly id: string; readonly initialData: JsonObject };

/** The runs of a place, as triggers need them. */
export type TriggerRuns = {
  active(workflow: string): Promise<readonly ActiveRun[]>;
  /** TRIG-1: ends a run and announces that; `terminate` takes its outstanding jobs away first. Resolves when it has ended. */
  end(run: string, how: 'cancel' | 'terminate', reason: string): Promise<void>;
  launch(
    request: TriggeredLaunch,
  ): Promise<Result<string, { readonly code: string; readonly message: string }>>;
  /** Resolves when a run has ended or waits for a person. */
  rest(run: string): Promise<void>;
};

export type TriggerWorld = {
  readonly store: TriggerStore;
  readonly runs: TriggerRuns;
  readonly clock: Pick<Clock, 'now'>;
  /** From 0 up to 1. */
  random(): number;
  /** Does work of one workflow alone, in every realm that fires for it. */
  alone<T>(workflow: string, work: () => Promise<T>): Promise<T>;
  /** ORC-2: strategy that the place is configured with. */
  readonly configured?: string | undefined;
  log(level: 'info' | 'warning' | 'error', message: string): void;
};

export type Cause = 'manual' | 'schedule' | 'event' | 'external';

export type Firing = {
  readonly cause: Cause;
  readonly data: JsonObject;
  /** Name of the event; the trigger's own event type where there is none. */
  readonly event?: string;
  readonly owner?: string;
};

export type SkipReason = OverlapReason | 'missed' | 'chain_too_long' | 'launch_refused';

export type Fired =
  /** `joined`: the run was under way already, in the mode `singleton`. */
  | {
      readonly kind: 'run';
      readonly run: string;
      readonly joined: boolean;
      readonly engine: PollableEngine | null;
    }
  | {
      readonly kind: 'skipped';
      readonly reason: SkipReason;
      readonly message: string;
      readonly code?: string;
    }
  | { readonly kind: 'missing' };

/** An event that content, or whoever else, raises. `cause`: initial data of the run that caused it. */
export type TriggerEvent = { readonly type: string; readonly data: JsonObject; readonly cause?: JsonObject };

export type TriggerDesk = {
  /** Fires one trigger, on or off: it was asked for. */
  fire(id: string, firing: Firing): Promise<Fired>;
  /** Fires every trigger that is on and waits for this event; a pre-save event resolves when its runs are over (ORC-2). */
  raise(event: TriggerEvent): Promise<readonly Fired[]>;
  /** One look at a schedule: stores what it decided, and fires where it is due. Answers when to look again. */
  look(id: string): Promise<{ readonly wake: number | null; readonly fired?: Promise<Fired> }>;
};

/** Firings that may lead to one another. */
export const MOST_DEPTH = 8;

const SAID: { readonly [reason in OverlapReason]: string } = {
  overlap_skipped: 'A run of the workflow was under way, and this trigger then skips.',
  overlap_buffered: 'A run of the workflow was under way; this firing waits for the next one after it.',
  overlap_dropped: 'A run of the workflow was under way, and one firing waits already.',
};
const BEGUN: { readonly [cause in Cause]: string } = {
  manual: 'Started by hand.',
  schedule: 'Started by its schedule.',
  event: 'Started by an event.',
  external: 'Invoked from outside.',
};

export function createTriggerDesk(world: TriggerWorld): TriggerDesk {
  const { store, runs, clock } = world;

  const change = (id: string, next: (state: TriggerState) => TriggerState) =>
    store.update(id, (row) => ({ ...row, state: plain(next(readState(row.state))) }));

  async function skip(id: string, reason: SkipReason, message: string): Promise<Fired> {
    await change(id, (state) => recordSkip(state, { at: clock.now(), reason, message }));
    return { kind: 'skipped', reason, message };
  }

  /** The trigger's decision, its effects, and the record, with no other firing of the workflow in between. */
  async function fireAlone(id: string, firing: Firing): Promise<Fired> {
    const row = await store.get(id);
    if (row === undefined || row.gone !== null) return { kind: 'missing' };
    const { config, workflow } = row;
    const depth = depthOf(firing.data);
    if (depth > MOST_DEPTH)
      return skip(
        id,
        'chain_too_long',
        `${MOST_DEPTH} firings had led to one another; this one was stopped.`,
      );
    const active = await runs.active(workflow);
    const identity = pipelineIdentity(config, id);
    const single = config.orchestrator.pipeline_mode === 'singleton';
    const mine = single ? active.find(({ initialData }) => triggerOf(initialData) === id) : undefined;
    const engine =
      firing.cause === 'external'
        ? pollableEngine({ trigger: config.orchestrator.id, place: world.configured })
        : null;
    if (mine !== undefined) return { kind: 'run', run: mine.id, joined: true, engine };
    const flat = triggerData(row, firing.data);
    const verdict = judgeOverlap({
      policy: config.overlap_policy,
      active: active.map((run) => run.id),
      buffer: readState(row.state).buffer,
      // OCX-3: what was invoked from outside stays marked while it waits.
      data: firing.cause === 'external' ? markExternal(flat) : flat,
    });
    if (verdict.kind === 'block') {
      const { reason, buffer } = verdict;
      const message = SAID[reason];
      await change(id, (state) => ({ ...recordSkip(state, { at: clock.now(), reason, message }), buffer }));
      return { kind: 'skipped', reason, message };
    }
    const { end } = verdict;
    for (const run of end?.runs ?? [])
      await runs.end(
        run,
        end?.how ?? 'cancel',
        `The trigger "${row.label}" fired, and ends runs that are under way.`,
      );
    const launched = await runs.launch({
      workflow,
      data: verdict.data,
      event: firing.event ?? config.event_type,
      strategy: engine?.strategy ?? config.orchestrator.id,
      thread: identity,
      owner: firing.owner ?? null,
    });
    const at = clock.now();
    if (!launched.ok) {
      const { code, message } = launched.error;
      const reason = 'launch_refused';
      await change(id, (state) => ({
        ...recordSkip(state, { at, reason, message }),
        buffer: verdict.buffer,
      }));
      return { kind: 'skipped', reason, message, code };
    }
    const execution = launched.value;
    if (engine !== null && engine.refused !== null)
      world.log('warning', refusedText(row, engine.refused, engine.strategy));
    await change(id, (state) => ({
      ...recordExecution(state, { at, execution, message: BEGUN[firing.cause] }),
      buffer: verdict.buffer,
    }));
    return { kind: 'run', run: execution, joined: false, engine };
  }

  async function fire(id: string, firing: Firing): Promise<Fired> {
    const row = await store.get(id);
    return row === undefined ? { kind: 'missing' } : world.alone(row.workflow, () => fireAlone(id, firing));
  }

  return {
    fire,

    async raise({ type, data, cause }) {
      const heard = (await store.list()).filter(
        ({ config }) => config.enabled && config.event_type === type && passes(config.conditions, data),
      );
      const event = { ...data, event_type: type, event_depth: depthOf(cause) + 1 };
      const fired = await Promise.all(
        heard.map(({ id }) => fire(id, { cause: 'event', data: event, event: type })),
      );
      // ORC-2: the save waits for whoever is to see the record before it is there.
      if (type.includes('.presave'))
        await Promise.all(fired.map((one) => (one.kind === 'run' ? runs.rest(one.run) : undefined)));
      return fired;
    },

    async look(id) {
      const now = clock.now();
      let due: Due | undefined;
      await store.update(id, (row) => {
        if (row.gone !== null) return undefined;
        const state = readState(row.state);
        due = judgeDue(row.config, state, now, world.random);
        const next = due.kind === 'missed' ? recordSkip(due.state, missed(now, due.missed)) : due.state;
        return sameState(state, next) ? undefined : { ...row, state: plain(next) };
      });
      if (due === undefined) return { wake: null };
      if (due.kind === 'idle') return { wake: due.wake };
      // To be asked again at once: the next moment follows from what is stored now.
      if (due.kind === 'missed') return { wake: now };
      const data = { cron: { fired_at: new Date(now).toISOString() } };
      return { wake: now, fired: fire(id, { cause: 'schedule', data }) };
    },
  };
}

function missed(at: number, first: number) {
  const message = `Nobody was there to start it at ${new Date(first).toISOString()}; what was missed is not made up for.`;
  return { at, reason: 'missed', message };
}

/** OCX-2: what the log says, and the response's metadata. */
export function refusedText(row: Pick<TriggerRow, 'id'>, refused: StrategyId, used: StrategyId): string {
  return `The strategy "${refused}" of the trigger "${row.id}" records a run only when it is over, so that nobody could poll it; the run uses "${used}".`;
}

function sameState(a: TriggerState, b: TriggerState): boolean {
  return a === b || (a.since === b.since && a.fire_at === b.fire_at && a.history === b.history);
}

/** As stores keep it. */
function plain(state: TriggerState): JsonObject {
  return { ...state, history: state.history.map((entry) => ({ ...entry })), buffer: state.buffer };
}

/** Whether a schedule of a trigger has to be looked at by itself. */
export function isScheduled({ config, gone }: TriggerRow): boolean {
  return gone === null && config.enabled && kindOf(config.event_type) === 'schedule';
}
