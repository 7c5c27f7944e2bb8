// Evaluates a parsed expression over the variables of its context. It reads own members of JSON values and nothing else:
// no prototype, no global, no method can be reached.
import { isArray, isObject, type Json, sameJson } from '../model/json';
import type { Meter } from './bounds';
import { delimitedMatch } from './delimited-pattern';
import type { LanguageNode } from './language-parser';
import {
  isMember,
  isTruthy,
  kindOf,
  LanguageError,
  looselyEqual,
  order,
  toNumber,
  toText,
} from './language-values';

type Variables = { readonly [name: string]: Json };
/** A member access that was cut short by `?.`: the rest of its chain is null too. */
const CUT = Symbol('cut');
/** `..` makes no longer list than this. */
const LONGEST_RANGE = 1_000_000;

/** The value of a node, its work counted on `meter`. Throws {@link LanguageError} with a sentence (LANG-6). */
export function evaluateLanguage(node: LanguageNode, variables: Variables, meter: Meter): Json {
  const value = evaluate(node, variables, false, meter);
  return value === CUT ? null : value;
}

function evaluate(
  node: LanguageNode,
  variables: Variables,
  lenient: boolean,
  meter: Meter,
): Json | typeof CUT {
  meter.step();
  const of = (child: LanguageNode): Json => evaluateLanguage(child, variables, meter);
  switch (node.kind) {
    case 'constant':
      return node.value;
    case 'name':
      return variable(node, variables, lenient);
    case 'list':
      return node.items.map(of);
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [toText(of(key), 'a key'), of(value)]));
    case 'unary':
      return unary(node.operator, of(node.operand));
    case 'binary':
      return binary(node.operator, of(node.left), () => of(node.right), meter);
    case 'condition':
      return condition(node, of);
    case 'fallback': {
      const left = evaluate(node.left, variables, true, meter);
      return left === CUT || left === null ? of(node.right) : left;
    }
    case 'member':
      return member(node, variables, lenient, meter);
    case 'method':
      throw new LanguageError(`"${node.name}()" cannot be called: values have members, no methods.`);
    case 'call':
      return extreme(node.name, node.arguments.map(of));
  }
}

function variable(node: LanguageNode & { kind: 'name' }, variables: Variables, lenient: boolean): Json {
  const value = Object.hasOwn(variables, node.name) ? variables[node.name] : undefined;
  if (value !== undefined) return value;
  if (lenient) return null;
  const names = Object.keys(variables);
  const known =
    names.length === 0 ? 'the context is empty' : `the context has ${names.slice(0, 12).join(', ')}`;
  throw new LanguageError(`The variable "${node.name}" (at position ${node.at}) does not exist: ${known}.`);
}

function condition(node: LanguageNode & { kind: 'condition' }, of: (child: LanguageNode) => Json): Json {
  const test = of(node.test);
  if (!isTruthy(test)) return of(node.no);
  return node.yes === undefined ? test : of(node.yes);
}

function member(
  node: LanguageNode & { kind: 'member' },
  variables: Variables,
  lenient: boolean,
  meter: Meter,
): Json | typeof CUT {
  const target = evaluate(node.target, variables, lenient, meter);
  if (target === CUT) return CUT;
  if (target === null && node.nullSafe) return CUT;
  if (target === null && lenient) return null;
  const key = evaluateLanguage(node.key, variables, meter);
  if (isArray(target) && node.style === 'bracket') return item(target, key);
  if (isObject(target)) {
    const name = toText(key, 'a key');
    return (Object.hasOwn(target, name) ? target[name] : null) ?? null;
  }
  throw new LanguageError(`"${String(key)}" cannot be read from ${kindOf(target)}.`);
}

function item(list: readonly Json[], key: Json): Json {
  const index = toNumber(key, 'an index');
  return Number.isInteger(index) ? (list[index] ?? null) : null;
}

function unary(operator: string, value: Json): Json {
  if (operator === 'not' || operator === '!') return !isTruthy(value);
  const number = finite(toNumber(value, operator));
  if (operator === '-') return number === 0 ? 0 : -number;
  return operator === '~' ? integer(~BigInt(Math.trunc(number))) : number;
}

function binary(operator: string, left: Json, right: () => Json, meter: Meter): Json {
  switch (operator) {
    case 'or':
    case '||':
      return isTruthy(left) || isTruthy(right());
    case 'and':
    case '&&':
      return isTruthy(left) && isTruthy(right());
    case 'xor':
      return isTruthy(left) !== isTruthy(right());
    default:
      return operated(operator, left, right(), meter);
  }
}

