// How a host, or the command line, is set up for runs: by its environment, so that no key is on a command line.
import { MODEL_KINDS, type ModelSettings, OFFLINE, USUAL_ADDRESS } from '../../engine/models/settings';
import type { SecretAnswer } from '../../engine/ports';
import { fail, ok, type Result } from '../../model/problem';

/** Name of the variable that holds the model's key. */
const KEY = 'SLUICE_MODEL_KEY';

/**
 * Which models answer: `SLUICE_MODEL_KIND` is what the service speaks (`openai` where it is not given), `SLUICE_MODEL_URL`
 * its base address (the usual one of the kind where a kind is given), `SLUICE_MODEL` the model's name there,
 * `SLUICE_MODEL_KEY` its key; nodes know it as the connection `server`. Without a kind and an address the offline model
 * answers, as `SLUICE_MODEL_SCRIPT` says where there is one. Fails with a sentence.
 */
export function readModelSettings(environment: NodeJS.ProcessEnv): Result<ModelSettings, string> {
  const {
    SLUICE_MODEL_KIND: given = '',
    SLUICE_MODEL_URL: address = '',
    SLUICE_MODEL: model = '',
    SLUICE_MODEL_SCRIPT: script = '',
    [KEY]: key = '',
  } = environment;
  if (given === '' && address === '') return ok({ default: OFFLINE, connections: [], script });
  const kind = MODEL_KINDS.find((known) => known === (given || 'openai'));
  if (kind === undefined)
    return fail(`SLUICE_MODEL_KIND is one of ${MODEL_KINDS.join(', ')}, not "${given}".`);
  const baseUrl = address || USUAL_ADDRESS[kind];
  const secret = key === '' ? null : KEY;
  const connection = { id: 'server', name: 'SLUICE_MODEL', kind, baseUrl, model, secret };
  return ok({ default: 'server', connections: [connection], script });
}

/** The keys of models: only those that the settings name. */
export async function readModelKey(environment: NodeJS.ProcessEnv, name: string): Promise<SecretAnswer> {
  const value = name === KEY ? environment[KEY] : undefined;
  return value === undefined ? { kind: 'missing' } : { kind: 'found', value };
}
