// The doors of this browser: what the worker answers with, loaded when the first request for a door comes.
import { createApi } from '../api/create-api';
import { refusal, refuse } from '../api/envelope';
import { fail, type Result } from '../model/problem';
import type { OpenFault } from '../store/database';
import { openDatabase, type SluiceDatabase } from '../store/database';
import { createSettings } from '../store/settings';
import type { Tabs } from '../store/tabs';
import { type BrowserWorldOptions, createBrowserWorld } from './browser-world';
import { type Asked, isForeign } from './requests';

/** Tells a page who answered. */
export const ANSWERED_BY = 'x-sluice-answered-by';

/** `undefined`: the person has shut the doors, so the request is the network's. Never rejects. */
export type AnswerAtDoor = (request: Request) => Promise<Response | undefined>;

/** @param open opens the database; asked again after it was closed. */
export function createDoorAnswers(given: {
  readonly tabs: Pick<Tabs, 'announce'> & Partial<Pick<Tabs, 'listen'>>;
  readonly open?: typeof openDatabase;
}): AnswerAtDoor {
  const { tabs, open = openDatabase } = given;
  let opening: Promise<Result<SluiceDatabase, OpenFault>> | undefined;

  /** The open database. It is closed when a page deletes or migrates it; then the next request opens what is there. */
  async function database(): Promise<Result<SluiceDatabase, OpenFault>> {
    const mine = opening ?? open({ onSuperseded: () => forget(mine) });
    opening = mine;
    const opened = await mine;
    if (!opened.ok) forget(mine);
    return opened;
  }

  function forget(one: Promise<Result<SluiceDatabase, OpenFault>>): void {
    if (opening === one) opening = undefined;
  }

  const world = createBrowserWorld({
    database: () => database().catch((cause) => fail({ code: 'failed', message: String(cause) })),
    announce: tabs.announce,
    ...(tabs.listen === undefined ? {} : { listen: tabs.listen }),
    ...heldLocks(),
    now: () => Date.now(),
    uuid: () => crypto.randomUUID(),
    log: ({ level, message, cause }) => console[level === 'error' ? 'error' : 'warn'](message, cause),
  });
  const api = createApi(world);

  /** Open where it cannot be read whether they are: the answer will say why. */
  async function areOpen(): Promise<boolean> {
    try {
      const opened = await database();
      if (!opened.ok) return true;
      return (await createSettings(opened.value, tabs).read()).settings.doors;
    } catch {
      return true;
    }
  }

  return async (request) => {
    if (!(await areOpen())) return undefined;
    return labelled(isForeign(asked(request)) ? refused() : await api.fetch(request));
  };
}

/** Which locks pages hold, where the browser can tell. */
function heldLocks(): Pick<BrowserWorldOptions, 'held'> {
  const manager = typeof navigator !== 'undefined' && 'locks' in navigator ? navigator.locks : undefined;
  if (manager?.query === undefined) return {};
  return {
    async held(lock) {
      const { held = [] } = await manager.query();
      return held.some(({ name }) => name === lock);
    },
  };
}

function asked({ method, url, mode }: Request): Asked {
  return { method, url, mode };
}

function refused(): Response {
  const { status, body } = refusal(refuse('ORIGIN_NOT_ALLOWED'));
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  });
}

/** An answer of the worker has the headers that it is given and no others: what a host's server adds is added here. */
function labelled(response: Response): Response {
  const { headers } = response;
  headers.set(ANSWERED_BY, 'browser');
  headers.set('x-content-type-options', 'nosniff');
  // Nobody draws an answer; a tab that is sent to one shows it as text.
  headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  return response;
}
