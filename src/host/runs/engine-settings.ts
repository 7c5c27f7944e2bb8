// How a host, or the command line, is set up for runs: by its environment, so that no key is on a command line.
import type { ModelSettings } from '../../engine/models/settings';

/** Name of the variable that holds the model's key. */
const KEY = 'SLUICE_MODEL_KEY';

/**
 * Which model answers: `SLUICE_MODEL_URL` is the base address of a service that speaks OpenAI's protocol, `SLUICE_MODEL` the
 * model's name there, `SLUICE_MODEL_KEY` its key. Without an address the model is the offline one.
 */
export function readModelSettings(environment: NodeJS.ProcessEnv): ModelSettings {
  const { SLUICE_MODEL_URL: baseUrl = '', SLUICE_MODEL: model = '', [KEY]: key = '' } = environment;
  return baseUrl === ''
    ? { kind: 'offline' }
    : { kind: 'openai', baseUrl, model, secret: key === '' ? null : KEY };
}

/** The secrets of a process: only those that the settings name. */
export async function readSecret(environment: NodeJS.ProcessEnv, name: string): Promise<string | undefined> {
  return name === KEY ? environment[KEY] : undefined;
}
