// How values of a template compare: as PHP 8 compares them, with every comparison counted.
import { isAMarkup } from 'twing/light';
import type { Meter } from './bounds';
import { isNumeric } from './language-values';
import { PhpDate } from './php-date';
import { entriesOf, twigText, twigTruth } from './twig-values';

/** `==`. */
export function twigEqual(a: unknown, b: unknown, meter: Meter): boolean {
  return twigOrder(a, b, meter) === 0;
}

/** Below zero where `a` comes first, 0 where both are equal, above zero else; NaN for what has no order. */
export function twigOrder(a: unknown, b: unknown, meter: Meter): number {
  meter.step();
  const left = plain(a);
  const right = plain(b);
  if (typeof left === 'boolean' || typeof right === 'boolean' || left === null || right === null) {
    if (typeof left === 'string' || typeof right === 'string')
      if (left === null || right === null) return byText(left ?? '', right ?? '');
    return Number(twigTruth(left)) - Number(twigTruth(right));
  }
  if (left instanceof PhpDate && right instanceof PhpDate) return left.milliseconds - right.milliseconds;
  if (isScalar(left) && isScalar(right)) return scalars(left, right, meter);
  const here = entriesOf(left);
  const there = entriesOf(right);
  if (here === undefined || there === undefined) return left === right ? 0 : here === undefined ? -1 : 1;
  if (here.length !== there.length) return here.length - there.length;
  const others = new Map(there);
  for (const [key, value] of here) {
    if (!others.has(key)) return Number.NaN;
    const order = twigOrder(value, others.get(key), meter);
    if (order !== 0) return order;
  }
  return 0;
}

/** `is same as`: the same type and value; of lists and maps also the same order of keys. */
export function twigSame(a: unknown, b: unknown, meter: Meter): boolean {
  meter.step();
  const here = entriesOf(a);
  const there = entriesOf(b);
  if (here === undefined || there === undefined) return plain(a) === plain(b);
  return (
    here.length === there.length &&
    here.every(([key, value], index) => {
      const other = there[index];
      return other !== undefined && key === other[0] && twigSame(value, other[1], meter);
    })
  );
}

/** `in`: part of a text, or a value of a list or map. */
export function twigContains(needle: unknown, haystack: unknown, meter: Meter): boolean {
  const entries = entriesOf(haystack);
  if (entries !== undefined) return entries.some(([, value]) => twigEqual(needle, value, meter));
  const within = plain(haystack);
  const wanted = plain(needle);
  if (!isScalar(within) || !isScalar(wanted)) return false;
  const text = twigText(within);
  meter.step(text.length >> 6);
  return text.includes(twigText(wanted));
}

function plain(value: unknown): unknown {
  if (value === undefined) return null;
  return isAMarkup(value) ? value.toString() : value;
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function scalars(a: string | number, b: string | number, meter: Meter): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (isNumber(a) && isNumber(b)) return Number(a) - Number(b);
  meter.step(Math.min(String(a).length, String(b).length) >> 6);
  return byText(String(a), String(b));
}

function isNumber(value: string | number): boolean {
  return typeof value === 'number' || isNumeric(value);
}

function byText(a: unknown, b: unknown): number {
  const left = String(a);
  const right = String(b);
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
