import { applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react';
import { useCallback, useEffect, useState } from 'react';
import type { EdgeKey, NodeKey } from '../../model/document';
import { useCanvasUi, useEditor } from '../editor/editor-context';
import { type FlowEdge, type FlowNode, flowEdges, flowNodes } from './elements';

/**
 * React Flow's nodes and edges for the editor's document. Positions of a running drag and measured sizes live here alone;
 * the document hears of a drag when it ends.
 */
export function useElements() {
  const editor = useEditor();
  const ui = useCanvasUi();
  const [nodes, setNodes] = useState<FlowNode[]>(() => {
    const state = editor.store.getState();
    return flowNodes(ui.graph(state), state.selection, []);
  });
  const [edges, setEdges] = useState<FlowEdge[]>(() => {
    const state = editor.store.getState();
    return flowEdges(ui.graph(state), state.selection, []);
  });

  useEffect(() => {
    const draw = () => {
      const state = editor.store.getState();
      const view = ui.graph(state);
      setNodes((current) => flowNodes(view, state.selection, current));
      setEdges((current) => flowEdges(view, state.selection, current));
    };
    draw();
    return editor.store.subscribe((state, before) => {
      if (
        state.document !== before.document ||
        state.catalog !== before.catalog ||
        state.selection !== before.selection
      ) {
        draw();
      }
    });
  }, [editor, ui]);

  const onNodesChange = useCallback(
    (changes: NodeChange<FlowNode>[]) => {
      const selects = changes.filter((change) => change.type === 'select');
      if (selects.length > 0) {
        const { nodes: chosen, edges: wires } = editor.store.getState().selection;
        const next = changedSet<NodeKey>(
          chosen,
          selects,
          (id) => ui.graph(editor.store.getState()).wiring.node(id)?.key,
        );
        editor.select({ nodes: next, edges: wires });
        const added = selects.findLast((change) => change.selected);
        const lead =
          added === undefined ? undefined : ui.graph(editor.store.getState()).wiring.node(added.id)?.key;
        if (lead !== undefined) ui.set({ lead });
      }
      const rest = changes.filter((change) => change.type === 'position' || change.type === 'dimensions');
      if (rest.length > 0) setNodes((current) => applyNodeChanges(rest, current));
    },
    [editor, ui],
  );

  const onEdgesChange = useCallback(
    (changes: EdgeChange<FlowEdge>[]) => {
      const selects = changes.filter((change) => change.type === 'select');
      if (selects.length === 0) return;
      const { document, selection } = editor.store.getState();
      const next = changedSet<EdgeKey>(
        selection.edges,
        selects,
        (id) => document.edges.find((edge) => edge.key === id)?.key,
      );
      editor.select({ nodes: selection.nodes, edges: next });
    },
    [editor],
  );

  return { nodes, edges, onNodesChange, onEdgesChange };
}

function changedSet<K extends string>(
  current: ReadonlySet<K>,
  changes: readonly { readonly id: string; readonly selected: boolean }[],
  keyOf: (id: string) => K | undefined,
): ReadonlySet<K> {
  const next = new Set(current);
  for (const change of changes) {
    const key = keyOf(change.id);
    if (key === undefined) continue;
    if (change.selected) next.add(key);
    else next.delete(key);
  }
  return next;
}
