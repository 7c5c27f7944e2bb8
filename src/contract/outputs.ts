import type { Json, JsonObject } from '../model/json';
import type { LaunchWarning } from './types';

/** A declared output as the manifest binds it. */
export type OutputBinding = {
  readonly name?: string | undefined;
  readonly node_id?: string | undefined;
  readonly port?: string | undefined;
};

/**
 * MAN-17: the declared outputs by name. A key that the bound node produced counts, null included; one that it did not is
 * left out with a warning that names the output. A malformed entry is skipped.
 *
 * @param results what a node produced, by port; `undefined` where it produced nothing.
 */
export function collectOutputs(
  document: { readonly outputs: readonly OutputBinding[] },
  results: (node: string) => JsonObject | undefined,
): { readonly outputs: JsonObject; readonly warnings: readonly LaunchWarning[] } {
  const outputs: [string, Json][] = [];
  const warnings: LaunchWarning[] = [];
  for (const { name, node_id, port } of document.outputs) {
    if (!name || !node_id || !port) continue;
    const produced = results(node_id);
    if (produced !== undefined && Object.hasOwn(produced, port)) outputs.push([name, produced[port] ?? null]);
    else {
      warnings.push({
        entry: name,
        message: `node ${node_id} produced ${produced === undefined ? 'nothing' : `no "${port}"`}, so it is left out.`,
      });
    }
  }
  return { outputs: Object.fromEntries(outputs), warnings };
}
