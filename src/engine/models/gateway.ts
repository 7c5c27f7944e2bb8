import type { ModelGateway, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { createOfflineModel } from './offline';
import { createOpenAiModel } from './openai';
import type { ModelSettings } from './settings';

export type GatewayWorld = {
  /** Reads a secret by name; `undefined` where there is none. */
  secret(name: string): Promise<string | undefined>;
  readonly fetch: typeof fetch;
  /** The browser's own model, where the page has one. */
  readonly builtin?: (request: ModelRequest, signal: AbortSignal) => Promise<{ readonly text: string }>;
};

/** The gateway that the settings ask for. Problems of the settings show when a model is asked, as a node's failure. */
export function createModelGateway(settings: ModelSettings, world: GatewayWorld): ModelGateway {
  switch (settings.kind) {
    case 'offline':
      return createOfflineModel();
    case 'openai':
      return createOpenAiModel({ ...settings, fetch: world.fetch, key: () => keyOf(settings.secret, world) });
    case 'builtin':
      return createBuiltinModel(world.builtin);
  }
}

async function keyOf(name: string | null, world: GatewayWorld): Promise<string | undefined> {
  if (name === null || name === '') return undefined;
  const key = await world.secret(name);
  if (key === undefined || key === '')
    throw new NodeFailure(
      `The secret "${name}", which holds the model's key, does not exist. Add it in the settings.`,
      {
        code: 'model_auth',
      },
    );
  return key;
}

function createBuiltinModel(ask: GatewayWorld['builtin']): ModelGateway {
  return {
    async complete(request, signal) {
      if (ask === undefined)
        throw new NodeFailure('This browser has no model of its own. Choose another model in the settings.', {
          code: 'model_unavailable',
        });
      try {
        const { text } = await ask(request, signal);
        return { text, model: 'builtin', provider: 'browser', tokens: null };
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        if (thrown instanceof NodeFailure) throw thrown;
        throw builtinFailure(thrown);
      }
    },
  };
}

function builtinFailure(thrown: unknown): NodeFailure {
  const name = thrown instanceof Error ? thrown.name : '';
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  if (name === 'QuotaExceededError')
    return new NodeFailure(`The browser's model cannot take this much text: ${said}`, {
      code: 'model_quota',
      cause: thrown,
    });
  if (name === 'NetworkError')
    return new NodeFailure(`The browser's model could not be downloaded: ${said}`, {
      code: 'model_network',
      retryable: true,
      cause: thrown,
    });
  return new NodeFailure(`The browser's model did not answer: ${said}`, {
    code: 'model_refused',
    cause: thrown,
  });
}
