import {
  Background,
  BackgroundVariant,
  MiniMap,
  type NodeMouseHandler,
  type OnNodeDrag,
  ReactFlow,
  ReactFlowProvider,
  type SelectionDragHandler,
  SelectionMode,
  useReactFlow,
  useStore,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
} from 'react';
import { useTranslations } from 'use-intl';
import { titleOf } from '../../model/document';
import { copiedText, pasteText, remove } from '../actions/edit';
import { moveNodes } from '../commands/nodes';
import { snapped } from '../derive/free-spot';
import { useCanvasUi, useCanvasUiState, useEditor, useEditorState } from '../editor/editor-context';
import { Announcer } from '../interaction/announcer';
import type { CanvasHost } from '../interaction/canvas-ui';
import { actionFor } from '../interaction/keymap';
import { CanvasLists } from '../lists/canvas-lists';
import { CanvasControls } from './canvas-controls';
import { createCanvasView } from './canvas-view';
import type { FlowEdge, FlowNode } from './elements';
import styles from './flow-canvas.module.css';
import { NodeView } from './node-view';
import { portAtHandle } from './port-handle';
import { RefusalNote } from './refusal-note';
import { useElements } from './use-elements';
import { useWiring } from './use-wiring';
import { WireEdge } from './wire-edge';

const NODE_TYPES = { workflow: NodeView };
const EDGE_TYPES = { wire: WireEdge };
const SNAP: [number, number] = [4, 4];
const FIT = { padding: 0.12, maxZoom: 1 };
/** Zoom below which ports cannot be read, so they are not painted: hundreds of nodes stay fluid in overview. */
const FAR = 0.3;
const MULTI = ['Meta', 'Control'];

/** The canvas of the editor around it: draws the workflow and edits it by pointer, touch and keys. */
export function WorkflowCanvas(props: CanvasHost) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function Canvas({ editNode, searchPalette }: CanvasHost) {
  const t = useTranslations('canvas');
  const editor = useEditor();
  const ui = useCanvasUi();
  const flow = useReactFlow<FlowNode, FlowEdge>();
  const region = useRef<HTMLDivElement>(null);
  const readOnly = useEditorState((state) => state.readOnly);
  const name = useEditorState((state) => state.document.name);
  const empty = useEditorState((state) => state.document.nodes.length === 0);
  const lead = useCanvasUiState((state) => state.lead);
  const far = useStore((state) => state.transform[2] < FAR);
  const elements = useElements();
  const wiring = useWiring();

  useEffect(() => {
    ui.host = { editNode, searchPalette };
  }, [ui, editNode, searchPalette]);

  useEffect(() => {
    if (region.current === null) return;
    ui.view = createCanvasView(flow, region.current);
    return () => {
      ui.view = null;
    };
  }, [ui, flow]);

  // Shows what a finding is about when somebody asks for it.
  useEffect(
    () =>
      editor.store.subscribe((state, before) => {
        if (state.reveal === null || state.reveal === before.reveal) return;
        const { target } = state.reveal.finding;
        const edge =
          target.kind === 'edge' ? state.document.edges.find((wire) => wire.key === target.key) : undefined;
        const { wiring: index } = ui.graph(state);
        const keys =
          target.kind === 'node'
            ? [target.key]
            : edge
              ? [index.keyOf(edge.source), index.keyOf(edge.target)]
              : [];
        const known = keys.filter((key) => key !== undefined);
        if (known.length > 0) ui.view?.fitNodes(known);
        if (target.kind === 'node') ui.set({ lead: target.key });
      }),
    [editor, ui],
  );

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
    (_event, node) => ui.host.editNode?.(node.data.node.key),
    [ui],
  );

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (isField(event.target) || event.defaultPrevented) return;
    event.currentTarget.dataset.keys = 'true';
    const action = actionFor(event.nativeEvent);
    if (action === undefined || !action.enabled(editor.store.getState(), ui)) return;
    event.preventDefault();
    event.stopPropagation();
    ui.set({ refusal: null });
    action.run(editor, ui);
  };

  const onCopy = (event: ClipboardEvent<HTMLDivElement>) => {
    if (isField(event.target)) return;
    const text = copiedText(editor.store.getState());
    if (text === null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', text);
    event.clipboardData.setData('application/json', text);
    void ui.clipboard.write(text);
    const count = editor.store.getState().selection.nodes.size;
    if (event.type === 'cut' && !editor.store.getState().readOnly) remove.run(editor, ui);
    else ui.say('copied', { count });
  };

  const onPaste = (event: ClipboardEvent<HTMLDivElement>) => {
    if (isField(event.target) || editor.store.getState().readOnly) return;
    event.preventDefault();
    const text = event.clipboardData.getData('application/json') || event.clipboardData.getData('text/plain');
    pasteText(editor, ui, text);
  };

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (ui.store.getState().refusal !== null) ui.set({ refusal: null });
    if (event.target instanceof Element && event.target.closest('input, textarea, button, a') === null) {
      event.currentTarget.dataset.keys = 'false';
      event.currentTarget.focus({ preventScroll: true });
    }
  };

  /** A click on a port, without a drag, offers the ports that it can be wired to. */
  const onClick = (event: { target: EventTarget; clientX: number; clientY: number }) => {
    const pressed = event.target instanceof Element ? portAtHandle(event.target) : null;
    if (pressed === null || readOnly) return;
    const node = ui.graph(editor.store.getState()).wiring.node(pressed.nodeKey)?.key;
    if (node === undefined) return;
    const from = { node, direction: pressed.direction, port: pressed.port };
    ui.openList({ kind: 'chooseTarget', from, only: null, at: { x: event.clientX + 8, y: event.clientY } });
  };

  return (
    <section className={styles.root}>
      <div
        ref={region}
        className={`sluice-canvas ${styles.region}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: one stop in the tab order; keys act on the lead node
        tabIndex={0}
        role="application"
        aria-label={t('label', { name })}
        aria-describedby={`${ui.id}-help`}
        aria-activedescendant={lead === null ? undefined : `${ui.id}-${lead}`}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onCut={onCopy}
        onPaste={onPaste}
        onPointerDownCapture={onPointerDown}
        onClick={onClick}
        onFocus={() => ui.set({ focused: true })}
        onBlur={(event) => {
          ui.set({ focused: false });
          // Whoever comes back by Tab is on the keyboard.
          event.currentTarget.dataset.keys = 'true';
        }}
        data-keys="true"
        data-far={far}
      >
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
          reconnectRadius={12}
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
            nodeClassName={miniClass}
            nodeBorderRadius={6}
          />
        </ReactFlow>
        {empty && (
          <div className={styles.empty}>
            <strong>{t('empty.title')}</strong>
            <span>{t('empty.text')}</span>
          </div>
        )}
      </div>
      <p id={`${ui.id}-help`} hidden>
        {t('help')}
      </p>
      <CanvasControls />
      <RefusalNote />
      <CanvasLists />
      <Announcer />
    </section>
  );
}

function miniClass(node: FlowNode): string {
  const kind = node.data.visual === 'note' || node.data.visual === 'idea' ? styles.miniNote : styles.miniNode;
  return [kind, node.selected === true && styles.miniSelected].filter(Boolean).join(' ');
}

function isField(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable="true"]') !== null
  );
}
