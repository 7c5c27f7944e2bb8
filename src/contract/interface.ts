// MAN-20, MAN-21: a workflow's `interface`, as a client writes it and as a client reads it.
import { propertiesOf } from '../catalog/schema-words';
import type { Catalog } from '../catalog/types';
import { kindOf } from '../model/api-form';
import type { Contract, ManifestEntry, ManifestSide, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { decodeInterfaceEntry, encodeInterfaceEntry } from '../model/manifest-form';
import { fail, ok, type Problem, type Result } from '../model/problem';
import { isEmptyCollection, omit } from '../model/record';
import { declaredEntries } from './build-contract';
import { pinnedLane, structureOf } from './published';
import type { DoorRefusal } from './types';

export type Manifests = {
  readonly inputs: readonly ManifestEntry[];
  readonly outputs: readonly ManifestEntry[];
};

/** Author words of an input, with what each must be. `null` counts as left out. */
const WORDS: readonly (readonly [key: string, wanted: string, fits: (value: Json) => boolean])[] = [
  ['name', 'a text', (value) => typeof value === 'string'],
  ['description', 'a text', (value) => typeof value === 'string'],
  ['examples', 'a list', isArray],
  ['required', 'true or false', (value) => typeof value === 'boolean'],
];
/** Derived from the bound port, or without a place on this side. */
const IGNORED = ['dataType', 'schema', 'defaultValue', 'metadata', 'node_id', 'port', 'title'];

/**
 * MAN-20: the stored manifests of a client's `interface`. Strict about the shape of each entry and about nothing else:
 * whether its node and port exist is for validation to say. A side that is left out is empty (STORE-4), and so is an
 * entry's other half: an entry without a binding is the client's draft and is not among the result.
 *
 * @param value the `interface` of the body; an empty list reads as an empty object.
 * @returns both manifests, or the one refusal that names every fault.
 */
export function mapInterface(value: Json): Result<Manifests, DoorRefusal> {
  const given = isEmptyCollection(value) ? {} : value;
  if (!isObject(given)) return fail(bodyRefusal('interface', `an object expected, found ${kindOf(given)}`));
  const sides = { input: own(given, 'inputs') ?? [], output: own(given, 'outputs') ?? [] };
  for (const [key, side] of Object.entries({ inputs: sides.input, outputs: sides.output })) {
    if (!isArray(side) && !isEmptyCollection(side))
      return fail(bodyRefusal(`interface.${key}`, `a list expected, found ${kindOf(side)}`));
  }
  const problems: Problem[] = [];
  const map = (side: ManifestSide) =>
    (isArray(sides[side]) ? sides[side] : []).flatMap((entry, index) =>
      mapEntry(entry, side, `interface.${side}s[${index}]`, problems),
    );
  const manifests = { inputs: map('input'), outputs: map('output') };
  if (problems.length === 0) return ok(manifests);
  const message = `The interface cannot be stored: ${problems.map(({ path, message }) => `${path}: ${message}`).join(' ')}`;
  return fail({ status: 400, code: 'INTERFACE_ENTRY_INVALID', message, details: problems });
}

function bodyRefusal(path: string, message: string): DoorRefusal {
  return { status: 400, code: 'BODY_INVALID', message: `${path}: ${message}.`, details: [{ path, message }] };
}

function mapEntry(
  value: Json,
  side: ManifestSide,
  path: string,
  problems: Problem[],
): readonly ManifestEntry[] {
  const wrong = (key: string, message: string) => {
    problems.push({ path: `${path}${key}`, message });
    return [];
  };
  if (!isObject(value)) return wrong('', `An entry is an object; found ${kindOf(value)}.`);
  const bindings = own(value, 'bindings') ?? [];
  if (!isArray(bindings))
    return wrong('.bindings', `A list with one binding is expected; found ${kindOf(bindings)}.`);
  // More than one comes before anything else about the entry, none makes it a draft.
  if (bindings.length > 1)
    return wrong('.bindings', `An entry has exactly one binding; found ${bindings.length}.`);
  const [binding] = bindings;
  if (binding === undefined) return [];

  const before = problems.length;
  const id = own(value, 'id');
  if (typeof id !== 'string') wrong('.id', 'An entry is named by a text.');
  const nodeId = own(binding, 'nodeId');
  const portId = own(binding, 'portId');
  if (typeof nodeId !== 'string') wrong('.bindings[0].nodeId', 'A binding names its node by a text.');
  if (typeof portId !== 'string') wrong('.bindings[0].portId', 'A binding names its port by a text.');
  const words = side === 'input' ? WORDS : [];
  for (const [key, wanted, fits] of words) {
    const word = own(value, key) ?? null;
    if (word !== null && !fits(word)) wrong(`.${key}`, `"${key}" must be ${wanted}.`);
  }
  if (problems.length > before) return [];

  const bound = { id: id ?? null, bindings: [{ nodeId: nodeId ?? null, portId: portId ?? null }] };
  // An output carries its name and its binding alone.
  const beside =
    side === 'output' ? {} : omit(value, [...IGNORED, ...words.map(([key]) => key), 'id', 'bindings']);
  const written = words.map(([key]): [string, Json] => [key, own(value, key) ?? null]);
  const worded = Object.fromEntries(written.filter(([, word]) => word !== null));
  return [decodeInterfaceEntry({ ...beside, ...bound, ...worded }, path, [])];
}

/**
 * MAN-21: the `interface` that a read publishes: each declared entry with its binding, the lane pinned in the contract
 * (`dataType`) and the structure beside it (`schema`); on inputs what the author wrote too. Drafts are not shown, nor is a
 * side without entries; `undefined` where nothing is left (STORE-14). An entry that the contract could not build states
 * neither lane nor schema. Launch checks never read this.
 */
export function interfaceOf(
  document: WorkflowDocument,
  contract: Contract | undefined,
  catalog: Catalog,
): JsonObject | undefined {
  const project = (side: ManifestSide) => {
    const schema = side === 'input' ? contract?.parameter_schema : contract?.output_schema;
    const fragments = propertiesOf(schema);
    return declaredEntries(document, side).map((entry): JsonObject => {
      const fragment = own(fragments, entry.name ?? '');
      const { name: id = '', node_id: nodeId = '', port: portId = '' } = entry;
      return {
        id,
        ...(isObject(fragment)
          ? { dataType: pinnedLane(fragment, catalog.portConfig), schema: structureOf(fragment) }
          : {}),
        bindings: [{ nodeId, portId }],
        ...(side === 'input' ? wordsOf(entry) : {}),
      };
    });
  };
  const sides = { inputs: project('input'), outputs: project('output') };
  const shown = Object.entries(sides).filter(([, entries]) => entries.length > 0);
  return shown.length === 0 ? undefined : Object.fromEntries(shown);
}

/** What an input states beside its name and its binding, in the client's words. */
function wordsOf(entry: ManifestEntry): JsonObject {
  const encoded = encodeInterfaceEntry(entry);
  return isObject(encoded) ? omit(encoded, [...IGNORED, 'id', 'bindings']) : {};
}
