// Icons of node types are named by sites (`mdi:robot`), so any of some 7,600 can be asked for. The shipped ones are bundled;
// the rest load from our own origin, once, when the first unknown name is met.
import shipped from './shipped-icons.generated.json';

export type IconBook = {
  /** Path data, or null while it is not known. Asking for an unknown name starts the loading of the whole set. */
  path(name: string): string | null;
  subscribe(listener: () => void): () => void;
  /** The names of the whole set, in order, loading it where it is not loaded. Rejects where it cannot be loaded. */
  names(): Promise<readonly string[]>;
};

type Paths = { readonly [name: string]: string };

/** `load` answers the whole set as name -> path data. A set that cannot be loaded leaves the neutral mark. */
export function createIconBook(known: Paths, load: () => Promise<Paths>): IconBook {
  const listeners = new Set<() => void>();
  let all: Paths = known;
  let asked: Promise<void> | null = null;
  const loadAll = () => {
    asked ??= load().then((loaded) => {
      all = { ...loaded, ...known };
      for (const listener of listeners) listener();
    });
    return asked;
  };
  return {
    path(name) {
      if (Object.hasOwn(all, name)) return all[name] ?? null;
      // No name at all is no reason to load the set.
      if (name !== '') loadAll().catch(() => undefined);
      return null;
    },
    async names() {
      try {
        await loadAll();
      } catch (cause) {
        // Whoever asks for the set again gets another try.
        asked = null;
        throw cause;
      }
      return Object.keys(all).sort();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The book that the page uses. */
export const iconBook: IconBook = createIconBook(shipped, async () => {
  const response = await fetch(`${import.meta.env.BASE_URL}icons/mdi.json`);
  const loaded: unknown = await response.json();
  return typeof loaded === 'object' && loaded !== null
    ? Object.fromEntries(Object.entries(loaded).filter(([, path]) => typeof path === 'string'))
    : {};
});
