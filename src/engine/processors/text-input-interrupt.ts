import { codePoints } from '../../model/schema-check';
import { ask } from '../interrupt';
import { answeredBy, contextOf } from './answered';
import { type Execute, resumable } from './types';
import { parameter, textParameter } from './values';

/** `text_input_interrupt`: asks a person for words. Lengths count code points (R6.g). */
export const textInputInterrupt: Execute = resumable(
  (parameters) => {
    const defaultValue = parameter(parameters, 'default_value');
    throw ask({
      type: 'text',
      message: textParameter(parameters, 'message'),
      ...contextOf(parameters, ['placeholder', 'multiline', 'min_length', 'max_length']),
      ...(defaultValue === null ? {} : { defaultValue }),
    });
  },
  (_parameters, _context, row) => {
    const text = typeof row.response === 'string' ? row.response : '';
    return { outputs: { text, length: codePoints(text), ...answeredBy(row) } };
  },
);
