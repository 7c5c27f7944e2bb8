// What a journal says: each operation puts or removes one thing. Their written form, and what they add up to.
import type { SnapshotRecord, WorkflowRecord } from '../../api/types';
import { decodeNodeType, encodeNodeType } from '../../catalog/node-type-record';
import type { NodeType } from '../../catalog/types';
import type { TriggerRow } from '../../engine/triggers/types';
import { isArray, isObject, type Json, type JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { decodeSnapshotRow, recordOfRow } from '../../store/snapshot-rows';
import { decodeTriggerRow } from '../../store/trigger-rows';
import { decodeStoredRecord } from '../stored-record';

export type Operation =
  | { readonly kind: 'workflow'; readonly record: WorkflowRecord }
  | { readonly kind: 'workflow-gone'; readonly id: string }
  | { readonly kind: 'node-type'; readonly nodeType: NodeType }
  | { readonly kind: 'node-type-gone'; readonly id: string }
  | { readonly kind: 'lanes'; readonly overlay: JsonObject }
  | { readonly kind: 'snapshot'; readonly snapshot: SnapshotRecord }
  | { readonly kind: 'snapshot-gone'; readonly id: string }
  | { readonly kind: 'trigger'; readonly trigger: TriggerRow }
  | { readonly kind: 'trigger-gone'; readonly id: string };

/** All that a host keeps, in memory. */
export type HostState = {
  readonly workflows: Map<string, WorkflowRecord>;
  readonly nodeTypes: Map<string, NodeType>;
  lanes: JsonObject | undefined;
  /** By execution. */
  readonly snapshots: Map<string, SnapshotRecord>;
  readonly triggers: Map<string, TriggerRow>;
};

export function emptyState(): HostState {
  return {
    workflows: new Map(),
    nodeTypes: new Map(),
    lanes: undefined,
    snapshots: new Map(),
    triggers: new Map(),
  };
}

export function applyOperation(state: HostState, operation: Operation): void {
  switch (operation.kind) {
    case 'workflow':
      state.workflows.set(operation.record.id, operation.record);
      return;
    case 'workflow-gone':
      state.workflows.delete(operation.id);
      return;
    case 'node-type':
      // The latest one comes last.
      state.nodeTypes.delete(operation.nodeType.id);
      state.nodeTypes.set(operation.nodeType.id, operation.nodeType);
      return;
    case 'node-type-gone':
      state.nodeTypes.delete(operation.id);
      return;
    case 'lanes':
      state.lanes = operation.overlay;
      return;
    case 'snapshot':
      state.snapshots.set(operation.snapshot.execution, operation.snapshot);
      return;
    case 'snapshot-gone':
      state.snapshots.delete(operation.id);
      return;
    case 'trigger':
      state.triggers.set(operation.trigger.id, operation.trigger);
      return;
    case 'trigger-gone':
      state.triggers.delete(operation.id);
      return;
  }
}

/** The operations that make a state out of nothing. */
export function operationsOf(state: HostState): readonly Operation[] {
  return [
    ...(state.lanes === undefined ? [] : [{ kind: 'lanes', overlay: state.lanes } as const]),
    ...[...state.nodeTypes.values()].map((nodeType) => ({ kind: 'node-type', nodeType }) as const),
    ...[...state.workflows.values()].map((record) => ({ kind: 'workflow', record }) as const),
    ...[...state.snapshots.values()].map((snapshot) => ({ kind: 'snapshot', snapshot }) as const),
    ...[...state.triggers.values()].map((trigger) => ({ kind: 'trigger', trigger }) as const),
  ];
}

/** `[kind, value]`. */
export function encodeOperation(operation: Operation): Json {
  switch (operation.kind) {
    case 'workflow':
      return [operation.kind, operation.record];
    case 'node-type':
      return [operation.kind, encodeNodeType(operation.nodeType)];
    case 'lanes':
      return [operation.kind, operation.overlay];
    case 'snapshot':
      return [operation.kind, { v: 1, ...operation.snapshot }];
    case 'trigger':
      return [operation.kind, operation.trigger];
    default:
      return [operation.kind, operation.id];
  }
}

export function decodeOperation(value: Json): Result<Operation, string> {
  const [kind, content] = isArray(value) ? value : [];
  switch (kind) {
    case 'workflow': {
      const record = decodeStoredRecord(content);
      return record.ok ? ok({ kind, record: record.value }) : fail(`A workflow: ${inWords(record.error)}`);
    }
    case 'node-type': {
      const nodeType = decodeNodeType(content);
      return nodeType.ok
        ? ok({ kind, nodeType: nodeType.value })
        : fail(`A node type: ${inWords(nodeType.error)}`);
    }
    case 'lanes':
      return isObject(content) ? ok({ kind, overlay: content }) : fail('The lanes are no object.');
    case 'snapshot': {
      const snapshot = decodeSnapshotRow(content);
      return snapshot.ok
        ? ok({ kind, snapshot: recordOfRow(snapshot.value) })
        : fail(`A snapshot: ${inWords(snapshot.error)}`);
    }
    case 'trigger': {
      const trigger = decodeTriggerRow(content);
      return trigger.ok ? ok({ kind, trigger: trigger.value }) : fail(`A trigger: ${inWords(trigger.error)}`);
    }
    case 'workflow-gone':
    case 'node-type-gone':
    case 'snapshot-gone':
    case 'trigger-gone':
      return typeof content === 'string' ? ok({ kind, id: content }) : fail(`"${kind}" names no id.`);
    default:
      return fail(`An operation of the kind ${JSON.stringify(kind ?? null)} is not known.`);
  }
}

function inWords(problems: readonly { readonly path: string; readonly message: string }[]): string {
  return problems.map(({ path, message }) => `${path}: ${message}`).join(' ');
}
