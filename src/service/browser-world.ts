// What the doors need from the world, in a browser.
import { type ApiWorld, type LogEntry, type Principal, StoreFailure } from '../api/types';
import { createExpressionHost } from '../expression/host';
import { PERMISSIONS } from '../model/permission';
import type { Result } from '../model/problem';
import type { Announce } from '../store/announcements';
import type { OpenFault, SluiceDatabase } from '../store/database';
import { BROWSER_OWNER } from '../store/door-record';
import { createDoorWorkflows } from '../store/door-workflows';
import { createSiteSnapshots } from '../store/site-snapshots';
import { createSnapshots } from '../store/snapshots';
import { createCatalogs } from './catalogs';
import { type Alone, createAlone } from './locks';
import { type BrowserRunsOptions, createBrowserRuns, runStores } from './runs';
import { createBrowserSite } from './site';
import { createBrowserSnapshots } from './snapshots';
import { createBrowserWorkflows } from './workflows';

/**
 * Whoever calls. Only pages of this origin reach the doors of a browser (`requests.ts`), and every script of such a page can
 * open this very database itself: a door that asked for less than everything would protect nothing.
 */
export const PERSON_HERE: Principal = {
  id: BROWSER_OWNER,
  name: 'Administrator',
  permissions: new Set<string>(PERMISSIONS),
};

export type BrowserWorldOptions = {
  /** The database; asked for with every use, since it may have been closed meanwhile. */
  readonly database: () => Promise<Result<SluiceDatabase, OpenFault>>;
  readonly announce: Announce;
  /** Hears what pages announce; absent: nothing is heard, and what is waited for is looked for. @returns ends it. */
  readonly listen?: BrowserRunsOptions['listen'];
  /** Whether any page holds the lock of this name; absent where that cannot be known. */
  readonly held?: BrowserRunsOptions['held'];
  readonly sleep?: BrowserRunsOptions['sleep'];
  readonly now: () => number;
  readonly uuid: () => string;
  readonly log: (entry: LogEntry) => void;
  readonly alone?: Alone;
};

/** The same methods, whose rejections say that it was the store: a full disk, or a database that a page has just closed. */
function named<T extends object>(repository: T): T {
  return new Proxy(repository, {
    get(target, key) {
      const method: unknown = Reflect.get(target, key);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        try {
          return await Reflect.apply(method, target, given);
        } catch (cause) {
          throw new StoreFailure(cause instanceof Error ? cause.message : String(cause), { cause });
        }
      };
    },
  });
}

const resting = (milliseconds: number) => new Promise<void>((wake) => void setTimeout(wake, milliseconds));

export function createBrowserWorld(options: BrowserWorldOptions): ApiWorld {
  const { database, announce, now, uuid, log, alone = createAlone() } = options;
  const { listen = () => () => undefined, held, sleep = resting } = options;
  const on =
    <T extends object>(make: (db: SluiceDatabase) => T): (() => Promise<T>) =>
    async () => {
      const opened = await database();
      if (!opened.ok) throw new StoreFailure(opened.error.message);
      return named(make(opened.value));
    };
  const doors = on((db) => createDoorWorkflows(db, { now, announce }));
  const workflows = createBrowserWorkflows(doors, alone);
  const site = createBrowserSite(
    on((db) => createSiteSnapshots(db, { now, announce })),
    async (id) => (await doors()).isTaken(id),
    alone,
  );
  const expressions = createExpressionHost();
  const catalogOf = createCatalogs(workflows.every);
  return {
    workflows,
    site,
    snapshots: createBrowserSnapshots(on(createSnapshots)),
    catalog: async (records) => catalogOf(records ?? (await site.read())),
    // In this thread: a service worker can start no other. Saving only asks whether expressions can be read.
    expressions,
    runs: createBrowserRuns({
      ...{ stores: on(runStores), announce, listen, expressions, now, uuid, sleep },
      ...(held === undefined ? {} : { held }),
      log: (message, cause) => log({ level: 'warning', message, cause }),
    }),
    clock: { now },
    ids: { uuid },
    log,
    principals: () => PERSON_HERE,
    // Nobody is trusted beforehand; an import says that it is confirmed (STORE-9).
    trustsPublisher: () => false,
  };
}
