import { isArray, isObject, type Json, own, ownString } from '../model/json';
import { decidingType, isSchemaType, type SchemaType } from './schema-words';
import type { Lane, PortConfig, Schema } from './types';

/*
 * SCH-36: the shipped lane vocabulary, in this place only. Derivation, served payload and every picker read it from here
 * (or from the payload composed of it); nothing repeats the ids.
 */

/** SCH-35: the lane of an undeclared port. Carries any value. */
export const SINK_LANE = 'mixed';
/** SCH-38: the control sink: every lane but `tool` may run into it. */
export const CONTROL_SINK_LANE = 'trigger';
/** SCH-39: in no sink rule, in either direction. */
export const TOOL_LANE = 'tool';
/** SCH-37: lanes that carry no value. */
export const CONTROL_LANES: readonly string[] = [CONTROL_SINK_LANE, TOOL_LANE];
/** SCH-38.a: served disabled, with their rules, until the next major version; no port may newly declare one. */
export const RETIRED_LANES: readonly string[] = ['any'];
/** SCH-44: the generated rules are built from these; a shape that names one is ignored. */
export const RESERVED_LANES: readonly string[] = [...CONTROL_LANES, SINK_LANE, ...RETIRED_LANES];

/** The colour of what is no lane in particular. */
const NEUTRAL = '#5f646a';

/** Lanes that are bare JSON types, the control lanes, the sink and the retired ones. Shapes are declared below. */
export const SHIPPED_LANES: readonly Lane[] = [
  lane('string', 'Text', 'A piece of text.', '#209463', 'basic'),
  lane('number', 'Number', 'A number, whole or not.', '#0060ef', 'basic'),
  lane('boolean', 'Yes or no', 'True or false.', '#5914b7', 'basic'),
  lane('array', 'List', 'A list of values in order.', '#cc5d04', 'complex'),
  lane('json', 'Object', 'Named values kept together as one JSON object.', '#c628a8', 'complex'),
  lane('trigger', 'Trigger', 'Says when a node runs. Carries no value.', '#8d7ef1', 'control'),
  lane(
    'tool',
    'Tool',
    'Offers a node to an agent as something it may call. Carries no value.',
    '#ada90f',
    'control',
  ),
  lane('mixed', 'Anything', 'Any value. The lane of a port that declares no type.', NEUTRAL, 'special'),
  {
    ...lane(
      'any',
      'Any (deprecated)',
      'Deprecated: use Trigger for control and Anything for data.',
      '#868b93',
      'special',
    ),
    enabled: false,
  },
];

function lane(id: string, name: string, description: string, color: string, category: string): Lane {
  return { id, name, description, color, category, enabled: true };
}

/** A hand-written widening of a shape. SCH-39, SCH-43: it says why where it is declared. */
export type Widening = { readonly to: string; readonly reason: string };
/** SCH-42: a named JSON Schema whose id is a lane id. `derivatives` computes the members of a family of lanes. */
export type PortShape = {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  readonly color: string;
  readonly category: string;
  readonly enabled: boolean;
  readonly schema: Schema;
  readonly compatibility: readonly Widening[];
  readonly derivatives?: () => readonly (Omit<PortShape, 'id' | 'derivatives'> & {
    readonly derivative: string;
  })[];
};

/** The shapes that are declared in code: every shipped lane that is more than a bare JSON type (SCH-42). */
export const SHIPPED_SHAPES: readonly PortShape[] = [
  {
    id: 'messages',
    label: 'Messages',
    description: 'A conversation: a list of messages, oldest first, each with a role.',
    color: '#1ab6d7',
    category: 'complex',
    enabled: true,
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          role: { type: 'string', enum: ['user', 'assistant', 'system', 'tool'] },
          content: {},
          tool_calls: { type: 'array', items: { type: 'object' } },
          tool_call_id: { type: 'string' },
          metadata: { type: 'object' },
        },
        required: ['role'],
      },
    },
    compatibility: [
      { to: 'array', reason: 'A conversation is a list, so whatever takes a list can take it.' },
    ],
  },
  {
    id: 'error',
    label: 'Error',
    description: 'What went wrong in a node: message, code, the node, and whether trying again can help.',
    color: '#a8130a',
    category: 'complex',
    enabled: true,
    schema: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        code: { type: 'string' },
        node_id: { type: 'string' },
        retryable: { type: 'boolean' },
      },
      required: ['message', 'code', 'node_id', 'retryable'],
    },
    compatibility: [],
  },
];

export const PORT_CONFIG_VERSION = '1.0.0';

