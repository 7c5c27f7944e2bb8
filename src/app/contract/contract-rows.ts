// A published contract as rows to look at.

import { propertiesOf, propertySchema } from '../../catalog/schema-words';
import type { PortConfig } from '../../catalog/types';
import { pinnedLane } from '../../contract/published';
import { isArray, type Json, type JsonObject, own, ownString } from '../../model/json';

export type ContractRow = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** MAN-21: the lane that was pinned when the contract was built. */
  readonly lane: string;
  /** The word or words of the schema; `''` where any value fits. */
  readonly type: string;
  readonly required: boolean;
  /** `undefined`: none is published (MAN-7). */
  readonly fallback: Json | undefined;
  readonly choices: readonly Json[];
  readonly examples: readonly Json[];
};

/** @param schema one side of a contract, with words where they are known (MAN-6). */
export function contractRows(schema: JsonObject | null, portConfig: PortConfig): readonly ContractRow[] {
  const properties = propertiesOf(schema) ?? {};
  const required = own(schema, 'required');
  return Object.keys(properties).map((name) => {
    const fragment = propertySchema(properties, name);
    const [choices, examples] = [own(fragment, 'enum'), own(fragment, 'examples')];
    return {
      name,
      title: ownString(fragment, 'title') ?? '',
      description: ownString(fragment, 'description') ?? '',
      lane: pinnedLane(fragment, portConfig),
      type: words(own(fragment, 'type')),
      required: isArray(required) && required.includes(name),
      fallback: own(fragment, 'default'),
      choices: isArray(choices) ? choices : [],
      examples: isArray(examples) ? examples : [],
    };
  });
}

function words(type: Json | undefined): string {
  const list = isArray(type) ? type : [type];
  return list.filter((word) => typeof word === 'string').join(' | ');
}
