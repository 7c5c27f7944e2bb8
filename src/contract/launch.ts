// MAN-10 to MAN-16: what a caller sent, checked in one order and turned into the run's initial data.
import type { Catalog } from '../catalog/types';
import type { ManifestEntry, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own, sameJson } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { contractFragment, isMalformed } from './fragments';
import type { InitialData, LaunchRefusal, LaunchWarning } from './types';

export type ResolvedLaunch = {
  readonly initialData: InitialData;
  readonly warnings: readonly LaunchWarning[];
};

/**
 * Checks launch inputs in the order of MAN-15 (undeclared keys, missing required ones, values) and stops at the first
 * stage that finds something. Strict about the caller, tolerant of the stored manifest (MAN-14).
 *
 * @param inputs by declared name; absent reads as `{}`. The system's own callers may also send node-keyed data, which
 * passes through unchanged (MAN-12) where the manifest does not declare the key (MAN-10).
 */
export function resolveLaunch(
  document: WorkflowDocument,
  catalog: Catalog,
  inputs: JsonObject | undefined,
  caller: 'external' | 'system',
): Result<ResolvedLaunch, LaunchRefusal> {
  const given = inputs ?? {};
  const declared = new Map<string, ManifestEntry>();
  const warnings: LaunchWarning[] = [];
  for (const entry of document.inputs) {
    // MAN-14: a malformed entry that has a name declares that name, and delivers nothing.
    if (entry.name) declared.set(entry.name, entry);
    if (isMalformed(entry)) {
      warnings.push({
        entry: entry.name ?? '',
        message: 'The entry lacks a name, a node or a port and was dropped.',
      });
    }
  }
  const accepted = acceptedText([...declared.keys()]);
  const isNodeKeyed = (key: string) =>
    caller === 'system' && isObject(given[key]) && document.nodes.some((node) => node.id === key);

  const unknown = Object.keys(given).filter((key) => !declared.has(key) && !isNodeKeyed(key));
  if (unknown.length > 0) {
    return fail({
      code: 'INPUT_UNDECLARED',
      message: `The workflow "${document.name || document.id}" does not declare ${quoted(unknown)}. ${accepted}`,
      details: unknown.map((name) => ({ name, message: 'No declared input has this name.' })),
    });
  }

  const missing = [...declared.values()].filter(
    (entry) => !isMalformed(entry) && isRequired(document, entry) && !Object.hasOwn(given, entry.name ?? ''),
  );
  if (missing.length > 0) {
    const names = missing.map((entry) => entry.name ?? '');
    return fail({
      code: 'INPUT_REQUIRED',
      message: `The workflow "${document.name || document.id}" requires ${quoted(names)}. ${accepted}`,
      details: names.map((name) => ({ name, message: 'This input is required.' })),
    });
  }

  const invalid = [...declared.values()].flatMap((entry) => {
    const name = entry.name ?? '';
    if (!Object.hasOwn(given, name)) return [];
    const fault = valueFault(given[name] ?? null, fragmentOf(document, catalog, entry));
    return fault === undefined ? [] : [{ name, message: fault }];
  });
  if (invalid.length > 0) {
    const list = invalid.map(({ name, message }) => `"${name}" ${message}`).join('; ');
    return fail({
      code: 'INPUT_INVALID',
      message: `Inputs of the workflow "${document.name || document.id}" are invalid: ${list}. ${accepted}`,
      details: invalid,
    });
  }

  return ok({ initialData: deliver(document, declared, given, warnings), warnings });
}

/** MAN-10, MAN-11: the declared name first; what is left is node-keyed and passes as it is. */
function deliver(
  document: WorkflowDocument,
  declared: ReadonlyMap<string, ManifestEntry>,
  given: JsonObject,
  warnings: LaunchWarning[],
): InitialData {
  const nodes = new Set(document.nodes.map((node) => node.id));
  const initial = new Map<string, Map<string, Json>>();
  const portsOf = (node: string) => {
    let ports = initial.get(node);
    if (ports === undefined) {
      ports = new Map();
      initial.set(node, ports);
    }
    return ports;
  };
  for (const [key, value] of Object.entries(given)) {
    if (declared.has(key) || !isObject(value)) continue;
    for (const [port, item] of Object.entries(value)) portsOf(key).set(port, item);
  }
  for (const [name, entry] of declared) {
    if (!Object.hasOwn(given, name) || isMalformed(entry)) continue;
    const node = entry.node_id ?? '';
    if (!nodes.has(node)) {
      warnings.push({
        entry: name,
        message: `Node ${node} is not in the workflow, so the value was dropped.`,
      });
    } else portsOf(node).set(entry.port ?? '', given[name] ?? null);
  }
  return Object.fromEntries([...initial].map(([node, ports]) => [node, Object.fromEntries(ports)]));
}

/** MAN-15: by its entry or by the published contract; either suffices. */
function isRequired(document: WorkflowDocument, entry: ManifestEntry): boolean {
  if (entry.required === true) return true;
  const published = own(document.contract?.parameter_schema, 'required');
  return isArray(published) && published.includes(entry.name ?? '');
}

/** The published fragment where a contract is published, else the one that would be. */
function fragmentOf(
  document: WorkflowDocument,
  catalog: Catalog,
  entry: ManifestEntry,
): JsonObject | undefined {
  const published = document.contract?.parameter_schema;
  if (published !== undefined && published !== null) {
    const fragment = own(own(published, 'properties'), entry.name ?? '');
    return isObject(fragment) ? fragment : undefined;
  }
  return contractFragment(document, catalog, 'input', entry)?.schema;
}

/** DECISIONS MAN-16: types that waive the type check. */
const ANY_VALUE = ['mixed', 'any', 'null'];

/**
 * MAN-16: `type` and `enum` alone, nothing coerced. `undefined`: the value is fine.
 *
 * @param fragment `undefined`: nothing is known of the input, so nothing is checked.
 */
export function valueFault(value: Json, fragment: JsonObject | undefined): string | undefined {
  if (fragment === undefined) return undefined;
  const type = own(fragment, 'type');
  if (typeof type === 'string' && !ANY_VALUE.includes(type) && !hasType(value, type)) {
    return `must be of type ${type}`;
  }
  const allowed = own(fragment, 'enum');
  if (isArray(allowed) && !allowed.some((item) => sameJson(item, value))) {
    return `must be one of ${allowed.map((item) => JSON.stringify(item)).join(', ')}`;
  }
  return undefined;
}

function hasType(value: Json, type: string): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
      return typeof value === type;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
    case 'object':
      // Every structured type is one question: is it a collection?
      return typeof value === 'object' && value !== null;
    default:
      return true;
  }
}

function acceptedText(names: readonly string[]): string {
  return names.length === 0 ? 'It accepts no inputs.' : `It accepts ${quoted(names)}.`;
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ');
}
