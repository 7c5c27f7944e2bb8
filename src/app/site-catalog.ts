// The catalog of this site: shipped node types, the site's records over them, and one type for each stored workflow that
// declares a contract (MAN-9).
import type { Catalog } from '../catalog/types';
import type { ResolveWorkflow } from '../contract/types';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import type { createRepositories } from '../store';

export type SiteCatalog = {
  readonly catalog: Catalog;
  /** What stored workflows show to others; a build descends into it. */
  readonly resolveWorkflow: ResolveWorkflow;
};

/** The shipped node types; they load beside the page, for which most of their size is no code. */
export const loadCatalog = () => import('../catalog/catalog');

/** Reads records and workflows once; again after {@link SiteCatalogReader.forget}. */
export type SiteCatalogReader = {
  read(): Promise<SiteCatalog>;
  forget(): void;
};

export function createSiteCatalog({
  site,
  workflows,
}: Pick<ReturnType<typeof createRepositories>, 'site' | 'workflows'>): SiteCatalogReader {
  let known: Promise<SiteCatalog> | undefined;
  async function make(): Promise<SiteCatalog> {
    const [{ createCatalog }, { records }, outsides] = await Promise.all([
      loadCatalog(),
      site.read(),
      workflows.outsides(),
    ]);
    const present = outsides.ok ? outsides.value : [];
    const byId = new Map(present.map((workflow) => [workflow.id, workflow]));
    const types = workflowTypes(present, createCatalog(records));
    return {
      catalog: createCatalog(withWorkflowTypes(records, types), types.processors),
      resolveWorkflow: (id) => byId.get(id),
    };
  }
  return {
    read() {
      known ??= make();
      // What could not be read is tried again by the next reader.
      known.catch(() => {
        known = undefined;
      });
      return known;
    },
    forget() {
      known = undefined;
    },
  };
}
