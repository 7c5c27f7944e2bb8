import { isDraft, original } from 'immer';
import type { EdgeKey, NodeKey, WorkflowDocument } from '../../model/document';
import { nextNodeId } from '../../model/ids';
import { isObject, type Json } from '../../model/json';
import type { DocumentDraft } from '../editor/types';

export type NodeDraft = DocumentDraft['nodes'][number];
export type EdgeDraft = DocumentDraft['edges'][number];

/** The document that a draft began as: reading it makes no drafts of what is only looked at. */
export function baseOf(draft: DocumentDraft): WorkflowDocument {
  const base: unknown = isDraft(draft) ? Reflect.apply(original, undefined, [draft]) : draft;
  return isDocument(base) ? base : draft;
}
function isDocument(value: unknown): value is WorkflowDocument {
  return typeof value === 'object' && value !== null && 'nodes' in value;
}

export function nodeIn(draft: DocumentDraft, key: NodeKey): NodeDraft | undefined {
  const at = baseOf(draft).nodes.findIndex((node) => node.key === key);
  const found = at < 0 ? undefined : draft.nodes[at];
  return found?.key === key ? found : draft.nodes.find((node) => node.key === key);
}

export function edgeIn(draft: DocumentDraft, key: EdgeKey): EdgeDraft | undefined {
  return draft.edges.find((edge) => edge.key === key);
}

/** Gives out `<type>.<n>` for several new nodes of one edit. */
export function freshNodeIds(draft: DocumentDraft): (type: string) => string {
  const base = baseOf(draft);
  const given = new Map<string, number>();
  return (type) => {
    const before = given.get(type);
    const first = nextNodeId(base, type);
    const n = before === undefined ? Number(first.slice(type.length + 1)) : before + 1;
    given.set(type, n);
    return `${type}.${n}`;
  };
}

/** The node's configuration as an object that may be written to; whatever stood there and was no object is replaced. */
export function writableConfig(node: NodeDraft): Record<string, Json> {
  const config = node.data.config;
  const next: Record<string, Json> = isObject(config) ? { ...config } : {};
  return next;
}

/** Sets an own key even where it is called like a prototype member. */
export function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
