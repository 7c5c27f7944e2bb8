import type { Execute } from './types';
import { parameter } from './values';

/** `data_to_json`: compact JSON text; null is the text `null`. */
export const dataToJson: Execute = (parameters) => ({
  outputs: { json: JSON.stringify(parameter(parameters, 'data')), success: true },
});
