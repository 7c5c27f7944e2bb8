// A `fetch` for clients that bring their own protocol (the providers of model APIs), so that they dial as every node does.
import type { StreamingNetwork } from '../ports';
import { NodeFailure } from '../processors/types';

/**
 * `fetch` over a network, for requests with a text body. It reaches one origin and no other, follows no redirect, and
 * rejects as the network does.
 *
 * @param timeoutMs the longest time without anything arriving.
 */
export function fetchOver(
  network: StreamingNetwork,
  { origin, timeoutMs }: { readonly origin: string; readonly timeoutMs: number },
): typeof fetch {
  return async (input, init) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;
    if (new URL(url).origin !== origin)
      throw new NodeFailure(`Only ${origin} may be asked, not ${new URL(url).origin}.`, {
        code: 'address_refused',
      });
    const { body } = init ?? {};
    if (body !== undefined && body !== null && typeof body !== 'string')
      throw new NodeFailure('Only a text can be sent.', { code: 'request_invalid' });
    const opened = await network.open(
      {
        url,
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: body ?? null,
        timeoutMs,
      },
      init?.signal ?? new AbortController().signal,
    );
    return new Response([101, 204, 205, 304].includes(opened.status) ? null : opened.body, {
      status: opened.status,
      headers: opened.headers,
    });
  };
}
