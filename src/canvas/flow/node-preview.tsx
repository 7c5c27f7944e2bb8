import { ReactFlow, ReactFlowProvider, useNodesInitialized, useReactFlow, useStore } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useEffect } from 'react';
import { useCanvasUi } from '../editor/editor-context';
import type { FlowEdge, FlowNode } from './elements';
import styles from './flow-canvas.module.css';
import { NodeView } from './node-view';
import { useElements } from './use-elements';

const NODE_TYPES = { workflow: NodeView };
const FIT = { padding: 0.12, maxZoom: 1 };

/** The nodes of the editor around it, drawn as the canvas draws them and not to be touched. */
export function NodePreview({ label }: { readonly label: string }) {
  return (
    <div role="img" aria-label={label} className={styles.root}>
      <div inert className={`sluice-canvas ${styles.region}`} data-zoom="near">
        <ReactFlowProvider>
          <Still />
        </ReactFlowProvider>
      </div>
    </div>
  );
}

function Still() {
  const ui = useCanvasUi();
  const { nodes, edges, onNodesChange } = useElements();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const ready = useNodesInitialized();
  const width = useStore((state) => state.width);
  const size = nodes.map(({ measured }) => `${measured?.width}x${measured?.height}`).join();
  // Another look or more ports give the card another size, and it is to be seen whole.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `size` and `width` say when to look again.
  useEffect(() => {
    if (ready) void flow.fitView(FIT);
  }, [flow, ready, size, width]);
  return (
    <ReactFlow<FlowNode, FlowEdge>
      id={ui.id}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      onNodesChange={onNodesChange}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      elementsSelectable={false}
      panOnDrag={false}
      zoomOnScroll={false}
      zoomOnPinch={false}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      disableKeyboardA11y
      fitView
      fitViewOptions={FIT}
      minZoom={0.2}
      attributionPosition="bottom-left"
    />
  );
}
