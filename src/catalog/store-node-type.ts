// What is checked when a node type is stored, at a door and in the page alike.
import { isAddressable } from '../model/addressable';
import { sameJson } from '../model/json';
import { fail, type Problem, type Result } from '../model/problem';
import { decodeNodeType, encodeNodeType } from './node-type-record';
import { guardStoredParameters } from './stored-parameters';
import type { Catalog, NodeType } from './types';

/** Why a node type is not stored. `problems`: where, with paths as in the stored record. */
export type NodeTypeRefusal = {
  readonly code:
    | 'NODE_TYPE_INVALID'
    | 'ID_INVALID'
    | 'NODE_TYPE_ID_TAKEN'
    | 'NODE_TYPE_NOT_FOUND'
    | 'NODE_TYPE_SCHEMA_UNAVAILABLE';
  readonly problems: readonly Problem[];
};

/** Reads the record of a node type that is to be stored: its shape, and an id that an address can say. */
export function readStorable(record: unknown): Result<NodeType, NodeTypeRefusal> {
  const decoded = decodeNodeType(record);
  if (!decoded.ok) return fail({ code: 'NODE_TYPE_INVALID', problems: decoded.error });
  return isAddressable(decoded.value.id) ? decoded : fail({ code: 'ID_INVALID', problems: [] });
}

/** Why a new node type is not stored: its id is in use. */
export function refusesNew(nodeType: NodeType, catalog: Catalog): NodeTypeRefusal | undefined {
  return catalog.nodeType(nodeType.id) === undefined
    ? undefined
    : { code: 'NODE_TYPE_ID_TAKEN', problems: [] };
}

/**
 * Why a node type is not stored over the one of its id: there is none, or what is stored for its parameters would be lost
 * while the schema of its processor cannot be read (SCH-33). Sent back as they are stored, nothing is lost.
 */
export function refusesUpdate(edited: NodeType, catalog: Catalog): NodeTypeRefusal | undefined {
  const before = catalog.nodeType(edited.id);
  if (before === undefined) return { code: 'NODE_TYPE_NOT_FOUND', problems: [] };
  const stored = encodeNodeType(before);
  const sent = encodeNodeType(edited);
  if (
    sameJson(stored.parameters, sent.parameters) &&
    sameJson(stored.reserved_port_exposure, sent.reserved_port_exposure)
  )
    return undefined;
  const guarded = guardStoredParameters(
    parameterSchema(catalog, before.executor_plugin),
    before.parameters,
    edited.parameters,
  );
  if (guarded.ok) return undefined;
  const { code, message, parameters } = guarded.error;
  return { code, problems: parameters.map((name) => ({ path: `parameters.${name}`, message })) };
}

/**
 * RT-GATE-14: what is stored where the actor may not manage confirmations: the stored mapping stays as it is, and none
 * stays none.
 */
export function withGovernanceOf(before: NodeType | undefined, edited: NodeType): NodeType {
  return { ...edited, confirmation: before?.confirmation ?? {} };
}

/** SCH-33: the parameter schema of a processor as it loads; `undefined` where there is none, or it raises. */
export function parameterSchema(catalog: Catalog, processor: string): unknown {
  try {
    return catalog.processor(processor)?.parameters;
  } catch {
    return undefined;
  }
}
