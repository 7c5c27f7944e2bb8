// Which ports the author declared as inputs and outputs of the workflow (MAN-1, MAN-2), looked up by port.
import type { InstancePort } from '../../catalog/types';
import type { ManifestEntry, ManifestSide, WorkflowDocument } from '../../model/document';
import { RESERVED_NAMES } from '../../validation/judge-entry';
import { addManifestEntry, removeManifestEntry } from '../commands/workflow';
import type { Command } from '../editor/types';

type Manifest = Pick<WorkflowDocument, 'inputs' | 'outputs'>;
/** Entries of one node by `input:port` and `output:port`. */
export type DeclaredPorts = ReadonlyMap<string, readonly ManifestEntry[]>;

type Index = { readonly outputs: Manifest['outputs']; readonly byNode: ReadonlyMap<string, DeclaredPorts> };
/** All nodes of a canvas ask after one edit; edits of anything else leave the lists as they are. */
const indexes = new WeakMap<Manifest['inputs'], Index>();

/** The declared ports of a node, by its id; `undefined` where it has none. The same map until an entry changes. */
export function declaredPorts(manifest: Manifest, node: string): DeclaredPorts | undefined {
  let known = indexes.get(manifest.inputs);
  if (known?.outputs !== manifest.outputs) {
    known = { outputs: manifest.outputs, byNode: index(manifest) };
    indexes.set(manifest.inputs, known);
  }
  return known.byNode.get(node);
}

function index(manifest: Manifest): ReadonlyMap<string, DeclaredPorts> {
  const byNode = new Map<string, Map<string, ManifestEntry[]>>();
  const add = (side: ManifestSide, entry: ManifestEntry) => {
    if (entry.node_id === undefined || entry.port === undefined) return;
    const ports = byNode.get(entry.node_id) ?? new Map<string, ManifestEntry[]>();
    const key = `${side}:${entry.port}`;
    ports.set(key, [...(ports.get(key) ?? []), entry]);
    byNode.set(entry.node_id, ports);
  };
  for (const entry of manifest.inputs) add('input', entry);
  for (const entry of manifest.outputs) add('output', entry);
  return byNode;
}

/** The entries that bind a port. */
export function entriesAt(
  ports: DeclaredPorts | undefined,
  port: Pick<InstancePort, 'direction' | 'id'>,
): readonly ManifestEntry[] {
  return ports?.get(`${port.direction}:${port.id}`) ?? NONE;
}
const NONE: readonly ManifestEntry[] = [];

/** What a declared port is called by callers; `''` where it is not declared. */
export function declaredNames(
  ports: DeclaredPorts | undefined,
  port: Pick<InstancePort, 'direction' | 'id'>,
): string {
  return entriesAt(ports, port)
    .map((entry) => entry.name ?? '')
    .filter((name) => name !== '')
    .join(', ');
}

/**
 * Whether an entry may name a port: one that the node type declares (R4.d), and that this node shows (R10). Ports that an
 * author adds to a node cannot be addressed from outside (DYN-6).
 */
export function isDeclarable(port: InstancePort): boolean {
  const known = port.origin === 'declared' || port.origin === 'reserved';
  // A trigger carries no value, so a caller would have nothing to send to it.
  return port.exposed && known && port.id !== 'trigger';
}

/**
 * Declares a port, or withdraws every entry that binds it: one step, from wherever a port is shown.
 *
 * @returns the step, and the name it is about.
 */
export function toggleDeclared(
  manifest: Manifest,
  node: string,
  port: Pick<InstancePort, 'direction' | 'id'>,
): { readonly command: Command; readonly name: string; readonly declares: boolean } {
  const side: ManifestSide = port.direction;
  const bound = entriesAt(declaredPorts(manifest, node), port);
  const [first] = bound;
  if (first === undefined) {
    const list = side === 'input' ? manifest.inputs : manifest.outputs;
    const name = freeName(port.id, new Set(list.map((entry) => entry.name)));
    return {
      command: addManifestEntry(side, { name, node_id: node, port: port.id }),
      name,
      declares: true,
    };
  }
  const removals = bound.map((entry) => removeManifestEntry(side, entry.key));
  return {
    command: {
      name: side === 'input' ? 'removeInput' : 'removeOutput',
      perform(draft) {
        for (const removal of removals) removal.perform(draft);
      },
    },
    name: first.name ?? '',
    declares: false,
  };
}

/** A name in the alphabet of R4.a that no other entry of the side has. */
export function freeName(port: string, taken: ReadonlySet<string | undefined>): string {
  const stem =
    port
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, '_')
      .replace(/^_+|_+$/g, '') || 'value';
  // R4.e: what the runtime itself injects has no second meaning.
  const first = RESERVED_NAMES.includes(stem) ? `${stem}_value` : stem;
  let name = first;
  for (let n = 2; taken.has(name); n += 1) name = `${first}_${n}`;
  return name;
}
