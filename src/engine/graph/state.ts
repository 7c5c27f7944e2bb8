// SG-1 to SG-3, SG-12: the state that the nodes of a run share, and how updates are merged into it.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';

/** A run's state: `messages`, `data`, `metadata`, where it stands, and whatever else updates have put there. */
export type GraphState = JsonObject;

/** SG-12 (4): the state of a run that begins with nothing. */
export function freshState(thread: string | null = null): GraphState {
  return {
    messages: [],
    data: {},
    metadata: {},
    threadId: thread,
    currentNodeId: '',
    iterationCount: 0,
    iterator: null,
    status: null,
    isComplete: false,
    error: null,
  };
}

/**
 * SG-1: the state with an update in it, field by field: `messages` appends, `data` and `metadata` merge by key (one level),
 * every other field is replaced; what the update leaves out stays. A new state; the old one is not touched.
 */
export function mergedState(state: GraphState, update: JsonObject): GraphState {
  return {
    ...state,
    ...Object.fromEntries(
      Object.entries(update).map(([field, value]) => [field, reduced(field, own(state, field), value)]),
    ),
  };
}

function reduced(field: string, before: Json | undefined, value: Json): Json {
  switch (field) {
    case 'messages':
      return [...(isArray(before) ? before : []), ...(isArray(value) ? value : [value])];
    case 'data':
    case 'metadata':
      return isObject(value) ? { ...(isObject(before) ? before : {}), ...value } : (before ?? {});
    default:
      return value;
  }
}

/** SG-14: the iteration count that a state or an update of it names. */
export function iterationsOf(state: JsonObject): number | undefined {
  const count = own(state, 'iterationCount');
  return typeof count === 'number' && Number.isInteger(count) ? count : undefined;
}

const TERMINAL = ['completed', 'failed', 'cancelled'];

/** INT-13: has the run that left this state ended? Its recorded outcome tells, and nothing is derived. */
export function isTerminalState(state: GraphState): boolean {
  const status = own(state, 'status');
  return typeof status === 'string' && TERMINAL.includes(status);
}

/**
 * SG-12 (3): the state that a thread goes on with. After a run that has ended: the conversation, without the outcome and
 * without its place. From a run that is paused: all of it, untouched.
 */
export function continuedState(state: GraphState): GraphState {
  if (!isTerminalState(state) && own(state, 'isComplete') !== true) return state;
  const kept = ['messages', 'data', 'metadata', 'threadId'];
  const fresh = freshState();
  return {
    ...Object.fromEntries(Object.entries(state).filter(([field]) => !Object.hasOwn(fresh, field))),
    ...fresh,
    ...Object.fromEntries(Object.entries(state).filter(([field]) => kept.includes(field))),
  };
}
