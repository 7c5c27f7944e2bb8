// What is entered for a question, and the answer that it makes. No view.
import { limitOf } from '../engine/interrupts/check-answer';
import type { InterruptRow } from '../engine/interrupts/row';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';

export type FormField = {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly kind: 'text' | 'long' | 'number' | 'boolean' | 'choice' | 'json';
  readonly choices: readonly Json[];
};

/** The fields of a form, in the order of its schema. What has no control of its own is written as JSON. */
export function formFields({ schema }: Pick<InterruptRow, 'schema'>): readonly FormField[] {
  const properties = own(schema, 'properties');
  const required = own(schema, 'required');
  return Object.entries(isObject(properties) ? properties : {}).map(([name, property]) => {
    const choices = own(property, 'enum');
    return {
      name,
      label: ownString(property, 'title') ?? name,
      help: ownString(property, 'description') ?? '',
      required: isArray(required) && required.includes(name),
      kind: isArray(choices) ? 'choice' : kindOf(property),
      choices: isArray(choices) ? choices : [],
    };
  });
}

function kindOf(property: Json): FormField['kind'] {
  const given = own(property, 'type');
  // A list names its first type that is not null.
  const type = isArray(given) ? given.find((one) => one !== 'null') : given;
  switch (type) {
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'object':
    case 'array':
      return 'json';
    default:
      return ownString(property, 'format') === 'multiline' ? 'long' : 'text';
  }
}

/** What the fields show at first: the values to start with, else the defaults of the schema. */
export function startTexts(row: Pick<InterruptRow, 'schema' | 'defaultValue'>): { [name: string]: string } {
  const properties = own(row.schema, 'properties');
  return Object.fromEntries(
    formFields(row).map(({ name, kind }) => {
      const value = own(row.defaultValue, name) ?? own(own(properties, name), 'default');
      return [
        name,
        value === undefined || value === null ? (kind === 'boolean' ? 'false' : '') : shown(value),
      ];
    }),
  );
}

function shown(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `message`: what a reader of JSON says. */
export type FormFault = { readonly field: string } & (
  | { readonly wanted: 'number' }
  | { readonly wanted: 'json'; readonly message: string }
);
export type ReadForm =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly fault: FormFault };

/** The object that the texts make; a field that was left empty is not in it. */
export function readForm(
  row: Pick<InterruptRow, 'schema'>,
  texts: { readonly [name: string]: string },
): ReadForm {
  const value: [string, Json][] = [];
  for (const { name, kind, choices } of formFields(row)) {
    const text = Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';
    if (text === '') continue;
    if (kind === 'choice') {
      const chosen = choices.find((choice) => shown(choice) === text);
      if (chosen !== undefined) value.push([name, chosen]);
    } else if (kind === 'boolean') value.push([name, text === 'true']);
    else if (kind === 'number') {
      if (text.trim() === '' || !Number.isFinite(Number(text)))
        return { ok: false, fault: { field: name, wanted: 'number' } };
      value.push([name, Number(text)]);
    } else if (kind === 'json') {
      try {
        const parsed: Json = JSON.parse(text);
        value.push([name, parsed]);
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        return { ok: false, fault: { field: name, wanted: 'json', message } };
      }
    } else value.push([name, text]);
  }
  return { ok: true, value: Object.fromEntries(value) };
}

export type Option = { readonly value: string; readonly label: string; readonly description: string };

export function optionsOf({ options }: Pick<InterruptRow, 'options'>): readonly Option[] {
  return (isArray(options) ? options : []).flatMap((option) => {
    const value = ownString(option, 'value');
    if (value === undefined) return [];
    const description = ownString(option, 'description') ?? '';
    return [{ value, label: ownString(option, 'label') ?? value, description }];
  });
}

/** The least and the most that an answer may have: told before it is refused. */
export type Bounds = { readonly least?: number; readonly most?: number };

/** How long a text may be, or how many options may be picked; nothing where the question sets no limit. */
export function boundsOf(row: Pick<InterruptRow, 'type' | 'context'>): Bounds {
  const what = row.type === 'text' ? 'length' : 'selections';
  const [least = 0, most] = [limitOf(row, `min_${what}`), limitOf(row, `max_${what}`)];
  return { ...(least > 0 ? { least } : {}), ...(most === undefined ? {} : { most }) };
}

export type Change = {
  readonly field: string;
  readonly label: string;
  readonly original: string;
  readonly proposed: string;
};

export function changesOf({ context }: Pick<InterruptRow, 'context'>): readonly Change[] {
  const changes = own(context, 'changes');
  return (isArray(changes) ? changes : []).flatMap((change) => {
    const field = ownString(change, 'field');
    if (field === undefined) return [];
    const [original, proposed] = [own(change, 'original') ?? null, own(change, 'proposed') ?? null];
    return [
      {
        field,
        label: ownString(change, 'label') ?? field,
        original: shown(original),
        proposed: shown(proposed),
      },
    ];
  });
}

/** The answer to a review: a decision for each field, and how many there are of each kind. */
export function reviewAnswer(row: Pick<InterruptRow, 'context'>, accepted: ReadonlySet<string>): JsonObject {
  const changes = own(row.context, 'changes');
  const decisions = (isArray(changes) ? changes : []).flatMap((change): readonly [string, JsonObject][] => {
    const field = ownString(change, 'field');
    if (field === undefined) return [];
    const yes = accepted.has(field);
    return [[field, { accepted: yes, value: own(change, yes ? 'proposed' : 'original') ?? null }]];
  });
  const count = decisions.filter(([, { accepted: yes }]) => yes === true).length;
  return {
    decisions: Object.fromEntries(decisions),
    summary: { accepted: count, rejected: decisions.length - count, total: decisions.length },
  };
}
