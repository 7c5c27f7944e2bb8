// OCX-2, OCX-4, OCX-7: under which identity a triggered run goes, what may carry it out, and what its caller is told.
import { type Json, type JsonObject, own, ownString } from '../../model/json';
import type { StrategyId } from '../ports';
import { resolveStrategy } from '../strategies';
import type { TriggerConfig } from './types';

/**
 * OCX-4: the identity that the trigger's settings give its runs, whatever fires it: the mode and the trigger's id. Null in
 * the mode `new`, where each run is its own.
 *
 * `reuse`: runs of a stateful strategy go on with the state that the run before left under this identity. `singleton`: as
 * well, and only one of them is under way at a time.
 */
export function pipelineIdentity(
  config: Pick<TriggerConfig, 'orchestrator'>,
  trigger: string,
): string | null {
  const mode = config.orchestrator.pipeline_mode;
  return mode === 'new' ? null : `${mode}_${trigger}`;
}

/** Keeps its results in memory and has no record of a run before that is over. */
const UNRECORDED: readonly StrategyId[] = ['flowdrop_runtime:synchronous'];
const POLLABLE: StrategyId = 'flowdrop_runtime:synchronous_pipeline';

export type PollableEngine = {
  readonly strategy: StrategyId;
  /** What was configured and refused; null where nothing was. */
  readonly refused: StrategyId | null;
};

/**
 * OCX-2: an engine whose runs a poller cannot see is not used for an external invocation; the pipeline, which does the same
 * and records it, takes its place.
 *
 * @param configured strategy of the trigger, and of the place.
 */
export function pollableEngine(configured: {
  readonly trigger: string;
  readonly place?: string | undefined;
}): PollableEngine {
  const chosen = resolveStrategy({ trigger: configured.trigger, configured: configured.place });
  const strategy = chosen.ok ? chosen.value.strategy : POLLABLE;
  return UNRECORDED.includes(strategy)
    ? { strategy: POLLABLE, refused: strategy }
    : { strategy, refused: null };
}

/**
 * OCX-7: the persisted run's id is the one that every poll reports, so it is the one that is answered, as a text. A response
 * without a persisted run keeps the id that it has.
 */
export function correlated(response: JsonObject): JsonObject {
  const persisted = persistedId(own(own(response, 'metadata'), 'pipeline_id'));
  return persisted === undefined ? response : { ...response, execution_id: persisted };
}

function persistedId(id: Json | undefined): string | undefined {
  if (typeof id === 'number') return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/**
 * OCX-7: the one of three statuses that a run's response is told as. What has ended otherwise than completed, or waits for
 * something else than an answer, is `queued`: the poll tells what became of it (OCX-8).
 */
export function invocationStatus(response: JsonObject): 'completed' | 'interrupted' | 'queued' {
  const status = ownString(response, 'status');
  if (status === 'completed') return 'completed';
  return status === 'interrupted' && interruptOf(response) !== undefined ? 'interrupted' : 'queued';
}

/** Id of the question that a run waits for; `undefined` where it waits for none. */
export function interruptOf(response: JsonObject): string | undefined {
  const entry = own(own(response, 'metadata'), 'interrupt');
  const id = ownString(entry, 'interrupt_id') ?? ownString(entry, 'id');
  return id === '' ? undefined : id;
}
