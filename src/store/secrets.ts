// Keys of endpoints and the like: encrypted with a key that the browser keeps and gives to nobody, this code included; or with
// one that a passphrase opens. Plain text is in no row, no error and no log.
import type { SecretAnswer } from '../engine/ports';
import { fail, ok, type Result } from '../model/problem';
import type { SecretKeyRow, SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { createKeyRing, type KeyRing } from './key-ring';
import type { Protection } from './passphrase';
import { decodeSecret, decodeSecretLock } from './rows';
import { decryptSecret, encryptSecret, LOCK_NAME } from './secret-cipher';

export type SecretStore = {
  /** Stores or replaces a secret. Names are those of the settings, 1 to 255 characters, not beginning with `@`. */
  set(name: string, secret: string): Promise<Result<null, StoreFault>>;
  /**
   * The plain text. `missing`: no such secret. `locked`: the passphrase was not given. `unreadable`: it cannot be decrypted
   * (the browser lost its key).
   */
  get(name: string): Promise<Result<string, StoreFault>>;
  /** The same as the engine asks for it. */
  answer(name: string): Promise<SecretAnswer>;
  names(): Promise<readonly string[]>;
  /** Names with the time at which each was last stored, in milliseconds. */
  list(): Promise<readonly { readonly name: string; readonly changed: number }[]>;
  remove(name: string): Promise<Result<null, StoreFault>>;
  /** `plain`: there is no passphrase. */
  state(): Promise<'plain' | 'locked' | 'unlocked'>;
  /** Hears that secrets were locked or unlocked, here or in another tab. @returns ends it. */
  onLock(listener: () => void): () => void;
  /** What a passphrase does; its code loads when it is needed. */
  protection(): Promise<Protection>;
};

const KEY_NAME = '@key';
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;

/** The key that secrets are encrypted with now, and the lock that it belongs to; null: the browser's own. */
type Held = { readonly key: CryptoKey; readonly lock: string | null };

export function createSecrets(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly keys?: KeyRing },
): SecretStore {
  const keys = world.keys ?? createKeyRing();

  async function lockId(): Promise<string | null> {
    const row = await db.secrets.get(LOCK_NAME);
    if (row === undefined) return null;
    const lock = decodeSecretLock(row);
    if (!lock.ok) throw new StoreRefusal({ reason: 'unreadable', problems: lock.error });
    return lock.value.id;
  }

  /** The browser's key is made once. Two tabs that make one at a time keep the one that was stored first. */
  async function held(): Promise<Held> {
    const lock = await lockId();
    if (lock !== null) {
      const given = await keys.get(lock);
      if (given === undefined) throw new StoreRefusal({ reason: 'locked' });
      return { key: given, lock };
    }
    const stored = keyOf(await db.secrets.get(KEY_NAME));
    if (stored !== undefined) return { key: stored, lock };
    const made = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
    return db.transaction('rw', db.secrets, async () => {
      const first = keyOf(await db.secrets.get(KEY_NAME));
      if (first !== undefined) return { key: first, lock };
      const row: SecretKeyRow = { v: 1, name: KEY_NAME, key: made };
      await db.secrets.put(row);
      return { key: made, lock };
    });
  }

  async function read(name: string): Promise<Result<string, StoreFault>> {
    try {
      const stored = isName(name) ? await db.secrets.get(name) : undefined;
      if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
      const row = decodeSecret(stored);
      if (!row.ok) throw new StoreRefusal({ reason: 'unreadable', problems: row.error });
      const { key } = await held();
      return ok(await decryptSecret(key, name, row.value));
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  return {
    async set(name, secret) {
      if (!isName(name))
        return fail({
          reason: 'write',
          message: 'A secret needs a name of 1 to 255 characters that does not begin with "@".',
        });
      try {
        for (let attempt = 0; attempt < 3; attempt++) {
          const { key, lock } = await held();
          const row = { ...(await encryptSecret(key, name, secret)), changed: world.now() };
          const written = await db.transaction('rw', db.secrets, async () => {
            // Another tab may have put the secrets under another key meanwhile.
            if ((await lockId()) !== lock) return false;
            await db.secrets.put(row);
            return true;
          });
          if (written) return ok(null);
        }
        return fail({ reason: 'write', message: 'The passphrase is being changed. Try again.' });
      } catch (error) {
        return fail(faultOf(error));
      }
    },

    get: read,

    async answer(name) {
      const result = await read(name);
      if (result.ok) return { kind: 'found', value: result.value };
      const { reason } = result.error;
      return { kind: reason === 'missing' || reason === 'locked' ? reason : 'unreadable' };
    },

    async names() {
      const names = await db.secrets.toCollection().primaryKeys();
      return names.filter(isName);
    },

    async list() {
      const rows = await db.secrets.toArray();
      return rows.flatMap((stored) => {
        const row = decodeSecret(stored);
        return row.ok && isName(row.value.name) ? [{ name: row.value.name, changed: row.value.changed }] : [];
      });
    },

    async remove(name) {
      try {
        if (isName(name)) await db.secrets.delete(name);
        return ok(null);
      } catch (error) {
        return fail(faultOf(error));
      }
    },

    async state() {
      const lock = await lockId().catch(() => '');
      if (lock === null) return 'plain';
      return (await keys.get(lock)) === undefined ? 'locked' : 'unlocked';
    },

    onLock: (listener) => keys.onChange(listener),

    async protection() {
      const { createProtection } = await import('./passphrase');
      return createProtection(db, keys, held);
    },
  };
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !name.startsWith('@');
}

function keyOf(row: unknown): CryptoKey | undefined {
  if (typeof row !== 'object' || row === null || !('key' in row)) return undefined;
  return row.key instanceof CryptoKey ? row.key : undefined;
}
