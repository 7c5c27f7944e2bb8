import { isObject } from '../../model/json';
import { ask } from '../interrupt';
import { answeredBy } from './answered';
import { type Execute, NodeFailure, resumable } from './types';
import { parameter, textParameter } from './values';

/** `form_input`: asks a person to fill in a form. */
export const formInput: Execute = resumable(
  (parameters) => {
    const schema = parameter(parameters, 'schema');
    if (!isObject(schema)) {
      const message = 'The form is no JSON Schema: wire or write an object into "schema".';
      throw new NodeFailure(message, { code: 'schema_invalid' });
    }
    const defaultValue = parameter(parameters, 'default_values');
    throw ask({
      type: 'form',
      message: textParameter(parameters, 'message'),
      schema,
      ...(defaultValue === null ? {} : { defaultValue }),
    });
  },
  (_parameters, _context, row) => ({
    outputs: { data: isObject(row.response) ? row.response : {}, ...answeredBy(row) },
  }),
);
