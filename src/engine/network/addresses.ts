// NET-1: which addresses are private or reserved. Pure: the IANA special-purpose registries for IPv4 and IPv6, multicast,
// and every spelling of an IPv4 address that a URL may use.

/** An IP address as its bytes: four or sixteen. */
export type AddressBytes = readonly number[];

/** First address of a block, and the length of its prefix in bits. */
type Block = { readonly bytes: AddressBytes; readonly prefix: number };

const IPV4_BLOCKS: readonly Block[] = [
  '0.0.0.0/8', // "this network"
  '10.0.0.0/8', // private
  '100.64.0.0/10', // shared address space of carriers
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local; metadata services
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // AMT
  '192.88.99.0/24', // 6to4 relay anycast
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
].map(block);

/** Outside this block no IPv6 address is a public one: loopback, IPv4-mapped, unique local, link-local, multicast, … */
const IPV6_GLOBAL = block('2000::/3');

/** What is special inside it. */
const IPV6_BLOCKS: readonly Block[] = [
  '2001::/23', // protocol assignments, Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation
  '2620:4f:8000::/48', // AS112
  '3fff::/20', // documentation
].map(block);

/** Prefixes of public addresses that carry an IPv4 address, and where its four bytes begin. */
const NAT64: Carrier = { block: block('64:ff9b::/96'), at: 12 };
const SIX_TO_FOUR: Carrier = { block: block('2002::/16'), at: 2 };
type Carrier = { readonly block: Block; readonly at: number };

function block(text: string): Block {
  const [address = '', prefix = ''] = text.split('/');
  const bytes = parseIpv4(address) ?? parseIpv6(address);
  if (bytes === undefined) throw new Error(`"${text}" is no block of addresses.`);
  return { bytes, prefix: Number(prefix) };
}

function contains({ bytes, prefix }: Block, address: AddressBytes): boolean {
  return bytes.every((byte, index) => {
    const bits = Math.min(8, Math.max(0, prefix - index * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    return ((address[index] ?? 0) & mask) === (byte & mask);
  });
}

/** The bytes of an address, IPv4 in any of its spellings or IPv6 (brackets and a zone apart); `undefined`: a name. */
export function parseAddress(host: string): AddressBytes | undefined {
  const bare = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : withoutRoot(host);
  return parseIpv4(bare) ?? parseIpv6(bare);
}

/** The name without the dots of the root behind it; URL parsers let several pass. */
function withoutRoot(host: string): string {
  let end = host.length;
  while (host[end - 1] === '.') end -= 1;
  return host.slice(0, end);
}

/**
 * IPv4 as URL parsers and resolvers read it: one to four parts, each decimal, octal (`0…`) or hexadecimal (`0x…`), the last
 * one filling what is left: `127.0.0.1`, `0x7f.1`, `2130706433`, `0177.0.0.1`.
 */
export function parseIpv4(text: string): AddressBytes | undefined {
  const parts = (text.endsWith('.') ? text.slice(0, -1) : text).split('.');
  if (parts.length > 4) return undefined;
  const numbers = parts.map(part);
  const last = numbers.pop();
  if (last === undefined || numbers.some((value) => value === undefined || value > 255)) return undefined;
  const room = 4 - numbers.length;
  if (last >= 256 ** room) return undefined;
  const tail = Array.from({ length: room }, (_, i) => Math.floor(last / 256 ** (room - 1 - i)) % 256);
  return [...numbers.map((value) => value ?? 0), ...tail];
}

function part(text: string): number | undefined {
  if (/^0[xX][0-9a-fA-F]*$/.test(text)) return text.length === 2 ? 0 : Number.parseInt(text.slice(2), 16);
  if (/^0[0-7]+$/.test(text)) return Number.parseInt(text, 8);
  return /^(?:0|[1-9]\d*)$/.test(text) ? Number.parseInt(text, 10) : undefined;
}

/** The sixteen bytes of an IPv6 address, a dotted IPv4 tail and a zone (`%eth0`) included. */
export function parseIpv6(text: string): AddressBytes | undefined {
  const [bare = ''] = text.split('%');
  if (!bare.includes(':')) return undefined;
  const halves = bare.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => groups(half, index === halves.length - 1));
  if (head === undefined || (halves.length === 2 && tail === undefined)) return undefined;
  if (tail === undefined) return head.length === 16 ? head : undefined;
  const zeros = 16 - head.length - tail.length;
  return zeros < 2 ? undefined : [...head, ...new Array<number>(zeros).fill(0), ...tail];
}

/** The bytes of the groups of one half; only the last group of an address may be written as IPv4. */
function groups(half: string, last: boolean): readonly number[] | undefined {
  if (half === '') return [];
  const bytes: number[] = [];
  const parts = half.split(':');
  for (const [index, group] of parts.entries()) {
    if (group.includes('.') && last && index === parts.length - 1) {
      const dotted = /^\d+\.\d+\.\d+\.\d+$/.test(group) ? parseIpv4(group) : undefined;
      if (dotted === undefined) return undefined;
      bytes.push(...dotted);
      continue;
    }
    if (!/^[0-9a-fA-F]{1,4}$/.test(group)) return undefined;
    const value = Number.parseInt(group, 16);
    bytes.push(value >> 8, value & 0xff);
  }
  return bytes;
}

/** True for an address in a private or reserved range; one that carries an IPv4 address counts as that one. */
export function isPrivateAddress(address: AddressBytes): boolean {
  if (address.length === 4) return IPV4_BLOCKS.some((reserved) => contains(reserved, address));
  const carrier = [NAT64, SIX_TO_FOUR].find(({ block: prefix }) => contains(prefix, address));
  if (carrier !== undefined) return isPrivateAddress(address.slice(carrier.at, carrier.at + 4));
  return !contains(IPV6_GLOBAL, address) || IPV6_BLOCKS.some((reserved) => contains(reserved, address));
}

const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
  'corp',
  'home',
];

/** True for a name that can only mean this machine or this network: one without a dot, or under a local ending. */
export function isPrivateName(host: string): boolean {
  const name = withoutRoot(host).toLowerCase();
  return !name.includes('.') || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}
