import type { NodeKey } from '../../model/document';
import { type Direction, portOf } from '../../model/handle';
import { isArray, isObject, type Json, own, sameJson } from '../../model/json';
import type { Command, DocumentDraft } from '../editor/types';
import { type NodeDraft, nodeIn, setOwn, writableConfig } from './draft';

const KEY_OF = { input: 'dynamicInputs', output: 'dynamicOutputs' } as const;

/** Replaces the dynamic ports of one side of a node. Wires of ports that go stay, drawn on ghost ports. */
export function setDynamicPorts(key: NodeKey, direction: Direction, ports: readonly Json[]): Command {
  return listCommand('setPorts', key, KEY_OF[direction], ports);
}

/** Replaces a gateway's branches. Wires of branches that go stay, drawn on ghost ports. */
export function setBranches(key: NodeKey, branches: readonly Json[]): Command {
  return listCommand('setBranches', key, 'branches', branches);
}

function listCommand(name: string, key: NodeKey, configKey: string, list: readonly Json[]): Command {
  return {
    name,
    mergeKey: `${name}:${configKey}:${key}`,
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined) return;
      const config = writableConfig(node);
      if (sameJson(config[configKey], list)) return;
      setOwn(config, configKey, list);
      node.data.config = config;
    },
  };
}

/** Renames a dynamic port; its edges and manifest entries follow. */
export function renameDynamicPort(key: NodeKey, direction: Direction, from: string, to: string): Command {
  return {
    name: 'renamePort',
    params: { from, to },
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined || from === to || to === '') return;
      if (!renameInList(node, KEY_OF[direction], from, to)) return;
      rewire(draft, node.id, direction, from, to);
    },
  };
}

/** Renames a branch of a gateway; its edges and the gateway's default branch follow (BR-4). */
export function renameBranch(key: NodeKey, from: string, to: string): Command {
  return {
    name: 'renameBranch',
    params: { from, to },
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined || from === to || to === '') return;
      if (!renameInList(node, 'branches', from, to)) return;
      if (own(node.data.config, 'default_branch') === from) {
        const config = writableConfig(node);
        config.default_branch = to;
        node.data.config = config;
      }
      rewire(draft, node.id, 'output', from, to);
    },
  };
}

/** Renames the entry; false where there is none, or another already has the new name. */
function renameInList(node: NodeDraft, configKey: string, from: string, to: string): boolean {
  const list = own(node.data.config, configKey);
  if (!isArray(list)) return false;
  const named = (name: string) => (entry: Json) => own(entry, 'name') === name;
  if (!list.some(named(from)) || list.some(named(to))) return false;
  const config = writableConfig(node);
  setOwn(
    config,
    configKey,
    list.map((entry) => {
      if (!named(from)(entry) || !isObject(entry)) return entry;
      // A label that only repeated the name goes on doing so.
      return { ...entry, name: to, ...(own(entry, 'label') === from ? { label: to } : {}) };
    }),
  );
  node.data.config = config;
  return true;
}

function rewire(draft: DocumentDraft, nodeId: string, direction: Direction, from: string, to: string): void {
  const end = direction === 'input' ? 'targetHandle' : 'sourceHandle';
  const at = direction === 'input' ? 'target' : 'source';
  for (const edge of draft.edges) {
    const handle = edge[end];
    if (edge[at] !== nodeId || handle === undefined || portOf(handle, direction) !== from) continue;
    edge[end] = `${handle.slice(0, handle.length - from.length)}${to}`;
  }
  for (const entry of direction === 'input' ? draft.inputs : draft.outputs) {
    if (entry.node_id === nodeId && entry.port === from) entry.port = to;
  }
}
