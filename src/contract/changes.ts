// MAN-18: what lies between two contracts, entry by entry, each with the digit that it moves. `changeOf` is the heaviest.
import { propertiesOf, propertySchema } from '../catalog/schema-words';
import type { ManifestSide } from '../model/document';
import { isArray, type JsonObject, own, sameJson } from '../model/json';
import { isNarrower } from './change';
import type { ContractSchemas } from './types';
import type { Bump } from './versions';

export type ContractChange = {
  readonly side: ManifestSide;
  readonly name: string;
  /**
   * `removed`: gone, or renamed. `narrower`: takes or gives fewer values. `nowRequired`: has to be sent from now on.
   * `addedRequired`: new, and has to be sent. `changed`: another schema that breaks nobody.
   */
  readonly kind:
    | 'removed'
    | 'narrower'
    | 'nowRequired'
    | 'addedRequired'
    | 'added'
    | 'nowOptional'
    | 'changed';
  readonly bump: Exclude<Bump, 'none'>;
};

/** The differences in the order of the older contract's entries, then of the newer one's; inputs first. */
export function changesOf(before: ContractSchemas, after: ContractSchemas): readonly ContractChange[] {
  return [
    ...sideChanges('input', before.parameter_schema, after.parameter_schema),
    ...sideChanges('output', before.output_schema, after.output_schema),
  ];
}

function sideChanges(
  side: ManifestSide,
  before: JsonObject | null,
  after: JsonObject | null,
): readonly ContractChange[] {
  const old = propertiesOf(before) ?? {};
  const now = propertiesOf(after) ?? {};
  const changes: ContractChange[] = [];
  const add = (name: string, kind: ContractChange['kind'], bump: ContractChange['bump']) =>
    changes.push({ side, name, kind, bump });
  for (const name of Object.keys(old)) {
    if (!Object.hasOwn(now, name)) {
      add(name, 'removed', 'major');
      continue;
    }
    const [was, is] = [propertySchema(old, name), propertySchema(now, name)];
    const [needed, needs] = [isRequired(before, name), isRequired(after, name)];
    if (isNarrower(was, is)) add(name, 'narrower', 'major');
    else if (!sameJson(was, is)) add(name, 'changed', 'patch');
    if (needs && !needed) add(name, 'nowRequired', 'major');
    if (needed && !needs) add(name, 'nowOptional', 'patch');
  }
  for (const name of Object.keys(now)) {
    if (Object.hasOwn(old, name)) continue;
    if (isRequired(after, name)) add(name, 'addedRequired', 'major');
    else add(name, 'added', 'minor');
  }
  return changes;
}

function isRequired(schema: JsonObject | null, name: string): boolean {
  const names = own(schema, 'required');
  return isArray(names) && names.includes(name);
}
