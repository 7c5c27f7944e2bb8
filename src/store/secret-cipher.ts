// One secret and its row.
import { StoreRefusal } from './faults';

/** The row of the lock beside those of the secrets. */
export const LOCK_NAME = '@lock';

/** A row of a secret, but for its time. The name is bound to the text, so that no row can stand in for another. */
export async function encryptSecret(key: CryptoKey, name: string, secret: string) {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const data = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv, additionalData: nameBytes(name) },
    key,
    new TextEncoder().encode(secret),
  );
  return { v: 1 as const, name, iv, data: new Uint8Array(data) };
}

/** The plain text of a row. Throws a {@link StoreRefusal} `unreadable`. */
export async function decryptSecret(
  key: CryptoKey,
  name: string,
  { iv, data }: { readonly iv: Uint8Array; readonly data: Uint8Array },
): Promise<string> {
  try {
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: new Uint8Array(iv), additionalData: nameBytes(name) },
      key,
      new Uint8Array(data),
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
