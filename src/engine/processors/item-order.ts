// How items compare where a node sorts or tests them.
import { type Json, sameJson } from '../../model/json';
import { asText } from './values';

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

/** A number, or text that spells one; `undefined` for anything else. */
export function numberOf(value: Json): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

/** Below zero where `a` comes first: numbers by size, before texts by code points; null comes first of all. */
export function order(a: Json, b: Json): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== undefined && right !== undefined) return left - right;
  if (left !== undefined || right !== undefined) return left !== undefined ? -1 : 1;
  const [text, other] = [asText(a), asText(b)];
  return text === other ? 0 : text < other ? -1 : 1;
}

/** Equal as JSON, or as numbers where both are numeric: "5" equals 5. */
export function same(a: Json, b: Json): boolean {
  const [left, right] = [numberOf(a), numberOf(b)];
  return left !== undefined && right !== undefined ? left === right : sameJson(a, b);
}
