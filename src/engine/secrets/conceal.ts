import type { Json, JsonObject } from '../../model/json';
import type { Resolved } from '../parameters/resolve';
import { SECRET } from './mask';

/**
 * RT-GATE-12: what may be shown and kept of a node's parameters. A parameter into whose value a secret was put is replaced
 * as a whole, by its name and not by a search for the secret's text: that may be a part of it, or written otherwise.
 */
export function concealed({ parameters, secrets }: Pick<Resolved, 'parameters' | 'secrets'>): JsonObject {
  if (secrets === undefined || secrets.length === 0) return parameters;
  const shown: { [name: string]: Json } = { ...parameters };
  for (const name of secrets) if (Object.hasOwn(shown, name)) shown[name] = SECRET;
  return shown;
}
