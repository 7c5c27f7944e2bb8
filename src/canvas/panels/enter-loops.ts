import { produce } from 'immer';
import type { Catalog } from '../../catalog/types';
import type { WorkflowDocument } from '../../model/document';
import { validate } from '../../validation/validate';
import { quickFix } from './quick-fixes';

/**
 * Gives every head that only loopbacks enter the entry wire that the problems panel offers (CMP-6), one after the other,
 * since one wire can enter several loops. `added`: how many wires; heads for which there is nothing to wire from are left.
 */
export function enterLoops(
  document: WorkflowDocument,
  catalog: Catalog,
  uuid: () => string,
): { readonly document: WorkflowDocument; readonly added: number } {
  let mended = document;
  let added = 0;
  // Each round mends one head; a head is never mended twice.
  for (let round = 0; round < document.nodes.length; round += 1) {
    const fix = validate(mended, catalog)
      .filter(({ code }) => code === 'W_LOOP_HEAD_NO_ENTRY')
      .map((finding) => quickFix(finding, { document: mended, catalog, uuid }))
      .find((one) => one !== undefined);
    if (fix === undefined) break;
    const next = produce(mended, (draft) => fix.command.perform(draft));
    if (next === mended) break;
    mended = next;
    added += 1;
  }
  return { document: mended, added };
}
