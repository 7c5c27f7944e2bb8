import { useStoreApi } from '@xyflow/react';
import { isMouseEvent, XYHandle } from '@xyflow/system';
import { type MouseEvent, type ReactNode, type TouchEvent, useCallback } from 'react';
import { flowHandle, portOfFlowHandle } from '../derive/visual';
import { useCanvasUi } from '../editor/editor-context';

/**
 * Where a wire starts or ends. React Flow's own handle follows the flow's store with two subscriptions each, which is most
 * of what a frame of a drag costs once a workflow has thousands of ports. This one is an element that React Flow finds by
 * its class and data, and starts the same gesture.
 */
export function PortHandle({
  nodeKey,
  direction,
  port,
  className,
  connectable = true,
  children,
}: {
  readonly nodeKey: string;
  readonly direction: 'input' | 'output';
  /** Absent for the end of wires that name no port. */
  readonly port: string | undefined;
  readonly className: string | undefined;
  readonly connectable?: boolean;
  readonly children?: ReactNode;
}) {
  const ui = useCanvasUi();
  const start = useStartWire();
  const into = direction === 'input';
  const side = into ? 'left' : 'right';
  const type = into ? 'target' : 'source';
  const id = flowHandle(direction, port);
  const marks = connectable ? ' connectable connectablestart connectableend connectionindicator' : '';
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointers alone; keys wire by the canvas's W and its lists
    <div
      className={`react-flow__handle react-flow__handle-${side} nodrag nopan ${type}${marks} ${className ?? ''}`}
      data-handleid={id}
      data-nodeid={nodeKey}
      data-handlepos={side}
      data-id={`${ui.id}-${nodeKey}-${id}-${type}`}
      data-wires={`${direction}:${port ?? ''}`}
      onMouseDown={connectable ? start : undefined}
      onTouchStart={connectable ? start : undefined}
    >
      {children}
    </div>
  );
}

/** Begins the gesture of a wire at the handle that was pressed. */
function useStartWire() {
  const store = useStoreApi();
  return useCallback(
    (event: MouseEvent<HTMLElement> | TouchEvent<HTMLElement>) => {
      const { nativeEvent, currentTarget } = event;
      if (isMouseEvent(nativeEvent) && nativeEvent.button !== 0) return;
      const flow = store.getState();
      if (!flow.nodesConnectable) return;
      const { nodeid, handleid } = currentTarget.dataset;
      if (nodeid === undefined || handleid === undefined) return;
      XYHandle.onPointerDown(nativeEvent, {
        handleDomNode: currentTarget,
        nodeId: nodeid,
        handleId: handleid,
        isTarget: currentTarget.classList.contains('target'),
        flowId: flow.rfId,
        lib: flow.lib,
        domNode: flow.domNode,
        nodeLookup: flow.nodeLookup,
        autoPanOnConnect: flow.autoPanOnConnect,
        autoPanSpeed: flow.autoPanSpeed,
        connectionMode: flow.connectionMode,
        connectionRadius: flow.connectionRadius,
        dragThreshold: flow.connectionDragThreshold,
        panBy: flow.panBy,
        cancelConnection: flow.cancelConnection,
        updateConnection: flow.updateConnection,
        onConnectStart: flow.onConnectStart,
        onConnect: flow.onConnect ?? undefined,
        onConnectEnd: (...end) => store.getState().onConnectEnd?.(...end),
        isValidConnection: (connection) => store.getState().isValidConnection?.(connection) ?? true,
        getTransform: () => store.getState().transform,
        getFromHandle: () => store.getState().connection.fromHandle,
      });
    },
    [store],
  );
}

/** The port that a handle's element stands for; null where the element is none. */
export function portAtHandle(
  element: Element,
): { readonly nodeKey: string; readonly direction: 'input' | 'output'; readonly port: string } | null {
  const handle = element.closest('.react-flow__handle');
  const nodeKey = handle?.getAttribute('data-nodeid');
  if (handle === null || nodeKey === null || nodeKey === undefined) return null;
  return {
    nodeKey,
    direction: handle.classList.contains('source') ? 'output' : 'input',
    port: portOfFlowHandle(handle.getAttribute('data-handleid')),
  };
}

/** The port whose row, name or handle an element belongs to; null where it is none. */
export function portAtRow(element: Element): ReturnType<typeof portAtHandle> {
  const handle = element.closest('[data-port-row]')?.querySelector('.react-flow__handle');
  return handle === null || handle === undefined ? portAtHandle(element) : portAtHandle(handle);
}
