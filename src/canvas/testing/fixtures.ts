import { createCatalog } from '../../catalog/catalog';
import type { Catalog } from '../../catalog/types';
import {
  type EdgeKey,
  type EntryKey,
  emptyDocument,
  type ManifestEntry,
  mintKey,
  type NodeKey,
  type WorkflowDocument,
  type WorkflowEdge,
  type WorkflowNode,
} from '../../model/document';
import { handleOf } from '../../model/handle';
import type { Json } from '../../model/json';
import { createEditor } from '../editor/create-editor';
import type { Command, Editor, LogEntry, SaveState } from '../editor/types';

export const catalog: Catalog = createCatalog();

/** A node of a shipped type, with an id of its own. */
export function aNode(id: string, type: string, config: Json = {}, x = 0, y = 0): WorkflowNode {
  return {
    key: mintKey<NodeKey>(),
    id,
    type: 'universalNode',
    position: { x, y },
    data: { label: id, config, metadata: { node_type_id: type }, extra: {} },
    extra: {},
  };
}

/** `aWire('a.out', 'b.in')`: ids are all that stands before the last dot. */
export function aWire(from: string, to: string, more: Partial<WorkflowEdge> = {}): WorkflowEdge {
  const [source, out] = parts(from);
  const [target, into] = parts(to);
  return {
    key: mintKey<EdgeKey>(),
    id: `${from}>${to}`,
    source,
    target,
    sourceHandle: handleOf(source, 'output', out),
    targetHandle: handleOf(target, 'input', into),
    data: undefined,
    extra: {},
    ...more,
  };
}

function parts(end: string): [string, string] {
  const dot = end.lastIndexOf('.');
  return [end.slice(0, dot), end.slice(dot + 1)];
}

export function anEntry(name: string, nodeId: string, port: string): ManifestEntry {
  return {
    key: mintKey<EntryKey>(),
    name,
    node_id: nodeId,
    port,
    title: undefined,
    description: undefined,
    examples: undefined,
    required: undefined,
    extra: {},
  };
}

export function aDocument(parts: Partial<WorkflowDocument>): WorkflowDocument {
  return { ...emptyDocument('wf_test', 'Test'), ...parts };
}

/** Edges as `a.out > b.in`. */
export function wiresOf(document: WorkflowDocument): readonly string[] {
  return document.edges.map((edge) => `${edge.sourceHandle} > ${edge.targetHandle}`);
}

export type Written = { readonly kind: 'append' | 'merge' | 'undo' | 'redo'; readonly entry?: LogEntry };

/** An editor whose writes are kept in a list. */
export function testEditor(
  document: WorkflowDocument,
  more: Partial<Parameters<typeof createEditor>[0]> = {},
): { readonly editor: Editor; readonly written: Written[] } {
  const written: Written[] = [];
  let clock = 0;
  let ids = 0;
  const saved = (kind: Written['kind'], entry?: LogEntry): Promise<SaveState> => {
    written.push(entry === undefined ? { kind } : { kind, entry });
    clock += 1;
    return Promise.resolve({ state: 'saved', at: clock });
  };
  const editor = createEditor({
    document,
    catalog,
    now: () => clock,
    uuid: () => {
      ids += 1;
      return `uuid-${ids}`;
    },
    persistence: {
      append: (entry, _document, merge) => saved(merge ? 'merge' : 'append', entry),
      undo: () => saved('undo'),
      redo: () => saved('redo'),
    },
    ...more,
  });
  return { editor, written };
}

/** What a command makes of a document. */
export function madeBy(document: WorkflowDocument, ...commands: readonly Command[]): WorkflowDocument {
  const { editor } = testEditor(document);
  for (const command of commands) editor.dispatch(command);
  return editor.store.getState().document;
}
