import { codePoints } from './schema-check';

/** How many characters an id may have, as Unicode counts them. */
export const MAX_ID = 255;

/**
 * True for an id that can stand in an address: an address cannot say a lone surrogate, and dots alone are steps in a path.
 */
export function isAddressable(id: string): boolean {
  return !/^\.{0,2}$|\p{Surrogate}/u.test(id) && codePoints(id) <= MAX_ID;
}
