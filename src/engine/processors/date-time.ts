import { formatPhpDate, PhpDate } from '../../expression/php-date';
import { parsePhpDate } from '../../expression/php-date-text';
import { knownZone } from '../../expression/time-zone';
import { type Execute, NodeFailure } from './types';
import { textParameter } from './values';

const OPERATIONS = ['current', 'timestamp', 'iso', 'unix', 'custom'];

/** `date_time`: now or a given time, in a form and a zone. All outputs are filled; `datetime` follows the operation. */
export const dateTime: Execute = (parameters, { now }) => {
  const operation = textParameter(parameters, 'operation', 'current');
  const format = textParameter(parameters, 'format', 'Y-m-d H:i:s') || 'Y-m-d H:i:s';
  const name = textParameter(parameters, 'timezone', 'UTC') || 'UTC';
  if (!OPERATIONS.includes(operation))
    throw failure(`There is no operation "${operation}"; there are ${OPERATIONS.join(', ')}.`);
  const timezone = knownZone(name);
  if (timezone === undefined)
    throw failure(`There is no time zone "${name}": write it as in "Europe/Paris", "UTC" or "+02:00".`);
  const present = new PhpDate(now(), timezone);
  const given = operation === 'current' ? '' : textParameter(parameters, 'datetime').trim();
  const read = given === '' ? present : moment(given, operation, present);
  if (read === undefined)
    throw failure(
      operation === 'unix'
        ? `"${shortened(given)}" is no Unix time: it is a number of seconds, as in 1714953600.`
        : `"${shortened(given)}" cannot be read as a time: write it as in "2024-05-06 10:00", "2024-05-06T10:00:00Z" or "@1714953600".`,
    );
  const date = new PhpDate(read.milliseconds, timezone);
  const iso = formatPhpDate(date, 'c');
  const timestamp = Math.floor(date.milliseconds / 1000);
  const datetime =
    operation === 'timestamp' ? String(timestamp) : operation === 'iso' ? iso : formatPhpDate(date, format);
  return { outputs: { datetime, timestamp, format, timezone, operation, iso } };
};

/** Digits alone are seconds since 1970; a text without a zone is in the node's. */
function moment(text: string, operation: string, base: PhpDate): PhpDate | undefined {
  if (/^-?\d{1,13}(?:\.\d+)?$/.test(text)) return new PhpDate(Math.trunc(Number(text) * 1000), base.zone);
  return operation === 'unix' ? undefined : parsePhpDate(text, base);
}

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'date_time_invalid' });
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
