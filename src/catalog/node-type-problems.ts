// What an authoring surface says of a record before it is stored. Only what the record itself gets wrong keeps it from being
// stored; what it came with and what may be meant is a warning.
import type { Json } from '../model/json';
import { own, sameJson } from '../model/json';
import { checkValue, type Violation } from '../model/schema-check';
import { parameterRows, tellsParameters } from './edit-node-type';
import { gateRecord, nodeTypeDefault } from './gates';
import { isMachineName } from './machine-name';
import { isColour } from './type-colour';
import type { Catalog, NodeType } from './types';

export type NodeTypeProblem = {
  /** Path in the stored record, e.g. `parameters.url.default`. */
  readonly path: string;
  readonly severity: 'error' | 'warning';
} & (
  | {
      readonly code:
        | 'idShape'
        | 'idTaken'
        | 'labelEmpty'
        | 'versionEmpty'
        | 'visualNone'
        | 'visualNotSupported'
        | 'categoryUnknown'
        | 'processorMissing'
        | 'schemaUnreadable'
        | 'colour'
        | 'requiredUnreachable'
        | 'parameterUndeclared';
    }
  | { readonly code: 'defaultInvalid'; readonly violation: Violation }
);

type Code = Exclude<NodeTypeProblem['code'], 'defaultInvalid'>;

/** A new id: a machine name that is not in use. */
export function newIdProblem(id: string, taken: (id: string) => boolean): 'idShape' | 'idTaken' | undefined {
  if (!isMachineName(id)) return 'idShape';
  return taken(id) ? 'idTaken' : undefined;
}

/** Everything that there is to say of an edited record, `before` being the stored one, in the order of the record. */
export function nodeTypeProblems(
  edited: NodeType,
  before: NodeType,
  catalog: Pick<Catalog, 'processor' | 'categories'>,
): readonly NodeTypeProblem[] {
  const problems: NodeTypeProblem[] = [];
  const say = (path: string, code: Code, severity: NodeTypeProblem['severity'] = 'error') =>
    problems.push({ path, code, severity });

  if (edited.label.trim() === '') say('label', 'labelEmpty');
  if (!catalog.categories.some(({ id }) => id === edited.category))
    say('category', 'categoryUnknown', 'warning');
  if (edited.color !== undefined && !isColour(edited.color))
    say('color', 'colour', edited.color === before.color ? 'warning' : 'error');
  if (edited.plugin_version.trim() === '') say('plugin_version', 'versionEmpty');

  const processor = catalog.processor(edited.executor_plugin);
  if (processor === undefined) say('executor_plugin', 'processorMissing', 'warning');
  else if (!tellsParameters(processor)) say('executor_plugin', 'schemaUnreadable', 'warning');
  else {
    for (const row of parameterRows(edited, processor)) {
      const path = `parameters.${row.name}`;
      if (!row.declared) {
        say(path, 'parameterUndeclared', 'warning');
        continue;
      }
      const stored = nodeTypeDefault(edited, row.name, row.schema);
      const violation = stored === undefined ? undefined : checkValue(stored, row.schema, 'run');
      if (violation !== undefined) {
        const came = sameJson(gateRecord(before, row.name)?.default, row.entry.default);
        problems.push({
          path: `${path}.default`,
          code: 'defaultInvalid',
          violation,
          severity: came ? 'warning' : 'error',
        });
      }
      const fallback: Json = stored ?? own(row.schema, 'default') ?? null;
      const reachable =
        row.name.startsWith('__') ||
        (row.entry.connectable === true && row.connectableLock === null) ||
        (row.entry.configurable === true && row.configurableLock === null);
      // CFG-9: it could never get a value, so every run would fail at it.
      if (row.entry.required === true && !reachable && fallback === null)
        say(`${path}.required`, 'requiredUnreachable', 'warning');
    }
  }

  const { supported_visual_types: supported } = edited;
  if (supported.length === 0) say('supported_visual_types', 'visualNone');
  else if (!supported.includes(edited.visual_type)) say('visual_type', 'visualNotSupported');
  return problems;
}
