// The stored form of node types. A record of the site stands over a shipped one of the same id; deleting it brings the
// shipped one back.
import { decodeNodeType, encodeNodeType } from '../../catalog/node-type-record';
import { guardStoredParameters } from '../../catalog/stored-parameters';
import type { Catalog, NodeType } from '../../catalog/types';
import { isObject, type Json, type JsonObject, sameJson } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import type { Call, Door } from '../door';
import { detailsOf, page, type Refusal, refusal, refuse, result } from '../envelope';
import { matchesName, readPaging, readText } from '../query';
import { NODE_TYPE, NODE_TYPE_BODY, pageOf, resultOf } from '../schemas';
import { isAddressable } from '../workflow-body';
import { PAGING, SEARCH } from './parameters';

const NODE_TYPES = '/api/flowdrop/node-types';
const EDIT = 'edit node types' as const;

const list: Door = {
  method: 'GET',
  path: NODE_TYPES,
  permission: EDIT,
  summary: 'Lists the stored node types, shipped ones included, by id',
  query: [SEARCH, ...PAGING],
  answers: { 200: pageOf(NODE_TYPE) },
  refusals: ['SEARCH_INVALID'],
  async handle({ world, query }) {
    const search = readText(query, 'search');
    if (!search.ok) return refusal(search.error);
    const found = (await world.catalog()).nodeTypes
      .filter(({ label }) => matchesName(label, search.value ?? ''))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const { limit, offset } = readPaging(query);
    const rows = found.slice(offset, offset + limit).map(encodeNodeType);
    return page(rows, { total: found.length, limit, offset });
  },
};

const create: Door = {
  method: 'POST',
  path: NODE_TYPES,
  permission: EDIT,
  summary: 'Stores a new node type',
  body: { ...NODE_TYPE_BODY, required: ['id', 'executor_plugin'] },
  answers: { 201: resultOf(NODE_TYPE) },
  refusals: ['NODE_TYPE_INVALID', 'NODE_TYPE_ID_TAKEN', 'ID_INVALID'],
  async handle({ world, body }) {
    const read = readNodeType(body);
    if (!read.ok) return refusal(read.error);
    const stored = await world.site.transact<NodeType, Refusal>(async (site) => {
      const catalog = await world.catalog(await site.read());
      if (catalog.nodeType(read.value.id) !== undefined) return fail(refuse('NODE_TYPE_ID_TAKEN'));
      await site.putNodeTypes([read.value]);
      return read;
    });
    return stored.ok ? result(encodeNodeType(stored.value), 201) : refusal(stored.error);
  },
};

const read: Door = {
  method: 'GET',
  path: `${NODE_TYPES}/:id`,
  permission: EDIT,
  summary: 'Reads a node type in its stored form',
  answers: { 200: resultOf(NODE_TYPE) },
  refusals: ['NODE_TYPE_NOT_FOUND'],
  async handle(call) {
    const nodeType = (await call.world.catalog()).nodeType(idOf(call));
    return nodeType === undefined ? refusal(refuse('NODE_TYPE_NOT_FOUND')) : result(encodeNodeType(nodeType));
  },
};

const update: Door = {
  method: 'PUT',
  path: `${NODE_TYPES}/:id`,
  permission: EDIT,
  summary: 'Stores a node type in place of the one with this id, a shipped one included',
  body: NODE_TYPE_BODY,
  answers: { 200: resultOf(NODE_TYPE) },
  refusals: [
    'NODE_TYPE_INVALID',
    'ID_INVALID',
    'ID_MISMATCH',
    'NODE_TYPE_NOT_FOUND',
    'NODE_TYPE_SCHEMA_UNAVAILABLE',
  ],
  async handle(call) {
    const { world, body } = call;
    const id = idOf(call);
    const read = readNodeType(isObject(body) ? { id, ...body } : body);
    if (!read.ok) return refusal(read.error);
    if (read.value.id !== id) return refusal(refuse('ID_MISMATCH'));
    const stored = await world.site.transact<NodeType, Refusal>(async (site) => {
      const catalog = await world.catalog(await site.read());
      const before = catalog.nodeType(id);
      if (before === undefined) return fail(refuse('NODE_TYPE_NOT_FOUND'));
      const lost = wouldLose(catalog, before, read.value);
      if (lost !== undefined) return fail(lost);
      await site.putNodeTypes([read.value]);
      return read;
    });
    return stored.ok ? result(encodeNodeType(stored.value)) : refusal(stored.error);
  },
};

const remove: Door = {
  method: 'DELETE',
  path: `${NODE_TYPES}/:id`,
  permission: EDIT,
  summary: 'Deletes a node type of the site; a shipped one of the same id is seen again',
  answers: { 200: resultOf({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }) },
  refusals: ['NODE_TYPE_NOT_FOUND', 'NODE_TYPE_SHIPPED'],
  async handle(call) {
    const { world } = call;
    const id = idOf(call);
    const removed = await world.site.transact<JsonObject, Refusal>(async (site) => {
      if (await site.removeNodeType(id)) return ok({ id });
      const catalog = await world.catalog(await site.read());
      return fail(refuse(catalog.nodeType(id) === undefined ? 'NODE_TYPE_NOT_FOUND' : 'NODE_TYPE_SHIPPED'));
    });
    return removed.ok ? result(removed.value) : refusal(removed.error);
  },
};

function readNodeType(body: Json): Result<NodeType, Refusal> {
  const decoded = decodeNodeType(body);
  if (!decoded.ok) {
    const details = detailsOf(decoded.error, 'NODE_TYPE_INVALID');
    return fail(refuse('NODE_TYPE_INVALID', details.map(({ message }) => message).join(' '), details));
  }
  return isAddressable(decoded.value.id) ? decoded : fail(refuse('ID_INVALID'));
}

/** SCH-33: a processor whose schema cannot be read says nothing of what is stored for it. */
function wouldLose(catalog: Catalog, before: NodeType, edited: NodeType): Refusal | undefined {
  const { parameters, outputs: _, ...stored } = encodeNodeType(before);
  // Sent back as they are stored, nothing is lost, whatever the schema says.
  if (
    sameJson(parameters, encodeNodeType(edited).parameters) &&
    sameJson(stored.reserved_port_exposure, edited.reserved_port_exposure)
  )
    return undefined;
  const guarded = guardStoredParameters(
    schemaOf(catalog, before.executor_plugin),
    before.parameters,
    edited.parameters,
  );
  if (guarded.ok) return undefined;
  const { code, message, parameters: names } = guarded.error;
  const details = names.map((name) => ({ code, message, locator: `parameters.${name}` }));
  return refuse(code, message, details);
}

function schemaOf(catalog: Catalog, executor: string): unknown {
  try {
    return catalog.processor(executor)?.parameters;
  } catch {
    return undefined;
  }
}

function idOf(call: Call): string {
  return call.params.id ?? '';
}

export const NODE_TYPE_DOORS: readonly Door[] = [list, create, read, update, remove];
