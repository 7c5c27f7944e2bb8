import { instancePorts } from '../../catalog/instance-ports';
import type { Catalog, InstancePort } from '../../catalog/types';
import type { NodeKey, WorkflowDocument, WorkflowNode } from '../../model/document';
import type { EditorState } from '../editor/types';
import { indexWiring, type Wired, type WiringIndex } from './wiring';

export type NodePorts = {
  readonly inputs: readonly InstancePort[];
  readonly outputs: readonly InstancePort[];
};

/** What the canvas reads off a document and its catalog: the wiring, and the ports of each node. */
export type GraphView = {
  readonly document: WorkflowDocument;
  readonly catalog: Catalog;
  readonly wiring: WiringIndex;
  /**
   * All ports of a node, hidden ones included, in display order. Memoised by node, catalog and wires; an edit that leaves
   * them as they were answers the same objects.
   */
  ports(key: NodeKey): NodePorts;
};

const NO_PORTS: NodePorts = { inputs: [], outputs: [] };

type Memo = { readonly catalog: Catalog; readonly wired: Wired; readonly ports: NodePorts };

/** Keeps one view of an editor's state; asking again for the same document and catalog answers the same view. */
export function createGraphViews(): (state: Pick<EditorState, 'document' | 'catalog'>) => GraphView {
  const memo = new WeakMap<WorkflowNode, Memo>();
  const latest = new Map<NodeKey, NodePorts>();
  let last: GraphView | undefined;

  return ({ document, catalog }) => {
    if (last?.document === document && last.catalog === catalog) return last;
    const previous = last === undefined ? undefined : { document: last.document, index: last.wiring };
    const wiring = indexWiring(document, previous);
    const view: GraphView = {
      document,
      catalog,
      wiring,
      ports(key) {
        const node = wiring.node(key);
        if (node === undefined) return NO_PORTS;
        const wired = wiring.wired(node.id);
        const known = memo.get(node);
        if (known !== undefined && known.catalog === catalog && known.wired === wired) return known.ports;
        const ports = kept(latest.get(key), instancePorts(catalog, node, wired));
        memo.set(node, { catalog, wired, ports });
        latest.set(key, ports);
        return ports;
      },
    };
    last = view;
    return view;
  };
}

/** `next` with whatever of `before` says the same. */
function kept(before: NodePorts | undefined, next: NodePorts): NodePorts {
  if (before === undefined) return next;
  const inputs = keptSide(before.inputs, next.inputs);
  const outputs = keptSide(before.outputs, next.outputs);
  return inputs === before.inputs && outputs === before.outputs ? before : { inputs, outputs };
}

function keptSide(before: readonly InstancePort[], next: readonly InstancePort[]): readonly InstancePort[] {
  const byId = new Map(before.map((port) => [port.id, port]));
  const ports = next.map((port) => {
    const old = byId.get(port.id);
    return old !== undefined && samePort(old, port) ? old : port;
  });
  return ports.length === before.length && ports.every((port, at) => port === before[at]) ? before : ports;
}

function samePort(a: InstancePort, b: InstancePort): boolean {
  const words: (keyof InstancePort)[] = [
    'id',
    'name',
    'direction',
    'lane',
    'required',
    'description',
    'origin',
    'exposed',
    'order',
  ];
  return words.every((word) => a[word] === b[word]);
}

/** Finds a port of a node by its side and id. */
export function findPort(
  view: GraphView,
  key: NodeKey,
  direction: 'input' | 'output',
  id: string,
): InstancePort | undefined {
  const ports = view.ports(key);
  return (direction === 'input' ? ports.inputs : ports.outputs).find((port) => port.id === id);
}
