// Lengths of time and sizes as parts that the message catalogue words.

export type DurationParts =
  | { readonly unit: 'ms'; readonly value: number }
  | { readonly unit: 's'; readonly value: number }
  | { readonly unit: 'min'; readonly min: number; readonly s: number };

/** Milliseconds as people read them: 840 ms, 4.2 s, 3 min 5 s. */
export function durationParts(millis: number): DurationParts {
  if (millis < 1000) return { unit: 'ms', value: Math.max(0, Math.round(millis)) };
  if (millis < 59_950) return { unit: 's', value: Math.round(millis / 100) / 10 };
  const seconds = Math.round(millis / 1000);
  return { unit: 'min', min: Math.floor(seconds / 60), s: seconds % 60 };
}

export type SizeParts = { readonly unit: 'b' | 'kb' | 'mb' | 'gb'; readonly value: number };

/** Bytes in decimal units, with one digit after the point where it tells something. */
export function sizeParts(bytes: number): SizeParts {
  const round = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
  if (bytes < 1000) return { unit: 'b', value: bytes };
  if (bytes < 999_500) return { unit: 'kb', value: round(bytes / 1e3) };
  if (bytes < 999_500_000) return { unit: 'mb', value: round(bytes / 1e6) };
  return { unit: 'gb', value: round(bytes / 1e9) };
}
