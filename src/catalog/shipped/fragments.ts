import { ENGINE_IDS } from '../../expression/types';
import type { JsonObject } from '../../model/json';
import type { Schema } from '../types';

/** Definitions of ports that an author adds (DYN-2). Entries are not constrained: a bad one is skipped, never fatal. */
export function portDefinitions(title: string, description: string, value?: JsonObject): Schema {
  return {
    type: 'array',
    title,
    description,
    items: {
      properties: {
        name: { title: 'Name' },
        label: { title: 'Label' },
        description: { title: 'Description' },
        dataType: { title: 'Type', default: 'mixed' },
        required: { title: 'Required', default: false },
        ...(value === undefined ? {} : { value }),
      },
    },
    default: [],
  };
}

/** Branches of a gateway. Entries are not constrained: BR-4 discards bad ones. */
export function branchDefinitions(description: string): Schema {
  return {
    type: 'array',
    title: 'Branches',
    description,
    items: { properties: { name: { title: 'Name' }, value: { title: 'Value' } } },
  };
}

/** The control output of a gateway (BR-3): no port, never stripped. */
export const ACTIVE_BRANCHES: Schema = {
  type: 'array',
  items: { type: 'string' },
  title: 'Active branches',
  description: 'Names of the branches that go on.',
  'x-control': true,
};

/** The control output that changes the run's state (SG-3): no port, never stripped. */
export const STATE_UPDATE: Schema = {
  type: 'object',
  title: 'State update',
  description: 'What is merged into the state of the run.',
  'x-control': true,
};

/** The choice of an expression engine (LANG-2). */
export function engineChoice(fallback: (typeof ENGINE_IDS)[number], description: string): Schema {
  return { type: 'string', title: 'Engine', description, enum: [...ENGINE_IDS], default: fallback };
}

/** Of what was answered: how long that took. */
export const RESPONSE_TIME: Schema = {
  type: 'number',
  title: 'Response time',
  description: 'Seconds until the answer.',
};

/** Of what a person answered: who it was. */
export const USER_ID: Schema = {
  type: 'integer',
  title: 'User',
  description: 'Number of the user who answered; null where users have no numbers.',
};

/** MEM-6, MEM-13: which memory. */
export const MEMORY_SCOPE: Schema = {
  type: 'string',
  title: 'Scope',
  description:
    'Whose memory it is: global (everybody), workflow, pipeline and execution (this run), session, user.',
  enum: ['global', 'workflow', 'pipeline', 'execution', 'session', 'user'],
};

export const RESOLVED_SCOPE_ID: Schema = {
  type: 'string',
  title: 'Scope id',
  description: 'Which memory of the scope was used; empty where there is one only, or none may be used.',
};
