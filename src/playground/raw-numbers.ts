// Numbers that a text spells with more digits than a run can hold. A run calculates with doubles (data-model: values); where
// the text that a number came from is at hand, the digits that were written can still be shown.

import type { StoredValues } from '../engine/ports';
import { isArray, isObject, type Json } from '../model/json';

/** By the number that a run holds: how it was written. Numbers that were written in several ways are left out. */
export type RawNumbers = ReadonlyMap<number, string>;

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Up to fifteen significant digits a double gives back what was written. */
const SAFE_DIGITS = 15;
/** Characters of text that are looked through. */
const TEXT_LIMIT = 200_000;

/** The numbers that lost digits, from every text among the values, as deep as it may be. */
export function rawNumbers(values: readonly (StoredValues | null)[]): RawNumbers {
  const found = new Map<number, string | null>();
  let left = TEXT_LIMIT;
  const look = (value: Json): void => {
    if (left <= 0) return;
    if (typeof value === 'string') {
      const text = value.slice(0, left);
      left -= text.length;
      for (const [written] of text.matchAll(NUMBER)) {
        if (written.length <= SAFE_DIGITS) continue;
        const held = Number(written);
        if (!Number.isFinite(held) || digitsOf(written) === digitsOf(String(held))) continue;
        const before = found.get(held);
        found.set(held, before === undefined || before === written ? written : null);
      }
    } else if (isArray(value)) for (const item of value) look(item);
    else if (isObject(value)) for (const item of Object.values(value)) look(item);
  };
  for (const stored of values) {
    for (const value of Object.values(stored ?? {})) look('inline' in value ? value.inline : value.preview);
  }
  const sure = new Map<number, string>();
  for (const [held, written] of found) if (written !== null) sure.set(held, written);
  return sure;
}

/** Sign, significant digits and the power of ten of the last of them, so that `1e3` and `1000.0` are the same. */
function digitsOf(written: string): string {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.replace(/^[+-]/, '').split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + digits.length - short.length;
  return short === '' ? '0' : `${mantissa.startsWith('-') ? '-' : ''}${short}e${power}`;
}
