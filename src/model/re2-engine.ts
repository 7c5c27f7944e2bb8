import { RE2JS } from 're2js';

/** A `LinearEngine` (see linear-engine.ts, which loads this): time grows with the text alone. Throws where RE2 refuses. */
export function re2Engine(source: string, ignoreCase: boolean): (text: string) => boolean {
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => compiled.test(text);
}
