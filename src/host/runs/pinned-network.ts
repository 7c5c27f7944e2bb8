// NET-1 to NET-3 on Node: a name is resolved once, every address of it is judged, and the connection is made to one of those.
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { IdleTimer, limitedBody } from '../../engine/network/body';
import { judgeHost, judgeUrl, type Resolve } from '../../engine/network/policy';
import { type Hop, nextHop } from '../../engine/network/redirects';
import type { NetworkRequest, NetworkResponse, StreamingNetwork } from '../../engine/ports';
import { NodeFailure } from '../../engine/processors/types';
import { ownString } from '../../model/json';

export type PinnedNetworkOptions = {
  /** Lets requests reach private and reserved addresses; names are then looked up by the system. */
  readonly allowInternal: boolean;
  /** Default: the resolver of the system. */
  readonly resolve?: Resolve;
};

/** A longer response is refused, so that one request cannot take all memory. In bytes. */
const LONGEST_BODY = 32 * 1024 * 1024;

const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);

/**
 * A network over Node's sockets. Rejects with {@link NodeFailure}: `url_invalid`, `scheme_refused`, `address_refused`,
 * `host_unresolvable`, `too_many_redirects`, `response_too_large`, `request_invalid`; retryable: `request_timeout`,
 * `network_error`. An abort rejects with the signal's reason.
 */
export function createPinnedNetwork({
  allowInternal,
  resolve = systemResolve,
}: PinnedNetworkOptions): StreamingNetwork {
  const options = { allowInternal, resolve };
  return {
    async request(request, signal) {
      const started = performance.now();
      const timeout = AbortSignal.timeout(request.timeoutMs);
      const both = AbortSignal.any([signal, timeout]);
      const options = { allowInternal: allowInternal || request.allowInternal === true, resolve };
      const { url, method, headers, body } = request;
      let hop: Hop = { url, method, headers, body, followed: 0 };
      let addresses = await firstAddresses(url, options);
      for (;;) {
        try {
          const response = await exchange(hop, addresses, both);
          const location = response.headers.location ?? null;
          const next = request.followRedirects
            ? await nextHop(hop, { status: response.statusCode ?? 0, location }, options)
            : ({ kind: 'stay' } as const);
          if (next.kind === 'stay') return await answerOf(hop, response, started);
          response.destroy();
          if (next.kind === 'refuse') throw new NodeFailure(next.message, { code: next.code });
          hop = next.hop;
          addresses = next.addresses;
        } catch (thrown) {
          if (thrown instanceof NodeFailure) throw thrown;
          if (signal.aborted) throw signal.reason;
          throw unreachable(hop.url, request, timeout.aborted, thrown);
        }
      }
    },

    async check(url, given) {
      await firstAddresses(url, { allowInternal: allowInternal || given.allowInternal, resolve });
    },

    async open(request, signal) {
      const { url, method, headers, body, timeoutMs } = request;
      const addresses = await firstAddresses(url, options);
      const idle = new IdleTimer(timeoutMs);
      const failureOf = (thrown: unknown): unknown => {
        if (thrown instanceof NodeFailure) return thrown;
        return signal.aborted ? signal.reason : unreachable(url, request, idle.signal.aborted, thrown);
      };
      try {
        const both = AbortSignal.any([signal, idle.signal]);
        const response = await exchange({ url, method, headers, body, followed: 0 }, addresses, both);
        const plain = decompressed(response);
        if (plain !== response) response.on('error', (cause) => plain.destroy(cause));
        return {
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          body: limitedBody(bytesOf(plain), LONGEST_BODY, idle, failureOf),
        };
      } catch (thrown) {
        idle.stop();
        throw failureOf(thrown);
      }
    },
  };
}

function bytesOf(plain: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = plain[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done === true) controller.close();
      else if (next.value instanceof Uint8Array) controller.enqueue(new Uint8Array(next.value));
    },
    cancel() {
      plain.destroy();
    },
  });
}

async function firstAddresses(
  text: string,
  options: Required<PinnedNetworkOptions>,
): Promise<readonly string[] | undefined> {
  const judged = judgeUrl(text, options);
  if (!judged.ok) throw new NodeFailure(judged.message, { code: judged.code });
  const { url } = judged;
  if (url.username !== '' || url.password !== '')
    throw new NodeFailure(
      `The address of "${url.host}" holds a user name or a password; send them in an "Authorization" header instead.`,
      { code: 'url_invalid' },
    );
  if (options.allowInternal) return undefined;
  const host = await judgeHost(url.hostname, options.resolve);
  if (!host.ok) throw new NodeFailure(host.message, { code: host.code });
  return host.addresses;
}

/** One request and the head of its answer. */
function exchange(
  hop: Hop,
  addresses: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const url = new URL(hop.url);
    const send = url.protocol === 'https:' ? requestSecure : requestPlain;
    const options = {
      method: hop.method,
      headers: { accept: '*/*', 'accept-encoding': 'gzip, deflate, br', ...lowered(hop.headers) },
      signal,
      // No connection is kept: the next request is judged and pinned on its own.
      agent: false,
      ...(addresses === undefined ? {} : { lookup: pinnedTo(addresses) }),
    };
    try {
      const outgoing = send(url, options, resolve);
      outgoing.on('error', reject);
      outgoing.end(hop.body ?? undefined);
    } catch (cause) {
      const message = 'A method or a header has a name or a value that HTTP does not allow.';
      reject(new NodeFailure(message, { code: 'request_invalid', cause }));
    }
  });
}

function lowered(headers: Hop['headers']): { [name: string]: string } {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** NET-1: what was judged is what is dialled, whatever the name leads to by now. */
export function pinnedTo(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_, { all }, callback) => {
    const [first] = pinned;
    if (all) callback(null, pinned);
    else callback(null, first?.address ?? '', first?.family);
  };
}

async function answerOf(hop: Hop, response: IncomingMessage, started: number): Promise<NetworkResponse> {
  const body = await readText(response);
  return {
    status: response.statusCode ?? 0,
    headers: headersOf(response),
    body,
    url: hop.url,
    millis: performance.now() - started,
  };
}

function headersOf(response: IncomingMessage): { [name: string]: string } {
  const { 'content-encoding': _, ...headers } = response.headers;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

async function readText(response: IncomingMessage): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  const plain = decompressed(response);
  // An error of the connection is the body's.
  if (plain !== response) response.on('error', (cause) => plain.destroy(cause));
  for await (const chunk of plain) {
    if (!(chunk instanceof Uint8Array)) continue;
    length += chunk.byteLength;
    if (length > LONGEST_BODY)
      throw new NodeFailure(`The response is longer than ${LONGEST_BODY} bytes.`, {
        code: 'response_too_large',
      });
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function decompressed(response: IncomingMessage): Readable {
  switch (response.headers['content-encoding']?.toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return response.pipe(createGunzip());
    case 'deflate':
      return response.pipe(createInflate());
    case 'br':
      return response.pipe(createBrotliDecompress());
    default:
      return response;
  }
}

function unreachable(
  url: string,
  request: Pick<NetworkRequest, 'timeoutMs'>,
  timedOut: boolean,
  cause: unknown,
): NodeFailure {
  const { host } = new URL(url);
  if (timedOut)
    return new NodeFailure(`"${host}" did not answer within ${request.timeoutMs / 1000} s.`, {
      code: 'request_timeout',
      retryable: true,
      cause,
    });
  const why = ownString(cause, 'code') ?? (cause instanceof Error ? cause.message : String(cause));
  return new NodeFailure(`"${host}" could not be reached: ${why}.`, {
    code: 'network_error',
    retryable: true,
    cause,
  });
}
