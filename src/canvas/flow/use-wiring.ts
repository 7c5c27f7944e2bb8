import type {
  FinalConnectionState,
  Connection as FlowConnection,
  HandleType,
  IsValidConnection,
  OnConnect,
  OnConnectEnd,
  OnConnectStart,
} from '@xyflow/react';
import { useCallback, useRef } from 'react';
import { SINK_LANE } from '../../catalog/lanes';
import type { EdgeKey, NodeKey, Position } from '../../model/document';
import { connect, reconnect } from '../commands/connect';
import { findPort } from '../derive/graph-view';
import { portOfFlowHandle } from '../derive/visual';
import { useCanvasUi, useEditor } from '../editor/editor-context';
import type { Editor } from '../editor/types';
import type { CanvasUi } from '../interaction/canvas-ui';
import { type PortRef, wireVerdict } from '../wiring/verdict';
import type { FlowEdge } from './elements';

/** Makes the wire, or says why not. `at`: where the gesture ended, in client coordinates. */
export function makeWire(
  editor: Editor,
  ui: CanvasUi,
  a: PortRef,
  b: PortRef,
  at: Position | null,
  moving?: EdgeKey,
): boolean {
  const state = editor.store.getState();
  const view = ui.graph(state);
  if (state.readOnly) {
    ui.refuse({ reason: 'readOnly', params: {} }, at);
    return false;
  }
  const verdict = wireVerdict(view, a, b, moving);
  if (!verdict.ok) {
    ui.refuse(verdict.refusal, at);
    return false;
  }
  const { source, target } = verdict;
  const ends = { source: source.node, sourcePort: source.port, target: target.node, targetPort: target.port };
  editor.dispatch(moving === undefined ? connect({ ...ends, id: ui.uuid() }) : reconnect(moving, ends));
  ui.say('connected', {
    from: findPort(view, source.node, 'output', source.port)?.name ?? source.port,
    to: findPort(view, target.node, 'input', target.port)?.name ?? target.port,
  });
  return true;
}

/** React Flow's wiring gestures, judged and answered by our own rules. */
export function useWiring() {
  const editor = useEditor();
  const ui = useCanvasUi();
  const moving = useRef<EdgeKey | undefined>(undefined);

  const keyOf = useCallback(
    (id: string | null | undefined): NodeKey | undefined =>
      ui.graph(editor.store.getState()).wiring.node(id ?? '')?.key,
    [editor, ui],
  );

  const ends = useCallback(
    (connection: Pick<FlowConnection, 'source' | 'target' | 'sourceHandle' | 'targetHandle'>) => {
      const source = keyOf(connection.source);
      const target = keyOf(connection.target);
      if (source === undefined || target === undefined) return null;
      const a: PortRef = {
        node: source,
        direction: 'output',
        port: portOfFlowHandle(connection.sourceHandle),
      };
      const b: PortRef = {
        node: target,
        direction: 'input',
        port: portOfFlowHandle(connection.targetHandle),
      };
      return { a, b };
    },
    [keyOf],
  );

  const isValidConnection: IsValidConnection<FlowEdge> = useCallback(
    (connection) => {
      const pair = ends({
        source: connection.source,
        target: connection.target,
        sourceHandle: connection.sourceHandle ?? null,
        targetHandle: connection.targetHandle ?? null,
      });
      if (pair === null) return false;
      return wireVerdict(ui.graph(editor.store.getState()), pair.a, pair.b, moving.current).ok;
    },
    [editor, ui, ends],
  );

  const onConnectStart: OnConnectStart = useCallback(
    (_event, { nodeId, handleId, handleType }) => {
      const node = keyOf(nodeId);
      if (node === undefined || handleType === null) return;
      const direction = handleType === 'source' ? 'output' : 'input';
      const port = portOfFlowHandle(handleId);
      const lane = findPort(ui.graph(editor.store.getState()), node, direction, port)?.lane ?? SINK_LANE;
      ui.set({ wire: { node, direction, port, lane, moving: moving.current ?? null }, refusal: null });
    },
    [editor, ui, keyOf],
  );

  const onConnect: OnConnect = useCallback(
    (connection) => {
      const pair = ends(connection);
      if (pair !== null) makeWire(editor, ui, pair.a, pair.b, null);
    },
    [editor, ui, ends],
  );

  const onConnectEnd: OnConnectEnd = useCallback(
    (event, state) => {
      const { wire } = ui.store.getState();
      ui.set({ wire: null });
      if (wire === null || state.isValid === true) return;
      dropped(editor, ui, wire, event, state);
    },
    [editor, ui],
  );

  const onReconnectStart = useCallback((_event: unknown, edge: FlowEdge, _type: HandleType) => {
    moving.current = edge.data?.edge.key;
  }, []);

  const onReconnect = useCallback(
    (edge: FlowEdge, connection: FlowConnection) => {
      const pair = ends(connection);
      if (pair !== null && edge.data !== undefined)
        makeWire(editor, ui, pair.a, pair.b, null, edge.data.edge.key);
    },
    [editor, ui, ends],
  );

  const onReconnectEnd = useCallback(() => {
    moving.current = undefined;
    ui.set({ wire: null });
  }, [ui]);

  return {
    isValidConnection,
    onConnectStart,
    onConnect,
    onConnectEnd,
    onReconnectStart,
    onReconnect,
    onReconnectEnd,
  };
}

/** A wire was let go where it cannot end: on a port that refuses it, on a node, or on the empty canvas. */
function dropped(
  editor: Editor,
  ui: CanvasUi,
  wire: NonNullable<ReturnType<CanvasUi['store']['getState']>['wire']>,
  event: MouseEvent | TouchEvent,
  state: FinalConnectionState,
): void {
  const at = clientOf(event);
  const from: PortRef = { node: wire.node, direction: wire.direction, port: wire.port };
  const view = ui.graph(editor.store.getState());
  const { toHandle } = state;
  if (toHandle !== null) {
    const to = view.wiring.node(toHandle.nodeId)?.key;
    if (to === undefined) return;
    const ref: PortRef = {
      node: to,
      direction: toHandle.type === 'source' ? 'output' : 'input',
      port: portOfFlowHandle(toHandle.id),
    };
    // Let go where it began: the person changed their mind.
    if (ref.node === from.node && ref.direction === from.direction && ref.port === from.port) return;
    makeWire(editor, ui, from, ref, at, wire.moving ?? undefined);
    return;
  }
  if (wire.moving !== null) return;
  const under = document.elementFromPoint(at.x, at.y)?.closest('.react-flow__node, .react-flow__pane');
  if (under === null || under === undefined) return;
  const over = view.wiring.node(under.getAttribute('data-id') ?? '')?.key;
  if (over === from.node) {
    makeWire(editor, ui, from, { ...from, direction: from.direction === 'output' ? 'input' : 'output' }, at);
  } else if (over !== undefined) ui.openList({ kind: 'chooseTarget', from, only: over, at });
  else if (!editor.store.getState().readOnly) {
    ui.openList({ kind: 'addNode', at, place: ui.view?.toCanvas(at) ?? null, from });
  }
}

function clientOf(event: MouseEvent | TouchEvent): Position {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}
