// `${{ secrets.NAME }}`: a place in a node's configuration that stands for a secret, filled when the node executes.
import { isArray, isObject, type Json } from './json';

/** What begins a reference and ends it; the name between is judged apart. */
const REFERENCE = /\$\{\{\s*secrets\s*\.\s*([^{}]*?)\s*\}\}/g;

/** Whether a secret can have this name: letters, digits and `_`, at most 100. */
export function isSecretName(name: string): boolean {
  return /^\w{1,100}$/.test(name);
}

/** How a secret is written into a configuration. */
export function secretReference(name: string): string {
  return `\${{ secrets.${name} }}`;
}

/** The names that a value refers to, nested ones too, each once. A walk with a list of its own, so depth cannot break it. */
export function secretNamesIn(root: Json | undefined): readonly string[] {
  const names = new Set<string>();
  const todo: Json[] = root === undefined ? [] : [root];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') {
      if (!value.includes('${{')) continue;
      for (const found of value.matchAll(REFERENCE)) names.add(found[1] ?? '');
    } else if (isArray(value)) todo.push(...value);
    else if (isObject(value)) todo.push(...Object.values(value));
  }
  return [...names];
}

/**
 * The value with secrets in place of the references to them. What a secret itself holds is not read again.
 *
 * @param secretOf the secret of a name.
 */
export function withSecretValues(value: Json, secretOf: (name: string) => string): Json {
  if (typeof value === 'string') return value.replace(REFERENCE, (_, name: string) => secretOf(name));
  if (isArray(value)) return value.map((item) => withSecretValues(item, secretOf));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withSecretValues(item, secretOf)]),
  );
}
