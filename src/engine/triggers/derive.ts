// The triggers of a workflow are those of its trigger nodes: what a store does with its records when the workflow changes.
import { isArray, type Json, own, ownString } from '../../model/json';
import { defaultConfig } from './config';
import type { TriggerRow } from './types';

export const TRIGGER_EXECUTOR = 'flowdrop_trigger:trigger';
/** The node type that ships with the program. */
const SHIPPED = 'trigger';

export type TriggerNode = { readonly id: string; readonly label: string; readonly type: string };

/** The trigger nodes among stored nodes. `types`: ids of the site's node types that {@link TRIGGER_EXECUTOR} carries out. */
export function triggerNodes(nodes: Json | undefined, types: Iterable<string> = []): readonly TriggerNode[] {
  const known = new Set([SHIPPED, ...types]);
  return (isArray(nodes) ? nodes : []).flatMap((node): readonly TriggerNode[] => {
    const id = ownString(node, 'id');
    const data = own(node, 'data');
    const type = ownString(own(data, 'metadata'), 'node_type_id') ?? ownString(own(data, 'metadata'), 'id');
    if (id === undefined || type === undefined || !known.has(type)) return [];
    return [{ id, type, label: ownString(data, 'label') ?? id }];
  });
}

/** OCX-1: the id of a node's trigger. */
export function triggerId(workflow: string, node: string): string {
  return `${workflow}__${node.replaceAll('.', '_')}`;
}

/**
 * Rows that are to be stored, so that each trigger node of a workflow has its trigger and no other node has one. What a
 * person decided is kept where a node goes, for the undo that brings it back; so is that a person deleted the trigger.
 *
 * @param stored every row of the workflow.
 */
export function reconcile(
  workflow: string,
  nodes: readonly TriggerNode[],
  stored: readonly TriggerRow[],
  now: number,
): readonly TriggerRow[] {
  const rows = new Map(stored.map((row) => [row.node, row]));
  const taken = new Set(stored.map(({ id }) => id));
  const made = nodes.flatMap((node): readonly TriggerRow[] => {
    const row = rows.get(node.id);
    if (row === undefined) {
      const id = freeId(triggerId(workflow, node.id), taken);
      taken.add(id);
      return [newTrigger(id, workflow, node, now)];
    }
    const gone = row.gone === 'node' ? null : row.gone;
    return gone === row.gone && row.label === node.label
      ? []
      : [{ ...row, gone, label: node.label, changed: now }];
  });
  const there = new Set(nodes.map(({ id }) => id));
  const left = stored
    .filter((row) => row.gone !== 'node' && !there.has(row.node))
    .map((row): TriggerRow => ({ ...row, gone: 'node', changed: now }));
  return [...made, ...left];
}

export function newTrigger(id: string, workflow: string, node: TriggerNode, now: number): TriggerRow {
  const { id: of, label, type } = node;
  return {
    ...{ v: 1, id, workflow, node: of, label, gone: null, created: now, changed: now },
    config: defaultConfig(type),
    state: {},
  };
}

/** Two nodes whose ids differ in dots only have different triggers. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let free = id;
  for (let n = 2; taken.has(free); n += 1) free = `${id}_${n}`;
  return free;
}
