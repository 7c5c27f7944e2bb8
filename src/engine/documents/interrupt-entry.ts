// INT-22: the one form in which an interrupt is published, wherever that is.
import type { JsonObject } from '../../model/json';
import { expiresAt, type InterruptRow } from '../interrupts/row';
import { instant } from './run-document';

/** The keys in their order; every one is always there. */
export const INTERRUPT_KEYS = [
  'id',
  'type',
  'status',
  'message',
  'nodeId',
  'workflowId',
  'pipelineId',
  'sessionId',
  'schema',
  'options',
  'context',
  'defaultValue',
  'responseData',
  'createdAt',
  'expiresAt',
  'scheduledAt',
  'resolvedAt',
  'resolvedBy',
  'direction',
  'jobId',
  'targetPipelineId',
  'initiatorUid',
  'reason',
  'linkedInterruptId',
] as const;

export type InterruptEntry = { readonly [K in (typeof INTERRUPT_KEYS)[number]]: JsonObject[string] };

/** INT-2: made of the persisted row, and of nothing else. */
export function interruptEntry(row: InterruptRow): InterruptEntry & JsonObject {
  return {
    id: row.id,
    type: row.type,
    status: row.status,
    message: row.message,
    nodeId: row.node,
    workflowId: row.workflow,
    pipelineId: row.run,
    sessionId: row.session,
    schema: row.schema,
    options: row.options,
    context: row.context,
    defaultValue: row.defaultValue,
    responseData: row.response,
    createdAt: instant(row.created),
    expiresAt: instant(expiresAt(row) ?? null),
    scheduledAt: instant(row.scheduled),
    resolvedAt: instant(row.resolved),
    resolvedBy: row.resolvedBy,
    direction: row.direction,
    jobId: row.job,
    targetPipelineId: row.targetRun,
    initiatorUid: row.initiator,
    reason: row.reason,
    linkedInterruptId: row.linked,
  };
}
