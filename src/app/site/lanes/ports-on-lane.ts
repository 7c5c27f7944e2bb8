import type { Catalog } from '../../../catalog/types';
import { isSample } from './sample';

export type PortOnLane = {
  readonly nodeType: string;
  readonly label: string;
  readonly port: string;
  readonly direction: 'input' | 'output';
};

/** The ports of node types by the lane that they are on; those of the sample are none. */
export function portsByLane(catalog: Catalog): ReadonlyMap<string, readonly PortOnLane[]> {
  const found = new Map<string, PortOnLane[]>();
  for (const { id, label } of catalog.nodeTypes) {
    const built = isSample(id) ? undefined : catalog.built(id);
    if (built === undefined) continue;
    for (const { dataType, name, type } of [...built.inputs, ...built.outputs]) {
      const line = { nodeType: id, label, port: name, direction: type };
      const known = found.get(dataType);
      if (known === undefined) found.set(dataType, [line]);
      else known.push(line);
    }
  }
  return found;
}
