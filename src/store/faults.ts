// Why the store could not do what it was asked, as values.
import Dexie from 'dexie';
import type { Problem } from '../model/problem';

export type StoreFault =
  /** Somebody else (another tab) has written since; nothing was changed. `revision` is the stored one. */
  | { readonly reason: 'conflict'; readonly revision: number }
  | { readonly reason: 'missing' }
  /** Secrets are kept under a passphrase, and it was not given yet. */
  | { readonly reason: 'locked' }
  /** The id is in use; nothing was changed. */
  | { readonly reason: 'taken' }
  /** A row is malformed, or was written by a newer version. */
  | { readonly reason: 'unreadable'; readonly problems: readonly Problem[] }
  /** The browser has no room left for this site. Nothing was changed; a later save may work. */
  | { readonly reason: 'quota'; readonly message: string }
  /** The database refused. Nothing was changed; a later save may work. */
  | { readonly reason: 'write'; readonly message: string };

/** Ends a transaction with a fault, so that nothing of it is kept. */
export class StoreRefusal extends Error {
  readonly fault: StoreFault;
  constructor(fault: StoreFault) {
    super(fault.reason);
    this.name = 'StoreRefusal';
    this.fault = fault;
  }
}

function isQuota(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 4) return false;
  if ('name' in error && error.name === Dexie.errnames.QuotaExceeded) return true;
  if ('inner' in error && isQuota(error.inner, depth + 1)) return true;
  if ('failures' in error && Array.isArray(error.failures))
    return error.failures.some((each) => isQuota(each, depth + 1));
  return false;
}

/** The fault behind anything that a transaction threw. */
export function faultOf(error: unknown): StoreFault {
  if (error instanceof StoreRefusal) return error.fault;
  if (isQuota(error)) return { reason: 'quota', message: 'This browser has no room left for this site.' };
  const message =
    error instanceof Error && error.message !== '' ? error.message : 'The browser refused to write.';
  return { reason: 'write', message };
}
