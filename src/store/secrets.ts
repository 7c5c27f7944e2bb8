// Keys of endpoints and the like: encrypted with a key that the browser keeps and gives to nobody, this code included.
// Plain text is in no row, no error and no log.
import { fail, ok, type Result } from '../model/problem';
import type { SecretKeyRow, SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { decodeSecret } from './rows';

export type SecretStore = {
  /** Stores or replaces a secret. Names are those of the settings, 1 to 255 characters, not beginning with `@`. */
  set(name: string, secret: string): Promise<Result<null, StoreFault>>;
  /** The plain text. `missing`: no such secret. `unreadable`: it cannot be decrypted (the browser lost its key). */
  get(name: string): Promise<Result<string, StoreFault>>;
  names(): Promise<readonly string[]>;
  remove(name: string): Promise<Result<null, StoreFault>>;
};

const KEY_NAME = '@key';
const ALGORITHM = { name: 'AES-GCM', length: 256 } as const;

export function createSecrets(db: SluiceDatabase, world: { readonly now: () => number }): SecretStore {
  /** The browser's key, made once. Two tabs that make one at a time keep the one that was stored first. */
  async function key(): Promise<CryptoKey> {
    const stored = keyOf(await db.secrets.get(KEY_NAME));
    if (stored !== undefined) return stored;
    const made = await crypto.subtle.generateKey(ALGORITHM, false, ['encrypt', 'decrypt']);
    return db.transaction('rw', db.secrets, async () => {
      const first = keyOf(await db.secrets.get(KEY_NAME));
      if (first !== undefined) return first;
      const row: SecretKeyRow = { v: 1, name: KEY_NAME, key: made };
      await db.secrets.put(row);
      return made;
    });
  }

  return {
    async set(name, secret) {
      if (!isName(name))
        return fail({
          reason: 'write',
          message: 'A secret needs a name of 1 to 255 characters that does not begin with "@".',
        });
      try {
        const iv = crypto.getRandomValues(new Uint8Array(12));
        const plain = new TextEncoder().encode(secret);
        // The name is bound to the text, so that no row can stand in for another.
        const data = await crypto.subtle.encrypt(
          { name: 'AES-GCM', iv, additionalData: nameBytes(name) },
          await key(),
          plain,
        );
        await db.secrets.put({ v: 1, name, iv, data: new Uint8Array(data), changed: world.now() });
        return ok(null);
      } catch (error) {
        return fail(faultOf(error));
      }
    },

    async get(name) {
      try {
        const stored = isName(name) ? await db.secrets.get(name) : undefined;
        if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
        const row = decodeSecret(stored);
        if (!row.ok) throw new StoreRefusal({ reason: 'unreadable', problems: row.error });
        const { iv, data } = row.value;
        return ok(await decrypt(await key(), name, new Uint8Array(iv), new Uint8Array(data)));
      } catch (error) {
        return fail(faultOf(error));
      }
    },

    async names() {
      const keys = await db.secrets.toCollection().primaryKeys();
      return keys.filter(isName);
    },

    async remove(name) {
      try {
        if (isName(name)) await db.secrets.delete(name);
        return ok(null);
      } catch (error) {
        return fail(faultOf(error));
      }
    },
  };
}

async function decrypt(
  key: CryptoKey,
  name: string,
  iv: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<string> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv, additionalData: nameBytes(name) },
      key,
      data,
    );
    return new TextDecoder().decode(plain);
  } catch {
    throw new StoreRefusal({
      reason: 'unreadable',
      problems: [
        {
          path: 'data',
          message: `The secret "${name}" cannot be decrypted in this browser. Enter it again.`,
        },
      ],
    });
  }
}

function nameBytes(name: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(name);
}

function isName(name: string): boolean {
  return name.length > 0 && name.length <= 255 && !name.startsWith('@');
}

function keyOf(row: unknown): CryptoKey | undefined {
  if (typeof row !== 'object' || row === null || !('key' in row)) return undefined;
  return row.key instanceof CryptoKey ? row.key : undefined;
}
