// R4, R10, MAN-3: the launch-input manifest and the declared outputs, whichever door wrote them.
import type { Catalog } from '../catalog/types';
import type { ManifestEntry, ManifestSide, WorkflowNode } from '../model/document';
import { titleOf } from '../model/document';
import type { Finding } from '../model/finding';
import { isDraftEntry } from '../model/manifest-form';
import { nearest } from './nearest';
import { declaredPorts, readyType } from './node-type-view';
import { isHidden } from './r7-exposure';
import { atEntry } from './report';

/** R4.e: names that the runtime injects (SG-2). These alone: any other name with underscores is free. */
export const RESERVED_NAMES: readonly string[] = [
  '__state__',
  '__messages__',
  '__data__',
  '__iterator__',
  '__current_item__',
  '__interrupt_id__',
];

const NAME = /^[a-z0-9_-]+$/;

/**
 * Findings of one side of the manifest, entry by entry, in rule order. A named entry without a binding is an author's
 * draft, which is not stored and draws no error (MAN-20).
 */
export function judgeEntries(
  entries: readonly ManifestEntry[],
  side: ManifestSide,
  nodeOf: (id: string) => WorkflowNode | undefined,
  nodeIds: () => Iterable<string>,
  catalog: Catalog,
): readonly Finding[] {
  const findings: Finding[] = [];
  const earlier = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    const name = entry.name ?? '';
    if (name !== '' && isDraftEntry(entry)) continue;
    // R4.a: goes on after a failure. R4.b: an absent name takes part as the empty one.
    if (!NAME.test(name))
      findings.push(atEntry(entry, side, 'R4_NAME_FORMAT', 'R4.a', { suggestion: slug(name) }));
    const first = earlier.get(name);
    if (first === undefined) earlier.set(name, index);
    else findings.push(atEntry(entry, side, 'R4_NAME_DUPLICATE', 'R4.b', { earlier: first }));
    findings.push(...binding(entry, side, nodeOf, nodeIds, catalog));
  }
  return findings;
}

function binding(
  entry: ManifestEntry,
  side: ManifestSide,
  nodeOf: (id: string) => WorkflowNode | undefined,
  nodeIds: () => Iterable<string>,
  catalog: Catalog,
): readonly Finding[] {
  const reserved = RESERVED_NAMES.includes(entry.name ?? '')
    ? [atEntry(entry, side, 'R4_NAME_RESERVED', 'R4.e', { reserved: [...RESERVED_NAMES] })]
    : [];
  const node = nodeOf(entry.node_id ?? '');
  if (node === undefined) {
    // R4.c: what is left needs the node.
    const suggestion = nearest(entry.node_id ?? '', nodeIds());
    return [atEntry(entry, side, 'R4_NODE_MISSING', 'R4.c', { suggestion }), ...reserved];
  }
  const built = readyType(node, catalog);
  if (built === undefined) return reserved;
  const port = entry.port ?? '';
  const declared = declaredPorts(built, side);
  // R4.d, DYN-6: dynamic ports and branches are not declared by the executor, and not addressable from outside.
  if (!declared.has(port)) {
    const params = { title: titleOf(node), suggestion: nearest(port, declared), allowed: [...declared] };
    return [atEntry(entry, side, 'R4_PORT_MISSING', 'R4.d', params), ...reserved];
  }
  if (!isHidden(node, side, port, catalog)) return reserved;
  return [...reserved, atEntry(entry, side, 'R10_EXPOSURE_HIDDEN_PORT', 'R10', { title: titleOf(node) })];
}

/** The name with what is not permitted replaced; `undefined` where nothing is left. */
function slug(name: string): string | undefined {
  const text = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return text === '' ? undefined : text;
}
