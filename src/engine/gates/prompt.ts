import { type Json, type JsonObject, setOwn } from '../../model/json';
import type { Resolved } from '../parameters/resolve';
import { concealed } from '../secrets/conceal';

const CONFIGURED = '<configured>';

/**
 * RT-GATE-1, RT-GATE-12: the arguments that a person is shown: all that configuration does not fix, secrets concealed. Where
 * nothing is left, the names of what is configured, without its values. Reserved names are not shown.
 */
export function shownArguments(resolved: Resolved): JsonObject {
  const shown: { [name: string]: Json } = {};
  const configured: { [name: string]: Json } = {};
  for (const [name, value] of Object.entries(concealed(resolved))) {
    if (name.startsWith('__')) continue;
    const origin = resolved.origins[name];
    if (origin === 'config') setOwn(configured, name, CONFIGURED);
    else if (origin !== 'unset') setOwn(shown, name, value);
  }
  return Object.keys(shown).length > 0 ? shown : configured;
}
