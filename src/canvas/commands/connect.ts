import { type EdgeKey, mintKey, type NodeKey } from '../../model/document';
import { handleOf } from '../../model/handle';
import type { Command, DocumentDraft } from '../editor/types';
import { baseOf, edgeIn, nodeIn } from './draft';

export type Connection = {
  readonly source: NodeKey;
  readonly sourcePort: string;
  readonly target: NodeKey;
  readonly targetPort: string;
};

type NewEdge = {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string;
  readonly targetHandle: string;
};

/** Adds an edge between two ports. Does nothing for a self-edge or one that is there already (R12, R13). */
export function connect(connection: Connection & { readonly id: string; readonly key?: EdgeKey }): Command {
  return {
    name: 'connect',
    perform(draft) {
      const source = nodeIn(draft, connection.source);
      const target = nodeIn(draft, connection.target);
      if (source === undefined || target === undefined) return;
      connectIn(
        draft,
        {
          id: connection.id,
          source: source.id,
          target: target.id,
          sourceHandle: handleOf(source.id, 'output', connection.sourcePort),
          targetHandle: handleOf(target.id, 'input', connection.targetPort),
        },
        connection.key,
      );
    },
  };
}

/** Adds an edge to a draft, as {@link connect} does. */
export function connectIn(draft: DocumentDraft, edge: NewEdge, key: EdgeKey = mintKey<EdgeKey>()): void {
  if (edge.source === edge.target) return;
  if (baseOf(draft).edges.some((other) => sameEnds(other, edge))) return;
  draft.edges.push({ key, ...edge, data: undefined, extra: {} });
}

type Ends = {
  readonly source: string;
  readonly target: string;
  readonly sourceHandle: string | undefined;
  readonly targetHandle: string | undefined;
};

/** R13: the four ends, compared verbatim. */
export function sameEnds(a: Ends, b: Ends): boolean {
  return (
    a.source === b.source &&
    a.target === b.target &&
    a.sourceHandle === b.sourceHandle &&
    a.targetHandle === b.targetHandle
  );
}

/**
 * Moves an edge to other ends; its id and data stay. A declared `data.edgeType` goes, for it was said of the old ends and
 * would decide over the new handles (EDGE-5).
 */
export function reconnect(key: EdgeKey, connection: Connection): Command {
  return {
    name: 'reconnect',
    perform(draft) {
      const edge = edgeIn(draft, key);
      const source = nodeIn(draft, connection.source);
      const target = nodeIn(draft, connection.target);
      if (edge === undefined || source === undefined || target === undefined || source.key === target.key)
        return;
      const ends: Ends = {
        source: source.id,
        target: target.id,
        sourceHandle: handleOf(source.id, 'output', connection.sourcePort),
        targetHandle: handleOf(target.id, 'input', connection.targetPort),
      };
      if (baseOf(draft).edges.some((other) => sameEnds(other, ends))) return;
      Object.assign(edge, ends);
      if (edge.data !== undefined && Object.hasOwn(edge.data, 'edgeType')) {
        const { edgeType: _declared, ...kept } = edge.data;
        edge.data = kept;
      }
    },
  };
}
