// Ids that Sluice mints. Randomness comes in through a port.
import type { WorkflowDocument, WorkflowNode } from './document';
import { anchorOf } from './document';
import { isObject, type JsonObject, own } from './json';
import { omit } from './record';

/** Source of random ids. */
export type IdSource = { /** A version 4 UUID. */ uuid(): string };

/*
 * `n` of `<type>.<n>` is never reused in a document, also not after the node that had it is gone: runs, logs and snapshots
 * name nodes by id. The highest `n` of a type is read off the nodes that exist; only for nodes that are gone it has to be
 * remembered. That memory is `extra[EDITOR_KEY].counters`, a map from type to `n`: part of the document, so it survives a
 * reload and a copy of the draft, and under one key, so that every exported file can leave it out ({@link withoutEditorKey}).
 * `metadata` would not do: other programs own it, and every form writes it.
 */
export const EDITOR_KEY = 'sluice';

/** The next free `<typeId>.<n>`, counting from 1. */
export function nextNodeId(document: WorkflowDocument, typeId: string): string {
  const taken = new Set(document.nodes.map((node) => node.id));
  let next = counterOf(document, typeId) + 1;
  for (const node of document.nodes) next = Math.max(next, (numberIn(node.id, typeId) ?? 0) + 1);
  // Beyond the numbers that are counted, an id may be in use all the same.
  while (taken.has(`${typeId}.${next}`)) next += 1;
  return `${typeId}.${next}`;
}

/**
 * `after`, remembering the number of every node of `before` that it no longer has. Call it once for each change of a
 * document (undo of an insertion included), before the change is kept; `after` itself is returned where there is nothing
 * to remember.
 */
export function retireNodeIds(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  if (before.nodes === after.nodes) return after;
  const present = new Set(after.nodes.map((node) => node.id));
  const counters = new Map<string, number>();
  for (const node of before.nodes) {
    if (present.has(node.id)) continue;
    const [type, n] = splitId(node);
    if (type === undefined || n === undefined) continue;
    if (n > Math.max(counterOf(after, type), counters.get(type) ?? 0)) counters.set(type, n);
  }
  if (counters.size === 0) return after;
  const memory = own(after.extra, EDITOR_KEY);
  const known = own(memory, 'counters');
  const merged: JsonObject = { ...(isObject(known) ? known : {}), ...Object.fromEntries(counters) };
  const kept = isObject(memory) ? memory : {};
  return { ...after, extra: { ...after.extra, [EDITOR_KEY]: { ...kept, counters: merged } } };
}

/** The document without what only this editor remembers; what an exported file is made of. */
export function withoutEditorKey(document: WorkflowDocument): WorkflowDocument {
  const extra = omit(document.extra, [EDITOR_KEY]);
  return extra === document.extra ? document : { ...document, extra };
}

/** The id of a new edge. */
export function newEdgeId(ids: IdSource): string {
  return ids.uuid();
}

/** The id of a new workflow: `wf_` and twelve of `[a-z0-9]`, which STORE-9's flow id shape allows. */
export function newWorkflowId(ids: IdSource): string {
  const hex = ids.uuid().replaceAll(/[^0-9a-f]/gi, '');
  const digits = (BigInt(`0x${hex === '' ? '0' : hex}`) % 36n ** 12n).toString(36);
  return `wf_${digits.padStart(12, '0')}`;
}

function counterOf(document: WorkflowDocument, typeId: string): number {
  const stored = own(own(own(document.extra, EDITOR_KEY), 'counters'), typeId);
  return typeof stored === 'number' && Number.isSafeInteger(stored) && stored > 0 ? stored : 0;
}

/** The `n` of an id of this type; `undefined` where the id has another form. */
function numberIn(id: string, typeId: string): number | undefined {
  if (!id.startsWith(`${typeId}.`)) return undefined;
  const digits = id.slice(typeId.length + 1);
  // Fifteen digits are safe integers; a longer number is somebody else's id and is out of the way of ours.
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}

/** Type and number of a node's id. The id keeps the type it was made for when a node is swapped, so the id is read first. */
function splitId(node: WorkflowNode): [string | undefined, number | undefined] {
  const dot = node.id.lastIndexOf('.');
  const type = dot > 0 ? node.id.slice(0, dot) : anchorOf(node);
  return [type, type === undefined ? undefined : numberIn(node.id, type)];
}
