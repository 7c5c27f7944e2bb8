// What the pages are given: the store's repositories, the catalog of this site, the engine, the expressions' worker. Made
// once a page; nothing of it is a module singleton, so tests make their own.
import { createContext, type ReactNode, useContext } from 'react';
import type { Catalog } from '../catalog/types';
import type { ExpressionHost } from '../expression/types';
import { fail, ok, type Result } from '../model/problem';
import type { RunSource } from '../playground/ports';
import {
  type Announce,
  createRepositories,
  createTabs,
  type OpenFault,
  openDatabase,
  type SluiceDatabase,
  type Tabs,
} from '../store';
import { createWorkerExpressionHost } from '../worker/expression-host';
import { createBuiltinModel } from './client/builtin-model';
import { connectEngine, type EngineConnection } from './client/connect-engine';
import { keepHouse } from './housekeeping';
import { createMemory, type Memory } from './person';
import { createSiteCatalog, type SiteCatalog } from './site-catalog';

export type Services = ReturnType<typeof createRepositories> & {
  readonly db: SluiceDatabase;
  readonly tabs: Tabs;
  /** Tells this page and other tabs what was stored. */
  readonly announce: Announce;
  readonly memory: Memory;
  readonly expressions: ExpressionHost;
  readonly engine: EngineConnection;
  readonly runs: RunSource;
  /**
   * Shipped node types with the site's records over them, and those that stored workflows are (MAN-9); read again after
   * records or contracts change.
   */
  catalog(): Promise<Catalog>;
  siteCatalog(): Promise<SiteCatalog>;
  /** Hears what this page and other tabs store. Returns how to stop. */
  onChange(listener: (kind: ChangeKind) => void): () => void;
};

const CHANGES = [
  'drafts',
  'site',
  'settings',
  'run',
  'workflow',
  'contracts',
  'triggers',
  'content',
  'memory',
] as const;
/** What was stored. `workflow`: the last version without errors of some workflow; `contracts`: what workflows offer. */
export type ChangeKind = (typeof CHANGES)[number];

/** Opens the store and puts the services together. The engine's worker starts when it is first needed. */
export async function openServices(hooks: {
  /** Another tab keeps the store from opening; it opens when that tab lets go. */
  readonly onBlocked: (fault: OpenFault) => void;
  /** The store is closed for good. */
  readonly onSuperseded: (fault: OpenFault) => void;
}): Promise<Result<Services, OpenFault>> {
  const opened = await openDatabase(hooks);
  if (!opened.ok) return fail(opened.error);
  const db = opened.value;
  const tabs = createTabs();
  const listeners = new Set<(kind: ChangeKind) => void>();
  const tell = (kind: string) => {
    const heard = kind === 'draft' ? 'drafts' : kind;
    const change = CHANGES.find((one) => one === heard);
    if (change === undefined) return;
    if (change === 'site' || change === 'contracts') site.forget();
    if (change === 'site' || change === 'settings' || change === 'contracts')
      void engine.configure().catch(() => undefined);
    for (const listener of [...listeners]) listener(change);
  };
  tabs.listen((announcement) => {
    // A step of a run changes nothing that a list shows.
    if (announcement.kind === 'run' && ['job', 'log'].includes(announcement.event.kind)) return;
    tell(announcement.kind);
  });
  const announce: Announce = (announcement) => {
    tabs.announce(announcement);
    tell(announcement.kind);
  };
  const repositories = createRepositories(db, { now: () => Date.now(), announce });
  const site = createSiteCatalog(repositories);
  const memory = createMemory(db);
  keepHouse({ db, drafts: repositories.drafts });
  const engine = connectEngine({ db, tabs, repositories, memory, page: createBuiltinModel() });
  return ok({
    ...repositories,
    db,
    tabs,
    announce,
    memory,
    engine,
    runs: engine.runs,
    expressions: createWorkerExpressionHost(
      () => new Worker(new URL('../worker/expressions.worker.ts', import.meta.url), { type: 'module' }),
    ),
    catalog: async () => (await site.read()).catalog,
    siteCatalog: () => site.read(),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  });
}

const ServicesContext = createContext<Services | null>(null);

export function ServicesProvider({
  services,
  children,
}: {
  readonly services: Services;
  readonly children: ReactNode;
}) {
  return <ServicesContext value={services}>{children}</ServicesContext>;
}

/** The services of this page. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('This view stands outside of a ServicesProvider.');
  return services;
}
