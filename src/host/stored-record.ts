// The one decoder of a workflow that comes back from disk.
import type { WorkflowRecord } from '../api/types';
import type { Contract, Origin, OriginKind } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';

const ORIGINS: readonly OriginKind[] = ['sluice', 'api', 'editor', 'bundle', 'drupal'];

/** Reads what a journal keeps of a workflow. Every key is there, since one program wrote it; what is not, is named. */
export function decodeStoredRecord(value: Json | undefined): Result<WorkflowRecord> {
  const problems: Problem[] = [];
  const expected = <T>(path: string, what: string, none: T): T => {
    problems.push({ path, message: `${what} is expected.` });
    return none;
  };
  const text = (key: string): string => {
    const found = own(value, key);
    return typeof found === 'string' ? found : expected(key, 'Text', '');
  };
  const time = (key: string): number => {
    const found = own(value, key);
    return typeof found === 'number' ? found : expected(key, 'A time in milliseconds', 0);
  };
  const list = (key: string): readonly Json[] => {
    const found = own(value, key);
    return isArray(found) ? found : expected(key, 'A list', []);
  };
  const record: WorkflowRecord = {
    id: text('id'),
    name: text('name'),
    description: text('description'),
    nodes: list('nodes'),
    edges: list('edges'),
    metadata: own(value, 'metadata') ?? expected('metadata', 'An object or a list', []),
    inputs: list('inputs'),
    outputs: list('outputs'),
    contract: contractOf(own(value, 'contract')) ?? expected('contract', 'A contract or null', null),
    origin: originOf(own(value, 'origin')) ?? expected('origin', 'An origin or null', null),
    created: time('created'),
    changed: time('changed'),
    uid: text('uid'),
  };
  // `null` is a contract that was never built, and an origin that nobody noted.
  const wrong = problems.filter(({ path }) => !Object.hasOwn(NULLABLE, path) || own(value, path) !== null);
  return wrong.length === 0 ? ok(record) : fail(wrong);
}

const NULLABLE = { contract: true, origin: true };

function contractOf(value: Json | undefined): Contract | undefined {
  const version = own(value, 'schema_version');
  const schemas = [own(value, 'parameter_schema'), own(value, 'output_schema')];
  if (typeof version !== 'string' || !schemas.every(isSchemaOrNull)) return undefined;
  const [parameters = null, outputs = null] = schemas;
  return {
    parameter_schema: isObject(parameters) ? parameters : null,
    output_schema: isObject(outputs) ? outputs : null,
    schema_version: version,
  };
}

function isSchemaOrNull(value: Json | undefined): value is JsonObject | null {
  return value === null || isObject(value);
}

function originOf(value: Json | undefined): Origin | undefined {
  const kind = ORIGINS.find((known) => known === own(value, 'kind'));
  const verbatim = own(value, 'verbatim');
  return kind === undefined || !isObject(verbatim) ? undefined : { kind, verbatim };
}
