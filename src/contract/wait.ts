import type { WorkflowDocument } from '../model/document';
import { own } from '../model/json';
import type { DoorRefusal } from './types';

/** MAN-19: the author declared that nobody may wait for a run of this workflow (`metadata.execution`). */
export function isAsynchronous(document: Pick<WorkflowDocument, 'metadata'>): boolean {
  return own(document.metadata, 'execution') === 'asynchronous';
}

/**
 * MAN-19: refuses a launch that would wait for a workflow declared asynchronous. To be asked before anything is created.
 *
 * @param wait whether the caller asks to wait for the end of the run.
 */
export function waitRefusal(
  document: Pick<WorkflowDocument, 'id' | 'name' | 'metadata'>,
  wait: boolean,
): DoorRefusal | undefined {
  if (!wait || !isAsynchronous(document)) return undefined;
  return {
    status: 409,
    code: 'WORKFLOW_ASYNCHRONOUS',
    message: `The workflow "${document.name || document.id}" runs asynchronously; launch it without waiting and read its run.`,
    details: [],
  };
}
