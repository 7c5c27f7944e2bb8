// JSON Schemas of what the doors of snapshots read and answer (SNAP-1): snake_case around, camelCase inside the snapshot.
import type { Schema } from '../catalog/types';
import { record } from './schemas';

const TEXT: Schema = { type: 'string' };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const INSTANT: Schema = { type: 'string', format: 'date-time' };

const NODE_STATE: Schema = record(
  {
    status: TEXT,
    output: {},
    error: {},
    injected: { const: true },
    executionOrder: { type: ['number', 'null'] },
    jobId: TEXT_OR_NULL,
    metadata: { type: 'object' },
  },
  ['output', 'error', 'injected', 'metadata'],
);

/** The snapshot as it is published. */
export const SNAPSHOT: Schema = record({
  workflowId: TEXT,
  workflowVersion: TEXT,
  executionId: TEXT,
  status: TEXT,
  nodeStates: { type: 'object', additionalProperties: NODE_STATE },
  initialInput: {},
  iterationCount: { type: 'integer', minimum: 0 },
  threadId: TEXT_OR_NULL,
  metadata: { type: 'object' },
  createdAt: INSTANT,
  updatedAt: INSTANT,
});

/** Either spelling of each key; the door normalises. */
export const SNAPSHOT_BODY: Schema = {
  type: 'object',
  description:
    'A snapshot, its keys in camelCase or snake_case. Without node states: the snapshot of the run of this execution id.',
  properties: { executionId: TEXT, execution_id: TEXT, status: TEXT },
};

export const SNAPSHOT_SAVED: Schema = record({ entity_id: TEXT, execution_id: TEXT });
export const SNAPSHOT_DELETED: Schema = record({ message: TEXT, execution_id: TEXT });
export const SNAPSHOT_READ: Schema = record({ entity_id: TEXT, execution_id: TEXT, snapshot: SNAPSHOT });

export const SNAPSHOT_ROW: Schema = record({
  entity_id: TEXT,
  execution_id: TEXT,
  workflow_id: TEXT,
  status: TEXT,
  thread_id: TEXT_OR_NULL,
  created: INSTANT,
  changed: INSTANT,
  node_count: { type: 'integer', minimum: 0 },
});
