// The key of secrets that are kept under a passphrase, once it was given: in memory only, shared by the pages and workers of
// this browser while one of them lives. It is never written down, and no script can take its bytes out.
import type { Channel } from './tabs';

export type KeyRing = {
  /** The key of this lock, from here or from another page. `undefined`: nobody has it. */
  get(lock: string): Promise<CryptoKey | undefined>;
  /** Keeps the key, and gives it to the others. */
  put(lock: string, key: CryptoKey): void;
  /** Forgets every key, here and in the others. */
  clear(): void;
  /** Hears that keys came or went. @returns ends it. */
  onChange(listener: () => void): () => void;
};

/** Milliseconds to wait for another page to answer. */
const PATIENCE = 400;

/** @param channel joins the others; absent: this one is alone. */
export function createKeyRing(channel: Channel | undefined = keyChannel()): KeyRing {
  const keys = new Map<string, CryptoKey>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };
  const post = (message: unknown) => {
    try {
      channel?.postMessage(message);
    } catch {
      // A closed channel: this page is going away.
    }
  };
  channel?.addEventListener('message', ({ data }) => {
    if (typeof data !== 'object' || data === null || !('kind' in data)) return;
    if (data.kind === 'clear') {
      keys.clear();
      changed();
      return;
    }
    if (!('lock' in data) || typeof data.lock !== 'string') return;
    const { lock } = data;
    const held = keys.get(lock);
    if (data.kind === 'want' && held !== undefined) post({ kind: 'have', lock, key: held });
    if (data.kind === 'have' && held === undefined && 'key' in data && data.key instanceof CryptoKey) {
      keys.set(lock, data.key);
      changed();
    }
  });

  return {
    async get(lock) {
      const held = keys.get(lock);
      if (held !== undefined || channel === undefined) return held;
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer);
          listeners.delete(heard);
          resolve(keys.get(lock));
        };
        const heard = () => {
          if (keys.has(lock)) end();
        };
        const timer = setTimeout(end, PATIENCE);
        listeners.add(heard);
        post({ kind: 'want', lock });
      });
    },
    put(lock, key) {
      keys.set(lock, key);
      post({ kind: 'have', lock, key });
      changed();
    },
    clear() {
      keys.clear();
      post({ kind: 'clear' });
      changed();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function keyChannel(): Channel | undefined {
  // Only where there are pages: elsewhere a channel would keep the process alive.
  if (typeof navigator === 'undefined' || !('locks' in navigator) || typeof BroadcastChannel === 'undefined')
    return undefined;
  return new BroadcastChannel('sluice-keys');
}
