import { isArray, isObject, type Json } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Repair } from '../model/record';
import { findJsonFault } from './json-fault';
import { scanJson } from './json-scan';
import type { Limits } from './limits';
import { lineAndColumn, type Path } from './path';

export type ParsedText = { readonly value: Json; readonly notes: readonly Repair[] };

/**
 * Parses JSON. Repeated keys and lost digits are reported; a number beyond the range of doubles becomes the text that was
 * written. Refused with line and column: bad syntax, and nesting beyond `limits.depth`.
 */
export function parseJson(text: string, limits: Limits): Result<ParsedText, readonly Problem[]> {
  const scan = scanJson(text, limits.depth);
  if (scan.tooDeepAt !== undefined) {
    const where = lineAndColumn(text, scan.tooDeepAt);
    return fail([{ path: '', message: `Nested more than ${limits.depth} levels deep, from ${where} on.` }]);
  }
  let value: Json;
  try {
    value = JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const where = lineAndColumn(text, fault.offset);
    return fail([
      {
        path: '',
        message: `Not JSON: expected ${fault.expected} at ${where}, found ${found(text, fault.offset)}.`,
      },
    ]);
  }
  for (const overflow of scan.overflows) value = replaceAt(value, overflow.path, overflow.written);
  return ok({ value, notes: scan.notes });
}

function found(text: string, offset: number): string {
  return offset >= text.length ? 'the end of the file' : JSON.stringify(text.slice(offset, offset + 12));
}

/** A copy of `value` with `text` at `path`. Only what lies on the path is copied. */
function replaceAt(value: Json, path: Path, text: string): Json {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (isArray(value)) return value.map((item, i) => (i === step ? replaceAt(item, rest, text) : item));
  if (!isObject(value)) return value;
  // Of a repeated key only the last value is left, so a step may lead nowhere or to a number that was no overflow.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === step && mayHold(item, rest) ? replaceAt(item, rest, text) : item,
    ]),
  );
}

function mayHold(item: Json, rest: Path): boolean {
  return rest.length > 0 || (typeof item === 'number' && !Number.isFinite(item));
}
