// Icons of node types are named by sites (`mdi:robot`), so any of some 7,600 can be asked for. The shipped ones come in a file
// of their own beside the page's code; the rest load from our own origin, once, when the first unknown name is met.

export type IconBook = {
  /** Path data, or null while it is not known. Asking for an unknown name starts the loading of the whole set. */
  path(name: string): string | null;
  /** Loads the shipped ones, once. Never rejects: icons that cannot be had leave the neutral mark. */
  ready(): Promise<void>;
  /** False while an icon that is not known may be one of those that are on their way. */
  settled(): boolean;
  subscribe(listener: () => void): () => void;
  /** The names of the whole set, in order, loading it where it is not loaded. Rejects where it cannot be loaded. */
  names(): Promise<readonly string[]>;
};

type Paths = { readonly [name: string]: string };

/**
 * `shipped` and `load` answer name -> path data, of the shipped icons and of the whole set. A set that cannot be loaded leaves
 * the neutral mark.
 */
export function createIconBook(shipped: () => Promise<Paths>, load: () => Promise<Paths>): IconBook {
  const listeners = new Set<() => void>();
  let known: Paths = {};
  let rest: Paths = {};
  let settled = false;
  let first: Promise<void> | null = null;
  let asked: Promise<void> | null = null;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const ready = () => {
    first ??= shipped()
      .then(
        (loaded) => {
          known = loaded;
        },
        () => undefined,
      )
      .then(() => {
        settled = true;
        tell();
      });
    return first;
  };
  const loadAll = () => {
    asked ??= load().then((loaded) => {
      rest = loaded;
      tell();
    });
    return asked;
  };
  return {
    ready,
    settled: () => settled,
    path(name) {
      for (const paths of [known, rest]) if (Object.hasOwn(paths, name)) return paths[name] ?? null;
      // No name at all is no reason to load the set, and neither is one that may be shipped.
      if (name !== '') {
        if (settled) loadAll().catch(() => undefined);
        else void ready();
      }
      return null;
    },
    async names() {
      try {
        await Promise.all([ready(), loadAll()]);
      } catch (cause) {
        // Whoever asks for the set again gets another try.
        asked = null;
        throw cause;
      }
      return Object.keys({ ...rest, ...known }).sort();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The book that the page uses. */
export const iconBook: IconBook = createIconBook(
  async () => (await import('./shipped-icons.generated.json')).default,
  async () => {
    const response = await fetch(`${import.meta.env.BASE_URL}icons/mdi.json`);
    const loaded: unknown = await response.json();
    return typeof loaded === 'object' && loaded !== null
      ? Object.fromEntries(Object.entries(loaded).filter(([, path]) => typeof path === 'string'))
      : {};
  },
);
