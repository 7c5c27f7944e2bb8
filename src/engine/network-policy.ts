// NET-1: which addresses a node may dial. Shared by the page and the host; resolving names is the host's part.

/** Blocks of the IANA special-purpose registries, and multicast: none of them is a public server. */
const RESERVED_V4: readonly (readonly [network: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

const RESERVED_V6: readonly (readonly [network: string, bits: number])[] = [
  // Unspecified, loopback and the old IPv4-compatible forms.
  ['::', 96],
  // IPv4-mapped: the address of a private host in other words.
  ['::ffff:0:0', 96],
  // Translated to IPv4 on the way, to any address at all.
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['100:0:0:1::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
  ['5f00::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];

/** Why a URL is not dialled. `message` is for people. */
export type UrlRefusal = {
  readonly code: 'url_invalid' | 'scheme_refused' | 'address_refused';
  readonly message: string;
};

/**
 * Checks a URL before it is dialled (NET-1): `http` and `https` only; no address of a private or reserved range, written
 * as an address or as `localhost`, unless internal addresses are allowed.
 */
export function checkUrl(
  text: string,
  policy: { readonly allowInternal: boolean },
): { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly refusal: UrlRefusal } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    return refuse('url_invalid', `"${shortened(text)}" is no address; one begins with https:// or http://.`);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse('scheme_refused', `Only http and https are dialled, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '')
    return refuse('url_invalid', 'An address must not carry a user name or a password; send a header.');
  if (!policy.allowInternal && isInternalHost(url.hostname)) {
    return refuse(
      'address_refused',
      `${url.hostname} is a private or reserved address. Settings, Network can allow internal addresses.`,
    );
  }
  return { ok: true, url };
}

function refuse(
  code: UrlRefusal['code'],
  message: string,
): { readonly ok: false; readonly refusal: UrlRefusal } {
  return { ok: false, refusal: { code, message } };
}

/** @param hostname as `URL.hostname` writes it: IPv4 in four numbers, IPv6 in brackets. */
function isInternalHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  return isReservedAddress(name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name);
}

/** True for a literal IPv4 or IPv6 address in a private or reserved range; false for public ones and for names. */
export function isReservedAddress(address: string): boolean {
  const v4 = parseV4(address);
  if (v4 !== undefined) return RESERVED_V4.some(([network, bits]) => inBlock(v4, parseV4(network), bits, 32));
  const v6 = parseV6(address);
  return v6 !== undefined && RESERVED_V6.some(([network, bits]) => inBlock(v6, parseV6(network), bits, 128));
}

function inBlock(address: bigint, network: bigint | undefined, bits: number, width: number): boolean {
  const shift = BigInt(width - bits);
  return network !== undefined && address >> shift === network >> shift;
}

function parseV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256))
    return undefined;
  return parts.reduce((address, part) => (address << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | undefined {
  const plain = text.split('%', 1)[0] ?? '';
  const halves = plain.split('::');
  if (!plain.includes(':') || halves.length > 2) return undefined;
  const [head, tail] = halves.map(groupsOf);
  if (head === undefined) return undefined;
  const after = tail ?? [];
  const missing = 8 - head.length - after.length;
  if (halves.length === 1 ? missing !== 0 : missing < 0) return undefined;
  const groups = [...head, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after];
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return undefined;
  return groups.reduce((address, group) => (address << 16n) | BigInt(`0x${group}`), 0n);
}

/** The groups of half an IPv6 address; an IPv4 ending becomes two. */
function groupsOf(half: string): readonly string[] {
  if (half === '') return [];
  return half.split(':').flatMap((group) => {
    const v4 = parseV4(group);
    return v4 === undefined ? [group] : [(v4 >> 16n).toString(16), (v4 & 0xffffn).toString(16)];
  });
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
