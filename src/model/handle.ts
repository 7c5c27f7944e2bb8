// EDGE-1: `{nodeId}-{input|output}-{port}`; the port is all that follows the first marker of the side being read.
import type { WorkflowEdge } from './document';

export type Direction = 'input' | 'output';

/** The handle of a port. */
export function handleOf(nodeId: string, direction: Direction, port: string): string {
  return `${nodeId}-${direction}-${port}`;
}

/** The port that a handle names, read for one side; `undefined` where the handle names none (EDGE-1, DATA-1). */
export function portOf(handle: string | undefined, direction: Direction): string | undefined {
  if (handle === undefined) return undefined;
  const marker = `-${direction}-`;
  const at = handle.indexOf(marker);
  if (at < 0) return undefined;
  const port = handle.slice(at + marker.length);
  return port === '' ? undefined : port;
}

/** The port an edge leaves. */
export function sourcePort(edge: WorkflowEdge): string | undefined {
  return portOf(edge.sourceHandle, 'output');
}

/** The port an edge enters. */
export function targetPort(edge: WorkflowEdge): string | undefined {
  return portOf(edge.targetHandle, 'input');
}
