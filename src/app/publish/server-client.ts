// Calls to a server that workflows are published to. Every failure is a value, and the token is in none of them.
import {
  answerText,
  callHeaders,
  DOORS_OF,
  type DoorRefusal,
  parsed,
  readAnswer,
} from '../../formats/door-calls';
import type { Json, JsonObject } from '../../model/json';

/** Why a call had no answer that doors give. */
export type CallFault =
  /** No connection: the server is down, or the address is another one. */
  | { readonly kind: 'unreachable' }
  /** Something is there, and the browser was not let through to it. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'cancelled' }
  /** It leads somewhere else, where the token must not go. */
  | { readonly kind: 'redirect' }
  /** It answered what no door of a FlowDrop server answers. */
  | { readonly kind: 'foreign'; readonly status: number };

export type CallOutcome =
  | { readonly kind: 'done'; readonly status: number; readonly data: Json }
  | ({ readonly kind: 'refused' } & DoorRefusal)
  | CallFault;

export type ServerClient = {
  /** Address of the server, without a slash at its end. */
  readonly base: string;
  /** One call of a door. Never rejects. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    address: string,
    options?: { readonly body?: JsonObject; readonly signal?: AbortSignal | undefined },
  ): Promise<CallOutcome>;
  /** The body of an answer outside of the envelopes; `undefined` where there is none. */
  bare(address: string, signal?: AbortSignal): Promise<Json | undefined>;
};

const SECONDS = 60;

export function serverClient(
  base: string,
  token: string,
  {
    fetching = fetch,
    seconds = SECONDS,
  }: { readonly fetching?: typeof fetch; readonly seconds?: number } = {},
): ServerClient {
  const init = (sendsBody: boolean, cancel: AbortSignal | undefined): RequestInit => {
    const late = AbortSignal.timeout(seconds * 1000);
    return {
      headers: callHeaders(token, sendsBody),
      // The token is all that says who calls; cookies of that site are not for us to send.
      credentials: 'omit',
      redirect: 'manual',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: cancel === undefined ? late : AbortSignal.any([cancel, late]),
    };
  };
  return {
    base,
    async call(method, address, { body, signal } = {}) {
      try {
        const sent = body === undefined ? {} : { body: JSON.stringify(body) };
        const response = await fetching(address, { method, ...sent, ...init(body !== undefined, signal) });
        // A page is not told where a redirect leads; other programs are told that it is one.
        if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
          return { kind: 'redirect' };
        return readAnswer(response.status, await answerText(response.body));
      } catch (cause) {
        if (signal?.aborted === true) return { kind: 'cancelled' };
        if (nameOf(cause) === 'TimeoutError') return { kind: 'timeout', seconds };
        return diagnose(base, fetching);
      }
    },
    async bare(address, signal) {
      try {
        const response = await fetching(address, init(false, signal));
        return response.ok ? parsed((await answerText(response.body)) ?? '') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/**
 * A browser does not say why it gave no answer. A question whose answer nobody may read gets through where a server
 * listens, whether or not it lets this page in.
 */
async function diagnose(base: string, fetching: typeof fetch): Promise<CallFault> {
  try {
    await fetching(DOORS_OF.health(base), {
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(5000),
    });
    return { kind: 'cors' };
  } catch {
    return { kind: 'unreachable' };
  }
}

function nameOf(cause: unknown): string {
  return cause instanceof Error || cause instanceof DOMException ? cause.name : '';
}
