// The stored form of node types. A record of the site stands over a shipped one of the same id; deleting it brings the
// shipped one back.
import { encodeNodeType } from '../../catalog/node-type-record';
import {
  type NodeTypeRefusal,
  readStorable,
  refusesNew,
  refusesUpdate,
  withGovernanceOf,
} from '../../catalog/store-node-type';
import type { NodeType } from '../../catalog/types';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { type Call, type Door, permits } from '../door';
import { detailsOf, page, type Refusal, refusal, refuse, result } from '../envelope';
import { matchesName, readPaging, readText } from '../query';
import { NODE_TYPE, NODE_TYPE_BODY, pageOf, resultOf } from '../schemas';
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
  async handle(call) {
    const { world, body } = call;
    const read = readNodeType(body);
    if (!read.ok) return refusal(read.error);
    const stored = await world.site.transact<NodeType, Refusal>(async (site) => {
      const catalog = await world.catalog(await site.read());
      const refused = refusesNew(read.value, catalog);
      if (refused !== undefined) return fail(refusalOf(refused));
      const stored = governed(call, undefined, read.value);
      await site.putNodeTypes([stored]);
      return ok(stored);
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
      const refused = refusesUpdate(read.value, catalog);
      if (refused !== undefined) return fail(refusalOf(refused));
      const stored = governed(call, catalog.nodeType(id), read.value);
      await site.putNodeTypes([stored]);
      return ok(stored);
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
  const read = readStorable(body);
  return read.ok ? read : fail(refusalOf(read.error));
}

function refusalOf({ code, problems }: NodeTypeRefusal): Refusal {
  if (problems.length === 0) return refuse(code);
  const details = detailsOf(problems, code);
  const sentences = [...new Set(details.map(({ message }) => message))];
  return refuse(code, sentences.join(' '), details);
}

/** RT-GATE-14: governance of confirmation is a grant of its own. */
function governed(call: Call, before: NodeType | undefined, edited: NodeType): NodeType {
  return permits(call.principal, 'manage confirmations') ? edited : withGovernanceOf(before, edited);
}

function idOf(call: Call): string {
  return call.params.id ?? '';
}

export const NODE_TYPE_DOORS: readonly Door[] = [list, create, read, update, remove];