function operated(operator: string, left: Json, right: Json, meter: Meter): Json {
  // Comparing costs the size of what is compared, at most that of the smaller side.
  if (typeof left === 'object' && typeof right === 'object')
    meter.step(8 * Math.min(sizeOf(left), sizeOf(right)));
  else if (isArray(right)) meter.step(2 * right.length);
  if (operator === '~') meter.text(toText(left, operator).length + toText(right, operator).length);
  return (
    compared(operator, left, right) ??
    texts(operator, left, right) ??
    arithmetic(operator, left, right, meter)
  );
}

/** How many values a value holds, itself counted. */
function sizeOf(value: Json): number {
  if (isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item), 1);
  return isObject(value) ? Object.values(value).reduce<number>((sum, item) => sum + sizeOf(item), 1) : 1;
}

function compared(operator: string, left: Json, right: Json): Json | undefined {
  switch (operator) {
    case '==':
      return looselyEqual(left, right);
    case '!=':
      return !looselyEqual(left, right);
    case '===':
      return sameJson(left, right);
    case '!==':
      return !sameJson(left, right);
    case '<':
      return order(left, right) < 0;
    case '>':
      return order(left, right) > 0;
    case '<=':
      return order(left, right) <= 0;
    case '>=':
      return order(left, right) >= 0;
    case 'in':
      return isMember(left, right);
    case 'not in':
      return !isMember(left, right);
    default:
      return undefined;
  }
}

function texts(operator: string, left: Json, right: Json): Json | undefined {
  switch (operator) {
    case '~':
      return toText(left, operator) + toText(right, operator);
    case 'contains':
      return toText(left, operator).includes(toText(right, operator));
    case 'starts with':
      return toText(left, operator).startsWith(toText(right, operator));
    case 'ends with':
      return toText(left, operator).endsWith(toText(right, operator));
    case 'matches':
      return delimitedMatch(toText(right, operator), toText(left, operator));
    default:
      return undefined;
  }
}

function arithmetic(operator: string, left: Json, right: Json, meter: Meter): Json {
  const a = toNumber(left, operator);
  const b = toNumber(right, operator);
  switch (operator) {
    case '+':
      return finite(a + b);
    case '-':
      return finite(a - b);
    case '*':
      return finite(a * b);
    case '/':
      return finite(a / nonZero(b));
    case '%':
      return Math.trunc(a) % nonZero(Math.trunc(b)) || 0;
    case '**':
      return finite(a ** b);
    case '..':
      return range(a, b, meter);
    default:
      return bits(operator, BigInt(Math.trunc(a)), BigInt(Math.trunc(b)));
  }
}

function bits(operator: string, a: bigint, b: bigint): number {
  switch (operator) {
    case '&':
      return integer(a & b);
    case '|':
      return integer(a | b);
    case '^':
      return integer(a ^ b);
    case '<<':
    case '>>': {
      if (b < 0n || b > 63n) throw new LanguageError(`"${operator}" shifts by 0 to 63 places, not by ${b}.`);
      return integer(operator === '<<' ? a << b : a >> b);
    }
    default:
      throw new LanguageError(`"${operator}" is no operator.`);
  }
}

function integer(value: bigint): number {
  return Number(BigInt.asIntN(64, value));
}

function nonZero(divisor: number): number {
  if (divisor === 0) throw new LanguageError('Division by zero.');
  return divisor;
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new LanguageError('The result is no finite number.');
  return value;
}

function range(from: number, to: number, meter: Meter): Json {
  const first = Math.trunc(from);
  const length = Math.abs(Math.trunc(to) - first) + 1;
  if (length > LONGEST_RANGE) throw new LanguageError(`A range of ${length} numbers is too long.`);
  meter.step(length);
  const direction = to >= from ? 1 : -1;
  return Array.from({ length }, (_, i) => first + direction * i);
}

function extreme(name: 'min' | 'max', given: readonly Json[]): Json {
  const [first] = given;
  const values = given.length === 1 && isArray(first) ? first : given;
  const [start, ...rest] = values;
  if (start === undefined) throw new LanguageError(`"${name}" needs at least one value.`);
  const wanted = name === 'min' ? -1 : 1;
  return rest.reduce((best, value) => (Math.sign(order(value, best)) === wanted ? value : best), start);
}
