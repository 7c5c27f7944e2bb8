// R6.h, CFG-10 `pattern`: ECMAScript with the `u` flag, a search, in time that no pattern and no text can blow up.
import { linearEngine, onLinearEngine } from './linear-engine';
import { type PatternReading, readPattern } from './pattern-syntax';

/** A compiled pattern. */
export type Pattern = {
  /** True where `text` holds a match, and where it is longer than {@link limit} and so was not tried. */
  test(text: string): boolean;
  /** UTF-16 units of the longest text that is judged; `Infinity` for every small pattern that runs in linear time. */
  readonly limit: number;
};

/**
 * Compiles an ECMAScript pattern (`u` is always on; flags `i`, `m`, `s` count, the others change no test). `undefined`:
 * the pattern is broken, and constrains nothing (R6.h). Memoised.
 *
 * A pattern whose cost grows with the text at most linearly runs as it is. Any other runs on a linear-time engine, where
 * that engine can say the same. Both still cost the size of the pattern for each character, so a large one is tried on
 * texts of a bounded length only. What is left (look-around, back-references, with loops) backtracks, so it is tried only
 * on texts short enough for a fixed number of steps; one that could take exponentially many counts as broken. Where the
 * linear-time engine is still on its way, a pattern that needs it takes every text; ask again after `onLinearEngine`.
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
onLinearEngine(() => memo.clear());
const MEMO_SIZE = 1000;
/** Longer sources, and ones that need more steps when written out, count as broken. */
const MAX_SIZE = 20_000;
/** Groups inside groups beyond this count as broken: reading them would exhaust the call stack. */
const MAX_NESTING = 200;
/** Attempts that a backtracking matcher may make on one text. */
const BUDGET = 5_000_000;
/** Steps that a matcher may take on one text whose time is the text's length times the pattern's size. */
const STEPS = 200_000_000;
/** So few steps a character that no text is too long. */
const SMALL = 64;
/** A bound below this is no use to anybody: the pattern counts as broken. */
const LEAST_LIMIT = 32;

function build(source: string, flags: string): Pattern | undefined {
  if (source.length > MAX_SIZE) return undefined;
  const native = nativeRegExp(source, flags);
  if (native === undefined || nesting(source) > MAX_NESTING) return undefined;
  const reading = readPattern(source, flags);
  if (reading.cost.size > MAX_SIZE) return undefined;
  const { steps, explosive } = reading.cost;
  if (exponent(reading) > 1 || explosive) return linear(reading, flags) ?? backtracking(native, reading);
  // Anchored and without loops, the time does not depend on the text.
  const limit = exponent(reading) < 1 && steps <= STEPS ? Infinity : longest(steps);
  if (limit === Infinity) return bounded(native, limit);
  return linear(reading, flags) ?? (limit < LEAST_LIMIT ? undefined : bounded(native, limit));
}

/** How deep groups lie inside groups, in a pattern that is known to be valid. */
function nesting(source: string): number {
  let depth = 0;
  let deepest = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at];
    if (character === '\\') at += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '(' && !inClass) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === ')' && !inClass) depth -= 1;
  }
  return deepest;
}

/** Longest text for a matcher that takes so many steps a character. */
function longest(steps: number): number {
  return steps <= SMALL ? Infinity : Math.floor(STEPS / steps);
}

function nativeRegExp(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return undefined;
  }
}

function linear({ re2, cost }: PatternReading, flags: string): Pattern | undefined {
  if (re2 === undefined) return undefined;
  const limit = longest(cost.size);
  const compile = linearEngine();
  if (compile === undefined) return { test: () => true, limit };
  try {
    const matches = compile(re2, flags.includes('i'));
    return { test: (text) => text.length > limit || matches(text), limit };
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
