import { propertiesOf } from '../catalog/schema-words';
import type { Catalog } from '../catalog/types';
import type { Contract, ManifestSide, WorkflowDocument } from '../model/document';
import { sameJson } from '../model/json';
import { encodeStoredEntry } from '../model/manifest-form';
import { buildContract, declaredEntries } from './build-contract';
import { changeOf } from './change';
import { isMalformed } from './fragments';
import type { ContractSchemas, ContractWarning, ResolveWorkflow } from './types';
import { type Bump, bumpVersion, contractVersion, UNBUILT_VERSION } from './versions';

export type RebuildOptions = {
  /** Builds although the manifest is the published one. */
  readonly force?: boolean;
  /** Instead of the digit that the change itself calls for. */
  readonly bump?: Bump;
  readonly resolveWorkflow?: ResolveWorkflow;
};

/** What a save stores as the contract, and what it logs. */
export type Rebuilt = {
  readonly contract: Contract;
  /** False: the contract is the one that was published already. */
  readonly rebuilt: boolean;
  readonly warnings: readonly ContractWarning[];
  /** Why the build failed; for the error log, never for the caller. */
  readonly failure: unknown;
};

/**
 * MAN-18: the contract to store with a workflow that is being saved. It is built when the declared manifest differs from
 * the one that the published contract was built from, or when that is forced; a change of a bound port's own schema does
 * not count. Never throws: a build that fails keeps what was published, and the save goes on.
 *
 * @param stored the workflow as it is stored; `undefined` for a new one, which may bring a published contract along.
 */
export function rebuild(
  stored: WorkflowDocument | undefined,
  document: WorkflowDocument,
  catalog: Catalog,
  options: RebuildOptions = {},
): Rebuilt {
  const published = publishedContract(stored ?? document);
  const keep = (failure?: unknown): Rebuilt => ({
    contract: published,
    rebuilt: false,
    warnings: [],
    failure,
  });
  const unchanged = isPublished(stored, document, published);
  if (options.force !== true && unchanged) return keep();
  try {
    const { warnings, ...schemas } = buildContract(document, catalog, options.resolveWorkflow);
    // Forced, and nothing is different: what callers hold is still what holds, so no version is used up.
    const same = unchanged && sameSchemas(published, schemas);
    const bump = options.bump ?? (same ? 'none' : changeOf(published, schemas));
    const contract = { ...schemas, schema_version: bumpVersion(published.schema_version, bump) };
    return { contract, rebuilt: true, warnings, failure: undefined };
  } catch (failure) {
    return keep(failure);
  }
}

/** The published contract of a workflow; two nulls and `0.0.0` where none was ever built (STORE-8). */
export function publishedContract(document: Pick<WorkflowDocument, 'contract'>): Contract {
  const { parameter_schema = null, output_schema = null } = document.contract ?? {};
  return { parameter_schema, output_schema, schema_version: contractVersion(document) };
}

function sameSchemas(a: ContractSchemas, b: ContractSchemas): boolean {
  return sameJson(a.parameter_schema, b.parameter_schema) && sameJson(a.output_schema, b.output_schema);
}

function isPublished(
  stored: WorkflowDocument | undefined,
  document: WorkflowDocument,
  published: Contract,
): boolean {
  const sides: readonly ManifestSide[] = ['input', 'output'];
  const built =
    published.schema_version !== UNBUILT_VERSION ||
    published.parameter_schema !== null ||
    published.output_schema !== null;
  return sides.every((side) => {
    const now = manifest(document, side);
    // A contract that was never built was built from nothing.
    if (!built) return now.length === 0;
    if (stored !== undefined) return sameJson(manifest(stored, side), now);
    // A contract that came with a new workflow: its names are all that is known of the manifest behind it.
    const schema = side === 'input' ? published.parameter_schema : published.output_schema;
    const names = declaredEntries(document, side).flatMap((entry) =>
      isMalformed(entry) ? [] : (entry.name ?? []),
    );
    return sameJson(Object.keys(propertiesOf(schema) ?? {}).sort(), [...new Set(names)].sort());
  });
}

/** A side as it is stored, drafts left out. */
function manifest(document: WorkflowDocument, side: ManifestSide) {
  return declaredEntries(document, side).map(encodeStoredEntry);
}
