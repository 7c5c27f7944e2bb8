// STORE-14: the API form of a workflow, which is also the form that workers, rows and doors exchange.
import type { ManifestEntry, Origin, WorkflowDocument } from './document';
import { decodeEdge, decodeNode, encodeEdge, encodeNode } from './graph-form';
import type { Json, JsonObject } from './json';
import { isArray, isObject, own } from './json';
import { decodeInterfaceEntry, encodeInterfaceEntry } from './manifest-form';
import { fail, ok, type Problem, type Result } from './problem';
import { compose, isEmptyCollection, omit, RecordReader, type Repair } from './record';

/** A document, and what had to be changed so that it could be shown. An empty list: it was read as it is. */
export type DecodedWorkflow = { readonly document: WorkflowDocument; readonly repairs: readonly Repair[] };

/**
 * Reads a workflow in the API form, faults included: whatever a field cannot hold is kept in `extra` and judged by
 * validation. Every node, edge and entry gets a fresh key.
 *
 * @param value JSON; `nodes`, `edges` and `metadata` default to empty (STORE-4).
 * @param origin where it came from; an API read where it is left out.
 * @returns problems only where the value is no object at all.
 */
export function decodeWorkflow(
  value: unknown,
  origin: Origin = { kind: 'api', verbatim: {} },
): Result<DecodedWorkflow, readonly Problem[]> {
  if (!isObject(value)) {
    return fail([
      {
        path: '',
        message: `A workflow is an object with "name", "nodes" and "edges"; found ${kindOf(value)}.`,
      },
    ]);
  }
  const repairs: Repair[] = [];
  const reader = new RecordReader(value);
  const declared = own(value, 'interface');
  const inputs = side(own(declared, 'inputs'), 'interface.inputs', repairs);
  const outputs = side(own(declared, 'outputs'), 'interface.outputs', repairs);
  if (declared !== undefined) reader.any('interface');
  const document: Omit<WorkflowDocument, 'extra'> = {
    id: reader.string('id') ?? '',
    name: reader.string('name') ?? '',
    description: reader.string('description') ?? '',
    nodes: listOf(reader, 'nodes', repairs).map((node, i) => decodeNode(node, `nodes[${i}]`, repairs)),
    edges: listOf(reader, 'edges', repairs).map((edge, i) => decodeEdge(edge, `edges[${i}]`, repairs)),
    inputs,
    outputs,
    metadata: reader.object('metadata') ?? {},
    contract: undefined,
    origin,
  };
  const rest = { ...reader.rest(), ...interfaceRest(declared) };
  for (const key of ['id', 'name', 'description', 'metadata']) {
    const kept = own(rest, key);
    if (kept !== undefined && !isEmptyCollection(kept)) {
      const expected = key === 'metadata' ? 'an object' : 'a string';
      repairs.push({
        code: 'type',
        path: key,
        message: `"${key}" is ${expected}; found ${kindOf(kept)}, kept and not used.`,
      });
    }
  }
  return ok({ document: { ...document, extra: rest }, repairs });
}

/**
 * Writes a document in the API form: `id, name, description, nodes, edges, metadata, interface?`, then every key that has
 * no field. `interface` holds only the sides with entries, and is left out where neither has one (STORE-14). The contract
 * and the origin are not part of this form.
 */
export function encodeWorkflow(document: WorkflowDocument): JsonObject {
  const { id, name, description, metadata, extra } = document;
  const fields = {
    id,
    name,
    description,
    nodes: document.nodes.map(encodeNode),
    edges: document.edges.map(encodeEdge),
    metadata,
    interface: encodeInterface(document),
  };
  const beside =
    fields.interface === undefined && isObject(own(extra, 'interface')) ? omit(extra, ['interface']) : extra;
  return compose(beside, fields, ['id', 'name', 'description', 'nodes', 'edges', 'metadata']);
}

function encodeInterface(document: WorkflowDocument): JsonObject | undefined {
  const { inputs, outputs } = document;
  if (inputs.length === 0 && outputs.length === 0) return undefined;
  const kept = own(document.extra, 'interface');
  return compose(isObject(kept) ? kept : {}, {
    inputs: inputs.length === 0 ? undefined : inputs.map(encodeInterfaceEntry),
    outputs: outputs.length === 0 ? undefined : outputs.map(encodeInterfaceEntry),
  });
}

function side(value: Json | undefined, path: string, repairs: Repair[]): readonly ManifestEntry[] {
  if (isArray(value)) return value.map((entry, i) => decodeInterfaceEntry(entry, `${path}[${i}]`, repairs));
  if (value !== undefined && !isEmptyCollection(value)) {
    repairs.push({
      code: 'list',
      path,
      message: `A list of entries is expected; found ${kindOf(value)}, kept and not used.`,
    });
  }
  return [];
}

/** What `interface` holds beside two lists of entries. Nothing where it is empty, in whatever way that is written. */
function interfaceRest(declared: Json | undefined): JsonObject {
  if (declared === undefined || isEmptyCollection(declared)) return {};
  if (!isObject(declared)) return { interface: declared };
  const beside = Object.entries(declared).filter(
    ([key, value]) =>
      !((key === 'inputs' || key === 'outputs') && (isArray(value) || isEmptyCollection(value))),
  );
  return beside.length === 0 ? {} : { interface: Object.fromEntries(beside) };
}

function listOf(reader: RecordReader, key: string, repairs: Repair[]): readonly Json[] {
  const list = reader.list(key);
  if (list === undefined && reader.left(key)) {
    repairs.push({
      code: 'list',
      path: key,
      message: `"${key}" is a list; found something else, kept and read as an empty list.`,
    });
  }
  return list ?? [];
}

/** Names the JSON type of a value, for messages. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
