import { stringify } from 'yaml';
import { isArray, isObject, type Json, type JsonObject } from '../model/json';

/**
 * YAML as Drupal's own reader takes it: text that YAML 1.1 would read as something else is quoted, text of several lines
 * is double-quoted, nothing is folded and nothing is an alias. An empty list is written `{}`, which is how PHP writes
 * every empty collection; importing turns it back by what the key is known to hold.
 */
export function writeYaml(value: JsonObject): string {
  const options = {
    lineWidth: 0,
    aliasDuplicateObjects: false,
    compat: 'yaml-1.1',
    singleQuote: true,
    blockQuote: false,
  } as const;
  const plain = emptyAsMap(value);
  const text = stringify(plain, options);
  // Half of a surrogate pair cannot be written to a file as it is: quoted like JSON it is an escape. A byte order mark at
  // the start of a text would be taken for that of the file.
  return NEEDS_QUOTES.test(text)
    ? stringify(plain, { ...options, defaultStringType: 'QUOTE_DOUBLE', doubleQuotedAsJSON: true })
    : text;
}

const NEEDS_QUOTES = /\p{Surrogate}|\ufeff/u;

function emptyAsMap(value: Json): Json {
  if (isArray(value)) return value.length === 0 ? {} : value.map(emptyAsMap);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, emptyAsMap(item)]));
}
