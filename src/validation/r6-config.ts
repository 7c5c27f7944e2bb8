// R6.a to R6.j: a node's configuration against the derived config schema.
import type { BuiltType } from '../catalog/types';
import type { WorkflowNode } from '../model/document';
import type { Finding } from '../model/finding';
import { isArray, isObject, type JsonObject, own } from '../model/json';
import { checkValue, typeName } from '../model/schema-check';
import { nearest } from './nearest';
import { atNode } from './report';

/** R6.a: `config`, where present, is an object. A null is read as absent. Runs whether or not the type resolves. */
export function configShape(node: WorkflowNode): Finding | undefined {
  const config = node.data.config;
  if (config === undefined || config === null || isObject(config)) return undefined;
  const params = { constraint: 'type', expected: 'object', actual: typeName(config) };
  return atNode(node, 'R6_CONFIG_INVALID', 'R6.a', params, 'config');
}

/** R6.b: what the derived schema requires is a key of the configuration; a null value is enough (R6.i). */
export function missingConfig(node: WorkflowNode, config: JsonObject, built: BuiltType): readonly Finding[] {
  const required = own(built.configSchema, 'required');
  if (!isArray(required) || required.length === 0) return [];
  return required
    .filter((key) => typeof key === 'string')
    .filter((key) => !Object.hasOwn(config, key))
    .map((key) =>
      atNode(node, 'R6_CONFIG_REQUIRED', 'R6.b', { key, label: labelOf(built, key) }, `config.${key}`),
    );
}

/** R6.c to R6.i: unknown keys, and the first constraint that each known value breaks. */
export function configValues(node: WorkflowNode, config: JsonObject, built: BuiltType): readonly Finding[] {
  const findings: Finding[] = [];
  const properties = own(built.configSchema, 'properties');
  for (const key of Object.keys(config)) {
    const schema = own(properties, key);
    if (schema === undefined) {
      findings.push(unknownKey(node, key, properties));
      continue;
    }
    const violation = isObject(schema) ? checkValue(config[key] ?? null, schema, 'save') : undefined;
    if (violation === undefined) continue;
    const { keyword, expected, actual } = violation;
    const params = { key, label: labelOf(built, key), constraint: keyword, expected, actual };
    findings.push(atNode(node, 'R6_CONFIG_INVALID', RULES[keyword] ?? 'R6.d', params, `config.${key}`));
  }
  return findings;
}

const RULES: { readonly [keyword: string]: string } = {
  type: 'R6.d',
  enum: 'R6.e',
  minimum: 'R6.f',
  maximum: 'R6.f',
  minLength: 'R6.g',
  maxLength: 'R6.g',
  pattern: 'R6.h',
};

function unknownKey(node: WorkflowNode, key: string, properties: unknown): Finding {
  const suggestion = nearest(key, isObject(properties) ? Object.keys(properties) : []);
  return atNode(node, 'W_CONFIG_UNKNOWN_KEY', 'R6.c', { key, suggestion }, `config.${key}`);
}

function labelOf(built: BuiltType, key: string): string {
  const title = own(own(own(built.configSchema, 'properties'), key), 'title');
  return typeof title === 'string' && title !== '' ? title : key;
}
