// R6.h, CFG-10 `pattern`: ECMAScript with the `u` flag, a search, in time that no pattern and no text can blow up.
import { RE2JS } from 're2js';
import { type PatternReading, readPattern } from './pattern-syntax';

/** A compiled pattern. */
export type Pattern = {
  /** True where `text` holds a match, and where it is longer than {@link limit} and so was not tried. */
  test(text: string): boolean;
  /** UTF-16 units of the longest text that is judged; `Infinity` for every pattern that runs in linear time. */
  readonly limit: number;
};

/**
 * Compiles an ECMAScript pattern (`u` is always on; flags `i`, `m`, `s` count, the others change no test). `undefined`:
 * the pattern is broken, and constrains nothing (R6.h). Memoised.
 *
 * A pattern whose cost grows with the text at most linearly runs as it is. Any other runs on a linear-time engine, where
 * that engine can say the same. What is left (look-around, back-references, with loops) backtracks, so it is tried only
 * on texts short enough for a fixed number of steps; one that could take exponentially many counts as broken.
 */
export function compilePattern(source: string, flags = ''): Pattern | undefined {
  const key = `${flags}/${source}`;
  if (!memo.has(key)) {
    if (memo.size >= MEMO_SIZE) memo.clear();
    memo.set(key, build(source, flags.replaceAll(/[dguy]/g, '')));
  }
  return memo.get(key);
}

const memo = new Map<string, Pattern | undefined>();
const MEMO_SIZE = 1000;
/** Longer sources, and ones that need more steps when written out, count as broken. */
const MAX_SIZE = 20_000;
/** Attempts that a backtracking matcher may make on one text. */
const BUDGET = 5_000_000;
/** A bound below this is no use to anybody: the pattern counts as broken. */
const LEAST_LIMIT = 32;

function build(source: string, flags: string): Pattern | undefined {
  if (source.length > MAX_SIZE) return undefined;
  const native = nativeRegExp(source, flags);
  if (native === undefined) return undefined;
  const reading = readPattern(source, flags);
  if (reading.cost.size > MAX_SIZE) return undefined;
  if (exponent(reading) <= 1 && reading.cost.factor <= 64 && !reading.cost.explosive)
    return bounded(native, Infinity);
  return linear(reading.re2, flags) ?? backtracking(native, reading);
}

function nativeRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return undefined;
  }
}

function linear(source: string | undefined, flags: string): Pattern | undefined {
  if (source === undefined) return undefined;
  try {
    const engine = RE2JS.compile(source, flags.includes('i') ? RE2JS.CASE_INSENSITIVE : 0);
    return { test: (text) => engine.test(text), limit: Infinity };
  } catch {
    // RE2 refuses more than a thousand repetitions.
    return undefined;
  }
}

function backtracking(native: RegExp, reading: PatternReading): Pattern | undefined {
  if (reading.cost.explosive) return undefined;
  const limit = Math.floor((BUDGET / reading.cost.factor) ** (1 / Math.max(exponent(reading), 1)));
  return limit < LEAST_LIMIT ? undefined : bounded(native, limit);
}

/** The power of the text's length that the attempts grow with: every loop, and the places where a search can begin. */
function exponent(reading: PatternReading): number {
  return reading.cost.loops + (reading.anchored ? 0 : 1);
}

function bounded(native: RegExp, limit: number): Pattern {
  return {
    limit,
    test: (text) => {
      if (text.length > limit) return true;
      try {
        return native.test(text);
      } catch {
        // The matcher found the pattern too large only when it ran.
        return true;
      }
    },
  };
}
