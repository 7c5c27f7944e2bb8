// TRIG-2: a random delay that is rolled once and held until it is over.

export type Jitter =
  /** Nothing holds the firing. The record, where there was one, is discarded. */
  { readonly kind: 'release' } | { readonly kind: 'hold'; readonly fireAt: number };

/**
 * @param bounds in seconds; a maximum of zero or less is no delay at all.
 * @param held the recorded fire time; null: none is recorded.
 * @param random a number from 0 up to 1; asked only where a delay is drawn.
 */
export function judgeJitter(
  bounds: { readonly jitter_min: number; readonly jitter_max: number },
  held: number | null,
  now: number,
  random: () => number,
): Jitter {
  if (bounds.jitter_max <= 0) return { kind: 'release' };
  const fireAt = held ?? now + draw(bounds.jitter_min, bounds.jitter_max, random);
  return now >= fireAt ? { kind: 'release' } : { kind: 'hold', fireAt };
}

function draw(least: number, most: number, random: () => number): number {
  const low = Math.max(0, least);
  const high = Math.max(low, most);
  return Math.round((low + random() * (high - low)) * 1000);
}
