// CMP-1, stage 6: for every node of the execution graph, what the run executes and how.

import { readDynamicPorts } from '../../catalog/dynamic-ports';
import { isExposed, stripOutputs } from '../../catalog/exposure';
import { branchNames } from '../../catalog/instance-ports';
import type { BuiltType } from '../../catalog/types';
import { branchName } from '../../model/branches';
import { configOf, titleOf, type WorkflowNode } from '../../model/document';
import { isObject, type JsonObject, own } from '../../model/json';
import { mayRunAgain } from '../../model/rerun';
import type { Gates, PlanNode, PlanParameter, ToolBinding } from '../plan';
import type { RecordEdge } from './dependency-graph';

/** A node of the plan without its place in it. */
export type NodeMapping = Omit<
  PlanNode,
  'incoming' | 'outgoing' | 'gates' | 'tools' | 'loops' | 'headOf' | 'encloses'
>;

/**
 * @param node re-enriched and filled (CMP-2, STORE-10).
 * @param saved the configuration as the author saved it.
 */
export function mapNode(node: WorkflowNode, saved: JsonObject, built: BuiltType): NodeMapping {
  const config = configOf(node);
  const parameters = parametersOf(built, saved);
  const dynamic = parameters.some(
    (parameter) => parameter.name === 'dynamicInputs' && parameter.configurable,
  );
  return {
    id: node.id,
    label: titleOf(node),
    // CMP-11, SCH-28: both from the live node type, never from what the stored node says of itself.
    node_type_id: built.nodeType.id,
    processor: built.processor?.id ?? built.nodeType.executor_plugin,
    metadata: node.data.metadata ?? {},
    config,
    defaulted: Object.keys(config).filter((key) => !Object.hasOwn(saved, key)),
    parameters,
    dynamic,
    dynamicInputs: dynamic ? readDynamicPorts(built, saved).inputs.map((port) => port.name) : [],
    // BR-2: the branch ports of the instance, in the form in which names are compared (BR-1).
    branches: branchNames(built, saved).map(branchName),
    hidden: hiddenOutputs(built, saved),
    unifiedOutput:
      isExposed(built, saved, 'output', 'output') &&
      built.nodeType.unified_output_exposed &&
      own(own(built.processor?.outputs, 'properties'), 'output') === undefined,
    maxRetries: retriesOf(config),
    sideEffects: built.flags.sideEffects,
    ...(mayRunAgain(node) ? { rerun: true } : {}),
    iterates: built.flags.loopHead,
    stateAware: built.flags.stateAware,
  };
}

/** The declared parameters in display order (CFG-13), each with its gates resolved for this instance. */
export function parametersOf(built: BuiltType, saved: JsonObject): readonly PlanParameter[] {
  const properties = own(built.processor?.parameters, 'properties');
  if (!isObject(properties)) return [];
  return Object.keys(properties).map((name) => {
    const gate = built.gate(name);
    const schema = own(properties, name);
    return {
      name,
      internal: name.startsWith('__'),
      connectable: gate.connectable,
      configurable: gate.configurable,
      required: gate.required,
      exposed: isExposed(built, saved, 'input', name),
      default: own(built.effectiveDefaults, name) ?? null,
      schema: isObject(schema) ? schema : {},
    };
  });
}

/** Which output keys the strip takes away: asked of the strip itself, so that there is one rule (EXPO-11 to EXPO-13). */
function hiddenOutputs(built: BuiltType, saved: JsonObject): readonly string[] {
  const properties = own(built.processor?.outputs, 'properties');
  const keys = new Set([
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...Object.keys(built.nodeType.outputs),
  ]);
  const probe: JsonObject = Object.fromEntries([...keys].map((key) => [key, null]));
  const kept = stripOutputs(built, saved, probe);
  return [...keys].filter((key) => !Object.hasOwn(kept, key));
}

function retriesOf(config: JsonObject): number {
  const value = own(config, 'maxRetries');
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

/** What a node's incoming edges ask of it (DATA-4). An edge that names no port of either end is as if not drawn (DATA-1). */
export function gatesOf(incoming: readonly RecordEdge[]): Gates {
  const ports = new Set<string>();
  let errors = 0;
  let triggers = 0;
  for (const edge of incoming) {
    if (edge.role === 'none') continue;
    if (edge.role === 'error') errors += 1;
    // EDGE-3: an error edge into the trigger port is a trigger edge too, so data ports are not evaluated.
    if (edge.is_trigger) triggers += 1;
    const port = fedPort(edge);
    if (port !== null) ports.add(port);
  }
  return { errors, triggers, ports: ports.size };
}

/** Gives the data edges into a node numbers, one a port, from 0 on; -1 to an edge that feeds none. */
export function slots(): (edge: RecordEdge) => number {
  const targets = new Map<string, Map<string, number>>();
  return (edge) => {
    const port = fedPort(edge);
    if (port === null) return -1;
    const ports = targets.get(edge.target) ?? new Map<string, number>();
    targets.set(edge.target, ports);
    const slot = ports.get(port) ?? ports.size;
    ports.set(port, slot);
    return slot;
  };
}

function fedPort({ role, source_port, target_port }: RecordEdge): string | null {
  return role === 'data' && source_port !== null ? target_port : null;
}

export function withWiring(
  mapping: NodeMapping,
  incoming: readonly number[],
  outgoing: readonly number[],
  gates: Gates,
  tools: readonly ToolBinding[],
): PlanNode {
  // SG-17: the loops are placed once the whole plan is there.
  return { ...mapping, incoming, outgoing, gates, tools, loops: [], headOf: -1, encloses: [] };
}
