// What JSON.parse does not tell: how deep a text goes, which keys it repeats, which numbers it cannot hold. A loop over
// the text with a stack of its own, so that no nesting can exhaust the call stack.
import type { Repair } from '../model/record';
import { judgeDecimal } from './decimal';
import { type Path, printPath } from './path';

export type JsonScan = {
  /** Offset of the bracket that opens one level too many. */
  readonly tooDeepAt: number | undefined;
  readonly notes: readonly Repair[];
  /** Numbers beyond the range of doubles, as they were written. */
  readonly overflows: readonly { readonly path: Path; readonly written: string }[];
};

/** Notes beyond this many say nothing new. */
const NOTE_LIMIT = 100;

type Frame = { readonly keys: Set<string> | undefined; step: string | number };

/** Scans a text that should be JSON. Text that is not is scanned as far as it makes sense; JSON.parse refuses it. */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const notes: Repair[] = [];
  const overflows: { path: Path; written: string }[] = [];
  const stack: Frame[] = [];
  let expectsKey = false;
  const path = (): Path => stack.map((frame) => frame.step);
  const note = (code: Repair['code'], message: string): void => {
    if (notes.length < NOTE_LIMIT) notes.push({ code, path: printPath(path()), message });
  };
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    const top = stack.at(-1);
    if (char === QUOTE) {
      const end = endOfString(text, i);
      if (expectsKey && top?.keys !== undefined) {
        const key = keyOf(text.slice(i, end + 1));
        top.step = key;
        if (top.keys.has(key))
          note('duplicate-key', `The key "${key.slice(0, 60)}" is written twice; the last value holds.`);
        top.keys.add(key);
        expectsKey = false;
      }
      i = end;
    } else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      if (stack.length >= maxDepth) return { tooDeepAt: i, notes, overflows };
      expectsKey = char === OPEN_OBJECT;
      stack.push(expectsKey ? { keys: new Set(), step: '' } : { keys: undefined, step: 0 });
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      stack.pop();
      expectsKey = false;
    } else if (char === COMMA) {
      if (top !== undefined && typeof top.step === 'number') top.step += 1;
      expectsKey = top?.keys !== undefined;
    } else if (char === MINUS || (char >= ZERO && char <= NINE)) {
      NUMBER.lastIndex = i;
      const written = NUMBER.exec(text)?.[0] ?? '-';
      const verdict = judgeDecimal(written);
      if (verdict === 'overflow') {
        if (overflows.length < NOTE_LIMIT) overflows.push({ path: path(), written });
        note('number', `${shorten(written)} is beyond the range of numbers here; kept as text.`);
      } else if (verdict === 'rounded')
        note(
          'number',
          `${shorten(written)} has more digits than numbers here hold; read as ${Number(written)}.`,
        );
      i += written.length - 1;
    }
  }
  return { tooDeepAt: undefined, notes, overflows };
}

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const ZERO = 48;
const NINE = 57;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const NUMBER = /-?\d[\d.eE+-]*/y;

/** Offset of the closing quote; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

function keyOf(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return String(JSON.parse(literal));
  } catch {
    return literal.slice(1, -1);
  }
}

function shorten(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
