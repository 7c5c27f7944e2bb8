// The Service Worker: serves the app offline, and answers the doors where the origin has no host.
//
// It is a classic worker of two files. This one runs with every start of the worker and is small. The other one has the
// doors, with validator and expression engines; it is fetched when the worker is installed, and run when the first request
// for a door comes. A worker may not load code later in any other way.
import { asksForHost, hostAnswer } from '../worker/service-protocol';
import type { AnswerAtDoor } from './door-answers';
import { DOORS_GLOBAL } from './doors-global';
import { createAppFiles } from './files';
import { createHostWatch } from './host-probe';
import { HEALTH, isForDoors } from './requests';

declare const self: ServiceWorkerGlobalScope & {
  /** Written before this file by the build: its id, what the app consists of, and where the doors are. */
  readonly __SLUICE_BUILD__: string;
  readonly __SLUICE_FILES__: readonly string[];
  readonly __SLUICE_DOORS__: string;
};

/** How long the health door may take, in milliseconds. */
const PATIENCE = 5_000;
/** Not among the caches of a build: what is known of the origin outlives them. */
const MEMORY = 'sluice.origin';

const { origin } = self.location;
const files = createAppFiles(self.__SLUICE_BUILD__, self.__SLUICE_FILES__, origin);
const hosts = createHostWatch({
  fetchHealth: () =>
    fetch(HEALTH, { cache: 'no-store', redirect: 'manual', signal: AbortSignal.timeout(PATIENCE) }),
  memory: {
    recall: async () => (await (await caches.open(MEMORY)).match('/host'))?.text(),
    remember: async (verdict) => (await caches.open(MEMORY)).put('/host', new Response(verdict)),
  },
});

self.addEventListener('install', (event) => {
  try {
    // Kept with the worker from now on.
    self.importScripts(self.__SLUICE_DOORS__);
  } catch {
    // The app works offline without its doors too.
  }
  event.waitUntil(files.install().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  // Pages are taken over once it is known whose the doors are.
  event.waitUntil(Promise.all([files.clean(), hosts.ask()]).then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (isForDoors(request, origin)) {
    if (hosts.known() !== 'host') event.respondWith(atDoor(request));
    return;
  }
  if (!files.takes(request)) return;
  // With every page it is looked whether the server is still the one that it was.
  if (request.mode === 'navigate') event.waitUntil(hosts.ask());
  event.respondWith(files.answer(request, event));
});

self.addEventListener('message', (event) => {
  const [port] = event.ports;
  if (port === undefined || !asksForHost(event.data)) return;
  event.waitUntil(hosts.verdict().then((verdict) => port.postMessage(hostAnswer(verdict ?? 'unknown'))));
});

async function atDoor(request: Request): Promise<Response> {
  const answer = (await hosts.verdict()) === 'none' ? await doors()?.(request) : undefined;
  return answer ?? fetch(request);
}

/** The function of the second file; undefined where that could not be had. */
function doors(): AnswerAtDoor | undefined {
  if (!(DOORS_GLOBAL in self)) {
    try {
      self.importScripts(self.__SLUICE_DOORS__);
    } catch {
      return undefined;
    }
  }
  const answer: unknown = Reflect.get(self, DOORS_GLOBAL);
  return isAnswer(answer) ? answer : undefined;
}

function isAnswer(value: unknown): value is AnswerAtDoor {
  return typeof value === 'function';
}
