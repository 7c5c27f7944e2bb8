import { anchorOf, type EdgeKey, mintKey, type NodeKey, type Position } from '../../model/document';
import { type Direction, handleOf, portOf } from '../../model/handle';
import { type Fragment, fragmentOf } from '../clipboard/fragment';
import type { Command, DocumentDraft } from '../editor/types';
import { baseOf, freshNodeIds } from './draft';

/** How far a duplicate lies from its original, in canvas units. */
const OFFSET = { x: 32, y: 32 };

export type CopyOptions = {
  /** Ids of the new edges. */
  readonly uuid: () => string;
  /** Keys of the new nodes, in the order of the copied ones, for a caller that selects them; minted where absent. */
  readonly keys?: readonly NodeKey[];
};

/** Copies nodes of the document, with the edges between them, beside themselves. */
export function duplicate(keys: Iterable<NodeKey>, options: CopyOptions): Command {
  const chosen = new Set(keys);
  return {
    name: 'duplicate',
    params: { count: chosen.size },
    perform(draft) {
      insert(draft, fragmentOf(baseOf(draft), chosen), OFFSET, options);
    },
  };
}

/** Adds a fragment with its upper left corner at a place. Its nodes and edges get fresh ids. */
export function paste(fragment: Fragment, at: Position, options: CopyOptions): Command {
  return {
    name: 'paste',
    params: { count: fragment.nodes.length },
    perform(draft) {
      const left = Math.min(...fragment.nodes.map((node) => node.position.x));
      const top = Math.min(...fragment.nodes.map((node) => node.position.y));
      insert(draft, fragment, { x: at.x - left, y: at.y - top }, options);
    },
  };
}

function insert(draft: DocumentDraft, fragment: Fragment, by: Position, options: CopyOptions): void {
  const freshId = freshNodeIds(draft);
  const renamed = new Map<string, string>();
  for (const [at, node] of fragment.nodes.entries()) {
    const id = freshId(anchorOf(node) ?? 'node');
    if (!renamed.has(node.id)) renamed.set(node.id, id);
    draft.nodes.push({
      ...node,
      data: { ...node.data },
      key: options.keys?.[at] ?? mintKey<NodeKey>(),
      id,
      position: { x: node.position.x + by.x, y: node.position.y + by.y },
    });
  }
  for (const edge of fragment.edges) {
    const source = renamed.get(edge.source);
    const target = renamed.get(edge.target);
    if (source === undefined || target === undefined) continue;
    draft.edges.push({
      ...edge,
      key: mintKey<EdgeKey>(),
      id: options.uuid(),
      source,
      target,
      sourceHandle: movedHandle(edge.sourceHandle, 'output', source),
      targetHandle: movedHandle(edge.targetHandle, 'input', target),
    });
  }
}

/** The handle on the copied node; one that names no port stays as it was written. */
function movedHandle(handle: string | undefined, direction: Direction, nodeId: string): string | undefined {
  const port = portOf(handle, direction);
  return port === undefined ? handle : handleOf(nodeId, direction, port);
}
