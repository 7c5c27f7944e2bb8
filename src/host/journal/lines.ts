// A journal as text: a line is a digest, a blank and the JSON of one batch. What a crash cut off is told from damage.
import { createHash } from 'node:crypto';
import { isArray, type Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';

const DIGEST = 16;

/** One line of a list of operations. JSON holds no line break, and lone surrogates are escaped. */
export function encodeLine(operations: readonly Json[]): Buffer {
  const json = JSON.stringify(operations);
  return Buffer.from(`${digestOf(json)} ${json}\n`);
}

export type Lines = {
  readonly batches: readonly (readonly Json[])[];
  /** Bytes of whole lines. What lies behind them was being written when the process or the machine stopped. */
  readonly whole: number;
};

/**
 * Reads a journal. Batches are written one after another, each on disk before the next begins, so only the last can be
 * cut off: a bad line with a good one behind it is damage, and nothing is read past it.
 */
export function decodeLines(bytes: Buffer): Result<Lines, string> {
  const batches: (readonly Json[])[] = [];
  let whole = 0;
  let bad: number | undefined;
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    if (end < 0) break;
    const batch = decodeLine(bytes.toString('utf8', at, end));
    if (batch === undefined) bad ??= at;
    else if (bad !== undefined)
      return fail(`The journal is damaged at byte ${bad}: there are whole lines behind a broken one.`);
    else {
      batches.push(batch);
      whole = end + 1;
    }
    at = end + 1;
  }
  return ok({ batches, whole });
}

function decodeLine(line: string): readonly Json[] | undefined {
  const json = line.slice(DIGEST + 1);
  if (line[DIGEST] !== ' ' || digestOf(json) !== line.slice(0, DIGEST)) return undefined;
  const value: Json = JSON.parse(json);
  return isArray(value) ? value : undefined;
}

function digestOf(json: string): string {
  return createHash('sha256').update(json).digest('hex').slice(0, DIGEST);
}
