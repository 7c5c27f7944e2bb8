import { isObject, type Json, type JsonObject, own, sameJson } from '../../model/json';
import { ask } from '../interrupt';
import { reviewedFields } from '../interrupts/check-answer';
import { answeredBy, contextOf } from './answered';
import { type Execute, resumable } from './types';
import { parameter, textParameter } from './values';

const LABELS = ['accept_all_label', 'reject_all_label', 'submit_label'];

/**
 * `review_input`: asks a person to decide on each field in which `proposed` differs from `original`. What is accepted is in
 * the data as proposed, or as the person has changed it; what is rejected as it was. Where nothing differs nobody is asked.
 */
export const reviewInput: Execute = resumable(
  (parameters) => {
    const original = objectOf(parameter(parameters, 'original'));
    const proposed = objectOf(parameter(parameters, 'proposed'));
    const changes = Object.keys(proposed).flatMap((field): readonly JsonObject[] => {
      const [before, after] = [own(original, field), own(proposed, field) ?? null];
      if (before !== undefined && sameJson(before, after)) return [];
      return [{ field, label: field, original: before ?? null, proposed: after }];
    });
    if (changes.length === 0) {
      return {
        outputs: {
          data: original,
          decisions: {},
          accepted: 0,
          rejected: 0,
          response_time: null,
          user_id: null,
        },
      };
    }
    const { context = {} } = contextOf(parameters, LABELS);
    throw ask({
      type: 'review',
      message: textParameter(parameters, 'message'),
      context: { changes, ...context },
    });
  },
  (parameters, _context, row) => {
    const given = own(row.response, 'decisions');
    const data = new Map(Object.entries(objectOf(parameter(parameters, 'original'))));
    const proposed = objectOf(parameter(parameters, 'proposed'));
    const decisions: [string, JsonObject][] = [];
    // What was asked about, whatever the parameters say now.
    for (const field of reviewedFields(row)) {
      const decision = own(given, field);
      const accepted = own(decision, 'accepted') === true;
      const changed = own(decision, 'value');
      // Null is a value too: the person has cleared the field.
      const value: Json = changed === undefined ? (own(proposed, field) ?? null) : changed;
      if (accepted) data.set(field, value);
      decisions.push([field, { accepted, value: accepted ? value : (data.get(field) ?? null) }]);
    }
    const accepted = decisions.filter(([, { accepted: yes }]) => yes === true).length;
    return {
      outputs: {
        data: Object.fromEntries(data),
        decisions: Object.fromEntries(decisions),
        accepted,
        rejected: decisions.length - accepted,
        ...answeredBy(row),
      },
    };
  },
);

function objectOf(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
