// Servers that workflows are published to, and what is live where. Rows of the settings, under keys of their own; tokens
// are secrets and stand in no row of these.
import { own } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { count, list, nullable, object, type Reader, string } from './decode';
import { faultOf, type StoreFault } from './faults';
import { decodeSetting } from './rows';
import type { SecretStore } from './secrets';

export type PublishServer = {
  readonly id: string;
  readonly name: string;
  /** Without a slash at its end. */
  readonly address: string;
  /** Named in bundles that are sent there; empty: none. */
  readonly publisher: string;
  /** Name of the secret that holds its token; null: it is called without one. */
  readonly secret: string | null;
};

/** One workflow as it was last published to one server. */
export type LiveCopy = {
  readonly server: string;
  /** Its id there. */
  readonly id: string;
  /** The version of its contract there; null where the server did not say. */
  readonly version: string | null;
  /** SHA-256 of its structure as it was sent. */
  readonly digest: string;
  /** The server's own word for when it last changed there. */
  readonly changed: string;
  /** When it was published, in milliseconds. */
  readonly at: number;
};

export type PublishingStore = {
  /** In the order in which they were added. Those that cannot be read are left out. */
  servers(): Promise<readonly PublishServer[]>;
  /**
   * Adds a server or puts it in place of the one with its id. `token`: a new one; null takes it away; `undefined` keeps
   * the one that is stored, unless the server is another host now: a token goes to the host that it was typed for.
   */
  saveServer(
    server: Omit<PublishServer, 'secret'>,
    token: string | null | undefined,
  ): Promise<Result<PublishServer, StoreFault>>;
  /** Removes a server, its token, and what was live there. */
  removeServer(id: string): Promise<Result<null, StoreFault>>;
  /** The token of a server; empty where it has none. */
  token(server: PublishServer): Promise<Result<string, StoreFault>>;
  /** Where workflows are live, by workflow; of one workflow where it is named. */
  live(workflow?: string): Promise<ReadonlyMap<string, readonly LiveCopy[]>>;
  /** Remembers a copy in place of what was known of this workflow on its server. */
  remember(workflow: string, copy: LiveCopy): Promise<Result<null, StoreFault>>;
  forget(workflow: string, server: string): Promise<Result<null, StoreFault>>;
};

const SERVERS = 'publish:servers';
const LIVE = 'publish:live:';

const readServers = list(
  object({ id: string, name: string, address: string, publisher: string, secret: nullable(string) }),
);
const readCopies = list(
  object({
    server: string,
    id: string,
    version: nullable(string),
    digest: string,
    changed: string,
    at: count,
  }),
);

export function createPublishing(
  db: SluiceDatabase,
  secrets: SecretStore,
  world: { readonly announce: Announce },
): PublishingStore {
  const itemsAt = async <T>(key: string, reader: Reader<readonly T[]>): Promise<readonly T[]> =>
    itemsOf(await db.settings.get(key), reader);

  /** Reads, changes and writes in one transaction, so that two tabs lose nothing of each other's. */
  async function change(work: () => Promise<void>): Promise<Result<null, StoreFault>> {
    try {
      await db.transaction('rw', db.settings, work);
      world.announce({ kind: 'settings' });
      return ok(null);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  async function putCopies(key: string, copies: readonly LiveCopy[]): Promise<void> {
    if (copies.length === 0) await db.settings.delete(key);
    else await db.settings.put({ v: 1, key, value: copies });
  }

  return {
    servers: () => itemsAt(SERVERS, readServers),

    async saveServer({ id, name, address, publisher }, token) {
      const secret = `server:${id}`;
      const before = (await itemsAt(SERVERS, readServers)).find((server) => server.id === id);
      const keeps = token === undefined && before?.secret === secret && sameHost(before.address, address);
      if (typeof token === 'string' && token !== '') {
        const stored = await secrets.set(secret, token);
        if (!stored.ok) return stored;
      } else if (!keeps) {
        const removed = await secrets.remove(secret);
        if (!removed.ok) return removed;
      }
      const holds = keeps || (typeof token === 'string' && token !== '');
      const server: PublishServer = { id, name, address, publisher, secret: holds ? secret : null };
      const written = await change(async () => {
        const stored = await itemsAt(SERVERS, readServers);
        const known = stored.some((other) => other.id === id);
        const value = known ? stored.map((other) => (other.id === id ? server : other)) : [...stored, server];
        await db.settings.put({ v: 1, key: SERVERS, value });
      });
      return written.ok ? ok(server) : written;
    },

    async removeServer(id) {
      const removed = await secrets.remove(`server:${id}`);
      if (!removed.ok) return removed;
      return change(async () => {
        const value = (await itemsAt(SERVERS, readServers)).filter((server) => server.id !== id);
        await db.settings.put({ v: 1, key: SERVERS, value });
        for (const key of await db.settings.where('key').startsWith(LIVE).primaryKeys()) {
          const copies = await itemsAt(key, readCopies);
          await putCopies(
            key,
            copies.filter(({ server }) => server !== id),
          );
        }
      });
    },

    token: async ({ secret }) => (secret === null ? ok('') : secrets.get(secret)),

    async live(workflow) {
      const rows =
        workflow === undefined
          ? await db.settings.where('key').startsWith(LIVE).toArray()
          : [await db.settings.get(LIVE + workflow)];
      return new Map(
        rows.flatMap((row) => {
          const key = own(row, 'key');
          return typeof key === 'string' ? [[key.slice(LIVE.length), itemsOf(row, readCopies)] as const] : [];
        }),
      );
    },

    remember: (workflow, copy) =>
      change(async () => {
        const others = await itemsAt(LIVE + workflow, readCopies);
        await putCopies(LIVE + workflow, [...others.filter(({ server }) => server !== copy.server), copy]);
      }),

    forget: (workflow, server) =>
      change(async () => {
        const copies = await itemsAt(LIVE + workflow, readCopies);
        await putCopies(
          LIVE + workflow,
          copies.filter((copy) => copy.server !== server),
        );
      }),
  };
}

/** Forgets where a workflow is live that is ended for good. */
export async function forgetLive(db: SluiceDatabase, workflow: string): Promise<void> {
  await db.settings.delete(LIVE + workflow);
}

/** A row that is damaged is read as nothing: what is live can be asked of the servers again. */
function itemsOf<T>(stored: unknown, reader: Reader<readonly T[]>): readonly T[] {
  const row = stored === undefined ? undefined : decodeSetting(stored);
  if (row === undefined || !row.ok) return [];
  const problems: { path: string; message: string }[] = [];
  const items = reader(row.value.value, '', problems);
  return problems.length === 0 ? items : [];
}

function sameHost(a: string, b: string): boolean {
  return URL.canParse(a) && URL.canParse(b) && new URL(a).origin === new URL(b).origin;
}
