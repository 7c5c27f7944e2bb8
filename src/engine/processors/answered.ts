// What every node that asked says of its answer.
import type { JsonObject } from '../../model/json';
import type { InterruptRow } from '../interrupts/row';

/** `response_time` in seconds; `user_id` where the answering person's id is a whole number, else null. */
export function answeredBy({ created, resolved, resolvedBy }: InterruptRow): JsonObject {
  return {
    response_time: resolved === null ? null : Math.max(0, resolved - created) / 1000,
    user_id: resolvedBy !== null && /^\d{1,15}$/.test(resolvedBy) ? Number(resolvedBy) : null,
  };
}

/** The context of a question: what has no value is left out. */
export function contextOf(
  parameters: JsonObject,
  names: readonly string[],
): { readonly context?: JsonObject } {
  const given = names.flatMap((name) => {
    const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : null;
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? {} : { context: Object.fromEntries(given) };
}
