import { isArray, isObject, type Json, own } from '../../model/json';
import { type Execute, NodeFailure } from './types';
import { numberParameter, parameter, textParameter } from './values';

const OPERATIONS = ['get', 'set', 'increment', 'decrement', 'append', 'delete'];

/**
 * `state_storage`: reads or changes one named value of the run's state (SG-1), which it is given as `__data__` (SG-2). A
 * change is emitted as `state_update` (SG-3); a removed value becomes null, because merging removes no key.
 */
export const stateStorage: Execute = (parameters) => {
  const operation = textParameter(parameters, 'operation', 'get');
  const key = textParameter(parameters, 'key');
  if (!OPERATIONS.includes(operation))
    throw failure(`There is no operation "${operation}"; there are ${OPERATIONS.join(', ')}.`);
  if (key === '') throw failure('"key" is empty: it is the name under which the value is kept.');
  const data = parameter(parameters, '__data__');
  const stored = isObject(data) ? (own(data, key) ?? null) : null;
  const report = { exists: stored !== null, key, operation };
  if (operation === 'get')
    return { outputs: { value: stored ?? parameter(parameters, 'default'), ...report } };
  const value = changed(
    operation,
    key,
    stored,
    parameter(parameters, 'value'),
    numberParameter(parameters, 'amount', 1),
  );
  // A key of any name is a key: never the prototype of the object that carries it.
  return { outputs: { value, ...report, state_update: { data: Object.fromEntries([[key, value]]) } } };
};

function changed(operation: string, key: string, stored: Json, value: Json, amount: number): Json {
  switch (operation) {
    case 'increment':
      return counted(key, stored) + amount;
    case 'decrement':
      return counted(key, stored) - amount;
    case 'append':
      if (stored !== null && !isArray(stored))
        throw failure(
          `"${key}" holds a ${isObject(stored) ? 'map' : typeof stored}, so nothing can be appended to it: "append" needs a list.`,
        );
      return [...(stored ?? []), value];
    case 'delete':
      return null;
    default:
      return value;
  }
}

function counted(key: string, stored: Json): number {
  if (stored === null) return 0;
  if (typeof stored === 'number') return stored;
  throw failure(
    `"${key}" holds no number (${JSON.stringify(stored).slice(0, 60)}), so it cannot be counted: "set" it to one first.`,
  );
}

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'state_storage_failed' });
}
