// Asks a server that speaks the OpenAI interface for one word, so that an address, a name or a key that is wrong is known
// before a workflow needs it.
import { isArray, own, ownString } from '../../model/json';

export type TestResult =
  | { readonly kind: 'ok'; readonly text: string; readonly millis: number }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** It answered something else than a chat completion. */
  | { readonly kind: 'shape' }
  /** No connection, or the browser was not let through. */
  | { readonly kind: 'unreachable' };

const SECONDS = 20;

/** One completion. Never rejects; the key is in no result. */
export async function testOpenAi(
  server: { readonly baseUrl: string; readonly model: string },
  key: string | null,
  prompt: string,
  fetching: typeof fetch = fetch,
): Promise<TestResult> {
  const started = performance.now();
  try {
    const response = await fetching(`${server.baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model: server.model,
        messages: [{ role: 'user', content: prompt }],
        max_tokens: 16,
      }),
      signal: AbortSignal.timeout(SECONDS * 1000),
    });
    const body = await readJson(response);
    if (!response.ok) return { kind: 'refused', status: response.status, detail: detailOf(body) };
    const choices = own(body, 'choices');
    const text = isArray(choices) ? ownString(own(choices[0], 'message'), 'content') : undefined;
    if (text === undefined) return { kind: 'shape' };
    return { kind: 'ok', text: text.trim().slice(0, 80), millis: Math.round(performance.now() - started) };
  } catch (cause) {
    const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError';
    return timedOut ? { kind: 'timeout', seconds: SECONDS } : { kind: 'unreachable' };
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

function detailOf(body: unknown): string {
  const error = own(body, 'error');
  const message = typeof error === 'string' ? error : ownString(error, 'message');
  return (message ?? '').slice(0, 200);
}
