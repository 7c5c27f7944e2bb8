import { createTranslator } from 'use-intl/core';
import formatOnly from 'use-intl/format-message/format-only';
import { describe, expect, test } from 'vitest';
import { compiled } from './vite-messages';

const parts = import.meta.glob<{ readonly default: unknown }>('../src/app/messages/en/!(index).ts', {
  eager: true,
});

/** Every text of the catalogue with its place. */
function texts(value: unknown, at: string): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[at, value]];
  return Object.entries(value ?? {}).flatMap(([key, child]) => texts(child, `${at}.${key}`));
}

/** Something for every name that a text asks for. */
function valuesFor(text: string, count: number) {
  const values: Record<string, unknown> = {};
  for (const [, name = '', kind] of text.matchAll(/\{\s*(\w+)\s*(?:,\s*(\w+))?/g)) {
    if (kind === 'date' || kind === 'time') values[name] = new Date(Date.UTC(2026, 1, 3, 4, 5, 6));
    else if (kind === 'plural' || kind === 'number' || kind === 'selectordinal') values[name] = count;
    else values[name] ??= `<${name}>`;
  }
  for (const [, tag = ''] of text.matchAll(/<(\w+)>/g))
    values[tag] = (chunks: unknown) => `[${String(chunks)}]`;
  return values;
}

function inFull(text: string, values: Record<string, unknown>): unknown {
  const translate = createTranslator({
    locale: 'en-GB',
    timeZone: 'UTC',
    messages: { text },
    onError: (error) => {
      throw error;
    },
  });
  return translate.markup('text', values as never);
}

describe('the compiled catalogue', () => {
  test.each(Object.entries(parts))('%s says what the written one says', (file, { default: part }) => {
    const all = texts(part, '');
    expect(all.length).toBeGreaterThan(0);
    const short = texts(compiled({ text: 'x' }, ''), '');
    expect(short).toEqual([['.text', 'x']]);
    for (const [at, text] of all) {
      for (const count of [0, 1, 2, 1234]) {
        const values = valuesFor(text, count);
        expect(built(compiled(text, at), values), `${file}${at}`).toEqual(inFull(text, values));
      }
    }
  });

  test('what is no text, and a text that does not parse, fail the build with their place', () => {
    expect(() => compiled({ a: { b: 1 } }, 'part')).toThrow('part.a.b');
    expect(() => compiled({ a: '{count, plural, one {x}' }, 'part')).toThrow('part.a');
  });
});

function built(message: unknown, values: Record<string, unknown>): unknown {
  const formatters = {
    getDateTimeFormat: (...rest: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
      new Intl.DateTimeFormat(...rest),
    getNumberFormat: (...rest: ConstructorParameters<typeof Intl.NumberFormat>) =>
      new Intl.NumberFormat(...rest),
    getPluralRules: (...rest: ConstructorParameters<typeof Intl.PluralRules>) =>
      new Intl.PluralRules(...rest),
  };
  const format: (...rest: unknown[]) => unknown = formatOnly as never;
  const value = format('text', message, values, { formatters, locale: 'en-GB', timeZone: 'UTC' });
  return Array.isArray(value) ? value.join('') : value;
}
