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
  const at = left.findIndex((digit, index) => digit !== right[index]);
  return at < 0 ? 0 : (left[at] ?? 0n) < (right[at] ?? 0n) ? -1 : 1;
}

/**
 * Whether callers of `from` have to look before they take `to`: a major digit lies between them. The first released
 * version breaks nobody, as it is what was there before it had a number.
 */
export function breaksFrom(from: string, to: string): boolean {
  const known = digitsOf(from);
  return known.some((digit) => digit > 0n) && (digitsOf(to)[0] ?? 0n) > (known[0] ?? 0n);
}

function digitsOf(version: string): readonly bigint[] {
  const [, ...digits] = VERSION.exec(version) ?? [];
  // Digits of any length: a version has no largest number.
  return digits.length === 3 ? digits.map(BigInt) : [0n, 0n, 0n];
}

/** MAN-18: the named digit moves on and the lower ones start over; an all-zero version becomes the first released one. */
export function bumpVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const [major = 0n, minor = 0n, patch = 0n] = digitsOf(version);
  if (major === 0n && minor === 0n && patch === 0n) return FIRST_RELEASED;
  if (bump === 'major') return `${major + 1n}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}
