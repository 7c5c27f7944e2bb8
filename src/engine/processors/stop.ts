import type { Execute } from './types';
import { parameter } from './values';

/** `stop`: ends the run successfully with a value (ERR-5). */
export const stop: Execute = (parameters) => ({ stop: parameter(parameters, 'value') });
