// MAN-9: the catalog of this browser's site, with the node types that its stored workflows are.
import { documentOf } from '../api/stored-workflow';
import type { WorkflowRecord } from '../api/types';
import { createCatalog } from '../catalog/catalog';
import type { Catalog, SiteRecords } from '../catalog/types';
import { hasOutside, outsideOf } from '../contract/outside';
import { withWorkflowTypes, workflowTypes } from '../contract/workflow-types';
import type { WorkflowDocument } from '../model/document';

/**
 * @param every the stored workflows. Records that did not change must be the same objects.
 * @returns the catalog of some records; the same one for the same records and the same workflows.
 */
export function createCatalogs(
  every: () => Promise<readonly WorkflowRecord[]>,
): (records: SiteRecords) => Promise<Catalog> {
  const outsides = new WeakMap<WorkflowRecord, WorkflowDocument | null>();
  let present: readonly WorkflowDocument[] = [];
  let known = new WeakMap<SiteRecords, Catalog>();

  /** What a workflow shows to others; null where it declares nothing. */
  function outside(record: WorkflowRecord): WorkflowDocument | null {
    let found = outsides.get(record);
    if (found === undefined) {
      const document = documentOf(record);
      found = hasOutside(document) ? outsideOf(document) : null;
      outsides.set(record, found);
    }
    return found;
  }

  return async (records) => {
    const now = (await every()).map(outside).filter((found) => found !== null);
    if (now.length !== present.length || now.some((found, i) => found !== present[i])) {
      present = now;
      known = new WeakMap();
    }
    let catalog = known.get(records);
    if (catalog === undefined) {
      const types = workflowTypes(present, createCatalog(records));
      catalog = createCatalog(withWorkflowTypes(records, types), types.processors);
      known.set(records, catalog);
    }
    return catalog;
  };
}
