// Values as processors read them.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';

/** A value as text: null is empty, a boolean its name, a number in plain decimals, a list or map its JSON. */
export function asText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainDecimal(value);
  return typeof value === 'boolean' ? String(value) : JSON.stringify(value);
}

/** All the digits of a number and no exponent; what reads it back gets the same number. */
function plainDecimal(value: number): string {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e');
  const sign = value < 0 ? '-' : '';
  if (exponent === undefined) return sign + mantissa;
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

/** The text parameter of a name; `fallback` where it is null or no text. */
export function textParameter(parameters: JsonObject, name: string, fallback = ''): string {
  const value = own(parameters, name);
  return typeof value === 'string' ? value : fallback;
}

/** The number parameter of a name; `fallback` where it is null or no number. */
export function numberParameter(parameters: JsonObject, name: string, fallback: number): number {
  const value = own(parameters, name);
  return typeof value === 'number' ? value : fallback;
}

/** The value of a parameter, null where it is missing. */
export function parameter(parameters: JsonObject, name: string): Json {
  return own(parameters, name) ?? null;
}

/** The entries of a list that are objects. */
export function objectsOf(value: Json | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}
