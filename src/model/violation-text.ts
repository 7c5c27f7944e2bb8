import { isArray, type Json } from './json';
import type { Violation } from './schema-check';

/** One English sentence for a violation; `subject` names the value, e.g. `Parameter "timeout"`. */
export function describeViolation(violation: Violation, subject: string): string {
  const place = violation.path.length === 0 ? subject : `${subject} (at ${pathText(violation.path)})`;
  return `${place} ${sentence(violation)} (${violation.keyword}).`;
}

/** A path as text, e.g. `items[2].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`))
    .join('');
}

function sentence({ keyword, expected, actual }: Violation): string {
  const asked = listText(expected);
  const given = typeof actual === 'string' ? `"${actual}"` : JSON.stringify(actual);
  switch (keyword) {
    case 'type':
      return `must be of type ${asked}, but is of type ${String(actual)}`;
    case 'enum':
      return `must be one of ${asked}, but is ${given}`;
    case 'const':
      return `must be ${JSON.stringify(expected)}, but is ${given}`;
    case 'minimum':
      return `must be at least ${asked}, but is ${given}`;
    case 'maximum':
      return `must be at most ${asked}, but is ${given}`;
    case 'exclusiveMinimum':
      return `must be more than ${asked}, but is ${given}`;
    case 'exclusiveMaximum':
      return `must be less than ${asked}, but is ${given}`;
    case 'multipleOf':
      return `must be a multiple of ${asked}, but is ${given}`;
    case 'minLength':
      return `must have at least ${asked} characters, but has ${given}`;
    case 'maxLength':
      return `must have at most ${asked} characters, but has ${given}`;
    case 'minItems':
      return `must have at least ${asked} items, but has ${given}`;
    case 'maxItems':
      return `must have at most ${asked} items, but has ${given}`;
    case 'pattern':
      return `must match the pattern ${asked}, but is ${given}`;
    case 'format':
      return `must be in the format ${asked}, but is ${given}`;
    case 'uniqueItems':
      return `must not repeat an item, but repeats ${given}`;
    case 'required':
      return `must have the key "${asked}"`;
    default:
      return `breaks ${keyword}`;
  }
}

function listText(expected: Json): string {
  if (!isArray(expected)) return typeof expected === 'string' ? expected : JSON.stringify(expected);
  const shown = expected
    .slice(0, 12)
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
    .join(', ');
  return expected.length > 12 ? `${shown}, and ${expected.length - 12} more` : shown;
}
