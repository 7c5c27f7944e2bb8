// Any server that answers chat completions as OpenAI's does. The author of the site chooses it, so it may be an internal one.
import { judgeUrl } from '../network/policy';
import type { ModelGateway, ModelReply, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { modelFailure } from './model-failure';

export type OpenAiOptions = {
  /** Address of the API, e.g. `https://api.openai.com/v1`; http or https. */
  readonly baseUrl: string;
  /** Used where a request names no model. */
  readonly model: string;
  /** Reads the key when a request is made; `undefined`: none is sent. */
  readonly key: () => Promise<string | undefined>;
  readonly fetch: typeof fetch;
  /** Milliseconds that an answer may take; default two minutes. */
  readonly timeoutMs?: number;
};

/**
 * A chat model behind an OpenAI-compatible API. Loads its client at the first request. Rejects with {@link NodeFailure}
 * `model_auth`, `model_quota`, `model_network` or `model_refused`, whose text never holds the key.
 */
export function createOpenAiModel(options: OpenAiOptions): ModelGateway {
  return {
    async complete(request, signal) {
      const judged = judgeUrl(options.baseUrl, { allowInternal: true });
      if (!judged.ok)
        throw new NodeFailure(`The model's address is wrong: ${judged.message}`, { code: judged.code });
      const model = request.model || options.model;
      if (model === '')
        throw new NodeFailure('No model is named: choose one in the settings or in the node.', {
          code: 'model_refused',
        });
      const key = await options.key();
      const timeout = AbortSignal.timeout(options.timeoutMs ?? 120_000);
      try {
        return await ask(options, judged.url, model, key, request, AbortSignal.any([signal, timeout]));
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        throw modelFailure(thrown, { host: judged.url.host, key, timedOut: timeout.aborted });
      }
    },
  };
}

async function ask(
  options: OpenAiOptions,
  base: URL,
  model: string,
  key: string | undefined,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<ModelReply> {
  await import('./zod-without-code');
  const { createOpenAICompatible, generateText } = await import('./openai-sdk');
  const provider = createOpenAICompatible({
    name: 'openai',
    baseURL: base.href.replace(/\/$/, ''),
    ...(key === undefined ? {} : { apiKey: key }),
    // The key goes to the host that it was given for and to no other.
    fetch: (input, init) =>
      options.fetch(input, {
        ...init,
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        credentials: 'omit',
      }),
  });
  const result = await generateText({
    model: provider.chatModel(model),
    messages: request.messages.map(({ role, content }) => ({ role, content })),
    allowSystemInMessages: true,
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
    maxRetries: 0, // ERR-11: whether to try again is the node's business.
    abortSignal: signal,
  });
  if (result.finishReason === 'content-filter')
    throw new NodeFailure('The model withheld its answer (content filter).', { code: 'model_refused' });
  return {
    text: result.text,
    model: result.response.modelId,
    provider: base.host,
    tokens: result.usage.totalTokens ?? null,
  };
}
