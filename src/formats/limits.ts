// Bounds on files that people drop on the page. A file beyond one is refused with the bound named, before it is parsed.
import type { Problem } from '../model/problem';

export type Limits = {
  /** Bytes of one file, and of one file inside an archive. */
  readonly fileBytes: number;
  /** Characters of one YAML file; its parser is far slower than that of JSON. */
  readonly yamlBytes: number;
  /** Characters of all YAML files of one import. */
  readonly yamlTotal: number;
  /** Levels of lists and objects. Doors take 63 (STORE-1). */
  readonly depth: number;
  /** Values of a YAML file once its aliases are expanded. */
  readonly yamlValues: number;
  /** Files dropped at once, and files in one archive. */
  readonly entries: number;
  /** Bytes of all files of one archive once unpacked. */
  readonly unpackedBytes: number;
  /** How many times larger than packed an archive may become, where it unpacks to more than a megabyte. */
  readonly ratio: number;
};

const MEGABYTE = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = {
  fileBytes: 20 * MEGABYTE,
  yamlBytes: 2 * MEGABYTE,
  yamlTotal: 8 * MEGABYTE,
  depth: 200,
  yamlValues: 1_000_000,
  entries: 2_000,
  unpackedBytes: 100 * MEGABYTE,
  ratio: 200,
};

/** Refuses a size beyond a bound. `what` names the thing measured, e.g. `The file`. */
export function checkSize(bytes: number, limit: number, what: string): Problem | undefined {
  if (bytes <= limit) return undefined;
  return { path: '', message: `${what} has ${inWords(bytes)}; the limit is ${inWords(limit)}.` };
}

/** A number of bytes as people read it. */
export function inWords(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < MEGABYTE) return `${Math.round(bytes / 102.4) / 10} kB`;
  return `${Math.round(bytes / (MEGABYTE / 10)) / 10} MB`;
}
