import type { WorkflowDocument, WorkflowNode } from '../model/document';
import { own } from '../model/json';
import type { DraftHead, ProblemCounts, Thumbnail } from './rows';

/** A card shows no more than this; a larger graph is drawn by its first nodes. */
const MOST_RECTS = 200;
const MOST_WIRES = 400;
const SIZE = { width: 200, height: 80 };

/** What the list of workflows shows of a document. Bounded: at most 200 rectangles and 400 wires. */
export function headOf(document: WorkflowDocument, problems: ProblemCounts): DraftHead {
  return {
    name: document.name,
    nodes: document.nodes.length,
    edges: document.edges.length,
    problems,
    thumbnail: thumbnailOf(document),
  };
}

function thumbnailOf(document: WorkflowDocument): Thumbnail {
  const drawn = document.nodes.slice(0, MOST_RECTS);
  const rects = drawn.flatMap((node) => [
    Math.round(node.position.x),
    Math.round(node.position.y),
    sideOf(node, 'width'),
    sideOf(node, 'height'),
  ]);
  const places = new Map(drawn.map((node, index) => [node.id, index]));
  const wires: number[] = [];
  for (const edge of document.edges) {
    if (wires.length >= 2 * MOST_WIRES) break;
    const source = places.get(edge.source);
    const target = places.get(edge.target);
    if (source !== undefined && target !== undefined) wires.push(source, target);
  }
  return { rects, wires };
}

function sideOf(node: WorkflowNode, side: 'width' | 'height'): number {
  const measured = own(own(node.extra, 'measured'), side) ?? own(node.extra, side);
  return typeof measured === 'number' && measured > 0 && measured < 10_000
    ? Math.round(measured)
    : SIZE[side];
}
