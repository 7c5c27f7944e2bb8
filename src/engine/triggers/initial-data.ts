// OCX-1, OCX-3: what a run that a trigger starts begins with.
import { type Json, type JsonObject, own, ownString } from '../../model/json';
import type { TriggerRow } from './types';

const CONFIG = 'trigger_config_id';
const NODE = 'trigger_node_id';
/** How many firings led to this one, itself included: a run that an event of another run started counts one more. */
const DEPTH = 'event_depth';

/** OCX-3: the one definition of the marker, for whoever writes it and whoever reads it. */
const MARKER = { key: 'source', value: 'orchestration' } as const;

/** OCX-1: flat, the trigger's own data with the two identifiers beside it; nothing is keyed by node. */
export function triggerData({ id, node }: Pick<TriggerRow, 'id' | 'node'>, data: JsonObject): JsonObject {
  const { [MARKER.key]: _forged, ...own } = data;
  return { ...own, [CONFIG]: id, [NODE]: node };
}

/** OCX-3: the same of a run that was invoked from outside. */
export function markExternal(initialData: JsonObject): JsonObject {
  return { [MARKER.key]: MARKER.value, ...initialData };
}

/** OCX-3: whether a run was invoked from outside; that it has a trigger says nothing of it. */
export function isExternal(initialData: JsonObject): boolean {
  return own(initialData, MARKER.key) === MARKER.value;
}

/** The trigger that started a run; `undefined` where none did. */
export function triggerOf(initialData: JsonObject): string | undefined {
  return ownString(initialData, CONFIG);
}

/** Data of an event that a run caused, one firing deeper than that run. */
export function deeper(cause: JsonObject | undefined, data: JsonObject): JsonObject {
  return { ...data, [DEPTH]: depthOf(cause) + 1 };
}

export function depthOf(initialData: JsonObject | undefined): number {
  const depth: Json | undefined = own(initialData, DEPTH);
  return typeof depth === 'number' && Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** What a repetition of a run begins with: that it was invoked from outside is not true of the repetition. */
export function repeatedData(initialData: JsonObject): JsonObject | undefined {
  if (triggerOf(initialData) === undefined) return undefined;
  const { [MARKER.key]: _marker, ...data } = initialData;
  return data;
}
