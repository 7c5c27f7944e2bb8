// R6.d to R6.i, CFG-10 to CFG-12: one interpreting check of a value against a JSON Schema. No code is generated, so it
// runs where the page forbids that; no keyword costs more than a walk over the value.
import { canonicalJson } from './canonical-json';
import { hasFormat } from './format-check';
import { isArray, isObject, type Json, type JsonObject, own } from './json';
import { compilePattern } from './pattern';

/** The first constraint that a value breaks. */
export type Violation = {
  /** The failed keyword of the schema, e.g. `type`, `enum`, `minimum`. */
  readonly keyword: string;
  /** Where inside the value: keys and positions from the outside in; empty for the value itself. */
  readonly path: readonly (string | number)[];
  /** What the keyword asks for, as the schema states it (for `required`: the missing key). */
  readonly expected: Json;
  /** What was there: the type for `type`, the length for a length or count, else the value (long text shortened). */
  readonly actual: Json;
};

/**
 * `save`: the keywords of R6, in its order, on the value alone. `run`: `type`, then `enum`, then every other supported
 * keyword in the schema's own order, inside lists and objects too (CFG-10).
 */
export type CheckMode = 'save' | 'run';

/**
 * Checks a value; `undefined` where nothing is wrong. Stops at the first violation. Nothing is checked on a null value
 * (R6.i, CFG-10), unknown type names and formats pass (R6.d, CFG-11, CFG-12), and a keyword whose own value makes no
 * sense (a bound that is no number, a pattern that does not compile) constrains nothing (R6.h).
 */
export function checkValue(value: Json, schema: JsonObject, mode: CheckMode): Violation | undefined {
  if (value === null) return undefined;
  return mode === 'save' ? checkShallow(value, schema) : checkDeep(value, schema, []);
}

