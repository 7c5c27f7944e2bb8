import type { Json } from '../../model/json';
import { type Execute, NodeFailure } from './types';
import { parameter, textParameter } from './values';

/** `json_to_data`: parses JSON text; `tolerant` also takes it out of a code fence or of prose around it. */
export const jsonToData: Execute = (parameters) => {
  const text = textParameter(parameters, 'json');
  const whole = parse(text);
  if (whole.ok) return { outputs: { data: whole.value, success: true, parse_source: 'raw' } };
  if (parameter(parameters, 'parse_mode') !== 'tolerant')
    throw new NodeFailure(`The text is no JSON document: ${whole.message} Text: "${shortened(text)}"`, {
      code: 'json_invalid',
      details: { message: whole.message },
    });
  const found = fenced(text) ?? embedded(text);
  return {
    outputs:
      found === undefined
        ? { data: null, success: false, parse_source: '' }
        : { data: found.value, success: true, parse_source: found.source },
  };
};

type Parsed = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly message: string };
type Found = { readonly value: Json; readonly source: 'fence' | 'embedded' };

function parse(text: string): Parsed {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** How many places in the text are tried. */
const MOST_STARTS = 200;
/** How many characters are read in search of closing brackets, all tries together. */
const MOST_READ = 20_000_000;

function fenced(text: string): Found | undefined {
  const parts = text.split('```');
  // Odd parts are inside a fence; the first line may name a language.
  for (let index = 1; index < Math.min(parts.length, 2 * MOST_STARTS); index += 2) {
    const part = parts[index] ?? '';
    const parsed = parse(part.replace(/^[ \t]*[\w+-]*[ \t]*\r?\n/, ''));
    if (parsed.ok) return { value: parsed.value, source: 'fence' };
  }
  return undefined;
}

function embedded(text: string): Found | undefined {
  let tries = 0;
  let read = 0;
  for (let at = text.search(/[{[]/); at >= 0 && tries < MOST_STARTS && read < MOST_READ; tries += 1) {
    const end = closing(text, at);
    read += (end ?? text.length) - at;
    const parsed = end === undefined ? undefined : parse(text.slice(at, end + 1));
    if (parsed?.ok) return { value: parsed.value, source: 'embedded' };
    const next = text.slice(at + 1).search(/[{[]/);
    at = next < 0 ? -1 : at + 1 + next;
  }
  return undefined;
}

/** Where the bracket at `start` closes, brackets in strings apart. */
function closing(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return undefined;
}

function shortened(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
