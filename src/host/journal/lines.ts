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
 * cut off: a bad line with a good one behind it is damage, and nothing is read past it. So is a bad last line that does
 * not look cut off: it may have been acknowledged, and dropping it would be a loss that nobody hears of.
 */
export function decodeLines(bytes: Buffer): Result<Lines, string> {
  const batches: (readonly Json[])[] = [];
  let whole = 0;
  while (whole < bytes.length) {
    const end = bytes.indexOf(10, whole);
    const batch = end < 0 ? undefined : decodeLine(bytes.toString('utf8', whole, end));
    if (batch === undefined) {
      if (!/^[0-9a-f]{0,16} ?$/.test(bytes.toString('latin1', whole, whole + DIGEST + 1)) && whole === 0)
        return fail('The file is no journal of this program.');
      return isCutOff(bytes.subarray(whole))
        ? ok({ batches, whole })
        : fail(
            `The journal is damaged at byte ${whole}, by the disk or by another program. Restore it from a backup; or, to go on with what was stored before, keep a copy and cut the file off at that byte.`,
          );
    }
    batches.push(batch);
    whole = end + 1;
  }
  return ok({ batches, whole });
}

/** A sector of a disk, the least that a machine which stops can leave unwritten behind a length that it has written. */
const SECTOR = 512;

/**
 * True for what a process or a machine leaves that stopped in the middle of the last line: the line does not reach its
 * end, or it has a hole of zeros, which JSON never holds.
 */
function isCutOff(rest: Buffer): boolean {
  if (rest.includes(10)) return rest.includes(Buffer.alloc(SECTOR)) && !hasWholeLine(rest);
  // A line with all of its text and another byte in place of the break was not cut off.
  return decodeLine(rest.toString('utf8', 0, rest.length - 1)) === undefined;
}

/** Behind its first line, which is broken. */
function hasWholeLine(rest: Buffer): boolean {
  for (let at = rest.indexOf(10) + 1; at > 0; ) {
    const end = rest.indexOf(10, at);
    if (end >= 0 && decodeLine(rest.toString('utf8', at, end)) !== undefined) return true;
    at = end + 1;
  }
  return false;
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
