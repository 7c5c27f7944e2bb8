import type { Catalog } from '../../catalog/types';
import { configOf, mintKey, type NodeKey, type Position, type WorkflowNode } from '../../model/document';
import { handleOf } from '../../model/handle';
import { withPin } from '../../model/pin';
import { mayRunAgain, withRunAgain } from '../../model/rerun';
import type { Command, DocumentDraft } from '../editor/types';
import { connectIn } from './connect';
import { baseOf, freshNodeIds, nodeIn, setOwn, writableConfig } from './draft';

/** A port of an existing node that a new node is wired to at once. */
export type ConnectFrom = {
  readonly node: NodeKey;
  readonly port: string;
  /** Side of that port; the new node is wired on its other side. */
  readonly direction: 'input' | 'output';
  /** Port of the new node. */
  readonly toPort: string;
  readonly edgeId: string;
};

export type AddNodeOptions = {
  readonly id?: string;
  readonly key?: NodeKey;
  readonly connectFrom?: ConnectFrom;
};

/** Adds a node of a type, with the type's configuration defaults; wired at once where `connectFrom` is given. */
export function addNode(
  catalog: Catalog,
  nodeTypeId: string,
  position: Position,
  options: AddNodeOptions = {},
): Command {
  const built = catalog.built(nodeTypeId);
  const label = catalog.nodeType(nodeTypeId)?.label ?? nodeTypeId;
  // A node that is a workflow remembers by which version of its contract it was wired.
  const pinned = built?.nodeType.workflow === undefined ? {} : withPin({}, built.nodeType.plugin_version);
  return {
    name: options.connectFrom === undefined ? 'addNode' : 'addNodeConnected',
    params: { type: label },
    perform(draft) {
      const node: WorkflowNode = {
        key: options.key ?? mintKey<NodeKey>(),
        id: options.id ?? freshNodeIds(draft)(nodeTypeId),
        type: 'universalNode',
        position: { x: position.x, y: position.y },
        data: {
          label: freeLabel(draft, label),
          config: built?.configDefaults ?? {},
          metadata: { node_type_id: nodeTypeId },
          extra: pinned,
        },
        extra: {},
      };
      draft.nodes.push({ ...node, data: { ...node.data } });
      const from = options.connectFrom;
      if (from === undefined) return;
      const other = nodeIn(draft, from.node);
      if (other === undefined) return;
      const [source, target] =
        from.direction === 'output'
          ? [handleOf(other.id, 'output', from.port), handleOf(node.id, 'input', from.toPort)]
          : [handleOf(node.id, 'output', from.toPort), handleOf(other.id, 'input', from.port)];
      const [sourceId, targetId] = from.direction === 'output' ? [other.id, node.id] : [node.id, other.id];
      connectIn(draft, {
        id: from.edgeId,
        source: sourceId,
        target: targetId,
        sourceHandle: source,
        targetHandle: target,
      });
    },
  };
}

/** The label, or `label 2` and so on where another node has it: a tool is called by its label (CMP-9). */
function freeLabel(draft: DocumentDraft, label: string): string {
  const taken = new Set(baseOf(draft).nodes.map((node) => node.data.label));
  if (!taken.has(label)) return label;
  let n = 2;
  while (taken.has(`${label} ${n}`)) n += 1;
  return `${label} ${n}`;
}

export type Move = { readonly key: NodeKey; readonly position: Position };

/** Puts nodes at new places. `nudge`: consecutive moves of the same nodes are one step (arrow keys). */
export function moveNodes(moves: readonly Move[], options: { readonly nudge?: boolean } = {}): Command {
  return {
    name: 'moveNodes',
    params: { count: moves.length },
    mergeKey: options.nudge === true ? `nudge:${moves.map((move) => move.key).join(',')}` : undefined,
    perform(draft) {
      const to = new Map(moves.map((move) => [move.key, move.position]));
      for (const [at, node] of baseOf(draft).nodes.entries()) {
        const position = to.get(node.key);
        if (position === undefined || !Number.isFinite(position.x) || !Number.isFinite(position.y)) continue;
        if (node.position.x === position.x && node.position.y === position.y) continue;
        const found = draft.nodes[at];
        if (found !== undefined) found.position = { x: position.x, y: position.y };
      }
    },
  };
}

/** Sets what a node is called; an empty label is no label. */
export function setNodeLabel(key: NodeKey, label: string): Command {
  return {
    name: 'renameNode',
    params: { label },
    mergeKey: `label:${key}`,
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node !== undefined && node.data.label !== label) node.data.label = label;
    },
  };
}

/** Says whether the node may be executed a second time where it was cut off and may have taken effect. */
export function allowRerun(key: NodeKey, allowed: boolean): Command {
  return {
    name: allowed ? 'allowRerun' : 'forbidRerun',
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node !== undefined && mayRunAgain(node) !== allowed)
        node.data.extra = withRunAgain(node.data.extra, allowed);
    },
  };
}

/** Sets the title that the canvas shows: the instance title where the node has one, else the label. */
export function renameNode(key: NodeKey, title: string): Command {
  const rename = setNodeLabel(key, title);
  return {
    name: rename.name,
    params: { label: title },
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined) return;
      const instanceTitle = configOf(node).instanceTitle;
      if (typeof instanceTitle !== 'string' || instanceTitle.trim() === '') {
        rename.perform(draft);
        return;
      }
      if (instanceTitle === title) return;
      const config = writableConfig(node);
      setOwn(config, 'instanceTitle', title);
      node.data.config = config;
    },
  };
}

/** Sets a node's size in canvas units. */
export function resizeNode(key: NodeKey, width: number, height: number, position?: Position): Command {
  return {
    name: 'resizeNode',
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined || !(width > 0) || !(height > 0)) return;
      const extra: typeof node.extra = { ...node.extra, width, height };
      node.extra = extra;
      if (position !== undefined) node.position = { x: position.x, y: position.y };
    },
  };
}
