// A model behind a server: OpenAI's protocol and what speaks it, Anthropic's, Google's. The SDK's provider for it is loaded
// when it is first asked.
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { isObject, type Json } from '../../model/json';
import { fetchOver } from '../network/fetch-over';
import { judgeUrl } from '../network/policy';
import type { ModelGateway, ModelReply, ModelRequest, ModelToolCall, StreamingNetwork } from '../ports';
import { NodeFailure } from '../processors/types';
import { ModelFailure, modelFailure } from './model-failure';
import { promptOf, toolsOf } from './prompt';
import { type ModelConnection, USUAL_ADDRESS } from './settings';
import { alwaysStreaming } from './whole-answer';

export type ServedWorld = {
  readonly network: StreamingNetwork;
  /** Reads the key when a request is made; `undefined`: none is sent. */
  readonly key: () => Promise<string | undefined>;
  /** Milliseconds that may pass without anything arriving; default two minutes. */
  readonly timeoutMs?: number;
};

/** One attempt at a served model. Failures as {@link modelFailure} tells them apart, whose text never holds the key. */
export function createServedModel(connection: ModelConnection, world: ServedWorld): ModelGateway {
  return {
    async complete(request, signal) {
      const judged = judgeUrl(connection.baseUrl || USUAL_ADDRESS[connection.kind], { allowInternal: true });
      if (!judged.ok)
        throw new NodeFailure(
          `The address of the model connection "${connection.name}" is wrong: ${judged.message}`,
          { code: judged.code },
        );
      const name = request.model || connection.model;
      if (name === '')
        throw new NodeFailure(
          `No model is named: choose one for the connection "${connection.name}" in the settings, or in the node.`,
          { code: 'model_bad_request' },
        );
      const key = await world.key();
      const { host } = judged.url;
      try {
        const model = await modelOf(connection, name, key, judged.url, world);
        return await ask(model, request, host, signal);
      } catch (thrown) {
        if (signal.aborted) throw signal.reason;
        throw modelFailure(thrown, { host, key });
      }
    },
  };
}

async function modelOf(
  { kind }: ModelConnection,
  name: string,
  key: string | undefined,
  base: URL,
  world: ServedWorld,
): Promise<LanguageModelV3> {
  await import('./zod-without-code');
  const baseURL = base.href.replace(/\/+$/, '');
  // The key goes to the host that it was given for and to no other.
  const fetch = fetchOver(world.network, { origin: base.origin, timeoutMs: world.timeoutMs ?? 120_000 });
  switch (kind) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({
        baseURL,
        apiKey: key ?? '',
        fetch,
        // Anthropic asks pages of browsers to say that they know what they do with the key.
        headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
      })(name);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL, apiKey: key ?? '', fetch })(name);
    }
    case 'openai':
    case 'ollama': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: kind,
        baseURL,
        includeUsage: true,
        ...(key === undefined ? {} : { apiKey: key }),
        fetch: alwaysStreaming(fetch),
      }).chatModel(name);
    }
  }
}

async function ask(
  model: LanguageModelV3,
  request: ModelRequest,
  host: string,
  signal: AbortSignal,
): Promise<ModelReply> {
  const options = {
    prompt: promptOf(request.messages),
    temperature: request.temperature,
    maxOutputTokens: request.maxTokens,
    ...((request.tools ?? []).length === 0 ? {} : { tools: toolsOf(request.tools ?? []) }),
    abortSignal: signal,
  };
  const answer =
    request.onText === undefined
      ? await whole(model, options)
      : await streamed(model, options, request.onText);
  if (answer.finish === 'content-filter')
    throw new ModelFailure(`The model at ${host} withheld its answer (content filter).`, 'model_refused');
  const { text, toolCalls, usage } = answer;
  const { input_tokens, output_tokens } = usage;
  return {
    text,
    toolCalls,
    finish:
      toolCalls.length > 0 || answer.finish === 'tool-calls'
        ? 'tool_calls'
        : answer.finish === 'stop' || answer.finish === 'length'
          ? answer.finish
          : 'other',
    model: answer.model ?? model.modelId,
    provider: host,
    usage,
    tokens:
      input_tokens === null && output_tokens === null ? null : (input_tokens ?? 0) + (output_tokens ?? 0),
  };
}

type Answer = {
  text: string;
  toolCalls: ModelToolCall[];
  finish: string;
  model: string | undefined;
  usage: ModelReply['usage'];
};
type Options = Parameters<LanguageModelV3['doGenerate']>[0];

async function whole(model: LanguageModelV3, options: Options): Promise<Answer> {
  const result = await model.doGenerate(options);
  const answer: Answer = {
    text: '',
    toolCalls: [],
    finish: result.finishReason.unified,
    model: result.response?.modelId,
    usage: usageOf(result.usage),
  };
  for (const part of result.content) {
    if (part.type === 'text') answer.text += part.text;
    else if (part.type === 'tool-call') answer.toolCalls.push(callOf(part));
  }
  return answer;
}

async function streamed(
  model: LanguageModelV3,
  options: Options,
  onText: (delta: string) => void,
): Promise<Answer> {
  const { stream } = await model.doStream(options);
  const answer: Answer = {
    text: '',
    toolCalls: [],
    finish: '',
    model: undefined,
    usage: { input_tokens: null, output_tokens: null },
  };
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const part = read.value;
      switch (part.type) {
        case 'text-delta':
          answer.text += part.delta;
          if (part.delta !== '') onText(part.delta);
          break;
        case 'tool-call':
          answer.toolCalls.push(callOf(part));
          break;
        case 'response-metadata':
          answer.model = part.modelId ?? answer.model;
          break;
        case 'finish':
          // Without a reason of the server's own the answer was cut off: the SDK ends it all the same.
          if (part.finishReason.raw !== undefined) answer.finish = part.finishReason.unified;
          answer.usage = usageOf(part.usage);
          break;
        case 'error':
          // A provider says that data are missing where the answer had begun and was cut off.
          if (answer.model !== undefined && /InvalidResponseData/.test(nameOf(part.error))) throw cutOff();
          throw part.error;
      }
    }
  } finally {
    // What is left of a stream that is no longer wanted must not keep the connection.
    await reader.cancel().catch(() => undefined);
  }
  if (answer.finish === '') throw cutOff();
  return answer;
}

function cutOff(): Error {
  return new Error('The stream ended before the answer did.');
}

function nameOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.name : '';
}

function callOf(part: {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: string;
}): ModelToolCall {
  return { tool_call_id: part.toolCallId, name: part.toolName, args: argumentsIn(part.input) };
}

/** What a model calls a tool with. Text that is no JSON object is no argument: the tool then tells the model what it lacks. */
function argumentsIn(text: string): ModelToolCall['args'] {
  try {
    const parsed: Json = JSON.parse(text === '' ? '{}' : text);
    return isObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}

function usageOf(usage: {
  readonly inputTokens: { readonly total: number | undefined };
  readonly outputTokens: { readonly total: number | undefined };
}): ModelReply['usage'] {
  return {
    input_tokens: usage.inputTokens.total ?? null,
    output_tokens: usage.outputTokens.total ?? null,
  };
}
