// From a finding to the place in the file that it speaks of.
import type { Path } from '../../formats/path';
import type { RecordKind } from '../../formats/sniff';
import type { WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import type { Locator, Position } from './position';

/** Where exposure entries stand in the written forms. */
const SIDES = {
  input: [['interface', 'inputs'], ['inputs'], ['input_ports']],
  output: [['interface', 'outputs'], ['outputs'], ['output_ports']],
} as const;

/**
 * The position of what a finding is about: a key of a configuration, a node, an edge, an entry, a list; of something that is
 * missing, that of what should have it.
 *
 * @param path where in the file the record of the workflow is, as reports print it.
 */
export function positionOf(
  finding: Finding,
  document: WorkflowDocument,
  text: Locator,
  path: string,
  kind: RecordKind,
): Position {
  const base: Path = [...readPath(path), ...(kind === 'bundle' ? ['payload', 'flow'] : [])];
  const { target } = finding;
  const place = <T extends { readonly key: string }>(list: readonly T[], key: string) =>
    list.findIndex((item) => item.key === key);
  switch (target.kind) {
    case 'workflow':
      return text.at([...base, target.part]);
    case 'node': {
      const node: Path = [...base, 'nodes', place(document.nodes, target.key)];
      const [part, ...key] = (target.part ?? '').split('.');
      if (part === 'config')
        return text.at([...node, 'data', 'config', ...(key.length === 0 ? [] : [key.join('.')])]);
      // The type is what these two say is wrong.
      const type = finding.code === 'R9_NODE_TYPE_UNKNOWN' || finding.code === 'R1_PLUGIN_MISSING';
      return text.at(type ? [...node, 'data', 'metadata', 'node_type_id'] : node);
    }
    case 'edge': {
      const edge: Path = [...base, 'edges', place(document.edges, target.key)];
      return text.at(target.part === undefined ? edge : [...edge, target.part]);
    }
    case 'entry': {
      const index = place(target.side === 'input' ? document.inputs : document.outputs, target.key);
      const written = SIDES[target.side].map((side): Path => [...base, ...side, index]);
      return text.at(written.find((entry) => text.has(entry)) ?? base);
    }
  }
}

/** A path as reports print it, in steps; what cannot be read of it is left out. */
export function readPath(printed: string): Path {
  return [...printed.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([A-Za-z_$][\w$-]*)/g)].map(
    ([, index, quoted, word]) => (index !== undefined ? Number(index) : (quoted ?? word ?? '')),
  );
}
