import {
  Background,
  BackgroundVariant,
  MiniMap,
  type NodeMouseHandler,
  type OnNodeDrag,
  ReactFlow,
  type SelectionDragHandler,
  SelectionMode,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { memo, useCallback } from 'react';
import { useTranslations } from 'use-intl';
import { titleOf } from '../../model/document';
import { moveNodes } from '../commands/nodes';
import { snapped } from '../derive/free-spot';
import { useCanvasUi, useEditor, useEditorState } from '../editor/editor-context';
import { FIT_PADDING } from './canvas-view';
import type { FlowEdge, FlowNode } from './elements';
import styles from './flow-canvas.module.css';
import { NodeView } from './node-view';
import { useElements } from './use-elements';
import { useWiring } from './use-wiring';
import { WireEdge } from './wire-edge';

const NODE_TYPES = { workflow: NodeView };
const EDGE_TYPES = { wire: WireEdge };
const SNAP: [number, number] = [4, 4];
const FIT = { padding: FIT_PADDING, maxZoom: 1 };
/** The minimap draws for the size that it is told here. */
const MINIMAP = { width: 160, height: 108 };
const MULTI = ['Meta', 'Control'];

/**
 * React Flow with the workflow's nodes and wires. It holds the positions of a running drag, so each frame of one draws this
 * component again, and nothing of the canvas around it.
 */
export const Drawing = memo(function Drawing() {
  const t = useTranslations('canvas');
  const editor = useEditor();
  const ui = useCanvasUi();
  const readOnly = useEditorState((state) => state.readOnly);
  const elements = useElements();
  const wiring = useWiring();

  // Every handler that React Flow is given is stable: one that changes draws all nodes again on each frame of a drag.
  const moved = useCallback(
    (dragged: readonly FlowNode[]) => {
      const moves = dragged.map((node) => ({ key: node.data.node.key, position: snapped(node.position) }));
      editor.dispatch(moveNodes(moves));
      const [first] = dragged;
      const [move] = moves;
      if (first !== undefined && move !== undefined) {
        ui.say('moved', {
          count: moves.length,
          name: titleOf(first.data.node),
          x: String(move.position.x),
          y: String(move.position.y),
        });
      }
    },
    [editor, ui],
  );
  const onDragStop: OnNodeDrag<FlowNode> = useCallback((_event, _node, dragged) => moved(dragged), [moved]);
  const onSelectionDragStop: SelectionDragHandler<FlowNode> = useCallback(
    (_event, dragged) => moved(dragged),
    [moved],
  );
  const onDoubleClick: NodeMouseHandler<FlowNode> = useCallback(
    (_event, { data }) => {
      // A note is written where it stands; everything else has its fields in the panel.
      if (data.visual === 'note' && !editor.store.getState().readOnly) ui.set({ renaming: data.node.key });
      else ui.host.editNode?.(data.node.key);
    },
    [editor, ui],
  );

  return (
    <ReactFlow<FlowNode, FlowEdge>
      id={ui.id}
      nodes={elements.nodes}
      edges={elements.edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={elements.onNodesChange}
      onEdgesChange={elements.onEdgesChange}
      onNodeDragStop={onDragStop}
      onNodeDoubleClick={onDoubleClick}
      onSelectionDragStop={onSelectionDragStop}
      {...wiring}
      nodesDraggable={!readOnly}
      nodesConnectable={!readOnly}
      edgesReconnectable={!readOnly}
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      selectionKeyCode="Shift"
      selectionMode={SelectionMode.Partial}
      multiSelectionKeyCode={MULTI}
      connectOnClick={false}
      connectionDragThreshold={4}
      connectionRadius={26}
      // Beyond the reach of the port itself, where a press begins a wire of its own.
      reconnectRadius={18}
      snapToGrid
      snapGrid={SNAP}
      zoomOnDoubleClick={false}
      minZoom={0.05}
      maxZoom={2.5}
      fitView
      fitViewOptions={FIT}
      elevateNodesOnSelect={false}
      attributionPosition="bottom-left"
    >
      <Background variant={BackgroundVariant.Dots} gap={24} size={1.6} className={styles.dots} />
      <MiniMap
        position="bottom-right"
        pannable
        zoomable
        ariaLabel={t('minimap')}
        className={styles.minimap}
        style={MINIMAP}
        nodeClassName={miniClass}
        nodeBorderRadius={6}
      />
    </ReactFlow>
  );
});

function miniClass(node: FlowNode): string {
  const kind = node.data.visual === 'note' || node.data.visual === 'idea' ? styles.miniNote : styles.miniNode;
  return [kind, node.selected === true && styles.miniSelected].filter(Boolean).join(' ');
}
