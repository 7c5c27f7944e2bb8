// A passphrase over all secrets: their key is itself encrypted, with a key that is made from the passphrase. Without it nobody
// reads them, not even with a copy of the browser's files.
import { fail, ok, type Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import type { KeyRing } from './key-ring';
import { decodeSecret, decodeSecretLock, type SecretLockRow, type SecretRow } from './rows';
import { decryptSecret, encryptSecret, LOCK_NAME } from './secret-cipher';

export type PassphraseFault =
  | StoreFault
  | { readonly reason: 'wrong' | 'weak' | 'busy' }
  /** There is no passphrase. */
  | { readonly reason: 'open' };

export type Protection = {
  /** Gives the passphrase: secrets can be read until they are locked, or the last page of this browser closes. */
  unlock(passphrase: string): Promise<Result<null, PassphraseFault>>;
  /** Forgets the key in every page. */
  lock(): void;
  /** Puts the secrets under a passphrase, or under another one; they must be readable. At least {@link SHORTEST} characters. */
  protect(passphrase: string): Promise<Result<null, PassphraseFault>>;
  /** Takes the passphrase away; the secrets must be readable. */
  unprotect(): Promise<Result<null, PassphraseFault>>;
  /** Deletes every secret and the passphrase: the way out where it was forgotten. */
  forgetAll(): Promise<Result<null, PassphraseFault>>;
};

export const SHORTEST = 8;
/** Rounds of PBKDF2 with SHA-256; what OWASP advises for it. */
export const ITERATIONS = 600_000;
const AES = { name: 'AES-GCM', length: 256 } as const;
const BROWSER_KEY = '@key';

export function createProtection(
  db: SluiceDatabase,
  keys: KeyRing,
  held: () => Promise<{ readonly key: CryptoKey; readonly lock: string | null }>,
): Protection {
  async function lockRow(): Promise<SecretLockRow | undefined> {
    const stored = await db.secrets.get(LOCK_NAME);
    if (stored === undefined) return undefined;
    const row = decodeSecretLock(stored);
    if (!row.ok) throw new StoreRefusal({ reason: 'unreadable', problems: row.error });
    return row.value;
  }

  /** Encrypts every secret with another key, in one transaction; false where one was stored meanwhile. */
  async function moveTo(key: CryptoKey, keyRow: SecretLockRow | undefined): Promise<boolean> {
    const before = await held();
    const rows = (await db.secrets.toArray()).flatMap((stored): SecretRow[] => {
      const row = decodeSecret(stored);
      return row.ok && !row.value.name.startsWith('@') ? [row.value] : [];
    });
    const moved = await Promise.all(
      rows.map(async (row) => ({
        ...(await encryptSecret(key, row.name, await decryptSecret(before.key, row.name, row))),
        changed: row.changed,
      })),
    );
    return db.transaction('rw', db.secrets, async () => {
      const now = await lockRow();
      if ((now?.id ?? null) !== before.lock) return false;
      const present = (await db.secrets.toArray()).flatMap((stored) => {
        const row = decodeSecret(stored);
        return row.ok && !row.value.name.startsWith('@') ? [row.value] : [];
      });
      if (!sameRows(rows, present)) return false;
      await db.secrets.bulkPut(moved);
      if (keyRow === undefined) {
        await db.secrets.delete(LOCK_NAME);
        await db.secrets.put({ v: 1, name: BROWSER_KEY, key });
      } else {
        await db.secrets.delete(BROWSER_KEY);
        await db.secrets.put(keyRow);
      }
      return true;
    });
  }

  return {
    unlock: (passphrase) =>
      answered(async () => {
        const row = await lockRow();
        if (row === undefined) return fail({ reason: 'open' });
        const wrapping = await wrappingKey(passphrase, row.salt, row.iterations);
        const key = await crypto.subtle
          .unwrapKey(
            'raw',
            new Uint8Array(row.wrapped),
            wrapping,
            { name: 'AES-GCM', iv: new Uint8Array(row.iv) },
            AES,
            false,
            ['encrypt', 'decrypt'],
          )
          .catch(() => undefined);
        if (key === undefined) return fail({ reason: 'wrong' });
        keys.put(row.id, key);
        return ok(null);
      }),

    lock: () => keys.clear(),

    protect: (passphrase) =>
      answered(async () => {
        if ([...passphrase].length < SHORTEST) return fail({ reason: 'weak' });
        const salt = crypto.getRandomValues(new Uint8Array(16));
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const wrapping = await wrappingKey(passphrase, salt, ITERATIONS);
        const made = await crypto.subtle.generateKey(AES, true, ['encrypt', 'decrypt']);
        const wrapped = new Uint8Array(
          await crypto.subtle.wrapKey('raw', made, wrapping, { name: 'AES-GCM', iv }),
        );
        // What goes on is a copy of the key that nobody can take out.
        const key = await crypto.subtle.unwrapKey(
          'raw',
          wrapped,
          wrapping,
          { name: 'AES-GCM', iv },
          AES,
          false,
          ['encrypt', 'decrypt'],
        );
        const id = crypto.randomUUID();
        if (!(await moveTo(key, { v: 1, name: LOCK_NAME, id, salt, iterations: ITERATIONS, iv, wrapped })))
          return fail({ reason: 'busy' });
        keys.put(id, key);
        return ok(null);
      }),

    unprotect: () =>
      answered(async () => {
        if ((await lockRow()) === undefined) return fail({ reason: 'open' });
        const key = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
        if (!(await moveTo(key, undefined))) return fail({ reason: 'busy' });
        keys.clear();
        return ok(null);
      }),

    forgetAll: () =>
      answered(async () => {
        await db.secrets.clear();
        keys.clear();
        return ok(null);
      }),
  };
}

function sameRows(before: readonly SecretRow[], now: readonly SecretRow[]): boolean {
  if (before.length !== now.length) return false;
  return before.every((row, index) => {
    const other = now[index];
    return other?.name === row.name && other.iv.every((byte, at) => byte === row.iv[at]);
  });
}

async function wrappingKey(passphrase: string, salt: Uint8Array, iterations: number): Promise<CryptoKey> {
  // The same characters typed on another keyboard may be other code points.
  const given = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const material = await crypto.subtle.importKey('raw', given, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations },
    material,
    AES,
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

async function answered(
  work: () => Promise<Result<null, PassphraseFault>>,
): Promise<Result<null, PassphraseFault>> {
  try {
    return await work();
  } catch (error) {
    return fail(faultOf(error));
  }
}
