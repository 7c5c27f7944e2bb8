import type { Execute } from './types';
import { asText, parameter } from './values';

/** `text_input`: the wired value as text, else the configured text. Null counts as not wired (CFG-14). */
export const textInput: Execute = (parameters) => {
  const data = parameter(parameters, 'data');
  return { outputs: { text: asText(data ?? parameter(parameters, 'defaultValue')) } };
};
