import type { Clock, ModelGateway, SecretAnswer, StreamingNetwork } from '../ports';
import { NodeFailure } from '../processors/types';
import { type AskBuiltin, createBuiltinModel } from './builtin';
import { createOfflineModel } from './offline';
import { retrying } from './retry';
import { createServedModel } from './served';
import { BROWSER, type ModelConnection, type ModelSettings, OFFLINE } from './settings';

export type GatewayWorld = {
  /** Reads the key of a connection by the name of its secret. */
  secret(name: string): Promise<SecretAnswer>;
  /**
   * What connections are dialled with. The addresses in the settings are a person's or a host's own choice, so it may reach
   * internal ones; no other address is ever asked for.
   */
  readonly network: StreamingNetwork;
  /** Waits between two attempts. Absent: there is one. */
  readonly clock?: Pick<Clock, 'sleep'>;
  /** The browser's own model, where the page has one. */
  readonly builtin?: AskBuiltin;
};

/**
 * The models that the settings name. Problems of the settings show when a model is asked, as a node's failure. Rejects with
 * {@link NodeFailure}: `model_auth`, `model_quota`, `model_rate_limited`, `model_network`, `model_unavailable`,
 * `model_refused`, `model_context_length`, `model_bad_request`, `model_script`, `secrets_locked`.
 */
export function createModelGateway(settings: ModelSettings, world: GatewayWorld): ModelGateway {
  return {
    complete(request, signal) {
      const id = request.provider || settings.default;
      if (id === OFFLINE) return createOfflineModel(settings.script, world.clock).complete(request, signal);
      if (id === BROWSER) return createBuiltinModel(world.builtin).complete(request, signal);
      const connection = settings.connections.find((one) => one.id === id);
      if (connection === undefined) return Promise.reject(unknownConnection(id, settings));
      const served = createServedModel(connection, {
        network: world.network,
        key: () => keyOf(connection, world),
      });
      return retrying(served, world.clock).complete(request, signal);
    },
  };
}

function unknownConnection(id: string, { connections }: ModelSettings): NodeFailure {
  const known = [OFFLINE, BROWSER, ...connections.map((one) => one.id)].map((name) => `"${name}"`).join(', ');
  return new NodeFailure(
    `There is no model connection "${id}" here; there are ${known}. Add it in the settings, or choose another one in the node.`,
    { code: 'model_bad_request' },
  );
}

async function keyOf({ secret, name }: ModelConnection, world: GatewayWorld): Promise<string | undefined> {
  if (secret === null || secret === '') return undefined;
  const answer = await world.secret(secret);
  if (answer.kind === 'found' && answer.value !== '') return answer.value;
  if (answer.kind === 'locked')
    throw new NodeFailure(
      `The key of the model connection "${name}" is locked. Unlock the secrets with the passphrase, then run again.`,
      { code: 'secrets_locked', retryable: true },
    );
  throw new NodeFailure(
    answer.kind === 'unreadable'
      ? `The key of the model connection "${name}" cannot be read in this browser any more. Enter it again in the settings.`
      : `The model connection "${name}" has no key ("${secret}" does not exist). Add it in the settings.`,
    { code: 'model_auth' },
  );
}
