// Everything that can be said of a node from its own data and its type: R1, R5.c, R6, R9, DYN-3.
import { dynamicPortFaults } from '../catalog/dynamic-ports';
import type { Catalog } from '../catalog/types';
import { configOf, type WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { brokenPin } from './contract-pins';
import { nearest } from './nearest';
import { type NodeTypeView, nodeTypeView } from './node-type-view';
import { configShape, configValues, missingConfig } from './r6-config';
import { secretReferences } from './r6-secrets';
import { atNode } from './report';

const NOTHING: readonly Finding[] = Object.freeze([]);

/** Findings of one node alone. Depends on its `id`, `key` and `data`, and on the catalog; on nothing else. */
export function judgeNode(node: WorkflowNode, catalog: Catalog): readonly Finding[] {
  const view = nodeTypeView(node, catalog);
  const findings: Finding[] = [];
  // R5.c
  if (node.id === '') findings.push(atNode(node, 'R5_NODE_MISSING_ID', 'R5.c'));
  const type = judgeType(node, view, catalog);
  if (type !== undefined) findings.push(type);
  const broken =
    'built' in view && view.built !== undefined ? brokenPin(node, view.built.nodeType) : undefined;
  const misshapen = configShape(node);
  if (misshapen !== undefined) {
    findings.push(misshapen);
    return findings;
  }
  const config = configOf(node);
  const built = 'built' in view ? view.built : undefined;
  // R6.j: without a derived schema, only the shape and the secret references are judged.
  if (built !== undefined) {
    findings.push(...missingConfig(node, config, built), ...configValues(node, config, built));
    for (const { side, index, name, fault } of dynamicPortFaults(built, config)) {
      const params = { key: side, index, name, fault };
      findings.push(atNode(node, 'DYN_PORT_NAME_INVALID', 'DYN-3', params, `config.${side}`));
    }
  }
  findings.push(...secretReferences(node, config));
  if (broken !== undefined) findings.push(broken);
  return findings.length === 0 ? NOTHING : findings;
}

/** R1.a to R1.c, R9: at most one of the two, once a node. */
function judgeType(node: WorkflowNode, view: NodeTypeView, catalog: Catalog): Finding | undefined {
  if (view.kind === 'unknown') {
    const suggestion = nearest(
      view.anchor,
      catalog.nodeTypes.map((type) => type.id),
    );
    return atNode(node, 'R9_NODE_TYPE_UNKNOWN', 'R9', { nodeType: view.anchor, suggestion });
  }
  if (view.kind !== 'no_executor') return undefined;
  const executor = view.nodeType.executor_plugin;
  const suggestion = nearest(
    executor,
    catalog.processors.map((processor) => processor.id),
  );
  const params = { nodeType: view.nodeType.id, nodeTypeLabel: view.nodeType.label, executor, suggestion };
  return atNode(node, 'R1_PLUGIN_MISSING', 'R1.a', params);
}
