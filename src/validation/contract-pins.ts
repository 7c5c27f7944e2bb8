// MAN-9, MAN-18: a node that is a workflow was wired by one version of that workflow's contract. A later major version
// means that something it relies on may be gone.
import type { NodeType } from '../catalog/types';
import { breaksFrom } from '../contract/versions';
import type { WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { pinOf } from '../model/pin';
import { atNode } from './report';

/** The warning of a node whose workflow has published a breaking version since. */
export function brokenPin(node: WorkflowNode, nodeType: NodeType): Finding | undefined {
  if (nodeType.workflow === undefined) return undefined;
  const pinned = pinOf(node);
  if (pinned === undefined || !breaksFrom(pinned, nodeType.plugin_version)) return undefined;
  const params = { workflow: nodeType.workflow, pinned, current: nodeType.plugin_version };
  return atNode(node, 'W_WORKFLOW_CONTRACT', 'MAN-18', params);
}
