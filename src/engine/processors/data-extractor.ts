import { isJsonPath } from '../../expression/path-kind';
import { asMatches } from '../../expression/property-path';
import { isArray, type Json, type JsonObject } from '../../model/json';
import { type Evaluated, evaluateOrFail } from './evaluate';
import type { Execute } from './types';
import { parameter, textParameter } from './values';

type Extraction = { readonly data: Json; readonly found: boolean; readonly matches: number };

/** `data_extractor`: takes a part out of data by a path or query (LANG-3, LANG-19, LANG-22 to LANG-24). */
export const dataExtractor: Execute = async (parameters, context) => {
  const data = parameter(parameters, 'data');
  const path = textParameter(parameters, 'path');
  const engine = textParameter(parameters, 'engine', 'jsonpath');
  // LANG-23: the flag reports the `$` alone.
  const report = { path, is_jsonpath: isJsonPath(path), engine };
  // LANG-3: before any engine, and so before a string is parsed as JSON.
  if (path === '') return { outputs: { data, success: true, match_count: 0, ...report } };
  const evaluated = await evaluateOrFail(context, engine, path, data, 'The extraction');
  const all = parameter(parameters, 'extract_all') === true;
  const extraction = isPathEngine(engine) ? ofPath(engine, path, all, evaluated) : ofValue(evaluated.value);
  const outputs: JsonObject = {
    // LANG-24: only null is a miss.
    data: extraction.data ?? parameter(parameters, 'default'),
    success: extraction.found,
    match_count: extraction.matches,
    ...report,
  };
  return { outputs };
};

function isPathEngine(engine: string): boolean {
  return engine === 'jsonpath' || engine === 'property_path';
}

function ofValue(value: Json): Extraction {
  return { data: value, found: value !== null, matches: value === null ? 0 : 1 };
}

function ofPath(engine: string, path: string, all: boolean, { value, matches, many }: Evaluated): Extraction {
  const query = engine === 'jsonpath' && isJsonPath(path);
  if (!query) return all ? allOfPath(value) : ofValue(value);
  const count = matches ?? 0;
  if (many !== true || !isArray(value)) return { data: value, found: value !== null, matches: count };
  if (all) return { data: value, found: value.some((item) => item !== null), matches: count };
  // LANG-23: the list of matches is cut, never a matched value that is itself a list.
  const first = value[0] ?? null;
  return { data: first, found: first !== null, matches: count };
}

/** LANG-19: always a list; null and no match give the empty one. */
function allOfPath(value: Json): Extraction {
  const list = asMatches(value);
  return { data: list, found: list.some((item) => item !== null), matches: list.length };
}
