import type { Ids } from '../ports';

/**
 * Ids that are the same in every run: in the form of a version 4 UUID, the seed, then a count from 1. Two seeds never give
 * one id, so each worker of a simulation takes its own.
 *
 * @param seed a whole number from 0 to 4294967295.
 */
export function seededIds(seed = 1): Ids {
  let count = 0;
  return {
    uuid() {
      count += 1;
      return `${hex(seed, 8)}-0000-4000-8000-${hex(count, 12)}`;
    },
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
