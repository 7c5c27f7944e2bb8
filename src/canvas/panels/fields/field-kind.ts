import type { Schema } from '../../../catalog/types';
import { isArray, isObject, type Json, own, ownString } from '../../../model/json';

/** Which control edits a value of a schema. */
export type FieldKind =
  | {
      readonly kind: 'text';
      readonly inputType: 'text' | 'email' | 'url' | 'password' | 'date' | 'time' | 'datetime-local';
    }
  | { readonly kind: 'longText' }
  | { readonly kind: 'code'; readonly language: CodeLanguage }
  | { readonly kind: 'json' }
  | { readonly kind: 'number'; readonly integer: boolean }
  | { readonly kind: 'range'; readonly minimum: number; readonly maximum: number; readonly step: number }
  | { readonly kind: 'switch' }
  | { readonly kind: 'choice'; readonly options: readonly Option[] }
  | { readonly kind: 'choices'; readonly options: readonly Option[] }
  | { readonly kind: 'list'; readonly items: Schema }
  | { readonly kind: 'pairs' }
  | { readonly kind: 'object'; readonly properties: readonly (readonly [string, Schema])[] };

export type CodeLanguage =
  | 'json'
  | 'twig'
  | 'expression_language'
  | 'jsonpath'
  | 'property_path'
  | 'markdown'
  | 'text';
export type Option = { readonly value: Json; readonly label: string };

const INPUT_TYPES = {
  email: 'email',
  uri: 'url',
  password: 'password',
  date: 'date',
  time: 'time',
  'date-time': 'datetime-local',
} as const;

/** The first type word of a schema that is not `null`. */
export function typeOf(schema: Schema): string | undefined {
  const type = own(schema, 'type');
  if (typeof type === 'string') return type;
  if (isArray(type)) return type.find((word): word is string => typeof word === 'string' && word !== 'null');
  return undefined;
}

/** Chooses the control: what the value may be first, how it is meant to be written second. */
export function fieldKind(schema: Schema): FieldKind {
  const options = optionsOf(schema);
  const type = typeOf(schema);
  const format = ownString(schema, 'format');
  if (type === 'array') {
    const items = own(schema, 'items');
    const itemSchema = isObject(items) ? items : {};
    const itemOptions = optionsOf(itemSchema);
    if (itemOptions !== undefined) return { kind: 'choices', options: itemOptions };
    return typeOf(itemSchema) === 'string' ||
      typeOf(itemSchema) === 'number' ||
      typeOf(itemSchema) === 'integer'
      ? { kind: 'list', items: itemSchema }
      : { kind: 'json' };
  }
  if (options !== undefined) return { kind: 'choice', options };
  if (type === 'boolean') return { kind: 'switch' };
  if (type === 'number' || type === 'integer') return numberKind(schema, type === 'integer', format);
  if (type === 'object') {
    const properties = own(schema, 'properties');
    if (format === 'json' || format === 'code') return { kind: 'json' };
    if (isObject(properties) && Object.keys(properties).length > 0) {
      return {
        kind: 'object',
        properties: Object.entries(properties).map(
          ([key, value]) => [key, isObject(value) ? value : {}] as const,
        ),
      };
    }
    return { kind: 'pairs' };
  }
  if (type !== 'string') return { kind: 'json' };
  if (format === 'multiline') return { kind: 'longText' };
  if (format === 'markdown') return { kind: 'code', language: 'markdown' };
  if (format === 'template') return { kind: 'code', language: 'twig' };
  if (format === 'json') return { kind: 'code', language: 'json' };
  if (format === 'code') return { kind: 'code', language: 'text' };
  const inputType =
    format !== undefined && Object.hasOwn(INPUT_TYPES, format)
      ? INPUT_TYPES[format as keyof typeof INPUT_TYPES]
      : 'text';
  return { kind: 'text', inputType };
}

function numberKind(schema: Schema, integer: boolean, format: string | undefined): FieldKind {
  const minimum = own(schema, 'minimum');
  const maximum = own(schema, 'maximum');
  const step = own(schema, 'multipleOf') ?? own(schema, 'step');
  const small = typeof minimum === 'number' && typeof maximum === 'number' && maximum > minimum;
  if (small && (format === 'range' || (!integer && maximum - minimum <= 10))) {
    return {
      kind: 'range',
      minimum,
      maximum,
      step: typeof step === 'number' && step > 0 ? step : integer ? 1 : (maximum - minimum) / 20,
    };
  }
  return { kind: 'number', integer };
}

/** Choices of `enum`, or of `oneOf` with `const` and `title`. Values keep their type. */
export function optionsOf(schema: Schema): readonly Option[] | undefined {
  const values = own(schema, 'enum');
  if (isArray(values) && values.length > 0) {
    const titles = own(schema, 'enumNames');
    return values.map((value, i) => {
      const title = isArray(titles) ? titles[i] : undefined;
      return { value, label: typeof title === 'string' ? title : String(value) };
    });
  }
  const alternatives = own(schema, 'oneOf');
  if (!isArray(alternatives) || alternatives.length === 0) return undefined;
  const options = alternatives.flatMap((alternative) => {
    const value = own(alternative, 'const');
    return value === undefined ? [] : [{ value, label: ownString(alternative, 'title') ?? String(value) }];
  });
  return options.length === alternatives.length ? options : undefined;
}
