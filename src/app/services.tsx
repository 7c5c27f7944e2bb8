// What the pages are given: the store's repositories, the catalog of this site, the engine, the expressions' worker. Made
// once a page; nothing of it is a module singleton, so tests make their own.
import { createContext, type ReactNode, useContext } from 'react';
import { createCatalog } from '../catalog/catalog';
import type { Catalog } from '../catalog/types';
import type { ExpressionHost } from '../expression/types';
import { fail, ok, type Result } from '../model/problem';
import type { RunSource } from '../playground/ports';
import {
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

export type Services = ReturnType<typeof createRepositories> & {
  readonly db: SluiceDatabase;
  readonly tabs: Tabs;
  readonly memory: Memory;
  readonly expressions: ExpressionHost;
  readonly engine: EngineConnection;
  readonly runs: RunSource;
  /** Shipped node types with the site's records over them; read again after the records change. */
  catalog(): Promise<Catalog>;
  /** Hears what this page and other tabs store. Returns how to stop. */
  onChange(listener: (kind: 'drafts' | 'site' | 'settings' | 'run') => void): () => void;
};

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
  const listeners = new Set<(kind: 'drafts' | 'site' | 'settings' | 'run') => void>();
  const tell = (kind: string) => {
    const heard = kind === 'draft' ? 'drafts' : kind;
    if (heard === 'site') catalog = undefined;
    if (heard === 'site' || heard === 'settings') void engine.configure().catch(() => undefined);
    if (heard !== 'drafts' && heard !== 'site' && heard !== 'settings' && heard !== 'run') return;
    for (const listener of [...listeners]) listener(heard);
  };
  tabs.listen((announcement) => {
    // A step of a run changes nothing that a list shows.
    if (announcement.kind === 'run' && ['job', 'log'].includes(announcement.event.kind)) return;
    tell(announcement.kind);
  });
  const repositories = createRepositories(db, {
    now: () => Date.now(),
    announce: (announcement) => {
      tabs.announce(announcement);
      tell(announcement.kind);
    },
  });
  let catalog: Promise<Catalog> | undefined;
  const memory = createMemory(db);
  keepHouse({ db, drafts: repositories.drafts });
  const engine = connectEngine({ db, tabs, repositories, memory, page: createBuiltinModel() });
  return ok({
    ...repositories,
    db,
    tabs,
    memory,
    engine,
    runs: engine.runs,
    expressions: createWorkerExpressionHost(
      () => new Worker(new URL('../worker/expressions.worker.ts', import.meta.url), { type: 'module' }),
    ),
    catalog() {
      catalog ??= repositories.site.read().then(({ records }) => createCatalog(records));
      return catalog;
    },
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
