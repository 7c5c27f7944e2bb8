import { RE2JS } from 're2js';
import type { LinearEngine } from './linear-engine';

/** RE2: time grows with the text alone. */
export const re2Engine: LinearEngine = (source, ignoreCase) => {
  const compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return (text) => compiled.test(text);
};
