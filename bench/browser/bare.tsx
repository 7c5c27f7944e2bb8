/*
 * React Flow by itself, with the default node and the controlled flow of its documentation: the peer of the drag bench.
 * Query: nodes, edges, left, top, width, height (where the canvas lies on the page, in pixels), x, y, zoom (the viewport; fitted where
 * there is none), extras (with the background and the minimap).
 */
import {
  addEdge,
  applyEdgeChanges,
  applyNodeChanges,
  Background,
  type Edge,
  MiniMap,
  type Node,
  type OnConnect,
  type OnEdgesChange,
  type OnNodesChange,
  ReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/style.css';
import { useCallback, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { sampleEnds, sampleNodeId, samplePosition } from '../sample';

const query = new URLSearchParams(location.search);
const asked = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise);
const count = asked('nodes', 500);
const initialNodes: Node[] = Array.from({ length: count }, (_, index) => ({
  id: sampleNodeId(index),
  position: samplePosition(index),
  data: { label: `Step ${index}` },
}));
const initialEdges: Edge[] = sampleEnds(count, asked('edges', 1000)).map(({ from, to }, index) => ({
  id: `edge-${index}`,
  source: sampleNodeId(from),
  target: sampleNodeId(to),
}));
const place = {
  position: 'absolute',
  left: asked('left', 0),
  top: asked('top', 0),
  width: asked('width', 1000),
  height: asked('height', 700),
} as const;
const zoom = query.get('zoom');
const viewport =
  zoom === null
    ? { fitView: true }
    : { defaultViewport: { x: asked('x', 0), y: asked('y', 0), zoom: Number(zoom) } };

function Bare() {
  const [nodes, setNodes] = useState(initialNodes);
  const [edges, setEdges] = useState(initialEdges);
  const onNodesChange: OnNodesChange = useCallback(
    (changes) => setNodes((current) => applyNodeChanges(changes, current)),
    [],
  );
  const onEdgesChange: OnEdgesChange = useCallback(
    (changes) => setEdges((current) => applyEdgeChanges(changes, current)),
    [],
  );
  const onConnect: OnConnect = useCallback((ends) => setEdges((current) => addEdge(ends, current)), []);
  return (
    <div style={place}>
      <ReactFlow
        nodes={nodes}
        edges={edges}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onConnect={onConnect}
        minZoom={0.05}
        {...viewport}
      >
        {query.has('extras') && (
          <>
            <Background />
            <MiniMap />
          </>
        )}
      </ReactFlow>
    </div>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has a root.');
createRoot(root).render(<Bare />);
