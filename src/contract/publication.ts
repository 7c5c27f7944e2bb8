// MAN-18, where a workflow may have been worked on elsewhere: a file brings its contract along.
import type { Catalog } from '../catalog/types';
import type { Contract, WorkflowDocument } from '../model/document';
import { publishedContract, type RebuildOptions, type Rebuilt, rebuild } from './rebuild';
import { compareVersions, UNBUILT_VERSION } from './versions';

/**
 * The contract that storing `document` publishes: {@link rebuild}, from the stored contract or from the one that the
 * document came with (its own `contract`).
 *
 * What it came with is taken as it came where nothing is stored, or only an older version: a workflow that was worked on
 * elsewhere goes on with the version it had there. A version never goes back.
 */
export function publication(
  stored: WorkflowDocument | undefined,
  document: WorkflowDocument,
  catalog: Catalog,
  options: RebuildOptions = {},
): Rebuilt {
  const brought = document.contract;
  const known = stored === undefined ? UNBUILT_VERSION : versionOf(stored.contract);
  const takes = brought !== undefined && compareVersions(versionOf(brought), known) > 0;
  return takes || stored === undefined
    ? rebuild(undefined, document, catalog, options)
    : rebuild(stored, { ...document, contract: stored.contract }, catalog, options);
}

function versionOf(contract: Contract | undefined): string {
  return publishedContract({ contract }).schema_version;
}
