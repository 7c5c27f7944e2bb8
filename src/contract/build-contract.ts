import type { Catalog } from '../catalog/types';
import type { ManifestEntry, ManifestSide, WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { isDraftEntry } from '../model/manifest-form';
import { contractFragment, isMalformed } from './fragments';
import type { ContractSchemas, ContractWarning, ResolveWorkflow } from './types';

/**
 * Builds the contract of a workflow from its manifest alone (MAN-1): for each side an object schema with one structural
 * fragment an entry (MAN-5) and the names of required inputs (MAN-2), or null where the side declares nothing (MAN-18).
 * One bad entry never fails the build: it is left out with a warning (MAN-8). Author words are not part of it.
 *
 * @param resolve the workflows that nodes may stand for; the build descends into them (MAN-9).
 */
export function buildContract(
  document: WorkflowDocument,
  catalog: Catalog,
  resolve?: ResolveWorkflow,
): ContractSchemas & { readonly warnings: readonly ContractWarning[] } {
  const warnings: ContractWarning[] = [];
  const build = (side: ManifestSide) => buildSide(document, catalog, side, resolve, warnings);
  return { parameter_schema: build('input'), output_schema: build('output'), warnings };
}

/** The entries of a side that are declared: an entry that is bound to nothing is its author's draft (MAN-20). */
export function declaredEntries(document: WorkflowDocument, side: ManifestSide): readonly ManifestEntry[] {
  return (side === 'input' ? document.inputs : document.outputs).filter((entry) => !isDraftEntry(entry));
}

function buildSide(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
  resolve: ResolveWorkflow | undefined,
  warnings: ContractWarning[],
): JsonObject | null {
  const entries = declaredEntries(document, side);
  if (entries.length === 0) return null;
  const properties: [string, Json][] = [];
  const required = new Set<string>();
  for (const entry of entries) {
    const name = entry.name ?? '';
    const warn = (code: ContractWarning['code'], message: string) =>
      warnings.push({ code, side, entry: name, message });
    if (isMalformed(entry)) {
      warn('ENTRY_MALFORMED', 'The entry lacks a name, a node or a port and is left out of the contract.');
      continue;
    }
    const fragment = contractFragment(document, catalog, side, entry, resolve);
    if (fragment === undefined) {
      const at = `port "${entry.port}" of node "${entry.node_id}"`;
      warn('ENTRY_UNRESOLVED', `There is no ${at}, so the entry is left out of the contract.`);
      continue;
    }
    if (fragment.droppedDefault) {
      warn('DEFAULT_DROPPED', 'A default with nested values is not published.');
    }
    if (fragment.reentered !== undefined) {
      const inner = `the workflow "${fragment.reentered}", which is being built already`;
      warn('WORKFLOW_REENTERED', `The entry leads back into ${inner}, so any object is accepted.`);
    }
    properties.push([name, fragment.schema]);
    // MAN-2: the flag becomes a name in the list; it is never a key of the fragment.
    if (side === 'input' && entry.required === true) required.add(name);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size === 0 ? {} : { required: [...required] }),
  };
}
