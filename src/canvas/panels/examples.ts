// Examples of a launch input as text in a field: a text as it is, any other value as JSON.
import type { Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';

/** How an example is shown. */
export function exampleText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a text means. As JSON, one that is no JSON value is a fault; turning a text into itself changes nothing. */
export function exampleOf(text: string, json: boolean): Result<Json, string> {
  if (!json) return ok(text);
  try {
    const value: Json = JSON.parse(text);
    return ok(value);
  } catch (cause) {
    return fail(cause instanceof Error ? cause.message : String(cause));
  }
}
