// Holds answers of the doors against their published description.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { ALL_DOORS } from '../create-api';
import type { Door } from '../door';

export type AnswerCheck = (method: string, pathname: string, status: number, body: Json) => readonly string[];

/** The door that a request reaches, in the order in which doors are asked. */
export function doorAt(method: string, pathname: string): Door | undefined {
  return ALL_DOORS.find((door) => door.method === method && matches(door, pathname));
}

function matches(door: Door, pathname: string): boolean {
  const pattern = door.path
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.]/g, '\\$&')))
    .join('/');
  return new RegExp(`^${pattern}$`).test(pathname);
}

/** Says what of an answer the description does not know; an empty list where all is as published. */
export function openApiChecker(description: JsonObject): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api:', components: own(description, 'components') ?? {} });
  const compiled = new Map<string, ValidateFunction>();
  return (method, pathname, status, body) => {
    const door = doorAt(method, pathname);
    if (door === undefined) return refusalFaults(status, body);
    // The description does not describe itself.
    if (door.path.endsWith('openapi.json')) return status === 200 ? [] : refusalFaults(status, body);
    const path = door.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = own(own(own(description, 'paths'), path), method.toLowerCase());
    const response = own(own(operation, 'responses'), String(status));
    if (response === undefined) return [`${method} ${path} publishes no answer ${status}`];
    const schema = own(own(own(response, 'content'), 'application/json'), 'schema');
    if (!isObject(schema)) return body === '' ? [] : [`${method} ${path} ${status} publishes no body`];
    const key = `${method} ${path} ${status}`;
    const validate = compiled.get(key) ?? ajv.compile(within(schema));
    compiled.set(key, validate);
    if (validate(body)) return [];
    return (validate.errors ?? []).map((error) => `${key}: ${error.instancePath} ${error.message}`);
  };
}

/** What no door took is refused in the envelope all the same. */
function refusalFaults(status: number, body: Json): readonly string[] {
  const code = ownString(body, 'error_code');
  const expected = { 403: 'ORIGIN_NOT_ALLOWED', 404: 'NOT_FOUND', 405: 'METHOD_NOT_ALLOWED' };
  const known = Object.entries(expected).some(([of, name]) => Number(of) === status && name === code);
  return known && own(body, 'success') === false ? [] : [`no door, and ${status} ${code}`];
}

/** References as the registered description resolves them. */
function within(schema: JsonObject): JsonObject {
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change);
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [
        key,
        key === '$ref' && typeof item === 'string' ? `api:${item}` : change(item),
      ]),
    );
  };
  const changed = change(schema);
  return isObject(changed) ? changed : schema;
}
