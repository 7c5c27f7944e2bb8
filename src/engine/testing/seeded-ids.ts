import type { Ids } from '../ports';

/** Ids in the form of a version 4 UUID that are the same in every run of a test: the seed, then a count. */
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
