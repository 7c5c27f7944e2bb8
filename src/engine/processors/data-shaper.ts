import { sentinelValue } from '../../expression/sentinels';
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { checkValue } from '../../model/schema-check';
import { describeViolation, pathText } from '../../model/violation-text';
import { evaluateOrFail } from './evaluate';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { parameter, textParameter } from './values';

/** `data_shaper`: builds a structure by a mapping from target fields to sources (LANG-25), and checks it by a schema. */
export const dataShaper: Execute = async (parameters, context) => {
  const engine = textParameter(parameters, 'engine', 'property_path');
  const mapping = objectOf(parameter(parameters, 'mapping'));
  const data = await shape(mapping, parameter(parameters, 'data'), { context, engine, depth: 0 });
  const errors = schemaErrors(data, objectOf(parameter(parameters, 'schema')));
  const [first] = errors;
  if (first !== undefined && parameter(parameters, 'validationMode') === 'strict')
    throw new NodeFailure(`The shaped data breaks its schema: ${first.message}`, {
      code: 'validation_failed',
      details: { errors },
    });
  return {
    outputs: { data, valid: first === undefined, errors, mappedFields: Object.keys(mapping).length },
  };
};

type Shaping = { readonly context: ProcessorContext; readonly engine: string; readonly depth: number };

/** As deep as the check at save looks (R11); no document that a door lets in goes deeper (STORE-1). */
const MAX_DEPTH = 200;

function objectOf(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

async function shape(mapping: JsonObject, data: Json, shaping: Shaping): Promise<JsonObject> {
  const target: Tree = new Map();
  for (const [field, source] of Object.entries(mapping))
    place(target, fieldPath(field), await resolve(field, source, data, shaping));
  return fromTree(target);
}

async function resolve(field: string, source: Json, data: Json, outer: Shaping): Promise<Json> {
  if (typeof source === 'string') return read(field, source, data, outer);
  if (!isObject(source)) return source;
  if (outer.depth >= MAX_DEPTH)
    throw new NodeFailure(
      `The mapping is nested more than ${MAX_DEPTH} levels deep, at the field "${field}".`,
      {
        code: 'mapping_too_deep',
        details: { field },
      },
    );
  const shaping = { ...outer, depth: outer.depth + 1 };
  if (!Object.hasOwn(source, '_source')) return shape(source, data, shaping);
  const found = await resolve(field, own(source, '_source') ?? null, data, shaping);
  const each = own(source, '_each');
  if (each === undefined) return found;
  if (found === null) return [];
  if (!isArray(found))
    throw new NodeFailure(
      `The field "${field}" maps each item of ${JSON.stringify(own(source, '_source'))}, which is no list.`,
      { code: 'expression_error', details: { field } },
    );
  const items: Json[] = [];
  for (const item of found) items.push(await resolve(field, each, item, shaping));
  return items;
}

async function read(field: string, source: string, data: Json, { context, engine }: Shaping): Promise<Json> {
  const sentinel = sentinelValue(source, context.now); // LANG-25: before any engine
  if (sentinel !== undefined) return sentinel.value;
  if (source === '') return null; // LANG-3
  return (await evaluateOrFail(context, engine, source, data, `The field "${field}"`)).value;
}

/** A target field with dots makes nested objects; one with an empty part is a plain name. */
function fieldPath(field: string): readonly [string, ...string[]] {
  const [first, ...rest] = field.split('.');
  if (first === undefined || first === '' || rest.includes('')) return [field];
  return [first, ...rest];
}

/** Fields under construction, as maps, so that no name of a field can touch a prototype. */
type Tree = Map<string, Tree | { readonly value: Json }>;

function place(tree: Tree, [name, ...rest]: readonly [string, ...string[]], value: Json): void {
  const [next, ...deeper] = rest;
  const before = tree.get(name);
  if (next !== undefined) {
    const branch: Tree = before instanceof Map ? before : treeOf(before?.value ?? null);
    tree.set(name, branch);
    place(branch, [next, ...deeper], value);
    return;
  }
  tree.set(
    name,
    before instanceof Map && isObject(value) ? new Map([...before, ...treeOf(value)]) : { value },
  );
}

function treeOf(value: Json): Tree {
  return new Map(isObject(value) ? Object.entries(value).map(([key, item]) => [key, { value: item }]) : []);
}

function fromTree(tree: Tree): JsonObject {
  return Object.fromEntries(
    [...tree].map(([name, node]) => [name, node instanceof Map ? fromTree(node) : node.value]),
  );
}

type SchemaError = { readonly path: string; readonly constraint: string; readonly message: string };

function schemaErrors(data: JsonObject, schema: JsonObject): readonly SchemaError[] {
  if (Object.keys(schema).length === 0) return [];
  const violation = checkValue(data, schema, 'run');
  if (violation === undefined) return [];
  const message = describeViolation(violation, 'The shaped data');
  return [{ path: pathText(violation.path), constraint: violation.keyword, message }];
}
