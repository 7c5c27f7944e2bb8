// Steps about contracts: the version that a node was wired by, and an old version of the workflow itself.
import {
  type EdgeKey,
  type EntryKey,
  mintKey,
  type NodeKey,
  type WorkflowDocument,
} from '../../model/document';
import { pinOf, withPin } from '../../model/pin';
import type { Command } from '../editor/types';
import { nodeIn } from './draft';

/** Notes that a node which is a workflow is wired by this version of its contract. */
export function acceptContract(key: NodeKey, version: string): Command {
  return {
    name: 'acceptContract',
    params: { version },
    perform(draft) {
      const node = nodeIn(draft, key);
      if (node === undefined || pinOf(node) === version) return;
      node.data.extra = withPin(node.data.extra, version);
    },
  };
}

/**
 * Puts an older version of the workflow on the canvas: what it was called and did. Its id, its published contract and what
 * only the editor remembers stay, so versions go on from where they are.
 */
export function restoreVersion(old: WorkflowDocument, version: string): Command {
  return {
    name: 'restoreVersion',
    params: { version },
    perform(draft) {
      draft.name = old.name;
      draft.description = old.description;
      draft.nodes = old.nodes.map((node) => ({ ...node, key: mintKey<NodeKey>(), data: { ...node.data } }));
      draft.edges = old.edges.map((edge) => ({ ...edge, key: mintKey<EdgeKey>() }));
      draft.inputs = old.inputs.map((entry) => ({ ...entry, key: mintKey<EntryKey>() }));
      draft.outputs = old.outputs.map((entry) => ({ ...entry, key: mintKey<EntryKey>() }));
      draft.metadata = old.metadata;
    },
  };
}
