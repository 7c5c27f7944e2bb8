// NET-1: may this URL be dialled?
import { isPrivateAddress, isPrivateName, parseAddress } from './addresses';

export type Verdict =
  | { readonly ok: true /** The parsed URL. */; readonly url: URL }
  | { readonly ok: false; readonly code: NetworkRefusal; readonly message: string };

/** Why a request is refused before it is made. */
export type NetworkRefusal = 'url_invalid' | 'scheme_refused' | 'address_refused' | 'host_unresolvable';

export type HostVerdict =
  | {
      readonly ok: true /** The addresses that were checked; dial one of these, never the name again. */;
      readonly addresses: readonly string[];
    }
  | { readonly ok: false; readonly code: NetworkRefusal; readonly message: string };

/** Looks a name up over IPv4 and IPv6: every address that it has. Rejects, or gives none, where there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Judges what can be judged without a resolver: the scheme, a literal address in any spelling, a local name. */
export function judgeUrl(text: string, options: { readonly allowInternal: boolean }): Verdict {
  const url = parsed(text);
  if (url === undefined)
    return refuse(
      'url_invalid',
      `"${shortened(text)}" is no absolute URL, such as https://example.org/path.`,
    );
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return refuse(
      'scheme_refused',
      `"${url.protocol.slice(0, -1)}" may not be requested; http and https may.`,
    );
  if (options.allowInternal) return { ok: true, url };
  const address = parseAddress(url.hostname);
  if (address === undefined ? isPrivateName(url.hostname) : isPrivateAddress(address))
    return refuse('address_refused', privateHost(url.hostname));
  return { ok: true, url };
}

/**
 * Judges a host by every address that it has (NET-1): one private address refuses it, and so does having none. The
 * connection is to be made to an address of the answer.
 */
export async function judgeHost(host: string, resolve: Resolve): Promise<HostVerdict> {
  const literal = parseAddress(host);
  if (literal !== undefined)
    return isPrivateAddress(literal)
      ? refuse('address_refused', privateHost(host))
      : { ok: true, addresses: [host] };
  const addresses = await resolve(host).catch((): readonly string[] => []);
  if (addresses.length === 0) return refuse('host_unresolvable', `The host "${host}" has no address.`);
  const bad = addresses.find((text) => {
    const address = parseAddress(text);
    return address === undefined || isPrivateAddress(address);
  });
  return bad === undefined ? { ok: true, addresses } : refuse('address_refused', privateHost(host));
}

function parsed(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function refuse(code: NetworkRefusal, message: string): { ok: false; code: NetworkRefusal; message: string } {
  return { ok: false, code, message };
}

function privateHost(host: string): string {
  return `The host "${host}" is in a private or reserved range, which workflows may not request.`;
}

function shortened(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
