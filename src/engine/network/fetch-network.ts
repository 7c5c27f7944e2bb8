// NET-1, NET-2: the network of a page. A page can neither resolve a name nor pin an address, and sees no redirect's target:
// so literal addresses and local names are checked, and redirects are refused.

import type { NetworkRequest, NetworkResponse, OpenResponse, StreamingNetwork } from '../ports';
import { NodeFailure } from '../processors/types';
import { IdleTimer, limitedBody } from './body';
import { judgeUrl } from './policy';

export type FetchNetworkOptions = {
  readonly fetch: typeof fetch;
  /** Lets requests reach private and reserved addresses. */
  readonly allowInternal: boolean;
  /** Milliseconds since an origin that does not jump; default `performance.now`. */
  readonly now?: () => number;
};

/**
 * A network over `fetch`. Rejects with {@link NodeFailure}: `url_invalid`, `scheme_refused`, `address_refused`,
 * `redirect_refused`; retryable: `request_timeout`, `network_error`. An abort rejects with the signal's reason.
 */
export function createFetchNetwork(options: FetchNetworkOptions): StreamingNetwork {
  const now = options.now ?? (() => performance.now());
  return {
    async request(request, signal) {
      const judged = judgeUrl(request.url, options);
      if (!judged.ok) throw new NodeFailure(judged.message, { code: judged.code });
      refuseCredentials(judged.url);
      const started = now();
      const timeout = AbortSignal.timeout(request.timeoutMs);
      try {
        const both = AbortSignal.any([signal, timeout]);
        const response = await options.fetch(judged.url, requestInit(request, both));
        refuseRedirect(response, request);
        const body = await readText(response);
        return answer(request, response, body, now() - started);
      } catch (thrown) {
        if (thrown instanceof NodeFailure) throw thrown;
        if (signal.aborted) throw signal.reason;
        throw unreachable(judged.url, request, timeout.aborted, thrown);
      }
    },

    async open(given, signal): Promise<OpenResponse> {
      const request = { ...given, followRedirects: false };
      const judged = judgeUrl(request.url, options);
      if (!judged.ok) throw new NodeFailure(judged.message, { code: judged.code });
      refuseCredentials(judged.url);
      const idle = new IdleTimer(request.timeoutMs);
      const failureOf = (thrown: unknown): unknown => {
        if (thrown instanceof NodeFailure) return thrown;
        return signal.aborted ? signal.reason : unreachable(judged.url, request, idle.signal.aborted, thrown);
      };
      try {
        const both = AbortSignal.any([signal, idle.signal]);
        const response = await options.fetch(judged.url, requestInit(request, both));
        refuseRedirect(response, request);
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          body: limitedBody(response.body, LONGEST_BODY, idle, failureOf),
        };
      } catch (thrown) {
        idle.stop();
        throw failureOf(thrown);
      }
    },
  };
}

/** `fetch` takes no such address, and would say no more than that the host cannot be reached. */
function refuseCredentials(url: URL): void {
  if (url.username === '' && url.password === '') return;
  throw new NodeFailure(
    `The address of "${url.host}" holds a user name or a password; send them in an "Authorization" header instead.`,
    { code: 'url_invalid' },
  );
}

/** Everything that matters is said, nothing is left to the client's defaults (NET-3). */
function requestInit(request: NetworkRequest, signal: AbortSignal): RequestInit {
  return {
    method: request.method,
    headers: headersOf(request),
    body: request.body,
    signal,
    redirect: 'manual',
    referrer: '',
    referrerPolicy: 'no-referrer',
    credentials: 'omit',
    cache: 'no-store',
  };
}

function headersOf(request: NetworkRequest): Headers {
  try {
    return new Headers(request.headers);
  } catch (cause) {
    throw new NodeFailure('A header has a name or a value that HTTP does not allow.', {
      code: 'request_invalid',
      cause,
    });
  }
}

/** A longer response is refused, so that one request cannot take all memory. In bytes. */
const LONGEST_BODY = 32 * 1024 * 1024;

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    if (length > LONGEST_BODY) {
      await reader.cancel();
      throw new NodeFailure(`The response is longer than ${LONGEST_BODY} bytes.`, {
        code: 'response_too_large',
      });
    }
    text += decoder.decode(read.value, { stream: true });
  }
  return text + decoder.decode();
}

function refuseRedirect(response: Response, request: NetworkRequest): void {
  const redirected = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400);
  if (!redirected || response.status === 304) return;
  // Node shows the redirect itself; where it is not to be followed, it is the result.
  if (!request.followRedirects && response.type !== 'opaqueredirect') return;
  throw new NodeFailure(
    `"${new URL(request.url).host}" answers with a redirect. A page cannot check where it leads, so it is not followed: ask the final address.`,
    { code: 'redirect_refused' },
  );
}

function answer(request: NetworkRequest, response: Response, body: string, millis: number): NetworkResponse {
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body,
    url: response.url || request.url,
    millis,
  };
}

function unreachable(url: URL, request: NetworkRequest, timedOut: boolean, cause: unknown): NodeFailure {
  if (timedOut)
    return new NodeFailure(`"${url.host}" did not answer within ${request.timeoutMs / 1000} s.`, {
      code: 'request_timeout',
      retryable: true,
      cause,
    });
  return new NodeFailure(
    `"${url.host}" could not be reached: it is down, or does not let pages of other origins ask it (CORS).`,
    { code: 'network_error', retryable: true, cause },
  );
}
