import { isArray, type Json, type JsonObject, own, ownString } from '../../model/json';
import type { ContentRow } from '../ports';
import { contentOf, entityOf, fieldOf } from './entity-rows';
import { order, same } from './item-order';
import { type Execute, NodeFailure } from './types';
import { asText, numberParameter, objectsOf, parameter, textParameter } from './values';

/**
 * `entity_query`: rows of the local content, filtered, ordered and paged. A query that cannot be run is told by `success`
 * and `error_message`; it fails no node.
 */
export const entityQuery: Execute = async (parameters, context) => {
  const entity_type = textParameter(parameters, 'entity_type', 'node');
  const bundle = textParameter(parameters, 'bundle');
  const report = { entity_type, bundle };
  try {
    const rows = await contentOf(context).list(entity_type);
    const found = rows.filter((row) => wanted(row, parameters)).toSorted(sorter(parameters));
    const offset = Math.max(0, Math.trunc(numberParameter(parameters, 'offset', 0)));
    const limit = Math.min(1000, Math.max(1, Math.trunc(numberParameter(parameters, 'limit', 100))));
    const page = found.slice(offset, offset + limit);
    const load = parameter(parameters, 'load_entities') === true;
    return {
      outputs: {
        success: true,
        count: page.length,
        ids: page.map(({ id }) => id),
        results: page.map((row) => ({
          id: row.id,
          uuid: row.uuid,
          label: row.label,
          bundle: row.bundle,
          ...(load ? { entity: entityOf(row) } : { entity_type: row.collection }),
        })),
        entities: load ? page.map(entityOf) : [],
        has_more: offset + limit < found.length,
        ...report,
        error_message: '',
      },
    };
  } catch (thrown) {
    if (!(thrown instanceof NodeFailure)) throw thrown;
    const none = { success: false, count: 0, ids: [], results: [], entities: [], has_more: false };
    return { outputs: { ...none, ...report, error_message: thrown.message } };
  }
};

function wanted(row: ContentRow, parameters: JsonObject): boolean {
  const bundle = textParameter(parameters, 'bundle');
  if (bundle !== '' && row.bundle !== bundle) return false;
  if (parameter(parameters, 'published_only') !== false && !row.published) return false;
  const after = numberParameter(parameters, 'changed_after', 0);
  if (after > 0 && row.changed <= after) return false;
  return objectsOf(own(parameters, 'conditions')).every((condition) => meets(row, condition));
}

type Test = (value: Json, operand: Json) => boolean;
const OPERATORS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['=', same],
  ['<>', (value, operand) => !same(value, operand)],
  ['!=', (value, operand) => !same(value, operand)],
  ['>', (value, operand) => value !== null && order(value, operand) > 0],
  ['>=', (value, operand) => value !== null && order(value, operand) >= 0],
  ['<', (value, operand) => value !== null && order(value, operand) < 0],
  ['<=', (value, operand) => value !== null && order(value, operand) <= 0],
  ['IN', (value, operand) => isArray(operand) && operand.some((item) => same(value, item))],
  ['NOT IN', (value, operand) => isArray(operand) && !operand.some((item) => same(value, item))],
  ['BETWEEN', between],
  ['CONTAINS', (value, operand) => folded(value).includes(folded(operand))],
  ['STARTS_WITH', (value, operand) => folded(value).startsWith(folded(operand))],
  ['ENDS_WITH', (value, operand) => folded(value).endsWith(folded(operand))],
  ['IS NULL', (value) => value === null],
  ['IS NOT NULL', (value) => value !== null],
]);

function between(value: Json, operand: Json): boolean {
  if (!isArray(operand) || value === null) return false;
  const [low = null, high = null] = operand;
  return order(value, low) >= 0 && order(value, high) <= 0;
}

function folded(value: Json): string {
  return asText(value).toLowerCase();
}

/** `{field, operator, value}`; without an operator it is `=`, or `IN` for a list. */
function meets(row: ContentRow, condition: JsonObject): boolean {
  const field = ownString(condition, 'field');
  if (field === undefined || field === '')
    throw failure('A condition has no "field": it is {"field", "operator", "value"}.');
  const operand = own(condition, 'value') ?? null;
  const operator = (ownString(condition, 'operator') || (isArray(operand) ? 'IN' : '=')).toUpperCase();
  const test = OPERATORS.get(operator);
  if (test === undefined)
    throw failure(
      `There is no operator "${operator}" (field "${field}"); there are ${[...OPERATORS.keys()].join(', ')}.`,
    );
  return test(fieldOf(row, field) ?? null, operand);
}

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'entity_query_failed' });
}

/** Rows that are equal in the field keep the order of their ids. */
function sorter(parameters: JsonObject): (a: ContentRow, b: ContentRow) => number {
  const field = textParameter(parameters, 'sort_field', 'changed') || 'changed';
  const turn = textParameter(parameters, 'sort_direction', 'DESC').toUpperCase() === 'ASC' ? 1 : -1;
  return (a, b) =>
    turn * order(fieldOf(a, field) ?? null, fieldOf(b, field) ?? null) || (a.id < b.id ? -1 : 1);
}
