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

/** MAN-18: the named digit moves on and the lower ones start over; an all-zero version becomes the first released one. */
export function bumpVersion(version: string, bump: Bump): string {
  if (bump === 'none') return version;
  const [, ...digits] = VERSION.exec(version) ?? [];
  // Digits of any length: a version has no largest number.
  const [major = 0n, minor = 0n, patch = 0n] = digits.map(BigInt);
  if (major === 0n && minor === 0n && patch === 0n) return FIRST_RELEASED;
  if (bump === 'major') return `${major + 1n}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1n}.0` : `${major}.${minor}.${patch + 1n}`;
}