// SCH-10, SCH-35: total over the seven words; everything else is the sink, never `string`.
const LANE_OF_TYPE: { readonly [T in SchemaType]: string } = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  array: 'array',
  object: 'json',
  null: SINK_LANE,
};

/** The lane that a schema's `type` maps to, whatever `x-data-type` says (SCH-9, SCH-10, SCH-35). */
export function laneOfType(schema: Schema): string {
  const word = decidingType(schema);
  return isSchemaType(word) ? LANE_OF_TYPE[word] : SINK_LANE;
}

/**
 * The lane of a port with this schema. SCH-10, SCH-41: `x-data-type` decides where it names a lane that the served
 * configuration declares and offers (not a disabled or retired one, SCH-38); otherwise the schema's type does.
 */
export function laneOf(schema: Schema, portConfig: PortConfig): string {
  const declared = ownString(schema, 'x-data-type');
  return (declared === undefined ? undefined : declaredLane(declared, portConfig)) ?? laneOfType(schema);
}

/**
 * The lane that a port declares with this word: a lane's id, or else another name of a lane; `undefined` where the served
 * configuration offers neither (SCH-41). An id always goes before a name, and of two lanes with a name the first has it.
 */
export function declaredLane(word: string, portConfig: PortConfig): string | undefined {
  if (laneIndex(portConfig).has(word) || RETIRED_LANES.includes(word))
    return isDeclarable(word, portConfig) ? word : undefined;
  return portConfig.dataTypes.find(
    ({ id, aliases }) => aliases?.includes(word) === true && isDeclarable(id, portConfig),
  )?.id;
}

/** May a port declare this lane? Asked of the served configuration, never of the shipped set (SCH-41). */
export function isDeclarable(id: string, portConfig: PortConfig): boolean {
  return !RETIRED_LANES.includes(id) && laneIndex(portConfig).get(id)?.enabled === true;
}

/** The lane entry of the served configuration, or `undefined`. */
export function laneById(id: string, portConfig: PortConfig): Lane | undefined {
  return laneIndex(portConfig).get(id);
}

const indexes = new WeakMap<PortConfig, ReadonlyMap<string, Lane>>();
function laneIndex(portConfig: PortConfig): ReadonlyMap<string, Lane> {
  let index = indexes.get(portConfig);
  if (index === undefined) {
    index = new Map(portConfig.dataTypes.map((entry) => [entry.id, entry]));
    indexes.set(portConfig, index);
  }
  return index;
}

/** Lanes that an author may pick, for a dynamic port for instance: offered, and carrying a value (DYN-2, SCH-37). */
export function pickableLanes(portConfig: PortConfig): readonly Lane[] {
  return portConfig.dataTypes.filter(
    (entry) => !CONTROL_LANES.includes(entry.id) && isDeclarable(entry.id, portConfig),
  );
}

/** SCH-40: does a port on this lane take any JSON value at a public entry point? True for sinks and control lanes. */
export function takesAnyValue(id: string): boolean {
  return RESERVED_LANES.includes(id);
}

/** SCH-39: tells whether an output of one lane may be wired into an input of another. Authoring only (SCH-38). */
export function compatibilityOf(portConfig: PortConfig): (from: string, to: string) => boolean {
  const allowed = new Map<string, Set<string>>();
  for (const entry of portConfig.dataTypes) allowed.set(entry.id, new Set([entry.id]));
  for (const rule of portConfig.compatibilityRules) allowed.get(rule.from)?.add(rule.to);
  return (from, to) => allowed.has(to) && allowed.get(from)?.has(to) === true;
}

/** Reads a stored lane entry; `undefined` where it has no id. Absent keys take the plainest value. */
export function readLane(entry: Json): Lane | undefined {
  const id = ownString(entry, 'id');
  if (id === undefined || id === '') return undefined;
  const schema = own(entry, 'schema');
  const named = own(entry, 'aliases');
  const aliases = (isArray(named) ? named : []).flatMap((name) =>
    typeof name === 'string' && name !== '' ? [name] : [],
  );
  return {
    id,
    name: ownString(entry, 'name') ?? ownString(entry, 'label') ?? id,
    description: ownString(entry, 'description') ?? '',
    color: ownString(entry, 'color') ?? NEUTRAL,
    category: ownString(entry, 'category') ?? 'complex',
    enabled: own(entry, 'enabled') !== false,
    ...(aliases.length > 0 ? { aliases } : {}),
    ...(isObject(schema) ? { schema } : {}),
  };
}
