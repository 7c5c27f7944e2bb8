// The secrets of a page: what encrypts and decrypts loads when the first one is wanted, not with the first screen.
import type { SluiceDatabase } from './database';
import type { SecretStore } from './secrets';

/** The store of secrets, loaded at its first use. */
export function createLateSecrets(db: SluiceDatabase, world: { readonly now: () => number }): SecretStore {
  let loaded: Promise<SecretStore> | undefined;
  const store = () => {
    loaded ??= import('./secrets').then(({ createSecrets }) => createSecrets(db, world));
    return loaded;
  };
  return {
    set: async (...given) => (await store()).set(...given),
    get: async (name) => (await store()).get(name),
    answer: async (name) => (await store()).answer(name),
    names: async () => (await store()).names(),
    list: async () => (await store()).list(),
    remove: async (name) => (await store()).remove(name),
    state: async () => (await store()).state(),
    onLock(listener) {
      let end: (() => void) | undefined;
      let ended = false;
      void store().then((secrets) => {
        if (!ended) end = secrets.onLock(listener);
      });
      return () => {
        ended = true;
        end?.();
      };
    },
    protection: async () => (await store()).protection(),
  };
}
