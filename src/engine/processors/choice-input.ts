import { isArray, isObject, type Json, type JsonObject, ownString } from '../../model/json';
import { ask } from '../interrupt';
import { answeredBy, contextOf } from './answered';
import { type Execute, NodeFailure, resumable } from './types';
import { parameter, textParameter } from './values';

/** `choice_input`: asks a person to pick; the answer is a text, or a list of them where several may be picked. */
export const choiceInput: Execute = resumable(
  (parameters) => {
    const options = optionsOf(parameter(parameters, 'options'));
    const multiple = parameter(parameters, 'multiple') === true;
    const limits = multiple ? ['multiple', 'min_selections', 'max_selections'] : [];
    throw ask({
      type: 'choice',
      message: textParameter(parameters, 'message'),
      options,
      ...contextOf(parameters, limits),
    });
  },
  (_parameters, _context, row) => {
    const selected = row.response;
    return {
      outputs: { selected, selection_count: isArray(selected) ? selected.length : 1, ...answeredBy(row) },
    };
  },
);

/** Options with a value each; a plain text is value and label alike. */
function optionsOf(given: Json): readonly JsonObject[] {
  const options = (isArray(given) ? given : []).flatMap((option): readonly JsonObject[] => {
    if (typeof option === 'string') return [{ value: option, label: option }];
    const value = ownString(option, 'value');
    if (!isObject(option) || value === undefined) return [];
    return [{ ...option, value, label: ownString(option, 'label') ?? value }];
  });
  if (options.length > 0) return options;
  const message = 'There is nothing to choose from: give "options" at least one entry with a value.';
  throw new NodeFailure(message, { code: 'options_missing' });
}
