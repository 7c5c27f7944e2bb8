// The filters, functions and tests that templates may use. All are ours: the library's own follow JavaScript where Twig's
// documentation follows PHP (code points, keys, comparison, rounding), and none of them counts its work.
import {
  createMarkup,
  createSynchronousFilter,
  createSynchronousFunction,
  createSynchronousTest,
  isAMarkup,
  type TwingSynchronousEnvironment,
} from 'twing/light';
import type { Meter } from './bounds';
import { twigSame } from './twig-compare';
import { formatTwigDate, modifyTwigDate, twigDate } from './twig-dates';
import { escapeHtml } from './twig-escaping';
import { encodeTwigJson, JSON_FLAGS } from './twig-json';
import * as lists from './twig-lists';
import { twigNumber, twigRange } from './twig-numbers';
import * as texts from './twig-texts';
import { entriesOf, isMapLike, twigText } from './twig-values';

type Parameter = { readonly name: string; readonly defaultValue?: unknown };

/** Puts our filters, functions and tests in the place of the library's; what reads beyond the context is taken out. */
export function addTwigLibrary(environment: TwingSynchronousEnvironment, meter: Meter): void {
  for (const name of ['template_from_string', 'dump', 'constant', 'random'])
    environment.functions.delete(name);
  environment.filters.delete('convert_encoding');
  environment.tests.delete('constant');
  const counted =
    (run: (...given: readonly unknown[]) => unknown) =>
    (_execution: unknown, ...given: unknown[]): unknown => {
      for (const each of given) meter.step(1 + (textLength(each) >> 4));
      return run(...given);
    };
  const filter: Add = (name, run, parameters = []) =>
    environment.addFilter(createSynchronousFilter(name, counted(run), parameters));
  const variadic: AddVariadic = (name, run) =>
    environment.addFilter(createSynchronousFilter(name, counted(run), [], { is_variadic: true }));
  addTextFilters(filter, variadic, meter);
  addListFilters(filter, variadic, meter);
  addFunctions(environment, meter);
  addTests(environment, meter);
}

type Add = (name: string, run: (...given: readonly unknown[]) => unknown, parameters?: Parameter[]) => void;
type AddVariadic = (name: string, run: (...given: readonly unknown[]) => unknown) => void;

function optional(name: string, defaultValue: unknown = null): Parameter {
  return { name, defaultValue };
}

/** Code units of a text, 0 for anything else. */
export function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length;
  return isAMarkup(value) ? value.toString().length : 0;
}

function addTextFilters(add: Add, variadic: AddVariadic, meter: Meter): void {
  const text = (name: string, change: (text: string) => string): void =>
    add(name, (value) => change(twigText(value)));
  text('upper', (value) => value.toUpperCase());
  text('lower', (value) => value.toLowerCase());
  text('capitalize', texts.capitalize);
  text('title', texts.titleCase);
  add(
    'trim',
    (value, mask, side) => texts.keepingSafety(value, (given) => texts.trimText(given, mask, side)),
    [optional('character_mask'), optional('side', 'both')],
  );
  add('striptags', (value, allowed) => texts.withoutTags(twigText(value), allowed), [
    optional('allowable_tags', ''),
  ]);
  add('replace', (value, pairs) => texts.replaceTexts(twigText(value), pairs, meter), [{ name: 'from' }]);
  add(
    'split',
    (value, delimiter, limit) => {
      const parts = texts.splitText(twigText(value), twigText(delimiter), limit);
      meter.step(parts.length);
      return [...parts];
    },
    [{ name: 'delimiter' }, optional('limit')],
  );
  variadic('format', (pattern, ...given) => texts.formatText(twigText(pattern), given));
  add('url_encode', (value) => texts.urlEncode(value, meter));
  add('nl2br', (value) => withBreaks(value));
  add('spaceless', (value) => texts.keepingSafety(value, (given) => given.replace(/>\s+</g, '><').trim()));
  add('number_format', texts.formatNumber, [
    optional('decimal'),
    optional('decimal_point'),
    optional('thousand_sep'),
  ]);
  add('round', texts.roundNumber, [optional('precision', 0), optional('method', 'common')]);
  add('abs', (value) => Math.abs(twigNumber(value)));
  add('date', formatTwigDate, [optional('format'), optional('timezone')]);
  add('date_modify', modifyTwigDate, [{ name: 'modifier' }]);
  add('json_encode', (value, flags) => encodeTwigJson(value, typeof flags === 'number' ? flags : 0, meter), [
    optional('options'),
  ]);
}

function withBreaks(value: unknown): unknown {
  const html = isAMarkup(value) ? value.toString() : escapeHtml(twigText(value));
  return createMarkup(html.replace(/\r\n|\n|\r/g, '<br />$&'));
}

