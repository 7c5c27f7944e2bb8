import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import type { PortDirection } from './exposure';

/**
 * The configuration with an instance's word about one port: shown, hidden, or (`undefined`) none any more. EXPO-1: in the
 * place where every reader looks, `ports.inputs` or `ports.outputs`. Other entries, and other keys of this port's entry,
 * stay. EXPO-4: `ports` goes when it holds nothing, so that an untouched node stores no overrides.
 */
export function withOverride(
  config: JsonObject,
  direction: PortDirection,
  port: string,
  exposed: boolean | undefined,
): JsonObject {
  const side = direction === 'output' ? 'outputs' : 'inputs';
  const other = direction === 'output' ? 'inputs' : 'outputs';
  const stored = own(config, 'ports');
  const kept = withoutEntry(entriesOf(stored, side), port);
  const rest = remainder(entriesOf(stored, side), port);
  const entry = exposed === undefined ? rest : { id: port, ...rest, exposed };
  const entries = entry === undefined ? kept : [...kept, entry];
  const others = entriesOf(stored, other);
  const more = isObject(stored) ? without(without(stored, side), other) : {};
  const bare = without(config, 'ports');
  if (entries.length === 0 && others.length === 0 && Object.keys(more).length === 0) return bare;
  const lists =
    direction === 'output' ? { inputs: others, outputs: entries } : { inputs: entries, outputs: others };
  return { ...bare, ports: { ...more, ...lists } };
}

function entriesOf(ports: Json | undefined, side: string): readonly Json[] {
  const entries = own(ports, side);
  return isArray(entries) ? entries : [];
}

function withoutEntry(entries: readonly Json[], port: string): readonly Json[] {
  return entries.filter((entry) => own(entry, 'id') !== port);
}

/** What else the entries of a port say, one entry; `undefined` where that is nothing but its id. */
function remainder(entries: readonly Json[], port: string): JsonObject | undefined {
  const ofPort = entries.filter(isObject).filter((entry) => own(entry, 'id') === port);
  // Entries, not assignments: a key may be `__proto__`.
  const merged = Object.fromEntries(ofPort.flatMap((entry) => Object.entries(entry)));
  const rest = without(merged, 'exposed');
  return Object.keys(rest).length > 1 ? rest : undefined;
}

function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _gone, ...rest } = object;
  return rest;
}
