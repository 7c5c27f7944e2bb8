// NET-2, NET-3: the next hop, decided without a request.
import { judgeHost, judgeUrl, type NetworkRefusal, type Resolve } from './policy';

/** A response that may be a redirect, and the request that it answers. */
export type Hop = {
  readonly url: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  /** Redirects that were followed to get here. */
  readonly followed: number;
};

export type NextHop =
  /** Not a redirect: the response is the result. */
  | { readonly kind: 'stay' }
  | {
      readonly kind: 'go';
      readonly hop: Hop /** Checked addresses to dial, where a resolver was given. */;
      readonly addresses: readonly string[] | undefined;
    }
  | {
      readonly kind: 'refuse';
      readonly code: NetworkRefusal | 'too_many_redirects';
      readonly message: string;
    };

/** NET-3: at most this many redirects are followed. */
export const MAX_REDIRECTS = 5;

const REDIRECTS = [301, 302, 303, 307, 308];
/** Headers that describe a body, and headers that are for the first host only. */
const BODY_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-language',
  'transfer-encoding',
];
const PRIVATE_HEADERS = ['authorization', 'cookie', 'proxy-authorization'];

/**
 * The hop that a response asks for. Each hop is judged as the first URL was (NET-2): scheme, then address; where internal
 * addresses are allowed the address is not looked at, the limit still binds. A POST becomes GET, whatever the status.
 * No hop carries a referrer. Credentials stay with the origin that they were given for.
 */
export async function nextHop(
  from: Hop,
  response: { readonly status: number; readonly location: string | null },
  options: { readonly allowInternal: boolean; readonly resolve?: Resolve },
): Promise<NextHop> {
  if (!REDIRECTS.includes(response.status) || response.location === null) return { kind: 'stay' };
  if (from.followed >= MAX_REDIRECTS)
    return { kind: 'refuse', code: 'too_many_redirects', message: `More than ${MAX_REDIRECTS} redirects.` };
  const judged = judgeUrl(absolute(response.location, from.url), options);
  if (!judged.ok)
    return { kind: 'refuse', code: judged.code, message: `A redirect was refused: ${judged.message}` };
  const { url } = judged;
  let addresses: readonly string[] | undefined;
  if (!options.allowInternal && options.resolve !== undefined) {
    const host = await judgeHost(url.hostname, options.resolve);
    if (!host.ok)
      return { kind: 'refuse', code: host.code, message: `A redirect was refused: ${host.message}` };
    addresses = host.addresses;
  }
  url.hash = '';
  return {
    kind: 'go',
    hop: { ...carried(from, response.status, url), followed: from.followed + 1 },
    addresses,
  };
}

function absolute(location: string, base: string): string {
  try {
    return new URL(location, base).href;
  } catch {
    return location;
  }
}

function carried(from: Hop, status: number, url: URL): Omit<Hop, 'followed'> {
  const sameOrigin = new URL(from.url).origin === url.origin;
  const toGet = from.method === 'POST' || (status === 303 && from.method !== 'HEAD');
  const dropped = ['referer', ...(toGet ? BODY_HEADERS : []), ...(sameOrigin ? [] : PRIVATE_HEADERS)];
  const headers = Object.fromEntries(
    Object.entries(from.headers).filter(([name]) => !dropped.includes(name.toLowerCase())),
  );
  return { url: url.href, method: toGet ? 'GET' : from.method, headers, body: toGet ? null : from.body };
}
