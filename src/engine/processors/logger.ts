import type { LogRow } from '../ports';
import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

/** The eight levels of PSR-3, and the level of the run's log that each is kept under. */
const LEVELS: ReadonlyMap<string, LogRow['level']> = new Map<string, LogRow['level']>([
  ['emergency', 'error'],
  ['alert', 'error'],
  ['critical', 'error'],
  ['error', 'error'],
  ['warning', 'warning'],
  ['notice', 'info'],
  ['info', 'info'],
  ['debug', 'debug'],
]);

/** `logger`: writes a line to the run's log. What is no text is written as JSON. */
export const logger: Execute = (parameters, { log }) => {
  const level = textParameter(parameters, 'level', 'debug');
  const channel = textParameter(parameters, 'channel', 'flowdrop');
  const kept = LEVELS.get(level);
  if (kept === undefined)
    throw new NodeFailure(`There is no level "${level}"; there are ${[...LEVELS.keys()].join(', ')}.`, {
      code: 'level_unknown',
    });
  const message = asText(parameter(parameters, 'message'));
  log(kept, message, { channel, level });
  return { outputs: { logged: true, message, level, channel } };
};
