import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { declaredParameters, declaredPort, declaredResults } from './build';
import { isOutputVetoed, outputDefaultExposure } from './derived-schemas';
import { CONTROL_OUTPUTS, isControlOutput, isInternal } from './gates';
import { propertySchema } from './schema-words';
import type { BuiltType } from './types';

export type PortDirection = 'input' | 'output';

/**
 * EXPO-1: the one answer to whether a port of an instance is exposed. EXPO-13: an output that its node type hides
 * outright stays hidden. EXPO-2: else the instance's own word, else the port's default exposure, else exposed. A port
 * that the type does not declare (dynamic, a branch) has no exposure: always true (DYN-6, R7.d).
 */
export function isExposed(
  built: BuiltType,
  config: Json | undefined,
  direction: PortDirection,
  port: string,
): boolean {
  const declared = defaultExposure(built, direction, port);
  if (declared === undefined) return true;
  if (direction === 'output' && isOutputVetoed(built.nodeType, port)) return false;
  return overrideOf(config, direction, port) ?? declared;
}

/**
 * The instance's own word about a port; `undefined` where it has none. EXPO-3: outputs are read from `ports.outputs`,
 * everything else from `ports.inputs`. EXPO-2: an entry without `exposed` decides nothing; only `false` hides; the last
 * entry that decides wins.
 */
export function overrideOf(
  config: Json | undefined,
  direction: PortDirection,
  port: string,
): boolean | undefined {
  const entries = own(own(config, 'ports'), direction === 'output' ? 'outputs' : 'inputs');
  if (!isArray(entries)) return undefined;
  let decided: boolean | undefined;
  for (const entry of entries) {
    if (isObject(entry) && own(entry, 'id') === port && Object.hasOwn(entry, 'exposed')) {
      decided = entry.exposed !== false;
    }
  }
  return decided;
}

function defaultExposure(built: BuiltType, direction: PortDirection, port: string): boolean | undefined {
  const declared = declaredPort(built, direction, port);
  if (declared !== undefined) return declared.exposedByDefault !== false;
  if (direction === 'input') {
    return Object.hasOwn(declaredParameters(built), port) ? built.gate(port).exposed_by_default : undefined;
  }
  return isDeclaredOutput(built, port) ? outputDefaultExposure(built.nodeType, port) : undefined;
}

/**
 * EXPO-11: an output that the processor's schema declares, or, where that schema declares none, the node type's own
 * entries. Control outputs are no ports (EXPO-12).
 */
function isDeclaredOutput(built: BuiltType, key: string): boolean {
  const results = declaredResults(built);
  if (Object.hasOwn(results, key)) return !isControlOutput(key, propertySchema(results, key));
  if (!Object.hasOwn(built.nodeType.outputs, key) || CONTROL_OUTPUTS.includes(key)) return false;
  return Object.keys(results).every((name) => isControlOutput(name, propertySchema(results, name)));
}

/**
 * Removes from a result every declared output that is hidden on this instance. EXPO-11: undeclared keys pass. EXPO-12:
 * control outputs pass, whatever hides them. EXPO-13: what the node type hides outright goes on every instance. EXPO-14:
 * values are never read, so one that cannot be serialised does no harm. Answers the same object where nothing is hidden.
 */
export function stripOutputs(built: BuiltType, config: Json | undefined, result: JsonObject): JsonObject {
  const hidden = (key: string) => isDeclaredOutput(built, key) && !isExposed(built, config, 'output', key);
  const keys = Object.keys(result);
  if (!keys.some(hidden)) return result;
  return Object.fromEntries(Object.entries(result).filter(([key]) => !hidden(key)));
}

/**
 * EXPO-10, CFG-4: may a runtime value fill this parameter? Internal ones always; others where connectable and exposed.
 * A value for any other parameter is ignored, and resolution goes on as if it had not come.
 */
export function acceptsRuntimeValue(built: BuiltType, config: Json | undefined, parameter: string): boolean {
  if (!Object.hasOwn(declaredParameters(built), parameter)) return false;
  if (isInternal(parameter)) return true;
  return built.gate(parameter).connectable && isExposed(built, config, 'input', parameter);
}

/**
 * EXPO-15: the parameters that a model may fill when the node is offered as a tool: connectable, exposed, not internal,
 * and fed by no data edge. In declaration order. `wired`: input ports that a data edge enters.
 */
export function fillableParameters(
  built: BuiltType,
  config: Json | undefined,
  wired: ReadonlySet<string>,
): readonly string[] {
  return Object.keys(declaredParameters(built)).filter(
    (name) => !isInternal(name) && !wired.has(name) && acceptsRuntimeValue(built, config, name),
  );
}
