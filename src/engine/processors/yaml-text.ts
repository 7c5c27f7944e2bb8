import { parseDocument } from 'yaml';
import type { Json } from '../../model/json';

/** YAML text as JSON. Aliases are limited, tags of other types are refused, dates stay text. */
export function readYaml(
  text: string,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string } {
  try {
    const document = parseDocument(text, { schema: 'core', prettyErrors: false });
    const [fault] = document.errors;
    if (fault !== undefined) return { ok: false, message: fault.message };
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    // By way of text: what JSON has not becomes null, keys become text.
    const json: Json = JSON.parse(JSON.stringify(value ?? null));
    return { ok: true, value: json };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
