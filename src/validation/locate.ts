// Where a finding sits, in words of the document: computed when asked for, since positions shift with every deletion.
import type { ManifestSide, WorkflowDocument } from '../model/document';
import type { Finding } from '../model/finding';
import { inRuleOrder } from './rule-order';

/**
 * The locator that doors print: `nodes`, `edges`, `node.{id}`, `node.{id}.config.{key}`, `edge.{index}`,
 * `schema.{side}.{index}`; a node without an id is `nodes.{index}` (R5.c). Indexes count from zero. An empty string where
 * the document no longer has what the finding is about.
 */
export function locatorOf(finding: Finding, document: WorkflowDocument): string {
  const { target } = finding;
  switch (target.kind) {
    case 'workflow':
      return target.part;
    case 'node': {
      const index = placesIn(document).nodes.get(target.key);
      const node = index === undefined ? undefined : document.nodes[index];
      if (node === undefined) return '';
      const place = node.id === '' ? `nodes.${index}` : `node.${node.id}`;
      return target.part === undefined ? place : `${place}.${target.part}`;
    }
    case 'edge': {
      const index = placesIn(document).edges.get(target.key);
      return index === undefined ? '' : `edge.${index}`;
    }
    case 'entry': {
      const index = placesIn(document)[target.side].get(target.key);
      return index === undefined ? '' : `schema.${target.side}.${index}`;
    }
  }
}

/** Findings of several origins in the order that one validation lists them; equal places by rule number. */
export function inDocumentOrder(
  findings: readonly Finding[],
  document: WorkflowDocument,
): readonly Finding[] {
  const places = new Map<string, Finding[]>();
  const found: { readonly section: number; readonly index: number; readonly here: Finding[] }[] = [];
  for (const finding of findings) {
    const [section, index] = placeOf(finding, document);
    const key = `${section} ${index}`;
    const here = places.get(key);
    if (here !== undefined) here.push(finding);
    else {
      const list = [finding];
      places.set(key, list);
      found.push({ section, index, here: list });
    }
  }
  return found
    .sort((a, b) => a.section - b.section || a.index - b.index)
    .flatMap(({ here }) => inRuleOrder(here));
}

function placeOf({ target }: Finding, document: WorkflowDocument): readonly [number, number] {
  switch (target.kind) {
    case 'workflow':
      return [target.part === 'nodes' ? 0 : 2, -1];
    case 'node':
      return [1, placesIn(document).nodes.get(target.key) ?? -1];
    case 'edge':
      return [3, placesIn(document).edges.get(target.key) ?? -1];
    case 'entry':
      return [target.side === 'input' ? 4 : 5, placesIn(document)[target.side].get(target.key) ?? -1];
  }
}

type Places = { readonly [list in 'nodes' | 'edges' | ManifestSide]: ReadonlyMap<string, number> };
const known = new WeakMap<WorkflowDocument, Places>();

function placesIn(document: WorkflowDocument): Places {
  let places = known.get(document);
  if (places === undefined) {
    places = {
      nodes: byKey(document.nodes),
      edges: byKey(document.edges),
      input: byKey(document.inputs),
      output: byKey(document.outputs),
    };
    known.set(document, places);
  }
  return places;
}

function byKey(list: readonly { readonly key: string }[]): ReadonlyMap<string, number> {
  return new Map(list.map(({ key }, index) => [key, index]));
}
