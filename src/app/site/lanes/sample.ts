// The sample of the preview: one node that gives a value of every lane, one that takes them, wired lane by lane.

import type { PortRef } from '../../../canvas/wiring/verdict';
import { createCatalog } from '../../../catalog/catalog';
import { CONTROL_SINK_LANE, isDeclarable } from '../../../catalog/lanes';
import { nodeType, processor, WIRED } from '../../../catalog/shipped/declare';
import type { Catalog, PortConfig, SiteRecords } from '../../../catalog/types';
import {
  type EdgeKey,
  emptyDocument,
  mintKey,
  type NodeKey,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../../model/document';
import { handleOf } from '../../../model/handle';
import type { JsonObject } from '../../../model/json';

export type SampleWords = { readonly gives: string; readonly takes: string; readonly text: string };

const GIVES = 'sluice_sample_gives';
const TAKES = 'sluice_sample_takes';

/** Is this one of the node types of the sample? */
export function isSample(nodeType: string): boolean {
  return nodeType === GIVES || nodeType === TAKES;
}

/** The lanes that a port can be on; those are in the sample. */
export function sampleLanes(portConfig: PortConfig): readonly string[] {
  return portConfig.dataTypes.map(({ id }) => id).filter((id) => isDeclarable(id, portConfig));
}

/** The catalog of these records with the two node types of the sample. */
export function sampleCatalog(site: SiteRecords, portConfig: PortConfig, words: SampleWords): Catalog {
  const ports: JsonObject = Object.fromEntries(
    sampleLanes(portConfig)
      .filter((id) => id !== CONTROL_SINK_LANE)
      .map((id) => {
        const name = portConfig.dataTypes.find((lane) => lane.id === id)?.name ?? id;
        return [portOf(id), { title: name, 'x-data-type': id }];
      }),
  );
  const plain = { description: words.text, category: 'helpers', icon: 'mdi:swap-horizontal' };
  const gates = Object.fromEntries(Object.keys(ports).map((port) => [port, WIRED]));
  const gives = nodeType({ ...plain, id: GIVES, label: words.gives, executor_plugin: `sluice:${GIVES}` });
  const takes = nodeType({
    ...plain,
    id: TAKES,
    label: words.takes,
    executor_plugin: `sluice:${TAKES}`,
    parameters: gates,
  });
  return createCatalog({ ...site, nodeTypes: [...(site.nodeTypes ?? []), gives, takes] }, [
    processor(gives.executor_plugin, {}, ports),
    processor(takes.executor_plugin, ports, {}),
  ]);
}

/** The port of the sample that is on a lane. Reserved ports of that name keep their own. */
export function portOf(lane: string): string {
  return lane === CONTROL_SINK_LANE ? lane : `lane:${lane}`;
}

const givesNode = sampleNode('gives', GIVES, 0);
const takesNode = sampleNode('takes', TAKES, 340);

/** The ends of a wire between two lanes. */
export function sampleEnds(from: string, to: string): readonly [PortRef, PortRef] {
  return [
    { node: givesNode.key, direction: 'output', port: portOf(from) },
    { node: takesNode.key, direction: 'input', port: portOf(to) },
  ];
}

export function sampleDocument(lanes: readonly string[], words: SampleWords): WorkflowDocument {
  const named = (node: WorkflowNode, label: string) => ({ ...node, data: { ...node.data, label } });
  return {
    ...emptyDocument('sample', 'Sample'),
    nodes: [named(givesNode, words.gives), named(takesNode, words.takes)],
    edges: lanes.map(sampleWire),
  };
}

/** The wire of a lane into itself. */
export function sampleWire(lane: string): WorkflowEdge {
  return {
    key: mintKey<EdgeKey>(),
    id: `sample ${lane}`,
    source: givesNode.id,
    target: takesNode.id,
    sourceHandle: handleOf(givesNode.id, 'output', portOf(lane)),
    targetHandle: handleOf(takesNode.id, 'input', portOf(lane)),
    data: undefined,
    extra: {},
  };
}

function sampleNode(id: string, type: string, x: number): WorkflowNode {
  return {
    key: mintKey<NodeKey>(),
    id,
    type: 'universalNode',
    position: { x, y: 0 },
    data: { label: '', config: {}, metadata: { node_type_id: type }, extra: {} },
    extra: {},
  };
}
