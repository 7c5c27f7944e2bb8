import type { Rounds } from './record';

/**
 * SG-19, BR-6 (test 2): is `source` from a round behind `consumer`? Only loops that both are in are compared, outermost
 * first; the first on which they differ decides. No shared loop: never behind.
 */
export function isBehind(source: Rounds, consumer: Rounds): boolean {
  for (const { loop, round } of source) {
    const other = consumer.find((entry) => entry.loop === loop);
    if (other === undefined || other.round === round) continue;
    return round < other.round;
  }
  return false;
}
