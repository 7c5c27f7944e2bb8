// The workflows of this place, for nodes that run them.
import type { WorkflowLibrary } from '../engine/ports';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { decodeWorkflowRow } from './rows';
import { storedWorkflow } from './stored-workflow';

/** Reads each time what is stored then: the last version without errors, with the contract that it publishes. */
export function workflowLibrary(db: SluiceDatabase): WorkflowLibrary {
  return {
    async workflow(id) {
      const stored: unknown = await db.workflows.get(id);
      if (stored === undefined) return undefined;
      const row = readable(decodeWorkflowRow(stored));
      return row.removed === null ? storedWorkflow(row) : undefined;
    },
  };
}
