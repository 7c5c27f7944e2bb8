// SG-11, SG-12, INT-13, INT-14: checkpoints of stateful runs, and the state that a run takes up.
import { isObject, type JsonObject, own, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import type {
  CheckpointStoreName,
  RunConfig,
  RunRow,
  RunStore,
  RunWarning,
  StoredCheckpoint,
} from '../ports';
import type { RunState } from '../state';
import { threadKey, threadKeyOf } from '../thread-key';
import { continuedState, freshState, type GraphState, isTerminalState } from './state';

/** SG-11: the name of a run's last checkpoint. */
export const WORKFLOW_END = 'workflow_end';

/** The ephemeral store: as long as the engine that made it. */
export type CheckpointMemory = {
  of(run: string): readonly StoredCheckpoint[];
  add(run: RunRow, checkpoints: readonly StoredCheckpoint[]): void;
  /** The last one that a run of the thread has added. */
  latestOfThread(workflow: string, thread: string): StoredCheckpoint | undefined;
};

export function checkpointMemory(): CheckpointMemory {
  const runs = new Map<string, StoredCheckpoint[]>();
  const threads = new Map<string, StoredCheckpoint>();
  return {
    of: (run) => runs.get(run) ?? [],
    add(run, checkpoints) {
      const list = runs.get(run.id);
      if (list === undefined) runs.set(run.id, [...checkpoints]);
      else list.push(...checkpoints);
      const last = checkpoints.at(-1);
      const thread = threadKeyOf(run);
      if (last !== undefined && thread !== undefined) threads.set(thread, last);
    },
    latestOfThread: (workflow, thread) => threads.get(threadKey(workflow, thread)),
  };
}

/** `{run}:{seq}`. */
export function checkpointId(run: string, seq: number): string {
  return `${run}:${seq}`;
}

/** One checkpoint as it is stored: chained to the one before it. */
export function checkpointOf(
  run: string,
  state: RunState,
  at: { readonly seq: number; readonly name: string; readonly parent: string | null; readonly now: number },
): StoredCheckpoint {
  const ended = at.name === WORKFLOW_END;
  const outcome: JsonObject = ended
    ? {
        status: state.status,
        isComplete: true,
        error: state.error === null ? null : state.error.message,
      }
    : { currentNodeId: at.name };
  return {
    seq: at.seq,
    state: {
      id: checkpointId(run, at.seq),
      parent: at.parent,
      name: at.name,
      at: at.now,
      state: { ...state.graph, iterationCount: state.iterations, ...outcome },
    },
  };
}

/** What a launch says of the state that its run is to begin with. */
export type SeedRequest = {
  /** (1) An explicit state. */
  readonly state?: JsonObject | undefined;
  /** (2) The id of a checkpoint. */
  readonly checkpoint?: string | undefined;
  /** (3) A thread, whose latest state is gone on with. */
  readonly thread?: string | undefined;
};

export type SeedRefusal = {
  readonly status: 409;
  readonly code: 'CHECKPOINT_TERMINAL';
  readonly message: string;
  readonly details: readonly string[];
};

export type Seed = { readonly state: GraphState; readonly warnings: readonly RunWarning[] };

/** SG-12: where a run's starting state comes from, in this order; nothing is made before it is known. */
export async function seedState(
  store: RunStore,
  memory: CheckpointMemory,
  workflow: string,
  { state, checkpoint, thread }: SeedRequest,
): Promise<Result<Seed, SeedRefusal>> {
  const fresh = freshState(thread ?? null);
  if (state !== undefined) return ok({ state: { ...fresh, ...state }, warnings: [] });
  if (checkpoint !== undefined) {
    const found = await checkpointById(store, memory, checkpoint);
    if (found === undefined) {
      const message = `There is no checkpoint "${checkpoint}"; the run began with a fresh state.`;
      return ok({ state: fresh, warnings: [{ code: 'CHECKPOINT_NOT_FOUND', message }] });
    }
    // INT-14: explicit resumption of what has ended is refused; a thread may go on.
    if (isTerminalState(found)) {
      return fail({
        status: 409,
        code: 'CHECKPOINT_TERMINAL',
        message: `The checkpoint ${checkpoint} is of a run that has ended as ${ownString(found, 'status')}, and is not resumed.`,
        details: [checkpoint],
      });
    }
    return ok({ state: found, warnings: [] });
  }
  const latest = thread === undefined ? undefined : await latestOfThread(store, memory, workflow, thread);
  return ok({ state: latest === undefined ? fresh : continuedState(latest), warnings: [] });
}

async function checkpointById(
  store: RunStore,
  memory: CheckpointMemory,
  id: string,
): Promise<GraphState | undefined> {
  const at = id.lastIndexOf(':');
  const seq = Number(id.slice(at + 1));
  if (at <= 0 || !Number.isInteger(seq)) return undefined;
  const run = id.slice(0, at);
  const found = memory.of(run).find((entry) => entry.seq === seq) ?? (await store.checkpoint?.(run, seq));
  return found === undefined ? undefined : stateIn(found);
}

/** Of the two stores, the one that has been written last. */
async function latestOfThread(
  store: RunStore,
  memory: CheckpointMemory,
  workflow: string,
  thread: string,
): Promise<GraphState | undefined> {
  const kept = memory.latestOfThread(workflow, thread);
  const stored = await store.latestOfThread?.(workflow, thread);
  const latest = kept === undefined || (stored !== undefined && atOf(stored) > atOf(kept)) ? stored : kept;
  return latest === undefined ? undefined : stateIn(latest);
}

function atOf({ state }: StoredCheckpoint): number {
  const at = own(state, 'at');
  return typeof at === 'number' ? at : 0;
}

/** The state that a stored checkpoint holds. */
export function stateIn({ state }: StoredCheckpoint): GraphState | undefined {
  const found = own(state, 'state');
  return isObject(found) ? found : undefined;
}

/** SG-11: a store that there is not refuses the run. */
export function checkpointStoreOf(name: string | undefined): Result<
  CheckpointStoreName,
  {
    readonly status: 422;
    readonly code: 'CHECKPOINT_STORE_UNKNOWN';
    readonly message: string;
    readonly details: readonly string[];
  }
> {
  const wanted = name ?? 'durable';
  if (wanted === 'memory' || wanted === 'durable') return ok(wanted);
  return fail({
    status: 422,
    code: 'CHECKPOINT_STORE_UNKNOWN',
    message: `There is no checkpoint store "${wanted}"; there are memory and durable.`,
    details: [wanted],
  });
}

/** Where a run keeps its checkpoints, if it keeps any. */
export function keepsCheckpoints(config: RunConfig | undefined): CheckpointStoreName | undefined {
  return config?.checkpoints;
}
