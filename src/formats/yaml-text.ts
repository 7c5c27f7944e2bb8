// YAML 1.2, one document a file, read into JSON. The library's own conversion is not used: it compares every key of a map
// with every other, and follows aliases without a bound on what they expand to.
import {
  Composer,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  Parser,
  type YAMLMap,
} from 'yaml';
import type { Json } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import type { Repair } from '../model/record';
import { judgeDecimal } from './decimal';
import type { ParsedText } from './json-text';
import type { Limits } from './limits';
import { checkSize } from './limits';
import { lineAndColumn, type Path, printPath } from './path';

/** Parses YAML. Reports what {@link parseJson} reports, and tags, which are not read. Refuses alias bombs. */
export function parseYaml(text: string, limits: Limits): Result<ParsedText, readonly Problem[]> {
  const tooLarge = checkSize(text.length, limits.yamlBytes, 'The YAML text');
  if (tooLarge !== undefined) return fail([tooLarge]);
  try {
    return compose(text, limits);
  } catch (error) {
    if (error instanceof Refusal) return fail([{ path: printPath(error.path), message: error.message }]);
    // Nesting is bounded before anything recurses; what is left is a text that the library itself gives up on.
    return fail([{ path: '', message: 'Not YAML: the text cannot be read.' }]);
  }
}

class Refusal extends Error {
  constructor(
    message: string,
    readonly path: Path = [],
  ) {
    super(message);
  }
}

function compose(text: string, limits: Limits): Result<ParsedText, readonly Problem[]> {
  const tokens = [...new Parser().parse(text)];
  const deep = tokens.map((token) => tooDeepAt(token, limits.depth)).find((offset) => offset !== undefined);
  if (deep !== undefined) {
    return fail([
      {
        path: '',
        message: `Nested more than ${limits.depth} levels deep, from ${lineAndColumn(text, deep)} on.`,
      },
    ]);
  }
  const options = {
    uniqueKeys: false,
    prettyErrors: false,
    strict: false,
    logLevel: 'silent',
    keepSourceTokens: false,
  } as const;
  const documents = [...new Composer(options).compose(tokens, true, text.length)];
  const [document, second] = documents;
  if (second !== undefined)
    return fail([
      { path: '', message: `A file holds one YAML document; this one holds ${documents.length}.` },
    ]);
  const error = document?.errors[0];
  if (error !== undefined) {
    return fail([
      { path: '', message: `Not YAML: ${firstLine(error.message)} at ${lineAndColumn(text, error.pos[0])}.` },
    ]);
  }
  const converter = new Converter(limits.yamlValues);
  const value = converter.convert(document?.contents ?? null, []);
  const warnings = (document?.warnings ?? []).map(
    (warning): Repair => ({
      code: 'type',
      path: '',
      message: `${firstLine(warning.message)} at ${lineAndColumn(text, warning.pos[0])}.`,
    }),
  );
  return ok({ value, notes: [...warnings, ...converter.notes].slice(0, NOTE_LIMIT) });
}

const NOTE_LIMIT = 100;

/** Offset of the first collection that lies too deep. A loop: the tree is as deep as the text wants. */
function tooDeepAt(token: unknown, limit: number): number | undefined {
  const todo: { readonly token: unknown; readonly depth: number }[] = [{ token, depth: 0 }];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { token: current, depth } = next;
    if (typeof current !== 'object' || current === null) continue;
    if ('type' in current && current.type === 'document' && 'value' in current)
      todo.push({ token: current.value, depth });
    if (!('items' in current) || !Array.isArray(current.items)) continue;
    if (depth >= limit) return 'offset' in current && typeof current.offset === 'number' ? current.offset : 0;
    for (const item of current.items)
      todo.push({ token: item?.key, depth: depth + 1 }, { token: item?.value, depth: depth + 1 });
  }
  return undefined;
}

type Anchored = { readonly value: Json; readonly weight: number };

/** Turns the tree into JSON, counting values: an alias counts for all that it stands for. */
class Converter {
  readonly notes: Repair[] = [];
  readonly #anchors = new Map<string, Anchored | 'open'>();
  readonly #limit: number;
  #weight = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  convert(node: Node | ParsedNode | null | undefined, path: Path): Json {
    if (isAlias(node)) return this.#alias(node.source, path);
    const before = this.#weight;
    this.#weigh(1, path);
    const anchor =
      (isMap(node) || isSeq(node) || isScalar(node)) && node.anchor !== undefined ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, 'open');
    const value = this.#value(node, path);
    if (anchor !== undefined) this.#anchors.set(anchor, { value, weight: this.#weight - before });
    return value;
  }

  #value(node: Node | ParsedNode | null | undefined, path: Path): Json {
    if (isSeq(node)) return node.items.map((item, i) => this.convert(nodeOf(item), [...path, i]));
    if (isMap(node)) return this.#map(node, path);
    return isScalar(node) ? this.#scalar(node.value, node.source, path) : null;
  }

  #map(map: YAMLMap, path: Path): Json {
    const entries = new Map<string, Json>();
    for (const pair of map.items) {
      const key = this.#key(nodeOf(pair.key), path);
      const at = [...path, key];
      if (entries.has(key))
        this.#note('duplicate-key', at, 'This key is written twice; the last value holds.');
      entries.set(key, this.convert(nodeOf(pair.value), at));
    }
    return Object.fromEntries(entries);
  }

  #key(node: Node | null | undefined, path: Path): string {
    if (isScalar(node))
      return node.value === null ? (node.source ?? '') : (node.source ?? String(node.value));
    throw new Refusal('A key of a map has to be text here.', path);
  }

  #scalar(value: unknown, source: string | undefined, path: Path): Json {
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    if (typeof value !== 'number') return source ?? String(value);
    const written = source ?? String(value);
    if (!Number.isFinite(value)) {
      this.#note('number', path, `${written} is no finite number; kept as text.`);
      return written;
    }
    if (/^[-+]?[\d.]/.test(written) && !/^[-+]?0[xo]/.test(written) && judgeDecimal(written) === 'rounded') {
      this.#note(
        'number',
        path,
        `${written.slice(0, 40)} has more digits than numbers here hold; read as ${value}.`,
      );
    }
    return value;
  }

  #alias(name: string, path: Path): Json {
    const target = this.#anchors.get(name);
    if (target === undefined) throw new Refusal(`The alias *${name} names no anchor before it.`, path);
    if (target === 'open') throw new Refusal(`The alias *${name} lies inside what it stands for.`, path);
    this.#weigh(target.weight, path);
    return target.value;
  }

  #weigh(weight: number, path: Path): void {
    this.#weight += weight;
    if (this.#weight > this.#limit) {
      throw new Refusal(
        `The file holds more than ${this.#limit} values once its aliases are expanded.`,
        path,
      );
    }
  }

  #note(code: Repair['code'], path: Path, message: string): void {
    if (this.notes.length < NOTE_LIMIT) this.notes.push({ code, path: printPath(path), message });
  }
}

function nodeOf(value: unknown): Node | null {
  return isAlias(value) || isMap(value) || isSeq(value) || isScalar(value) ? value : null;
}

function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').slice(0, 160).replace(/[.:]$/, '');
}
