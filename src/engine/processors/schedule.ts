import { waitUntil } from '../timers/timer';
import { timerOutputs } from './timer-outputs';
import { type Execute, NodeFailure } from './types';
import { parameter } from './values';

/**
 * `schedule`: waits until a moment: a date and time of ISO 8601 (without an offset it is UTC), or a Unix time in seconds. A
 * moment that has passed goes straight through.
 */
export const schedule: Execute = (parameters, context) => {
  const planned = momentOf(parameter(parameters, 'when'));
  return { outputs: timerOutputs(planned, waitUntil(context, planned), context) };
};

const ISO = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** Milliseconds. */
function momentOf(when: unknown): number {
  if (typeof when === 'number' && Number.isFinite(when)) return when * 1000;
  const text = typeof when === 'string' ? when.trim() : '';
  if (/^\d{1,12}(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const read = ISO.exec(text);
  const offset = read?.[1];
  const timed = /[T ]\d{2}:/.test(text);
  const moment =
    read === null
      ? Number.NaN
      : Date.parse(offset === undefined && timed ? `${text.replace(' ', 'T')}Z` : text.replace(' ', 'T'));
  if (Number.isNaN(moment))
    throw new NodeFailure(
      `"${text.slice(0, 80)}" is no moment: write it like 2027-03-01T09:30:00+01:00, or as a Unix time in seconds.`,
      { code: 'schedule_invalid' },
    );
  return moment;
}
