import type { JsonObject } from '../../model/json';

/** EXPO-12: the engine's channel, no ports. */
const CONTROL = ['active_branches', 'state_update'];

/**
 * DATA-9: the value of the unified port `output`, made of outputs that were already stripped: all of them but keys that
 * start with `_`, the reserved key `trigger`, and the control outputs, which are no ports.
 */
export function unifiedOutput(stripped: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(stripped).filter(
      ([key]) => !key.startsWith('_') && key !== 'trigger' && !CONTROL.includes(key),
    ),
  );
}

/** A result as it is recorded: stripped of `hidden` keys (EXPO-11 to EXPO-14), with the unified port where it is offered. */
export function recordedOutputs(result: JsonObject, hidden: readonly string[], unified: boolean): JsonObject {
  const stripped = !hidden.some((key) => Object.hasOwn(result, key))
    ? result
    : Object.fromEntries(Object.entries(result).filter(([key]) => !hidden.includes(key)));
  return unified ? { ...stripped, output: unifiedOutput(stripped) } : stripped;
}
