import type { Json } from './json';
import { isArray, isObject } from './json';

/**
 * The canonical text of a JSON value (RFC 8785): no blanks, keys sorted by UTF-16 code units, numbers and strings as
 * ECMAScript prints them. Equal values have equal texts, so this is what hashes and comparisons are made of.
 *
 * The RFC leaves values outside I-JSON to an error. Values of a run may hold them, and hashing must not fail, so this is
 * total: a lone surrogate is written as its escape, a number that is not finite as `null`. Nesting is bounded by memory,
 * not by the call stack.
 */
export function canonicalJson(value: Json): string {
  const out: string[] = [];
  const todo: Task[] = [{ value }];
  for (let task = todo.pop(); task !== undefined; task = todo.pop()) {
    if ('text' in task) out.push(task.text);
    else if (isArray(task.value)) pushList(task.value, out, todo);
    else if (isObject(task.value)) pushObject(task.value, out, todo);
    else out.push(JSON.stringify(task.value) ?? 'null');
  }
  return out.join('');
}

type Task = { readonly text: string } | { readonly value: Json };

function pushList(list: readonly Json[], out: string[], todo: Task[]): void {
  out.push('[');
  todo.push({ text: ']' });
  for (let i = list.length - 1; i >= 0; i -= 1) {
    todo.push({ value: list[i] ?? null });
    if (i > 0) todo.push({ text: ',' });
  }
}

function pushObject(object: { readonly [key: string]: Json }, out: string[], todo: Task[]): void {
  // The default order of `sort` is that of UTF-16 code units, which is the one the RFC asks for.
  const keys = Object.keys(object).sort();
  out.push('{');
  todo.push({ text: '}' });
  for (let i = keys.length - 1; i >= 0; i -= 1) {
    const key = keys[i] ?? '';
    todo.push({ value: object[key] ?? null }, { text: `${i > 0 ? ',' : ''}${JSON.stringify(key)}:` });
  }
}