/** CFG-11: `integer` for a number without a fraction, else the JSON Schema word for the value. */
export function typeName(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** Characters as Unicode counts them: code points (R6.g). */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

type Failure = { readonly expected: Json; readonly actual: Json };
type Keyword = (value: Json, wanted: Json, schema: JsonObject) => Failure | undefined;

const SAVE_KEYWORDS = ['type', 'enum', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern'] as const;

function checkShallow(value: Json, schema: JsonObject): Violation | undefined {
  for (const keyword of SAVE_KEYWORDS) {
    const violation = checkKeyword(keyword, value, schema, []);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

/** Deeper than any document that a door lets in (STORE-1); what lies below is not looked at. */
const MAX_DEPTH = 200;

function checkDeep(
  value: Json,
  schema: JsonObject,
  path: readonly (string | number)[],
): Violation | undefined {
  if (path.length > MAX_DEPTH) return undefined;
  const first = checkKeyword('type', value, schema, path) ?? checkKeyword('enum', value, schema, path);
  if (first !== undefined) return first;
  for (const keyword of Object.keys(schema)) {
    if (keyword === 'type' || keyword === 'enum') continue;
    const violation =
      keyword === 'items'
        ? checkItems(value, schema, path)
        : keyword === 'properties'
          ? checkProperties(value, schema, path)
          : checkKeyword(keyword, value, schema, path);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkItems(
  value: Json,
  schema: JsonObject,
  path: readonly (string | number)[],
): Violation | undefined {
  const item = own(schema, 'items');
  if (!isArray(value) || !isObject(item)) return undefined;
  for (const [index, member] of value.entries()) {
    const violation = checkDeep(member, item, [...path, index]);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkProperties(
  value: Json,
  schema: JsonObject,
  path: readonly (string | number)[],
): Violation | undefined {
  const properties = own(schema, 'properties');
  if (!isObject(value) || !isObject(properties)) return undefined;
  for (const key of Object.keys(properties)) {
    const property = own(properties, key);
    const member = own(value, key);
    if (member === undefined || !isObject(property)) continue;
    const violation = checkDeep(member, property, [...path, key]);
    if (violation !== undefined) return violation;
  }
  return undefined;
}

function checkKeyword(
  keyword: string,
  value: Json,
  schema: JsonObject,
  path: readonly (string | number)[],
): Violation | undefined {
  const wanted = own(schema, keyword);
  if (wanted === undefined || !Object.hasOwn(KEYWORDS, keyword)) return undefined;
  const failure = KEYWORDS[keyword]?.(value, wanted, schema);
  return failure === undefined ? undefined : { keyword, path, ...failure };
}

const KEYWORDS: { readonly [keyword: string]: Keyword } = {
  type: (value, wanted) =>
    isArray(wanted)
      ? wanted.length === 0 || wanted.some((name) => hasType(value, name))
        ? undefined
        : { expected: wanted, actual: typeName(value) }
      : hasType(value, wanted)
        ? undefined
        : { expected: wanted, actual: typeName(value) },
  enum: (value, wanted) =>
    !isArray(wanted) || isOneOf(value, wanted) ? undefined : { expected: wanted, actual: brief(value) },
  const: (value, wanted) => (equal(value, wanted) ? undefined : { expected: wanted, actual: brief(value) }),
  minimum: bound((value, limit) => value >= limit),
  maximum: bound((value, limit) => value <= limit),
  exclusiveMinimum: bound((value, limit) => value > limit),
  exclusiveMaximum: bound((value, limit) => value < limit),
  multipleOf: bound((value, step) => step <= 0 || isMultiple(value, step)),
  minLength: size(textLength, (length, limit) => length >= limit),
  maxLength: size(textLength, (length, limit) => length <= limit),
  minItems: size(listLength, (length, limit) => length >= limit),
  maxItems: size(listLength, (length, limit) => length <= limit),
  pattern: (value, wanted) => {
    if (typeof value !== 'string' || typeof wanted !== 'string') return undefined;
    return compilePattern(wanted)?.test(value) === false
      ? { expected: wanted, actual: brief(value) }
      : undefined;
  },
  format: (value, wanted) =>
    typeof value !== 'string' || typeof wanted !== 'string' || hasFormat(value, wanted)
      ? undefined
      : { expected: wanted, actual: brief(value) },
  uniqueItems: (value, wanted) => {
    if (wanted !== true || !isArray(value)) return undefined;
    const seen = new Set<string>();
    for (const member of value) {
      const text = canonicalJson(member);
      if (seen.has(text)) return { expected: true, actual: brief(member) };
      seen.add(text);
    }
    return undefined;
  },
  required: (value, wanted) => {
    if (!isObject(value) || !isArray(wanted)) return undefined;
    const missing = wanted.find((key) => typeof key === 'string' && !Object.hasOwn(value, key));
    return missing === undefined ? undefined : { expected: missing, actual: Object.keys(value).slice(0, 20) };
  },
};

/** CFG-11: exact, never coerced; an unknown type name passes. */
function hasType(value: Json, name: Json): boolean {
  switch (name) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === name;
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    case 'array':
      return isArray(value);
    case 'object':
      return isObject(value);
    default:
      return true;
  }
}

/** R6.f: bounds judge JSON numbers only. */
function bound(holds: (value: number, limit: number) => boolean): Keyword {
  return (value, wanted) =>
    typeof value !== 'number' || typeof wanted !== 'number' || holds(value, wanted)
      ? undefined
      : { expected: wanted, actual: value };
}

function size(
  measure: (value: Json) => number | undefined,
  holds: (length: number, limit: number) => boolean,
): Keyword {
  return (value, wanted) => {
    if (typeof wanted !== 'number') return undefined;
    const length = measure(value);
    return length === undefined || holds(length, wanted) ? undefined : { expected: wanted, actual: length };
  };
}

function textLength(value: Json): number | undefined {
  return typeof value === 'string' ? codePoints(value) : undefined;
}

function listLength(value: Json): number | undefined {
  return isArray(value) ? value.length : undefined;
}

/** Doubles cannot hold most fractions: 0.3 is a multiple of 0.1 although 0.3 / 0.1 is a hair below 3. */
function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return !Number.isFinite(times) || Math.abs(times - Math.round(times)) <= Math.abs(times) * 2 ** -50;
}

/** R6.e: exact, no coercion. */
function isOneOf(value: Json, allowed: readonly Json[]): boolean {
  if (typeof value !== 'object' || value === null) return allowed.includes(value);
  const text = canonicalJson(value);
  return allowed.some((item) => typeof item === 'object' && item !== null && canonicalJson(item) === text);
}

function equal(a: Json, b: Json): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && canonicalJson(a) === canonicalJson(b));
}

const BRIEF = 80;

/** A value short enough for a message: long text is cut, a list or an object is given by its type. */
function brief(value: Json): Json {
  if (typeof value === 'string') return value.length > BRIEF ? `${value.slice(0, BRIEF)}…` : value;
  return typeof value === 'object' && value !== null ? typeName(value) : value;
}
