// Whether a value answers a question. One place for every door, page and command line.
import { isArray, isObject, type Json, own, ownString } from '../../model/json';
import { checkValue, codePoints, typeName } from '../../model/schema-check';
import { describeViolation } from '../../model/violation-text';
import type { InterruptRow } from './row';

type Question = Pick<InterruptRow, 'type' | 'options' | 'context' | 'schema'>;

/** A sentence that says what is wrong with the value; `undefined` where it is an answer. */
export function answerFault(question: Question, value: Json): string | undefined {
  switch (question.type) {
    case 'confirmation':
      return typeof value === 'boolean' ? undefined : `The answer is true or false, not ${shown(value)}.`;
    case 'choice':
      return choiceFault(question, value);
    case 'text':
      return textFault(question, value);
    case 'form':
      return formFault(question, value);
    case 'review':
      return reviewFault(question, value);
    default:
      return undefined;
  }
}

/** The values that can be chosen, in their order. */
export function choicesOf({ options }: Pick<Question, 'options'>): readonly string[] {
  return (isArray(options) ? options : []).flatMap((option) => ownString(option, 'value') ?? []);
}

/** A limit of the question's context; `undefined` where there is none. */
export function limitOf({ context }: Pick<Question, 'context'>, name: string): number | undefined {
  const limit = own(context, name);
  return typeof limit === 'number' ? limit : undefined;
}

function choiceFault(question: Question, value: Json): string | undefined {
  const choices = choicesOf(question);
  const listed = choices.map((choice) => `"${choice}"`).join(', ');
  const strange = (given: Json) => `The answer is one of ${listed}, not ${shown(given)}.`;
  if (own(question.context, 'multiple') !== true)
    return typeof value === 'string' && choices.includes(value) ? undefined : strange(value);
  if (!isArray(value)) return `The answer is a list of some of ${listed}, not ${shown(value)}.`;
  const unknown = value.find((each) => typeof each !== 'string' || !choices.includes(each));
  if (unknown !== undefined) return strange(unknown);
  if (new Set(value).size < value.length) return 'Each option is chosen at most once.';
  return countFault(value.length, 'option', [
    limitOf(question, 'min_selections'),
    limitOf(question, 'max_selections'),
  ]);
}

function textFault(question: Question, value: Json): string | undefined {
  if (typeof value !== 'string') return `The answer is a text, not ${shown(value)}.`;
  return countFault(codePoints(value), 'character', [
    limitOf(question, 'min_length'),
    limitOf(question, 'max_length'),
  ]);
}

function countFault(
  count: number,
  what: string,
  [least, most]: readonly (number | undefined)[],
): string | undefined {
  const some = (limit: number) => `${limit} ${what}${limit === 1 ? '' : 's'}`;
  if (least !== undefined && count < least) return `The answer has at least ${some(least)}, not ${count}.`;
  if (most !== undefined && count > most) return `The answer has at most ${some(most)}, not ${count}.`;
  return undefined;
}

function formFault({ schema }: Question, value: Json): string | undefined {
  if (!isObject(value)) return `The answer is an object of fields, not ${shown(value)}.`;
  const violation = schema === null ? undefined : checkValue(value, schema, 'run');
  return violation === undefined ? undefined : describeViolation(violation, 'The answer');
}

/** The fields that a review decides, in their order. */
export function reviewedFields({ context }: Pick<Question, 'context'>): readonly string[] {
  const changes = own(context, 'changes');
  return (isArray(changes) ? changes : []).flatMap((change) => ownString(change, 'field') ?? []);
}

function reviewFault(question: Question, value: Json): string | undefined {
  const decisions = own(value, 'decisions');
  if (!isObject(decisions)) return 'The answer has "decisions", an object with an entry for each field.';
  const fields = reviewedFields(question);
  const strange = Object.keys(decisions).find((field) => !fields.includes(field));
  if (strange !== undefined) return `The review has no field "${strange}".`;
  for (const field of fields) {
    const decision = own(decisions, field);
    if (typeof own(decision, 'accepted') !== 'boolean')
      return `The decision on "${field}" has "accepted", which is true or false.`;
  }
  return undefined;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= 60 ? text : `a value of type ${typeName(value)}`;
}
