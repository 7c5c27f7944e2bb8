import type { JsonObject } from '../../../model/json';
import type { Processor } from '../../types';
import { processor } from '../declare';
import { MEMORY_SCOPE, RESOLVED_SCOPE_ID } from '../fragments';

const KEY = { type: 'string', title: 'Key', description: 'The name under which the value is kept.' };
const DEFAULT_VALUE = { title: 'Otherwise', description: 'What is given where nothing is remembered.' };
const VALUE = { title: 'Value', description: 'What is to be remembered.' };
const TTL = {
  type: 'integer',
  minimum: 0,
  title: 'Seconds to live',
  description: 'After how many seconds it is forgotten. 0: never.',
  default: 0,
};
const SCOPE_ID = {
  type: 'string',
  title: 'Scope id',
  description:
    'Whose or which: the id of a workflow, run, session or user. Sessions and users: only the run’s own.',
  default: '',
};

const SCOPE_OUT = { type: 'string', title: 'Scope', description: 'The scope that was used.' };
const KEY_OUT = { type: 'string', title: 'Key', description: 'The key that was used.' };
const FOUND = {
  value: { title: 'Value', description: 'What is remembered, or what is given otherwise.' },
  found: { type: 'boolean', title: 'Found', description: 'Whether something is remembered.' },
};
const SUCCESS = { type: 'boolean', title: 'Success', description: 'Whether it was done.' };

/** The scope as it is chosen in the form (`plain`), and as an input. */
const chosen = { ...MEMORY_SCOPE, default: 'global' };

/** A node that chooses its scope in the form, and the one that is given scope and id. */
function pair(
  name: string,
  parameters: JsonObject,
  outputs: JsonObject,
  after: JsonObject = {},
): readonly [Processor, Processor] {
  const given = { ...outputs, key: KEY_OUT, scope: SCOPE_OUT };
  return [
    processor(
      `flowdrop_memory:${name}`,
      { key: KEY, ...parameters, scope: chosen, ...after },
      { ...given, resolved_scope_id: RESOLVED_SCOPE_ID },
    ),
    processor(
      `flowdrop_memory:${name}_raw`,
      { key: KEY, ...parameters, scope: MEMORY_SCOPE, scope_id: SCOPE_ID, ...after },
      given,
    ),
  ];
}

export const [memoryRead, memoryReadRaw] = pair('memory_read', {}, FOUND, { default_value: DEFAULT_VALUE });
export const [memoryWrite, memoryWriteRaw] = pair(
  'memory_write',
  { value: VALUE },
  { success: { ...SUCCESS, description: 'Whether it was written.' } },
  { ttl: TTL },
);
export const [memoryDelete, memoryDeleteRaw] = pair(
  'memory_delete',
  {},
  { success: { ...SUCCESS, description: 'Whether it is forgotten now.' } },
);
