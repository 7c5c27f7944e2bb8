// Asks a connection for one word, or for the names of its models, so that an address, a name or a key that is wrong is known
// before a workflow needs it. The clients load when they are first used.
import type { ModelConnection } from '../../../engine/models/settings';
import type { SecretAnswer } from '../../../engine/ports';
import { isArray, own, ownString } from '../../../model/json';

export type AskResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };
export type TestAnswer = { readonly text: string; readonly millis: number };

const SECONDS = 20;

/** One short answer, got as a node would get it. Never rejects; the key is in no result. */
export async function testConnection(
  connection: ModelConnection,
  secret: (name: string) => Promise<SecretAnswer>,
  prompt: string,
  fetching: typeof fetch = (...given) => fetch(...given),
): Promise<AskResult<TestAnswer>> {
  const started = performance.now();
  try {
    const { createModelGateway } = await import('../../../engine/models/gateway');
    const { createFetchNetwork } = await import('../../../engine/network/fetch-network');
    const gateway = createModelGateway(
      { default: connection.id, connections: [connection], script: '' },
      { secret, network: createFetchNetwork({ fetch: fetching, allowInternal: true }) },
    );
    const reply = await gateway.complete(
      { model: '', messages: [{ role: 'user', content: prompt }], temperature: 0, maxTokens: 64 },
      AbortSignal.timeout(SECONDS * 1000),
    );
    return {
      ok: true,
      value: { text: reply.text.trim().slice(0, 80), millis: Math.round(performance.now() - started) },
    };
  } catch (cause) {
    return { ok: false, message: messageOf(cause) };
  }
}

/** The names of the models that a connection offers, sorted. Never rejects; the key is in no result. */
export async function listModels(
  connection: Pick<ModelConnection, 'kind' | 'baseUrl'>,
  key: string | undefined,
  fetching: typeof fetch = (...given) => fetch(...given),
): Promise<AskResult<readonly string[]>> {
  try {
    const { createFetchNetwork } = await import('../../../engine/network/fetch-network');
    const network = createFetchNetwork({ fetch: fetching, allowInternal: true });
    const response = await network.request(
      {
        url: `${connection.baseUrl.replace(/\/+$/, '')}/models${connection.kind === 'google' ? '?pageSize=1000' : ''}`,
        method: 'GET',
        headers: headersOf(connection.kind, key),
        body: null,
        followRedirects: false,
        timeoutMs: SECONDS * 1000,
      },
      new AbortController().signal,
    );
    const body: unknown = parsed(response.body);
    if (response.status !== 200) return { ok: false, message: `status ${response.status}` };
    const found = own(body, 'data') ?? own(body, 'models');
    if (!isArray(found))
      return { ok: false, message: 'the server answered something else than a list of models' };
    const names = found.flatMap((one) => {
      const name = ownString(one, 'id') ?? ownString(one, 'name');
      return name === undefined ? [] : [name.replace(/^models\//, '')];
    });
    return { ok: true, value: [...new Set(names)].sort() };
  } catch (cause) {
    return { ok: false, message: messageOf(cause) };
  }
}

function headersOf(
  kind: ModelConnection['kind'],
  key: string | undefined,
): { readonly [name: string]: string } {
  if (kind === 'anthropic')
    return {
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(key === undefined ? {} : { 'x-api-key': key }),
    };
  if (key === undefined) return {};
  return kind === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(cause: unknown): string {
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return `nothing came back within ${SECONDS} seconds`;
  return cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
}
