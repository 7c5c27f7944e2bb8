// Where in the text of a file a value is written: findings speak of nodes and edges, people look at lines.
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Path } from '../../formats/path';

/** Both from 1; the column counts UTF-16 units, as editors and SARIF do. */
export type Position = { readonly line: number; readonly column: number };

/** Finds places in one text. */
export type Locator = {
  /** Where the value at a path begins, its key where it has one; of a path that leads nowhere, the last step that is there. */
  at(path: Path): Position;
  /** True where every step of the path is there. */
  has(path: Path): boolean;
};

type Found = { readonly offset: number; readonly steps: number };

/** Reads a text as JSON where it begins like JSON, else as YAML. `undefined` where it is neither. */
export function locatorOf(text: string): Locator | undefined {
  const find = /^\s*[[{]/.test(text) ? inJson(text) : inYaml(text);
  if (find === undefined) return undefined;
  const starts = lineStarts(text);
  return {
    at: (path) => positionOf(starts, find(path).offset),
    has: (path) => find(path).steps === path.length,
  };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

function positionOf(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** One of a list or an object: where it is named, and where its value begins. */
type Member = { readonly step: string | number; readonly shown: number; readonly value: number };

const BLANK = /\s*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const ATOM = /[^\s,:\]}]+/y;

/** A walk along the path. What lies beside it is passed over by counting brackets, so that no nesting is too deep. */
function inJson(text: string): (path: Path) => Found {
  const end = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return at + (pattern.exec(text)?.[0].length ?? 0);
  };
  const skipped = (at: number) => end(BLANK, at);
  const past = (at: number): number => {
    let depth = 0;
    let i = at;
    do {
      const char = text[i];
      if (char === undefined) return i;
      if (char === '"') i = Math.max(end(STRING, i), i + 1);
      else if (char === '{' || char === '[') {
        depth += 1;
        i += 1;
      } else if (char === '}' || char === ']') {
        depth -= 1;
        i += 1;
      } else if (depth === 0) return Math.max(end(ATOM, i), i + 1);
      else i += 1;
    } while (depth > 0);
    return i;
  };
  const known = new Map<number, readonly Member[]>();
  const membersAt = (at: number): readonly Member[] => {
    const members = known.get(at) ?? [...read(at)];
    known.set(at, members);
    return members;
  };
  const read = function* (at: number): Generator<Member> {
    const isObject = text[at] === '{';
    if (!isObject && text[at] !== '[') return;
    let i = skipped(at + 1);
    for (let index = 0; i < text.length && text[i] !== '}' && text[i] !== ']'; index += 1) {
      const shown = i;
      let step: string | number = index;
      if (isObject) {
        const after = end(STRING, i);
        if (after === i) return;
        step = keyOf(text.slice(i, after));
        i = skipped(after);
        if (text[i] !== ':') return;
        i = skipped(i + 1);
      }
      yield { step, shown, value: i };
      i = skipped(past(i));
      if (text[i] === ',') i = skipped(i + 1);
    }
  };
  return (path) => {
    let value = skipped(0);
    let offset = value;
    for (const [steps, step] of path.entries()) {
      // Of a key that is written twice the last one holds.
      const found = membersAt(value).findLast((member) => member.step === step);
      if (found === undefined) return { offset, steps };
      value = found.value;
      offset = found.shown;
    }
    return { offset, steps: path.length };
  };
}

function keyOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted.slice(1, -1);
  }
}

function inYaml(text: string): ((path: Path) => Found) | undefined {
  const document = parseDocument(text, {
    uniqueKeys: false,
    strict: false,
    logLevel: 'silent',
  });
  const root: unknown = document.contents;
  if (!isMap(root) && !isSeq(root)) return undefined;
  return (path) => {
    let node: unknown = root;
    let offset = root.range?.[0] ?? 0;
    for (const [steps, step] of path.entries()) {
      if (isMap(node)) {
        const pair = node.items.findLast(
          ({ key }) => isScalar(key) && String(key.source ?? key.value) === `${step}`,
        );
        if (pair === undefined) return { offset, steps };
        offset = (isScalar(pair.key) ? pair.key.range?.[0] : undefined) ?? offset;
        node = pair.value;
      } else if (isSeq(node) && typeof step === 'number' && step < node.items.length) {
        node = node.items[step];
        offset = (isMap(node) || isSeq(node) || isScalar(node) ? node.range?.[0] : undefined) ?? offset;
      } else return { offset, steps };
    }
    return { offset, steps: path.length };
  };
}
