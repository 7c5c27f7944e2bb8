import fc from 'fast-check';
import { type Patch, produceWithPatches } from 'immer';
import {
  type EdgeKey,
  type EntryKey,
  mintKey,
  type NodeKey,
  type WorkflowDocument,
} from '../../model/document';
import type { HistoryStep } from '../history';

/** One thing that a person might do. Positions are taken modulo the length of the list. */
export type Edit =
  | { readonly kind: 'add-node'; readonly id: string; readonly at: number }
  | { readonly kind: 'remove-node'; readonly at: number }
  | { readonly kind: 'move-node'; readonly at: number; readonly x: number }
  | { readonly kind: 'config'; readonly at: number; readonly value: string | undefined }
  | { readonly kind: 'swap'; readonly at: number }
  | { readonly kind: 'add-edge'; readonly id: string }
  | { readonly kind: 'remove-edge'; readonly at: number }
  | { readonly kind: 'add-input'; readonly name: string }
  | { readonly kind: 'replace-node'; readonly at: number; readonly id: string }
  | { readonly kind: 'rename'; readonly name: string };

const at = fc.nat({ max: 20 });
// Few ids, so that ids repeat, as documents with faults have it.
const id = fc.constantFrom('a', 'b', 'c', '');

export const arbitraryEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('add-node' as const), id, at }),
  fc.record({ kind: fc.constant('remove-node' as const), at }),
  fc.record({ kind: fc.constant('move-node' as const), at, x: fc.integer() }),
  fc.record({ kind: fc.constant('config' as const), at, value: fc.option(fc.string(), { nil: undefined }) }),
  fc.record({ kind: fc.constant('swap' as const), at }),
  fc.record({ kind: fc.constant('add-edge' as const), id }),
  fc.record({ kind: fc.constant('remove-edge' as const), at }),
  fc.record({ kind: fc.constant('add-input' as const), name: id }),
  fc.record({ kind: fc.constant('replace-node' as const), at, id }),
  fc.record({ kind: fc.constant('rename' as const), name: fc.string() }),
);

function node(nodeId: string) {
  return {
    key: mintKey<NodeKey>(),
    id: nodeId,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: { label: nodeId, config: undefined, metadata: { node_type_id: 't' }, extra: {} },
    extra: {},
  };
}

/** Performs an edit as the editor does. `undefined`: it changed nothing. */
export function perform(
  document: WorkflowDocument,
  edit: Edit,
  time: number,
): { readonly document: WorkflowDocument; readonly step: HistoryStep } | undefined {
  const [next, patches, inverse] = produceWithPatches(document, (draft) => {
    const count = draft.nodes.length;
    const place = 'at' in edit && count > 0 ? edit.at % count : 0;
    const chosen = draft.nodes[place];
    if (edit.kind === 'add-node') draft.nodes.splice(place, 0, node(edit.id));
    if (edit.kind === 'remove-node' && count > 0) draft.nodes.splice(place, 1);
    if (edit.kind === 'move-node' && chosen) chosen.position = { x: edit.x, y: 1 };
    if (edit.kind === 'config' && chosen)
      chosen.data.config = edit.value === undefined ? undefined : { text: edit.value, key: 'k1' };
    if (edit.kind === 'swap' && count > 1) draft.nodes.reverse();
    if (edit.kind === 'replace-node' && count > 0) draft.nodes[place] = node(edit.id);
    if (edit.kind === 'add-edge') {
      draft.edges.push({
        key: mintKey<EdgeKey>(),
        id: edit.id,
        source: 'a',
        target: 'b',
        sourceHandle: undefined,
        targetHandle: '',
        data: undefined,
        extra: {},
      });
    }
    if (edit.kind === 'remove-edge' && draft.edges.length > 0)
      draft.edges.splice(edit.at % draft.edges.length, 1);
    if (edit.kind === 'add-input') {
      draft.inputs = [
        {
          key: mintKey<EntryKey>(),
          name: edit.name,
          node_id: 'a',
          port: 'p',
          title: undefined,
          description: undefined,
          examples: undefined,
          required: true,
          extra: {},
        },
        ...draft.inputs,
      ];
    }
    if (edit.kind === 'rename') draft.name = edit.name;
  });
  if (patches.length === 0) return undefined;
  const step: HistoryStep = {
    name: edit.kind,
    params: {},
    at: time,
    patches: patches as readonly Patch[],
    inverse,
  };
  return { document: next, step };
}

/** Every internal key of a document. */
export function keysOf(document: WorkflowDocument): readonly string[] {
  return [...document.nodes, ...document.edges, ...document.inputs, ...document.outputs].map(
    ({ key }) => key,
  );
}