function addListFilters(add: Add, variadic: AddVariadic, meter: Meter): void {
  add('length', lists.lengthOf);
  add('first', (value) => lists.edge(value, 'first', meter));
  add('last', (value) => lists.edge(value, 'last', meter));
  add('slice', (value, start, length, keep) => lists.slice(value, start, length, keep, meter), [
    { name: 'start' },
    optional('length'),
    optional('preserve_keys', false),
  ]);
  add('batch', (value, size, fill, keep) => lists.batch(value, size, fill, keep, meter), [
    { name: 'size' },
    optional('fill'),
    optional('preserve_keys', true),
  ]);
  add('column', (value, name, index) => lists.column(value, name, index, meter), [
    { name: 'name' },
    optional('index'),
  ]);
  variadic('merge', (...values) => lists.merge(values, meter));
  add('join', (value, glue, and) => lists.join(value, glue, and, meter), [
    optional('glue', ''),
    optional('and'),
  ]);
  add('keys', (value) => lists.keys(value, meter));
  add('sort', (value, arrow) => lists.sort(value, arrow, meter), [optional('arrow')]);
  add('reverse', (value, keep) => lists.reverse(value, keep, meter), [optional('preserve_keys', false)]);
  add('map', (value, arrow) => lists.map(value, arrow, meter), [{ name: 'arrow' }]);
  add('filter', (value, arrow) => lists.filter(value, arrow, meter), [{ name: 'arrow' }]);
  add('find', (value, arrow) => lists.find(value, arrow, meter), [{ name: 'arrow' }]);
  add('reduce', (value, arrow, initial) => lists.reduce(value, arrow, initial, meter), [
    { name: 'arrow' },
    optional('initial'),
  ]);
  add('default', (value, fallback) => (isEmpty(value) ? fallback : value), [optional('default', '')]);
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === false || value === '') return true;
  if (isAMarkup(value)) return value.toString() === '';
  return entriesOf(value)?.length === 0;
}

function addFunctions(environment: TwingSynchronousEnvironment, meter: Meter): void {
  const add = (
    name: string,
    run: (...given: readonly unknown[]) => unknown,
    parameters: Parameter[] = [],
    is_variadic = false,
  ): void =>
    environment.addFunction(
      createSynchronousFunction(name, (_execution, ...given: unknown[]) => run(...given), parameters, {
        is_variadic,
      }),
    );
  add('constant', flag, [{ name: 'name' }]);
  add(
    'range',
    (low, high, step) => {
      const list = twigRange(low, high, step);
      meter.step(list.size);
      return list;
    },
    [{ name: 'low' }, { name: 'high' }, optional('step', 1)],
  );
  add(
    'cycle',
    (values, position) => {
      const entries = entriesOf(values);
      if (entries === undefined) return values;
      if (entries.length === 0) throw new Error('"cycle" needs at least one value.');
      const at = Math.trunc(twigNumber(position)) % entries.length;
      return entries[at < 0 ? at + entries.length : at]?.[1];
    },
    [{ name: 'values' }, { name: 'position' }],
  );
  add('date', twigDate, [optional('date'), optional('timezone')]);
  add('min', (...given) => lists.extreme('min', given, meter), [], true);
  add('max', (...given) => lists.extreme('max', given, meter), [], true);
}

function flag(name: unknown): number {
  const found = typeof name === 'string' && Object.hasOwn(JSON_FLAGS, name) ? JSON_FLAGS[name] : undefined;
  if (found === undefined)
    throw new Error(
      `There is no constant "${twigText(name)}"; there are ${Object.keys(JSON_FLAGS).join(', ')}.`,
    );
  return found;
}

function addTests(environment: TwingSynchronousEnvironment, meter: Meter): void {
  const add = (
    name: string,
    run: (value: unknown, operand: unknown) => boolean,
    parameters: Parameter[] = [],
  ): void =>
    environment.addTest(
      createSynchronousTest(
        name,
        (_execution, value: unknown, operand: unknown) => run(value, operand),
        parameters,
      ),
    );
  add('empty', isEmpty);
  add('even', (value) => twigNumber(value) % 2 === 0);
  add('odd', (value) => Math.abs(Math.trunc(twigNumber(value)) % 2) === 1);
  add(
    'divisible by',
    (value, divisor) => {
      const by = Math.trunc(twigNumber(divisor));
      if (by === 0) throw new Error('Nothing is divisible by 0.');
      return Math.trunc(twigNumber(value)) % by === 0;
    },
    [{ name: 'divisor' }],
  );
  add('same as', (value, other) => twigSame(value, other, meter), [{ name: 'comparand' }]);
  add('iterable', (value) => Array.isArray(value) || isMapLike(value));
  add('sequence', lists.isList);
  add('mapping', (value) => entriesOf(value) !== undefined && !lists.isList(value));
  for (const name of ['null', 'none']) add(name, (value) => value === null || value === undefined);
}
