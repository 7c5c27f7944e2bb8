import type { Execute } from './types';
import { asText, numberParameter, parameter } from './values';

/** `text_output`: the text, cut to `maxLength` Unicode code points. `format` is a label and converts nothing. */
export const textOutput: Execute = (parameters) => {
  const points = [...asText(parameter(parameters, 'text'))];
  const kept = points.slice(0, Math.max(0, numberParameter(parameters, 'maxLength', 1000)));
  return { outputs: { text: kept.join(''), length: kept.length } };
};
