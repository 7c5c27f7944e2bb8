import { isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { declaredParameters, declaredResults } from './build';
import { configuredList, isInternal } from './gates';
import { SINK_LANE } from './lanes';
import type { BuiltType } from './types';

/** DYN-2: one port that an author added to an instance. */
export type DynamicPort = {
  readonly name: string;
  /** The name where none is given. */
  readonly label: string;
  /** As written; `mixed` where none is given. Descriptive only. */
  readonly dataType: string;
  readonly description: string;
  readonly required: boolean;
  /** The definition as stored; an output's holds the expression, under `value`. */
  readonly definition: JsonObject;
};
export type DynamicPorts = {
  readonly inputs: readonly DynamicPort[];
  readonly outputs: readonly DynamicPort[];
};

/** Names that no dynamic port may have (DYN-3); so is every name that begins with `__`. */
export const RESERVED_PORT_NAMES: readonly string[] = [
  'trigger',
  'error',
  'tool',
  'input',
  'output',
  'engine',
  'loop_back',
  'tool_availability',
];

const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;
const NO_PORTS: DynamicPorts = Object.freeze({ inputs: Object.freeze([]), outputs: Object.freeze([]) });

/** DYN-3: what is wrong with a name, apart from uniqueness; `undefined` where nothing is. */
export function dynamicNameFault(name: unknown): 'missing' | 'format' | 'reserved' | undefined {
  if (typeof name !== 'string' || name === '') return 'missing';
  if (isInternal(name) || RESERVED_PORT_NAMES.includes(name)) return 'reserved';
  return NAME.test(name) ? undefined : 'format';
}

/** DYN-1, DYN-7: does the node type let instances define ports of this side? */
export function allowsDynamicPorts(built: BuiltType, side: 'dynamicInputs' | 'dynamicOutputs'): boolean {
  return built.gate(side).configurable;
}

/**
 * The dynamic ports of an instance. DYN-1, DYN-7: none where the node type does not opt in, whatever is stored; a value
 * that is no list reads as an empty one. DYN-5: a declared parameter or output of the name wins, and so does the first
 * of two definitions. Definitions without a name and those with a reserved name are left out; a name that is otherwise
 * malformed is kept (the save refuses it, see {@link dynamicPortFaults}).
 */
export function readDynamicPorts(built: BuiltType, config: Json | undefined): DynamicPorts {
  const inputs = allowsDynamicPorts(built, 'dynamicInputs');
  const outputs = allowsDynamicPorts(built, 'dynamicOutputs');
  if (!inputs && !outputs) return NO_PORTS;
  const saved = isObject(config) ? config : {};
  return {
    inputs: inputs ? readSide(configuredList(built, saved, 'dynamicInputs'), declaredParameters(built)) : [],
    outputs: outputs ? readSide(configuredList(built, saved, 'dynamicOutputs'), declaredResults(built)) : [],
  };
}

function readSide(definitions: readonly Json[], declared: JsonObject): readonly DynamicPort[] {
  const seen = new Set<string>();
  return definitions.flatMap((definition): readonly DynamicPort[] => {
    const name = ownString(definition, 'name');
    if (!isObject(definition) || name === undefined) return [];
    const fault = dynamicNameFault(name);
    if (fault === 'missing' || fault === 'reserved' || seen.has(name) || Object.hasOwn(declared, name))
      return [];
    seen.add(name);
    return [
      {
        name,
        label: nonEmpty(definition, 'label') ?? name,
        dataType: nonEmpty(definition, 'dataType') ?? SINK_LANE,
        description: ownString(definition, 'description') ?? '',
        required: own(definition, 'required') === true,
        definition,
      },
    ];
  });
}

function nonEmpty(definition: JsonObject, key: string): string | undefined {
  const text = ownString(definition, key);
  return text === '' ? undefined : text;
}

/** A definition that a save refuses (DYN-3). */
export type DynamicPortFault = {
  readonly side: 'dynamicInputs' | 'dynamicOutputs';
  readonly index: number;
  readonly name: string;
  readonly fault: 'missing' | 'format' | 'reserved' | 'duplicate';
};

/**
 * DYN-3: every definition of an instance whose name is missing, malformed, reserved, or taken by an earlier definition of
 * either side. In document order, inputs first. Nothing where the type does not opt in, or where the value is no list.
 */
export function dynamicPortFaults(built: BuiltType, config: Json | undefined): readonly DynamicPortFault[] {
  const saved = isObject(config) ? config : {};
  const seen = new Set<string>();
  const faults: DynamicPortFault[] = [];
  for (const side of ['dynamicInputs', 'dynamicOutputs'] as const) {
    if (!allowsDynamicPorts(built, side)) continue;
    configuredList(built, saved, side).forEach((definition, index) => {
      const name = ownString(definition, 'name') ?? '';
      const fault = dynamicNameFault(name) ?? (seen.has(name) ? 'duplicate' : undefined);
      seen.add(name);
      if (fault !== undefined) faults.push({ side, index, name, fault });
    });
  }
  return faults;
}
