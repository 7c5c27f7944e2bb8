// A stored workflow as a document. Rows hold the API form, which has no place for the contract; the row has.
import { decodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import type { JsonObject } from '../model/json';
import type { WorkflowRow } from './rows';

/** The document of a stored workflow with its published contract. */
export function storedWorkflow({
  document,
  contract,
}: Pick<WorkflowRow, 'document' | 'contract'>): WorkflowDocument {
  return { ...frozenWorkflow(document), contract };
}

/** A document that was stored in the API form, without a contract. */
export function frozenWorkflow(document: JsonObject): WorkflowDocument {
  const decoded = decodeWorkflow(document, { kind: 'sluice', verbatim: {} });
  if (!decoded.ok) throw new Error('A row holds an object, and an object always decodes.');
  return decoded.value.document;
}
