import type { WorkflowDocument } from '../model/document';

/** STORE-8: the version of a contract that was never built. */
export const UNBUILT_VERSION = '0.0.0';
/** MAN-18: the version that follows an all-zero one, whatever was asked for. */
const FIRST_RELEASED = '1.0.0';

/** Which digit a rebuild moves; `none` leaves the version alone (MAN-18). */
export type Bump = 'major' | 'minor' | 'patch' | 'none';

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/;

/** STORE-8: three non-negative integers between dots, always. What was stored in another form counts as never built. */
export function contractVersion(document: Pick<WorkflowDocument, 'contract'>): string {
  const version = document.contract?.schema_version ?? '';
  return VERSION.test(version) ? version : UNBUILT_VERSION;
}

/** Below zero where `a` is the older version, above where it is the newer one. Other texts than versions count as never built. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [digitsOf(a), digitsOf(b)];
  const differences = left.map((digit, index) => compareNumbers(digit, right[index] ?? ZERO));
  return differences.find((difference) => difference !== 0) ?? 0;
}

/**
 * Whether callers of `from` have to look before they take `to`: a major digit lies between them. The first released
 * version breaks nobody, as it is what was there before it had a number.
 */
export function breaksFrom(from: string, to: string): boolean {
  const known = digitsOf(from);
  return (
    known.some((digit) => digit !== ZERO) && compareNumbers(digitsOf(to)[0] ?? ZERO, known[0] ?? ZERO) > 0
  );
}

const ZERO = '0';

/**
 * The three numbers as they are written, without zeros in front. A version has no largest number, and a file may bring one of
 * a million digits, which would take seconds to turn into a number and back.
 */
function digitsOf(version: string): readonly string[] {
  const [, ...digits] = VERSION.exec(version) ?? [];
  return digits.length === 3 ? digits.map((digit) => digit.replace(/^0+(?=\d)/, '')) : [ZERO, ZERO, ZERO];
}

function compareNumbers(a: string, b: string): number {
  if (a.length !== b.length) return a.length < b.length ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function increment(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '9') end -= 1;
  const zeros = ZERO.repeat(digits.length - end);
  return end === 0 ? `1${zeros}` : `${digits.slice(0, end - 1)}${Number(digits[end - 1]) + 1}${zeros}`;
}

/** MAN-18: the named digit moves on and the lower ones start over; an all-zero version becomes the first released one. */
export function bumpVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const [major = ZERO, minor = ZERO, patch = ZERO] = digitsOf(version);
  if (major === ZERO && minor === ZERO && patch === ZERO) return FIRST_RELEASED;
  if (bump === 'major') return `${increment(major)}.0.0`;
  return bump === 'minor' ? `${major}.${increment(minor)}.0` : `${major}.${minor}.${increment(patch)}`;
}
