// Numbers of templates: what counts as one, and lists of them. Failures are plain sentences.
import { isAMarkup } from 'twing/light';
import { TwigMap } from './twig-values';

/** `..` and `range()` make no longer list than this. */
const LONGEST_RANGE = 1_000_000;

/** A value of a template as a number. Throws a sentence where it is none. */
export function twigNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined || value === false) return 0;
  if (value === true) return 1;
  const text = isAMarkup(value) ? value.toString() : value;
  if (typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  throw new Error(`A number is needed, not ${typeof text === 'string' ? `"${text}"` : 'a list or map'}.`);
}

/** From `low` to `high`, both included, up or down; letters make a list of letters. Throws a sentence. */
export function twigRange(low: unknown, high: unknown, step: unknown): TwigMap {
  const stride = Math.abs(Math.trunc(twigNumber(step)));
  if (stride === 0) throw new Error('The step of a range is a whole number other than 0.');
  if (isLetter(low) && isLetter(high))
    return numbers(low.charCodeAt(0), high.charCodeAt(0), stride, String.fromCharCode);
  return numbers(Math.trunc(twigNumber(low)), Math.trunc(twigNumber(high)), stride, (value) => value);
}

function isLetter(value: unknown): value is string {
  return typeof value === 'string' && value.length === 1 && !/\d/.test(value);
}

function numbers(from: number, to: number, stride: number, make: (value: number) => unknown): TwigMap {
  const length = Math.floor(Math.abs(to - from) / stride) + 1;
  if (length > LONGEST_RANGE) throw new Error(`A range of ${length} numbers is too long.`);
  const step = to >= from ? stride : -stride;
  return new TwigMap(
    Array.from({ length }, (_, index): [number, unknown] => [index, make(from + step * index)]),
    false,
  );
}
