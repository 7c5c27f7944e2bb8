// `json_encode` of templates, with the flags of PHP's function of that name. Keeps the order of keys.
import { isAMarkup } from 'twing/light';
import type { Meter } from './bounds';
import { TwigMap } from './twig-values';

/** The constants that templates may name: the flags of `json_encode`. Nothing else is a constant here. */
export const JSON_FLAGS: { readonly [name: string]: number } = {
  JSON_HEX_TAG: 1,
  JSON_HEX_AMP: 2,
  JSON_HEX_APOS: 4,
  JSON_HEX_QUOT: 8,
  JSON_FORCE_OBJECT: 16,
  JSON_UNESCAPED_SLASHES: 64,
  JSON_PRETTY_PRINT: 128,
  JSON_UNESCAPED_UNICODE: 256,
  JSON_PRESERVE_ZERO_FRACTION: 1024,
  JSON_THROW_ON_ERROR: 4_194_304,
};

const HEX: readonly (readonly [string, string, number])[] = [
  ['<', '\\u003C', 1],
  ['>', '\\u003E', 1],
  ['&', '\\u0026', 2],
  ["'", '\\u0027', 4],
];

/** The JSON text of a value of a template. Throws a sentence for what JSON has not. */
export function encodeTwigJson(value: unknown, flags: number, meter: Meter): string {
  return encode(value, flags, '', meter);
}

function encode(value: unknown, flags: number, indent: string, meter: Meter): string {
  meter.step();
  meter.text(indent.length + (typeof value === 'string' ? value.length : 8));
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`json_encode cannot write ${value}.`);
    return String(value);
  }
  if (typeof value === 'string') return text(value, flags);
  if (value instanceof Map) return members(value, flags, indent, meter);
  if (Array.isArray(value)) return members(new Map(value.entries()), flags, indent, meter);
  if (isAMarkup(value)) return text(value.toString(), flags);
  throw new Error('json_encode cannot write an object of the template engine.');
}

function members(map: Map<unknown, unknown>, flags: number, indent: string, meter: Meter): string {
  const pretty = (flags & 128) !== 0;
  const inner = pretty ? `${indent}    ` : '';
  const list = isList(map) && (flags & 16) === 0;
  const parts = [...map].map(([key, item]) => {
    const written = encode(item, flags, inner, meter);
    return list ? written : `${text(String(key), flags)}:${pretty ? ' ' : ''}${written}`;
  });
  const [open, close] = list ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0) return open + close;
  return pretty
    ? `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${close}`
    : `${open}${parts.join(',')}${close}`;
}

function isList(map: Map<unknown, unknown>): boolean {
  if (map.size === 0) return !(map instanceof TwigMap && map.object);
  let index = 0;
  for (const key of map.keys()) {
    if (key !== index) return false;
    index += 1;
  }
  return true;
}

function text(value: string, flags: number): string {
  let written = JSON.stringify(value);
  if ((flags & 64) === 0) written = written.replaceAll('/', '\\/');
  if ((flags & 256) === 0)
    written = written.replace(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  for (const [from, to, flag] of HEX) if ((flags & flag) !== 0) written = written.replaceAll(from, to);
  return (flags & 8) === 0 ? written : `"${written.slice(1, -1).replaceAll('\\"', '\\u0022')}"`;
}
