// Serves the app offline. Assets have content hashes in their names, so they are taken from the cache first; the page itself
// is asked of the network first, so that a new version is seen at once.

/** The part of an event that keeps the worker alive. */
export type Lasting = { waitUntil(work: Promise<unknown>): void };

const PREFIX = 'sluice-';

export type AppFiles = {
  /** Fetches everything that the app consists of. */
  install(): Promise<void>;
  /** Ends the caches of earlier builds. */
  clean(): Promise<void>;
  /** True for a request that {@link AppFiles.answer} is for. */
  takes(request: Request): boolean;
  answer(request: Request, event: Lasting): Promise<Response>;
};

/** @param build names this build's cache. @param files addresses of what the app consists of. */
export function createAppFiles(build: string, files: readonly string[], origin: string): AppFiles {
  const cacheName = `${PREFIX}${build}`;
  const keep = async (request: Request | string, response: Response): Promise<void> =>
    (await caches.open(cacheName)).put(request, response);

  async function page(request: Request, event: Lasting): Promise<Response> {
    try {
      const response = await fetch(request);
      // Other pages may stand at this address too; the app is the one at its root.
      if (response.ok && new URL(request.url).pathname === '/') event.waitUntil(keep('/', response.clone()));
      return response;
    } catch {
      return (await caches.match('/', { cacheName })) ?? Response.error();
    }
  }

  async function file(request: Request, event: Lasting): Promise<Response> {
    const cached = await caches.match(request, { cacheName });
    if (cached !== undefined) return cached;
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const lasts = pathname.startsWith('/assets/') || pathname.startsWith('/icons/');
    if (response.ok && lasts) event.waitUntil(keep(request, response.clone()));
    return response;
  }

  return {
    install: async () => (await caches.open(cacheName)).addAll([...files]),
    async clean() {
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== cacheName);
      await Promise.all(old.map((name) => caches.delete(name)));
    },
    takes(request) {
      const url = new URL(request.url);
      return request.method === 'GET' && url.origin === origin && !url.pathname.startsWith('/api/');
    },
    answer: (request, event) => (request.mode === 'navigate' ? page(request, event) : file(request, event)),
  };
}
