import { isArray, isObject, type Json, own, ownString } from '../../model/json';
import { waitUntil } from '../timers/timer';
import { timerOutputs } from './timer-outputs';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { numberParameter, textParameter } from './values';

/** The memory of rate limits, which no memory node can name. */
export const RATE_LIMITS = 'rate_limit:';

/** An execution that was let through, or will be: when, in milliseconds, and which job it is. */
type Pass = { readonly at: number; readonly job: string };

/**
 * `rate_limit`: lets `limit` executions through in any `window` seconds, and makes the others wait for their place. The count is
 * shared by all runs with the same `identifier`; without one it is this node's of this workflow. A place that was taken stays
 * taken, also by a run that is cancelled while it waits.
 */
export const rateLimit: Execute = async (parameters, context) => {
  const limit = numberParameter(parameters, 'limit', 0);
  const windowMs = numberParameter(parameters, 'window', 0) * 1000;
  if (!(limit >= 1) || !(windowMs >= 1000))
    throw new NodeFailure('"limit" and "window" are 1 or more: how many executions in how many seconds.', {
      code: 'rate_limit_invalid',
    });
  const identifier = textParameter(parameters, 'identifier').trim();
  const key = identifier === '' ? `node ${context.run.workflow} ${context.node.id}` : `named ${identifier}`;
  const planned = context.timer?.until ?? (await place(context, key, Math.floor(limit), windowMs));
  const waited = waitUntil(context, planned);
  return { outputs: { ...timerOutputs(planned, waited, context), throttled: waited !== null } };
};

/** The moment at which this job may pass, written down so that no other takes it. The same job is given the same one again. */
async function place(
  { memory, now, job = '' }: ProcessorContext,
  key: string,
  limit: number,
  windowMs: number,
): Promise<number> {
  if (memory === undefined)
    throw new NodeFailure('Nothing is remembered in this place, so nothing can be counted.', {
      code: 'rate_limit_not_supported',
    });
  const asked = now();
  let at = asked;
  await memory.store.update(RATE_LIMITS, key, (stored) => {
    const passes = passesOf(stored?.value).filter((pass) => pass.at > asked - windowMs);
    const mine = job === '' ? undefined : passes.find((pass) => pass.job === job);
    if (mine !== undefined) {
      at = mine.at;
      return undefined;
    }
    // The one that is `limit` places before this one has to be out of the window.
    const before = passes.at(-limit);
    at = before === undefined ? asked : Math.max(asked, before.at + windowMs);
    const value: Json = [...passes, { at, job }].map((pass) => ({ ...pass }));
    return {
      v: 1,
      scope: RATE_LIMITS,
      key,
      value,
      created: stored?.created ?? asked,
      changed: asked,
      expires: at + windowMs,
    };
  });
  return at;
}

/** In the order of their moments. */
function passesOf(value: Json | undefined): readonly Pass[] {
  if (!isArray(value)) return [];
  return value.flatMap((entry): readonly Pass[] => {
    const at = isObject(entry) ? own(entry, 'at') : undefined;
    return typeof at === 'number' ? [{ at, job: ownString(entry, 'job') ?? '' }] : [];
  });
}
