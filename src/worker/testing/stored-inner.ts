import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';

/** The workflow with what its node `third` gives as its output `said`. */
export function storedInner(chain: JsonObject): WorkflowDocument {
  const outputs = [{ id: 'said', bindings: [{ nodeId: 'third', portId: 'text' }] }];
  const decoded = decodeWorkflow({ ...chain, interface: { outputs } });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value.document;
}
